// The smallest view: one slider, one curve. docs/writing-a-view.md explains it line by line.
#include "core/views/view_of.hpp"

namespace poslab {

namespace tiny_cosine {
namespace {

struct CosineGroup {
    double angle = 0.1;

    static auto fields() {
        return std::tuple{parameter(&CosineGroup::angle, {.id = "cosine-angle",
                                                          .label = "Angle per token"_tr,
                                                          .symbol = "θ",
                                                          .unit = "rad"_tr,
                                                          .help = "How far one token turns."_tr,
                                                          .domain = {.minimum = 0, .maximum = 3}})};
    }
};

struct Params {
    CosineGroup cosine;
};

struct SampleContext : SamplingOf<Params> {
    using SamplingOf::SamplingOf;
};

constexpr int distances = 200;

std::vector<double> list_distances(SampleContext&) {
    std::vector<double> numbers;
    for (int n = 0; n < distances; ++n) numbers.push_back(n);
    return numbers;
}

std::vector<double> list_cosines(SampleContext& context) {
    std::vector<double> numbers;
    for (int n = 0; n < distances; ++n) numbers.push_back(std::cos(context.params.cosine.angle * n));
    return numbers;
}

constexpr ArrayOf<SampleContext> distance{.name = "distance",
                                          .axes = "distance",
                                          .unit = "tokens",
                                          .help = "distance Δ"_tr,
                                          .compute = by<&list_distances>};
constexpr ArrayOf<SampleContext> cosine{
    .name = "cosine", .axes = "distance", .unit = "1", .help = "cos(θ Δ)"_tr, .compute = by<&list_cosines>};
constexpr auto all_arrays = all_of(distance, cosine);

void draw_cosine(DrawingOf<Params>& on, Panel& panel) {
    panel.x = {"Δ", 0, distances - 1.0};
    panel.y = {"", -1, 1};
    on.each_from_last([&](std::size_t n, const auto& variant) {
        add(panel, Curve(variant[distance], variant[cosine], on.color(n)).named(on.label(n)).variant(n));
    });
}

void read_angle(ReadingOf<Params>& to) {
    const double angle = to.first().params.cosine.angle;
    to.row("Angle per token"_tr, readout_value(angle, 6), "rad");
    to.formula("cos(θ Δ)");
}

constexpr PartOf<Params> curve{.title = "Cosine"_tr, .draw = &draw_cosine};

using View = ViewOf<Params, SampleContext>;
constexpr View::FigureRow main_figure{
    .id = "main", .title = "Cosine"_tr, .arrays = {distance, cosine}, .draw = {curve}, .read = &read_angle};
constexpr auto all_figures = all_of(main_figure);

ViewInfo about() {
    return {.id = "tiny-cosine",
            .title = "Tiny cosine"_tr,
            .short_title = "Cosine"_tr,
            .section = Section::learn,
            .summary = "The cosine of one pair over the distance."_tr,
            .source = "none"};
}

constexpr View::Description description{.about = &about, .figures = all_figures, .arrays = all_arrays};

}  // namespace
}  // namespace tiny_cosine

const View& tiny_cosine_view() {
    static const tiny_cosine::View view(tiny_cosine::description);
    return view;
}

}  // namespace poslab
