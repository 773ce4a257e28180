// A whole view in one file, as small as a view gets: cos(θ Δ) over the distance. It is part of the tests only, and proves
// that a view needs nothing but its file and its line in a list.
#include "core/views/view_of.hpp"

#include <fmt/format.h>
#include <cmath>
#include <memory>

namespace poslab {

namespace {

struct WaveGroup {
    double theta = 0.1;
    std::int64_t wave_length = 100;

    static constexpr auto fields() {
        return std::tuple{parameter(&WaveGroup::theta, {.id = "wave-theta",
                                                        .label = {"Frequency", "频率"},
                                                        .symbol = "θ",
                                                        .unit = {"rad", "弧度"},
                                                        .help = {"Angle per token.", "每个词元的角度。"},
                                                        .minimum = 0,
                                                        .maximum = 3.2}),
                          parameter(&WaveGroup::wave_length, {.id = "wave-length",
                                                              .label = {"Length", "长度"},
                                                              .symbol = "L",
                                                              .unit = {"tokens", "词元"},
                                                              .help = {"Number of distances.", "距离的个数。"},
                                                              .minimum = 2,
                                                              .maximum = 65'536,
                                                              .spacing = Spacing::logarithmic})};
    }
};

struct TinyWave {
    struct Params {
        WaveGroup wave;
    };
    using Prepared = int;
    using Variants = std::span<const TypedVariant<Params>>;

    static ViewInfo info() {
        return {.id = "tiny-wave",
                .title = {"Tiny wave", "小波"},
                .short_title = {"Wave", "波"},
                .section = Section::learn,
                .summary = {"One cosine.", "一条余弦。"},
                .source = "none",
                .figures = {{"main", {"Wave", "波"}, {"distance", "wave"}}},
                .arrays = {{"distance", "distance", "tokens", {"distance", "距离"}},
                           {"wave", "distance", "1", {"cos(θ Δ)", "cos(θ Δ)"}}},
                .values = {{"last", {"value at the last distance", "最后一个距离处的值"}}}};
    }
    static void check(const Params&) {}
    static void adjust(Params&) {}
    static Prepared prepare(const Params&, const Engine&, const Job&) { return 0; }

    static Data sample(const Params& params, const Prepared&, const SampleRequest& request, const Engine& engine, const Job&) {
        auto distance = std::make_shared<std::vector<double>>();
        auto wave = std::make_shared<std::vector<double>>();
        for (std::int64_t n = 0; n < params.wave.wave_length; ++n) {
            distance->push_back(static_cast<double>(n));
            wave->push_back(std::cos(params.wave.theta * distance->back()));
        }
        Data data;
        data.engine = engine.name();
        data.values = {{"last", wave->back()}};
        const std::int64_t n = params.wave.wave_length;
        if (request.wants("distance")) data.arrays.push_back({"distance", {n}, {"distance"}, {{0, n}}, "tokens", distance});
        if (request.wants("wave")) data.arrays.push_back({"wave", {n}, {"distance"}, {{0, n}}, "1", wave});
        return data;
    }

    static Figure figure(std::string_view, Variants variants, const Style& style, const Cursor&) {
        Figure figure;
        figure.title = in(style.language, info().title);
        figure.companions.emplace_back();
        Panel& panel = figure.companions.front();
        panel.x = {"Δ", 0, static_cast<double>(variants.front().params.wave.wave_length - 1), false};
        panel.y = {"", -1.1, 1.1, false};
        for (const auto& variant : variants) {
            if (variant.data == nullptr) continue;
            LineMark line;
            line.x = variant.data->find("distance")->data;
            line.y = variant.data->find("wave")->data;
            line.color = palette(style.theme).accent;
            panel.marks.emplace_back(line);
        }
        return figure;
    }
    static Readout readout(Variants variants, const Style&, const Cursor&) {
        Readout readout;
        readout.formula = {"cos(θ Δ)", fmt::format("θ = {}", variants.front().params.wave.theta)};
        return readout;
    }
};

}  // namespace

const View& tiny_wave_view() {
    static const ViewOf<TinyWave> view;
    return view;
}

}  // namespace poslab
