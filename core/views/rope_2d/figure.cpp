// Helpers shared by the figures.

#include "core/base/formula_markup.hpp"
#include "core/views/rope_2d/arrays.hpp"

#include <numbers>

namespace poslab::rope_2d {
namespace {

// rounding of matrices of sines is far below this and differs between machines
constexpr double rounding = 1e-12;

std::string coordinate(double value) { return format_number(value, 3, 8); }

/// "b = 0, c = 0, f = 1" for generators with these entries.
std::string entries(const PlaneGroup& group, bool three) {
    std::string text = fmt::format("  ·  b = {}, c = {}", coordinate(group.b), coordinate(group.c));
    if (three) return text;
    text += ", f = " + coordinate(group.f);
    if (group.d.set) text += ", d = " + coordinate(group.d.value);
    if (group.e.set) text += ", e = " + coordinate(group.e.value);
    return text;
}

}  // namespace

// A narrow subtitle is cut at a comma followed by a space; commas within a pair have a no-break space.
std::string subtitle_of_construction(const Showing& on, Construction shown, bool with_second) {
    const PlaneGroup& group = on.first().params.plane;
    const bool three = shown == Construction::three_by_three,
               four = shown == Construction::matrix_exponential;
    const std::string second = with_second ? fmt::format(", (x₂,\u00a0y₂) = ({},\u00a0{})",
                                                         coordinate(group.x2), coordinate(group.y2))
                                           : "";
    return fmt::format("{}  ·  θ = {}{}  ·  (x₁,\u00a0y₁) = ({},\u00a0{}){}",
                       construction_name(shown, on.translate.language()), coordinate(group.theta),
                       three || four ? entries(group, three) : "", coordinate(group.x1), coordinate(group.y1),
                       second);
}

std::string trained_text(const Showing& on) {
    const HeadGroup& group = on.first().params.head;
    const TrainedGrid trained = trained_grid(group);
    if (!trained.differs) return {};
    const std::string sides = fmt::format("{} × {}", trained.rows, trained.columns);
    if (group.layout != HeadLayout::flattened && coordinates_of(group).are_relative())
        return on.translate("trained on {} patches; with coordinates from −1 to 1 no offset is new", sides);
    const std::string share = percent_text(beyond_share(group, group.layout));
    const std::string by = group.extension == Extension::interpolate
                               ? on.translate(", positions interpolated"_tr)
                           : group.extension == Extension::ntk ? on.translate(", base enlarged (NTK)"_tr)
                                                               : std::string();
    return on.translate("{} of all pairs of patches are beyond the trained {}{}", share, sides, by);
}

std::string subtitle_of_heads(const Showing& on) {
    const HeadGroup& group = on.first().params.head;
    const std::string head = on.translate("{} × {} patches  ·  head dim {}, base {}", group.rows(),
                                          group.columns(), group.dim, coordinate(group.base));
    const std::string trained = trained_text(on);
    return trained.empty() ? head : trained + "  ·  " + head;
}

std::string formula_of_relativity(const Showing&) {
    return R"(R_{x_1,y_1}^{\top}R_{x_2,y_2} = R_{x_2-x_1,y_2-y_1})";
}
std::string formula_of_similarity(const Showing&) {
    return R"(S = \frac{2}{d}\sum_p \cos(\omega_p \cdot \Delta))";
}

void begin_map(Panel& panel, const Array* array, const Square& square, std::string x, std::string y,
               const ColorScale& scale) {
    panel.become<MapPanel>();
    panel.x = {std::move(x), square.x - square.half, square.x + square.half};
    panel.y = {std::move(y), square.y - square.half, square.y + square.half};
    add(panel, heat_map(array, scale));
}

ColorScale residual_scale() { return {ColorMap::viridis, ScaleKind::linear, 0, 0, 4}; }

PointMark named_point(const Drawing& on, double x, double y, std::string name) {
    return {{x, y}, on.colors.curves[1], std::move(name), true};
}

PointMark ring_at(const Drawing& on, double x, double y) {
    PointMark ring = named_point(on, x, y, "");
    ring.ring = true;
    return ring;
}

PointMark position_point(const Drawing& on, PlanePosition at, double extent, const std::string& name) {
    constexpr std::array<const char*, 8> arrows{"→", "↗", "↑", "↖", "←", "↙", "↓", "↘"};
    if (std::abs(at.x) <= extent && std::abs(at.y) <= extent) return named_point(on, at.x, at.y, name);
    const double edge = 0.97 * extent;
    const double eighths = std::round(std::atan2(at.y, at.x) / (std::numbers::pi / 4));
    const auto arrow = static_cast<std::size_t>(eighths < 0 ? eighths + 8 : eighths) % arrows.size();
    PointMark mark =
        named_point(on, std::clamp(at.x, -edge, edge), std::clamp(at.y, -edge, edge),
                    fmt::format("{} {} ({}, {})", name, arrows[arrow], coordinate(at.x), coordinate(at.y)));
    mark.small = true;
    return mark;
}

Curve guide_line(std::vector<double> x, std::vector<double> y, std::string label) {
    return Curve(shared_column(std::move(x)), shared_column(std::move(y)), rgb(0xFFFFFF))
        .named(std::move(label))
        .dashed({5, 4})
        .along();
}

std::string construction_name(Construction construction, Language language) {
    return std::string(
        in(language, PlaneGroup::constructions.at(static_cast<std::size_t>(construction)).label));
}

std::string residual_text(double value) {
    if (!std::isfinite(value)) return "–";
    if (value != 0 && std::abs(value) < rounding) return "< " + power_of_ten(-12);
    return format_number(value, 4, 9);
}

std::string residual_equation(double value) {
    if (value != 0 && std::abs(value) < rounding) return R"(\le )" + live("10^{-12}");
    return "= " + live(residual_text(value));
}

std::string number_text(double value) {
    return std::isfinite(value) ? format_number(std::abs(value) < rounding ? 0 : value, 4, 9) : "–";
}

std::string percent_text(double share) { return format_number(100 * share, 1) + " %"; }

double largest_in(const Column& column) {
    ValueRange range;
    range.include(column);
    return range.empty() ? std::nan("") : range.high;
}

std::optional<PlanePosition> position_at(const Showing& on) {
    const auto at = on.in_main();
    return at ? std::optional(PlanePosition{at->x, at->y}) : std::nullopt;
}

void point_in_maps(const Drawing& on, const std::optional<Point>& at, std::size_t panels) {
    if (!at || on.cursor.panel >= panels) return;
    for (std::size_t n = 0; n < panels && n < on.figure.main.size(); ++n)
        point_at(on.figure.main[n], *at, coordinate(at->x), coordinate(at->y));
}

void point_on_curves(double x, int decimals, Panel& panel) {
    PointerMark pointer;
    for (const Mark& mark : panel.marks) {
        const auto* line = std::get_if<LineMark>(&mark);
        const auto at = line == nullptr ? std::nullopt : nearest_index(line->x, x);
        if (!at || *at >= line->y->size()) continue;
        pointer.x = (*line->x)[*at];
        if (const double y = (*line->y)[*at]; std::isfinite(y))
            add_dot(pointer, y, line->color, residual_text(y));
    }
    if (pointer.dots.empty()) return;
    pointer.x_chip = format_number(pointer.x, decimals);
    panel.pointer = std::move(pointer);
}

}  // namespace poslab::rope_2d
