#include "core/figure/heat_map_raster.hpp"

#include "core/base/masked.hpp"
#include "core/figure/heat_map_cells.hpp"
#include "core/figure/heat_map_shared.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace poslab {

namespace {

constexpr double max_pixels = 1 << 24;

/// The pixels begin … end that show one row or column of cells.
struct Run {
    std::int64_t cell = 0;
    int begin = 0, end = 0;
};

double pixel_centre(int pixel, double scale) { return (pixel + 0.5) / scale; }

std::vector<Run> runs_of(const CellAxis& axis, int first, int count, double scale) {
    std::vector<Run> runs;
    runs.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const std::int64_t cell = axis.cell_at(pixel_centre(first + i, scale));
        if (cell < 0) continue;
        if (!runs.empty() && runs.back().cell == cell && runs.back().end == i) {
            runs.back().end = i + 1;
        } else {
            runs.push_back({cell, i, i + 1});
        }
    }
    return runs;
}

std::uint32_t premultiplied(Color c) {
    const auto times_alpha = [&c](std::uint32_t v) { return (v * c.a + 127U) / 255U; };
    return (std::uint32_t{c.a} << 24U) | (times_alpha(c.r) << 16U) | (times_alpha(c.g) << 8U) |
           times_alpha(c.b);
}

/// Blends `color` over `under`; it covers `share` of the pixel.
std::uint32_t blend(std::uint32_t under, std::uint32_t color, float share) {
    const float keep = 1.0F - share * static_cast<float>(color >> 24U) / 255.0F;
    std::uint32_t mixed = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        const auto from = static_cast<float>((under >> shift) & 0xFFU);
        const auto onto = static_cast<float>((color >> shift) & 0xFFU);
        mixed |= static_cast<std::uint32_t>(from * keep + onto * share + 0.5F) << shift;
    }
    return mixed;
}

/// Blends `share` / 256 of white, two channels at a time; hatched cells are opaque.
std::uint32_t whitened(std::uint32_t under, std::uint32_t share) {
    constexpr std::uint32_t pair = 0x00FF00FFU;
    const std::uint32_t even = under & pair;
    const std::uint32_t odd = (under >> 8U) & pair;
    const auto towards = [&](std::uint32_t two) {
        return two + ((((pair - two) * share + 0x00800080U) >> 8U) & pair);
    };
    return towards(even) | (towards(odd) << 8U);
}

std::uint32_t to_rgba8(std::uint32_t argb) {
    const std::uint32_t alpha = argb >> 24U;
    const auto straight = [&](unsigned shift) {
        const std::uint32_t v = (argb >> shift) & 0xFFU;
        return static_cast<std::uint8_t>(
            alpha == 255 || alpha == 0 ? v : std::min(255U, (v * 255U + alpha / 2) / alpha));
    };
    return std::bit_cast<std::uint32_t>(std::array<std::uint8_t, 4>{straight(16), straight(8), straight(0),
                                                                    static_cast<std::uint8_t>(alpha)});
}

/// The share of each pixel covered by hatch lines. A 45 degree hatch depends on x + y (or x - y) only: one
/// row of numbers.
class Hatch {
  public:
    Hatch(const PixelRect& area, double scale, double pitch, double width, int falling)
        : falling_(falling), first_(falling > 0 ? 0 : area.height) {
        const int count = area.width + area.height + 1;
        const double start = area.x + 0.5 + falling * (area.y + 0.5) - first_;
        for (int i = 0; i < count; ++i) {
            cover_.push_back(
                static_cast<float>(shared::hatch_coverage(start + i, 0, pitch * scale, width * scale, 1)));
        }
    }
    [[nodiscard]] float at(int x, int y) const {
        return cover_[static_cast<std::size_t>(std::ptrdiff_t{first_} + x + std::ptrdiff_t{falling_} * y)];
    }

  private:
    int falling_, first_;
    std::vector<float> cover_;
};

std::size_t table_index(double position) {
    return position >= 0 ? static_cast<std::size_t>(position * 255.0 + 0.5) : 0;
}

/// Table entries of a logarithmic scale for values of one sign, without a logarithm per value: the thresholds
/// between entries, found once by bisection of the scale itself, and a start index by the leading bits of the
/// number.
class LogSteps {
  public:
    LogSteps(const ColorScale& scale, double sign) : sign_(sign < 0 ? -1 : 1), base_(entry(scale, 0)) {
        constexpr auto most = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::max());
        const int steps = std::abs(entry(scale, std::bit_cast<double>(most)) - base_);
        for (int k = 1; k <= steps; ++k) {
            std::uint64_t low = edges_.empty() ? 0 : edges_.back() - 1;
            for (std::uint64_t high = most; high - low > 1;) {
                const std::uint64_t middle = low + (high - low) / 2;
                (std::abs(entry(scale, std::bit_cast<double>(middle)) - base_) >= k ? high : low) = middle;
                if (high - low <= 1) edges_.push_back(high);
            }
        }
        if (!edges_.empty()) make_starts();
    }

    [[nodiscard]] std::size_t at(double size) const {
        const auto bits = std::bit_cast<std::uint64_t>(size);
        std::size_t step = 0;
        if (!edges_.empty() && bits >= edges_.back()) {
            step = edges_.size();
        } else if (!edges_.empty() && bits >= edges_.front()) {
            step = starts_[(bits - edges_.front()) >> shift_];
            while (bits >= edges_[step]) ++step;
        }
        return static_cast<std::size_t>(std::ptrdiff_t{base_} + sign_ * static_cast<std::ptrdiff_t>(step));
    }

  private:
    [[nodiscard]] int entry(const ColorScale& scale, double size) const {
        return static_cast<int>(table_index(scale_position(scale, sign_ * size)));
    }
    void make_starts() {
        constexpr std::uint64_t most = 4096;
        while (((edges_.back() - edges_.front()) >> shift_) >= most) ++shift_;
        std::size_t step = 0;
        for (std::uint64_t i = 0; i <= (edges_.back() - edges_.front()) >> shift_; ++i) {
            while (step < edges_.size() && edges_[step] <= edges_.front() + (i << shift_)) ++step;
            starts_.push_back(step);
        }
    }

    int sign_, base_;
    unsigned shift_ = 0;
    std::vector<std::uint64_t> edges_;  // bits of positive numbers, which sort as the numbers do
    std::vector<std::size_t> starts_;
};

class Rasteriser {
  public:
    Rasteriser(const HeatMap& map, const PixelRect& area, double scale)
        : map_(map),
          place_(area),
          scale_(scale),
          cell_marks_(has_cell_marks(map)),
          columns_(runs_of(axis_x(map), area.x, area.width, scale)),
          base_(static_cast<std::size_t>(area.width)) {
        std::ranges::transform(color_table(map.scale.map, map.scale.proof), table_.begin(), premultiplied);
        const bool logarithmic =
            map.scale.kind == ScaleKind::logarithmic || map.scale.kind == ScaleKind::symmetric_log;
        constexpr std::int64_t worth_it = 1 << 16;  // pixels; the steps take some 0.3 ms
        if (!logarithmic || std::int64_t{area.width} * area.height < worth_it) return;
        positive_.emplace(map.scale, 1);
        negative_.emplace(map.scale, -1);
    }

    /// Computes the colours of the cells of a row; collects marks for later.
    void begin_row(std::int64_t row) {
        row_ = row;
        marks_.clear();
        // Each copy of the loop has a constant kind, which reduces the shared function to a few instructions.
        switch (map_.scale.kind) {
            case ScaleKind::linear:
                return fill<ScaleKind::linear>();
            case ScaleKind::logarithmic:
                return fill<ScaleKind::logarithmic>();
            case ScaleKind::symmetric:
                return fill<ScaleKind::symmetric>();
            case ScaleKind::symmetric_log:
                return fill<ScaleKind::symmetric_log>();
            case ScaleKind::window:
                return fill<ScaleKind::window>();
            case ScaleKind::cyclic:
                return fill<ScaleKind::cyclic>();
        }
    }

    void draw(int y, std::uint32_t* out) {
        std::ranges::copy(base_, out);
        for (const Mark& mark : marks_) {
            if (mark.kind == CellKind::hatched) {
                draw_hatch(mark.run, y, out);
            } else if (cell_marks_) {
                draw_cross(mark.run, y, out);
            } else {
                draw_cross_hatch(mark.run, y, out);
            }
        }
    }

    [[nodiscard]] bool is_textured() const { return !marks_.empty(); }

  private:
    struct Mark {
        Run run;
        CellKind kind = CellKind::plain;
    };

    template <ScaleKind kind>
    [[nodiscard]] std::uint32_t table_color(double value) const {
        if constexpr (kind == ScaleKind::logarithmic || kind == ScaleKind::symmetric_log) {
            if (positive_) return table_[value < 0 ? negative_->at(-value) : positive_->at(std::abs(value))];
        }
        const ColorScale& s = map_.scale;
        const double position =
            shared::scale_position(value, static_cast<int>(kind), s.low, s.middle, s.high);
        return table_[table_index(position)];
    }

    template <ScaleKind kind>
    void fill() {
        const double* const values = map_.values->data() + row_ * map_.width;
        for (const Run& run : columns_) {
            const double value = values[run.cell];
            const std::uint32_t color = std::isfinite(value) ? finite<kind>(run, value) : other(run, value);
            std::fill(base_.begin() + run.begin, base_.begin() + run.end, color);
        }
    }

    template <ScaleKind kind>
    std::uint32_t finite(const Run& run, double value) {
        if (std::abs(value) > map_.hatch_above) note(run, CellKind::hatched);
        return table_color<kind>(value);
    }

    std::uint32_t other(const Run& run, double value) {
        if (is_masked(value)) return 0;
        note(run, CellKind::not_a_number);
        return premultiplied(map_.nan_fill);
    }

    void note(const Run& run, CellKind kind) {
        if (!cell_marks_ && !marks_.empty() && marks_.back().kind == kind &&
            marks_.back().run.end == run.begin) {
            marks_.back().run.end = run.end;
        } else {
            marks_.push_back({run, kind});
        }
    }

    const Hatch& hatch(std::optional<Hatch>& slot, double pitch, double width, int falling) {
        if (!slot) slot.emplace(place_, scale_, pitch, width, falling);
        return *slot;
    }

    void draw_hatch(const Run& run, int y, std::uint32_t* out) {
        const Hatch& lines = hatch(untrained_, HatchStyle::pitch, HatchStyle::width, 1);
        constexpr auto full = static_cast<float>(HatchStyle::alpha * 256);
        for (int x = run.begin; x < run.end; ++x)
            out[x] = whitened(out[x], static_cast<std::uint32_t>(lines.at(x, y) * full + 0.5F));
    }

    void draw_cross_hatch(const Run& run, int y, std::uint32_t* out) {
        const Hatch& rising = hatch(rising_, HatchStyle::nan_pitch, HatchStyle::nan_width, 1);
        const Hatch& falling = hatch(falling_, HatchStyle::nan_pitch, HatchStyle::nan_width, -1);
        const std::uint32_t mark = premultiplied(map_.nan_mark);
        for (int x = run.begin; x < run.end; ++x) {
            const float cover = std::max(rising.at(x, y), falling.at(x, y));
            if (cover > 0) out[x] = blend(out[x], mark, cover);
        }
    }

    void draw_cross(const Run& run, int y, std::uint32_t* out) const {
        const Rect cell = cell_rect(map_, row_, run.cell);
        const std::uint32_t mark = premultiplied(map_.nan_mark);
        for (int x = run.begin; x < run.end; ++x) {
            const double cover = shared::cross_coverage(
                place_.x + x + 0.5 - cell.x * scale_, place_.y + y + 0.5 - cell.y * scale_,
                cell.width * scale_, cell.height * scale_, HatchStyle::nan_width * scale_);
            if (cover > 0) out[x] = blend(out[x], mark, static_cast<float>(cover));
        }
    }

    const HeatMap& map_;
    const PixelRect& place_;
    double scale_;
    bool cell_marks_;
    std::vector<Run> columns_;
    std::vector<std::uint32_t> base_;
    std::array<std::uint32_t, 256> table_{};
    std::int64_t row_ = 0;
    std::vector<Mark> marks_;
    std::optional<LogSteps> positive_, negative_;
    std::optional<Hatch> untrained_, rising_, falling_;  // created on first use
};

}  // namespace

bool is_drawable(const HeatMap& map) {
    const Rect& r = map.rect;
    return map.values && map.height > 0 && map.width > 0 &&
           map.values->size() / static_cast<std::size_t>(map.width) == static_cast<std::size_t>(map.height) &&
           map.values->size() % static_cast<std::size_t>(map.width) == 0 && std::isfinite(r.x) &&
           std::isfinite(r.y) && std::isfinite(r.width) && std::isfinite(r.height) && r.width > 0 &&
           r.height > 0;
}

void rasterise_into(const HeatMap& map, const PixelRect& area, double scale, PixelFormat format,
                    std::uint32_t* out, std::size_t stride) {
    if (area.width <= 0 || area.height <= 0) return;
    const auto width = static_cast<std::size_t>(area.width);
    const bool drawable = is_drawable(map) && scale > 0;
    const CellAxis rows = drawable ? axis_y(map) : CellAxis{0, 1, 0, 0};
    std::optional<Rasteriser> rasteriser;
    if (drawable) rasteriser.emplace(map, area, scale);
    std::int64_t before = -2;
    for (int y = 0; y < area.height; ++y, out += stride) {
        const std::int64_t row = drawable ? rows.cell_at(pixel_centre(area.y + y, scale)) : -1;
        const bool again = row == before;
        before = row;
        if (row < 0) {
            std::fill_n(out, width, 0U);
            continue;
        }
        Rasteriser& r = *rasteriser;
        if (again && !r.is_textured()) {
            std::copy_n(out - stride, width, out);
            continue;
        }
        if (!again) r.begin_row(row);
        r.draw(y, out);
        if (format == PixelFormat::rgba8) std::transform(out, out + width, out, to_rgba8);
    }
}

Raster rasterise(const HeatMap& map, const PixelRect& area, double scale, PixelFormat format) {
    Raster raster{area, {}};
    if (area.width <= 0 || area.height <= 0) return {{area.x, area.y, 0, 0}, {}};
    raster.pixels.resize(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height));
    rasterise_into(map, area, scale, format, raster.pixels.data(), static_cast<std::size_t>(area.width));
    return raster;
}

Rect intersection(const Rect& a, const Rect& b) {
    const double x = std::max(a.x, b.x);
    const double y = std::max(a.y, b.y);
    return {x, y, std::max(0.0, std::min(a.right(), b.right()) - x),
            std::max(0.0, std::min(a.bottom(), b.bottom()) - y)};
}

PixelRect touched_pixels(const Rect& area, double scale) {
    if (!(area.width > 0 && area.height > 0)) return {};
    // Without this tolerance 0.1 * 30 would touch a fourth pixel.
    constexpr double hair = 1e-6;
    const auto pixel = [](double v) { return static_cast<int>(std::clamp(v, -max_pixels, max_pixels)); };
    const int first_x = pixel(std::floor(area.x * scale + hair));
    const int first_y = pixel(std::floor(area.y * scale + hair));
    const int end_x = pixel(std::ceil(area.right() * scale - hair));
    const int end_y = pixel(std::ceil(area.bottom() * scale - hair));
    return {first_x, first_y, std::max(0, end_x - first_x), std::max(0, end_y - first_y)};
}

}  // namespace poslab
