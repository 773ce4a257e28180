// The accuracy of recalling a needle over distance and length with each scheme, and over distance at the
// longest text.

#include "core/views/extrapolation/recall.hpp"
#include "core/views/extrapolation/showing.hpp"

namespace poslab::extrapolation {
namespace {

const ColorScale share_scale{ColorMap::viridis, ScaleKind::linear, 0, 0, 1};

Axis cells_of(std::string title, const Column& numbers) {
    Axis axis{std::move(title), 0, std::max(1.0, static_cast<double>(numbers->size()))};
    axis.cells = true;
    for (const double number : *numbers)
        axis.labels.push_back(format_integer(static_cast<std::int64_t>(number)));
    return axis;
}

/// Marks the trained length; lengths on the right of the line are longer.
void add_trained(const Drawing& on, const Column& lengths, double rows, Panel& panel) {
    const auto trained = static_cast<double>(on.first().params.lengths.train_length);
    const auto first = std::upper_bound(lengths->begin(), lengths->end(), trained);
    if (first == lengths->begin() || first == lengths->end()) return;
    const auto x = static_cast<double>(first - lengths->begin());
    BoundaryMark line;
    line.kind = BoundaryMark::Kind::trained;
    line.points = {{x, 0}, {x, rows}};
    line.label = on.translate("trained"_tr);
    add(panel, line);
}

struct CellPosition {
    std::size_t row, column;
};

std::optional<CellPosition> cell_at(const Showing& on) {
    const auto at = on.in_main();
    const Variant& first = on.first();
    if (!at || at->x < 0 || at->y < 0) return std::nullopt;
    const CellPosition cell{static_cast<std::size_t>(at->y), static_cast<std::size_t>(at->x)};
    if (cell.row >= first[arrays::recall_distance]->size() ||
        cell.column >= first[arrays::recall_length]->size())
        return std::nullopt;
    return cell;
}

double share_at(const Variant& variant, std::size_t scheme, CellPosition cell) {
    const Array* recall = variant.find(arrays::recall);
    if (recall == nullptr || recall->shape.size() != 3) return std::nan("");
    const auto rows = static_cast<std::size_t>(recall->shape[1]),
               columns = static_cast<std::size_t>(recall->shape[2]);
    const std::size_t at = (scheme * rows + cell.row) * columns + cell.column;
    return at < recall->data->size() ? (*recall->data)[at] : std::nan("");
}

std::size_t count_of_schemes(const Showing& on) {
    return std::max<std::size_t>(1, compared(on.first().params).size());
}

/// Returns a scheme's name for the title of a small matrix, shortened if there are many and its first word is
/// unique. The curves below have full names.
std::string name_above(const std::vector<const ComparedScheme*>& schemes, std::size_t n,
                       const Translator& translate) {
    constexpr std::size_t many = 4;
    const std::string name = scheme_name(*schemes[n], translate),
                      word = name.substr(0, name.find_first_of(" -"));
    if (schemes.size() <= many) return name;
    const auto others = std::count_if(schemes.begin(), schemes.end(), [&](const ComparedScheme* other) {
        return scheme_name(*other, translate).starts_with(word);
    });
    return others == 1 ? word : name;
}

void draw_scheme(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    const Column lengths = first[arrays::recall_length], distances = first[arrays::recall_distance];
    panel.become<MatrixPanel>();
    const bool compares = on.number < schemes.size();
    if (compares) panel.title = name_above(schemes, on.number, on.translate);
    panel.x = cells_of(on.translate("length, tokens →"_tr), lengths);
    panel.y = cells_of(on.translate("distance"_tr), distances);
    if (first.data == nullptr) panel.message = on.translate("the model is running"_tr);
    if (first.data != nullptr && lengths->empty())
        panel.message = on.translate("needles are letters: recall requires a text"_tr);
    if (!compares) panel.message = on.translate("no scheme is compared"_tr);
    if (!compares) return;
    HeatMapMark map = heat_map(first.find(arrays::recall), share_scale, static_cast<std::int64_t>(on.number));
    map.numbers = CellNumbers{.decimals = 0, .min_decimals = 0, .factor = 100};
    add(panel, std::move(map));
    add_trained(on, lengths, panel.y.high, panel);
    if (const auto at = cell_at(on))
        point_at(panel, {static_cast<double>(at->column), static_cast<double>(at->row)},
                 panel.x.labels[at->column], panel.y.labels[at->row]);
}

/// Plots recall at the longest length.
void draw_over_distance(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const Column distances = first[arrays::recall_distance], lengths = first[arrays::recall_length];
    const double last = lengths->empty() ? 2 : lengths->back();
    panel.quantity = on.translate("accuracy at {} tokens", format_integer(static_cast<std::int64_t>(last)));
    const bool none = distances->empty();
    panel.x = logarithmic_axis(on.translate("distance Δ, tokens →"_tr), none ? 1 : distances->front(),
                               none ? 2 : distances->back());
    panel.x.binary = true;
    panel.y = {"", 0, 1.02};
    if (none) return;
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    for (std::size_t n = schemes.size(); n-- > 0;) {
        std::vector<double> shares;
        for (std::size_t row = 0; row < distances->size(); ++row)
            shares.push_back(share_at(first, n, {row, lengths->size() - 1}));
        add(panel, Curve(distances, shared_column(std::move(shares)), color_of(on, *schemes[n]))
                       .emphasised(is_present(*schemes[n], first.params))
                       .named(scheme_name(*schemes[n], on.translate))
                       .dashed(dashes_of(*schemes[n]))
                       .dotted());
    }
}

/// Returns the mean over the cells of a scheme whose length satisfies `counts`; NaN if there are none.
template <class Counts>
double mean_share(const Variant& variant, std::size_t scheme, const Counts& counts) {
    const Column lengths = variant[arrays::recall_length], distances = variant[arrays::recall_distance];
    double sum = 0, count = 0;
    for (std::size_t row = 0; row < distances->size(); ++row)
        for (std::size_t column = 0; column < lengths->size(); ++column) {
            const double share = share_at(variant, scheme, {row, column});
            if (!std::isfinite(share) || !counts((*lengths)[column])) continue;
            sum += share;
            ++count;
        }
    return count > 0 ? sum / count : std::nan("");
}

std::string tell_of_recall(const Showing& on) {
    constexpr double learnt = 0.3;
    const Variant& first = on.first();
    const auto trained = static_cast<double>(first.params.lengths.train_length);
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    const auto within = [&](double length) { return length <= trained; };
    const auto far = [&](double length) { return length >= 2 * trained; };
    double near = std::nan(""), plain = near, clipped = near;
    for (std::size_t n = 0; n < schemes.size(); ++n) {
        if (schemes[n]->id == "rope") {
            near = mean_share(first, n, within);
            plain = mean_share(first, n, far);
        }
        if (schemes[n]->id == "rerope") clipped = mean_share(first, n, far);
    }
    if (near < learnt)
        return on.translate("This model has not learnt to recall; the language model “Recall” has"_tr);
    if (!std::isfinite(near) || !std::isfinite(plain) || !std::isfinite(clipped)) return {};
    const auto per_cent = [](double share) { return fmt::format("{:.0f}", 100 * share); };
    return on.translate(
        "At twice the trained length and beyond, RoPE recalls {} % of the needles, ReRoPE {} %; "
        "within it {} %",
        per_cent(plain), per_cent(clipped), per_cent(near));
}

void finish(Drawing& on) {
    on.figure.grid = true;
    on.figure.bars.push_back(color_bar(on.translate("Accuracy"_tr), share_scale));
}

constexpr Part scheme_part{.title = {}, .draw = &draw_scheme, .how_many = &count_of_schemes};
constexpr Part distance_part{
    .title = "Recall over distance"_tr, .draw = &draw_over_distance, .place = PanelRole::companion};

}  // namespace

void read_recall(Reading& reading) {
    const Variant& first = reading.first();
    const auto at = cell_at(reading);
    reading.set_source(at.has_value(), "beyond the trained length"_tr);
    if (at) {
        reading.head(reading.translate("Length"_tr),
                     format_number(first.at(arrays::recall_length, at->column), 0));
        reading.head(reading.translate("Distance"_tr),
                     format_number(first.at(arrays::recall_distance, at->row), 0));
    }
    const auto trained = static_cast<double>(first.params.lengths.train_length);
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    for (std::size_t n = 0; n < schemes.size(); ++n) {
        const double share = at ? share_at(first, n, *at)
                                : mean_share(first, n, [&](double length) { return length > trained; });
        reading.row(reading.translate(schemes[n]->label),
                    std::isfinite(share) ? format_number(100 * share, 1) : std::string("–"), "%");
    }
}

constexpr FigureRow recall_figure{.id = "recall",
                                  .title = "Recall"_tr,
                                  .arrays = {arrays::recall_length, arrays::recall_distance, arrays::recall},
                                  .draw = {&finish, scheme_part, distance_part},
                                  .read = &read_recall,
                                  .one_each = true,
                                  .idle = {"smoothing", "position-axis", "loss-unit", "layer", "head"},
                                  .headline = &tell_of_recall};

}  // namespace poslab::extrapolation
