#include "core/figure/color_scale.hpp"

#include "core/base/embedded_assets.hpp"
#include "core/figure/heat_map_shared.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

namespace {

/// In the order of ColorMap.
constexpr std::array<std::string_view, color_map_count> color_map_names{
    "window", "viridis",  "blue-orange",  "cyclic",      "cividis",  "magma",
    "grey",   "blue-red", "purple-green", "signed-dark", "grey-dark"};

struct Stop {
    double place = 0;
    Color color;
};
using Stops = std::vector<Stop>;

[[noreturn]] void broken(std::string_view line) {
    throw std::logic_error("assets/color_maps.txt: cannot read '" + std::string(line) + "'");
}

std::string_view next_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

Stop parse_stop(std::string_view line) {
    Stop stop;
    const char* const end = line.data() + line.size();
    const auto place = std::from_chars(line.data(), end, stop.place);
    if (place.ec != std::errc{} || end - place.ptr < 8 || place.ptr[0] != ' ' || place.ptr[1] != '#')
        broken(line);
    std::uint32_t hex = 0;
    const auto color = std::from_chars(place.ptr + 2, place.ptr + 8, hex, 16);
    if (color.ec != std::errc{} || color.ptr != place.ptr + 8) broken(line);
    stop.color = rgb(hex);
    return stop;
}

std::map<std::string, Stops, std::less<>> parse_maps(std::string_view text) {
    std::map<std::string, Stops, std::less<>> maps;
    Stops* current = nullptr;
    while (!text.empty()) {
        const std::string_view line = next_line(text);
        if (line.empty() || line.starts_with("# ")) continue;
        if (line.starts_with("map ")) {
            current = &maps[std::string(line.substr(4))];
        } else if (current != nullptr) {
            current->push_back(parse_stop(line));
        } else {
            broken(line);
        }
    }
    return maps;
}

std::uint8_t between(std::uint8_t from, std::uint8_t to, double t) {
    return static_cast<std::uint8_t>(std::lround(from + t * (to - from)));
}

Color color_at(const Stops& stops, double position) {
    std::size_t next = 1;
    while (next + 1 < stops.size() && stops[next].place < position) ++next;
    const Stop& a = stops[next - 1];
    const Stop& b = stops[next];
    const double t = std::clamp((position - a.place) / (b.place - a.place), 0.0, 1.0);
    return {between(a.color.r, b.color.r, t), between(a.color.g, b.color.g, t),
            between(a.color.b, b.color.b, t), 255};
}

class ColorTables {
  public:
    explicit ColorTables(std::string_view text) : maps_(parse_maps(text)) {
        for (std::size_t map = 0; map < color_map_count; ++map)
            if (static_cast<ColorMap>(map) != ColorMap::window)
                fill(tables_.at(map), 0, 256, color_map_names.at(map));
        ColorTable& window = tables_.at(static_cast<std::size_t>(ColorMap::window));
        fill(window, 0, 128, "window-inside");
        fill(window, 128, 128, "window-outside");
        maps_.clear();
    }
    [[nodiscard]] const ColorTable& of(ColorMap map) const {
        return tables_.at(static_cast<std::size_t>(map));
    }

  private:
    void fill(ColorTable& table, std::size_t first, std::size_t count, std::string_view name) const {
        const auto found = maps_.find(name);
        if (found == maps_.end() || found->second.size() < 2) broken(name);
        for (std::size_t i = 0; i < count; ++i) {
            table[first + i] =
                color_at(found->second, static_cast<double>(i) / static_cast<double>(count - 1));
        }
    }
    std::map<std::string, Stops, std::less<>> maps_;
    std::array<ColorTable, color_map_count> tables_{};
};

const ColorTables& tables() {
    static const ColorTables all(embedded_color_maps);
    return all;
}

double linear_light(std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t channel_of(double light) {
    const double within = std::clamp(light, 0.0, 1.0);
    const double c = within <= 0.0031308 ? 12.92 * within : 1.055 * std::pow(within, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255 * c));
}

using LightMatrix = std::array<std::array<double, 3>, 3>;
constexpr LightMatrix protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr LightMatrix deuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr LightMatrix tritanopia{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

double luminance(Color c) {
    return 0.2126 * linear_light(c.r) + 0.7152 * linear_light(c.g) + 0.0722 * linear_light(c.b);
}

}  // namespace

const ColorTable& color_table(ColorMap map, Proof proof) {
    if (proof == Proof::none) return tables().of(map);
    using Proofed = std::array<std::array<ColorTable, color_map_count>, proof_count>;
    static const Proofed all = [] {
        Proofed made{};
        for (std::size_t p = 0; p < proof_count; ++p)
            for (std::size_t m = 0; m < color_map_count; ++m)
                std::ranges::transform(tables().of(static_cast<ColorMap>(m)), made[p][m].begin(),
                                       [&](Color color) { return proofed(color, static_cast<Proof>(p)); });
        return made;
    }();
    return all.at(static_cast<std::size_t>(proof)).at(static_cast<std::size_t>(map));
}

std::optional<ColorMap> find_color_map(std::string_view name) {
    const auto found = std::ranges::find(color_map_names, name);
    if (found == color_map_names.end()) return std::nullopt;
    return static_cast<ColorMap>(found - color_map_names.begin());
}

Color proofed(Color color, Proof proof) {
    const auto seen = [&](const LightMatrix& matrix) {
        const std::array<double, 3> light{linear_light(color.r), linear_light(color.g),
                                          linear_light(color.b)};
        const auto row = [&](std::size_t i) {
            return channel_of(matrix[i][0] * light[0] + matrix[i][1] * light[1] + matrix[i][2] * light[2]);
        };
        return Color{row(0), row(1), row(2), color.a};
    };
    switch (proof) {
        case Proof::none:
            break;
        case Proof::grey: {
            const std::uint8_t grey = channel_of(luminance(color));
            return {grey, grey, grey, color.a};
        }
        case Proof::protanopia:
            return seen(protanopia);
        case Proof::deuteranopia:
            return seen(deuteranopia);
        case Proof::tritanopia:
            return seen(tritanopia);
    }
    return color;
}

double scale_position(const ColorScale& scale, double value) {
    return shared::scale_position(value, static_cast<int>(scale.kind), scale.low, scale.middle, scale.high);
}

double scale_value(const ColorScale& scale, double position) {
    const double signed_place = 2 * position - 1;
    switch (scale.kind) {
        case ScaleKind::logarithmic:
            return scale.low * std::pow(scale.high / scale.low, position);
        case ScaleKind::symmetric:
            return signed_place * scale.high;
        case ScaleKind::symmetric_log: {
            const double span = 1 + (scale.high > scale.middle ? std::log(scale.high / scale.middle) : 0);
            const double along = std::abs(signed_place) * span;
            return std::copysign(along <= 1 ? along * scale.middle : scale.middle * std::exp(along - 1),
                                 signed_place);
        }
        default:
            return scale.low + position * (scale.high - scale.low);
    }
}

Color color_of(const ColorScale& scale, double value) {
    const double position = scale_position(scale, value);
    // In a scale without extent (high = low in a cyclic one) no value has a position; use the first entry.
    return color_table(scale.map,
                       scale.proof)[position >= 0 ? static_cast<std::size_t>(position * 255.0 + 0.5) : 0];
}

Color readable_on(Color background) {
    constexpr Color dark = rgb(0x101216);
    const double behind = luminance(background) + 0.05;
    const double against_white = 1.05 / behind;
    const double against_dark = behind / (luminance(dark) + 0.05);
    return against_white > against_dark ? rgb(0xFFFFFF) : dark;
}

}  // namespace poslab
