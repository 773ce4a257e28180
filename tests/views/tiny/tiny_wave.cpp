// A complete view in one file, as small as possible: cos(θ Δ) over the distance. It is part of the tests
// only, and shows that a view needs nothing but its file and its line in a list. It has parameters of every
// kind that the first view lacks.
#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/views/view_of.hpp"

#include <fmt/format.h>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace poslab {

namespace tiny_wave {
namespace {

struct WaveGroup {
    double theta = 0.1;
    std::int64_t wave_length = 100;

    static auto fields() {
        return std::tuple{parameter(&WaveGroup::theta, {.id = "wave-theta",
                                                        .label = "Frequency"_tr,
                                                        .symbol = "θ",
                                                        .unit = "rad"_tr,
                                                        .help = "Angle per token."_tr,
                                                        .domain = {.minimum = 0, .maximum = 3.2}}),
                          parameter(&WaveGroup::wave_length, {.id = "wave-length",
                                                              .label = "Length"_tr,
                                                              .symbol = "L",
                                                              .unit = "tokens"_tr,
                                                              .help = "Number of distances."_tr,
                                                              .domain = {.minimum = 2, .maximum = 65'536},
                                                              .control = {.spacing = Spacing::logarithmic}})};
    }
};

/// More than fit a small window.
std::span<const Choice> wave_models() {
    static const std::array<Choice, 24> models{
        {{"none", "None"_tr},   {"slow", "Slow"_tr},   {"fast", "Fast"_tr},   {"alto", "Alto"_tr},
         {"bass", "Bass"_tr},   {"bell", "Bell"_tr},   {"cello", "Cello"_tr}, {"drum", "Drum"_tr},
         {"flute", "Flute"_tr}, {"gong", "Gong"_tr},   {"harp", "Harp"_tr},   {"horn", "Horn"_tr},
         {"lute", "Lute"_tr},   {"lyre", "Lyre"_tr},   {"oboe", "Oboe"_tr},   {"organ", "Organ"_tr},
         {"piano", "Piano"_tr}, {"reed", "Reed"_tr},   {"siren", "Siren"_tr}, {"tuba", "Tuba"_tr},
         {"viol", "Viol"_tr},   {"viola", "Viola"_tr}, {"voice", "Voice"_tr}, {"zither", "Zither"_tr}}};
    return models;
}

/// More than fit one line of a narrow inspector.
constexpr std::array<Choice, 7> wave_overtones{{{"octave", "Octave"_tr},
                                                {"twelfth", "Twelfth"_tr},
                                                {"double-octave", "Double octave"_tr},
                                                {"major-third", "Major third"_tr},
                                                {"fifth", "Fifth above"_tr},
                                                {"seventh", "Seventh"_tr},
                                                {"triple-octave", "Triple octave"_tr}}};

nlohmann::json of_model(const Value& value) {
    const auto model = static_cast<std::size_t>(std::get<ChoiceIndex>(value).index);
    if (model == 0) return nlohmann::json::object();
    nlohmann::json partial{
        {"config", nullptr}, {"wave-theta", 0.05 * static_cast<double>(model)}, {"train-length", 1024}};
    if (wave_models()[model].id == "fast") {
        partial["amplification"] = 2.5;
        partial["factors"] = {1, 2.5, 4};
    }
    return partial;
}

/// Reads {"tiny_theta": …, "factors": […]}; for FILE#NAME the object of that name.
nlohmann::json of_config(const Value& value) {
    const std::string& name = std::get<FileName>(value).path;
    if (name.empty()) return nlohmann::json::object();
    const std::size_t part = name.rfind('#');
    nlohmann::json json;
    if (std::ifstream file(name.substr(0, part)); std::filesystem::is_regular_file(name.substr(0, part)))
        json = nlohmann::json::parse(file, nullptr, false);
    if (part != std::string::npos && json.is_object())
        json = json.value(name.substr(part + 1), nlohmann::json());
    if (!json.is_object() || !json.contains("tiny_theta"))
        throw InputError(tr("{}: is not the config of a wave", name));
    nlohmann::json partial{{"preset", "none"}, {"wave-theta", json["tiny_theta"]}, {"train-length", 2048}};
    if (json.contains("factors")) partial["factors"] = json["factors"];
    return partial;
}

bool is_config(const std::string& path, const Job& /*job*/) {
    try {
        return !of_config(FileName{path}).empty();
    } catch (const InputError&) {
        return false;
    }
}

struct WaveModel {
    ChoiceIndex preset;
    FileName config;
    NumberList factors;
    NumberList sections;
    ChoiceList overtones;
    OptionalReal amplification;

    static auto fields() {
        return std::tuple{
            parameter(&WaveModel::preset, {.id = "preset",
                                           .label = "Preset"_tr,
                                           .help = "A known wave."_tr,
                                           .domain = {.choices_of = wave_models},
                                           .control = {.order = -11},
                                           .expand_preset = of_model}),
            parameter(&WaveModel::config, {.id = "config",
                                           .label = "Config"_tr,
                                           .help = "The config of a wave."_tr,
                                           .control = {.order = -10},
                                           .expand_preset = of_config,
                                           .accepts = is_config}),
            parameter(&WaveModel::factors, {.id = "factors",
                                            .label = "Factors"_tr,
                                            .help = "The divisor of each distance."_tr,
                                            .domain = {.minimum = 0, .maximum = 1000, .open_minimum = true}}),
            parameter(&WaveModel::sections, {.id = "sections",
                                             .label = "Sections"_tr,
                                             .help = "Sizes of the sections."_tr,
                                             .domain = {.minimum = 1, .maximum = 1024, .whole = true}}),
            parameter(&WaveModel::overtones, {.id = "overtones",
                                              .label = "Overtones"_tr,
                                              .help = "Additional tones."_tr,
                                              .domain = {.choices = wave_overtones},
                                              .control = {.order = -1}}),
            parameter(&WaveModel::amplification, {.id = "amplification",
                                                  .label = "Amplification"_tr,
                                                  .unit = "times"_tr,
                                                  .help = "Height of the wave."_tr,
                                                  .domain = {.minimum = 0, .maximum = 10}})};
    }
};

struct Params {
    WaveGroup wave;
    WaveModel model;
};
using Showing = ShowingOf<Params>;

/// The input of the rows, and their shared results.
struct SampleContext : SamplingOf<Params> {
    using SamplingOf::SamplingOf;

    const std::vector<double>& distances() {
        return distances_made.get([&] {
            std::vector<double> all;
            for (std::int64_t n = 0; n < params.wave.wave_length; ++n) all.push_back(static_cast<double>(n));
            return all;
        });
    }
    const std::vector<double>& waves() {
        return waves_made.get([&] {
            std::vector<double> all;
            for (const double distance : distances()) all.push_back(wave_at(distance, all.size()));
            return all;
        });
    }
    [[nodiscard]] double wave_at(double distance, std::size_t n) const {
        const std::vector<double>& factors = params.model.factors.numbers;
        const double height = params.model.amplification.set ? params.model.amplification.value : 1;
        double sum = std::cos(params.wave.theta * distance);
        for (const std::int32_t index : params.model.overtones.indices)
            sum += std::cos((index + 2) * params.wave.theta * distance);
        return height * sum / (factors.empty() ? 1 : factors[n % factors.size()]);
    }

    Memo<std::vector<double>> distances_made{}, waves_made{};
};
using ArrayRow = ArrayOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

namespace arrays {

constexpr ArrayRow distance{"distance", "distance", "tokens", "distance"_tr, by<&SampleContext::distances>};
constexpr ArrayRow wave{"wave", "distance", "1", "cos(θ Δ)"_tr, by<&SampleContext::waves>};
constexpr ArrayRow energy{"energy", "distance", "1", "its square"_tr, [](SampleContext& context) {
                              std::vector<double> squares = context.waves();
                              for (double& value : squares) value *= value;
                              return squares;
                          }};

}  // namespace arrays

constexpr ValueOf<SampleContext> last{"last", "value at the last distance"_tr,
                                      [](SampleContext& context) { return context.waves().back(); }};

template <const ArrayRow& row>
void draw_curve(DrawingOf<Params>& on, Panel& panel) {
    panel.x = {"Δ", 0, static_cast<double>(on.first().params.wave.wave_length - 1)};
    panel.y = {"", -1.1, 1.1};
    for (const auto& variant : on.variants)
        if (variant.data != nullptr)
            add(panel, Curve(variant[arrays::distance], variant[row], on.colors.accent).filled());
}

void read_wave(ReadingOf<Params>& to) {
    const double theta = to.first().params.wave.theta;
    to.formula("cos(θ Δ)");
    to.formula(fmt::format("θ = {}", theta));
    to.readout.snippets = {{"wave_config", fmt::format("{{\"tiny_theta\": {}}}", theta)}};
    if (theta > 1)
        to.readout.warnings = {to.translate("More than one radian per token: not every turn is seen."_tr)};
}

constexpr PartOf<Params> wave_part{
    .title = {}, .draw = &draw_curve<arrays::wave>, .place = PanelRole::companion};
constexpr PartOf<Params> energy_part{
    .title = {}, .draw = &draw_curve<arrays::energy>, .place = PanelRole::companion};

constexpr FigureRow main_figure{.id = "main",
                                .title = "Wave"_tr,
                                .arrays = {arrays::distance, arrays::wave},
                                .draw = {wave_part},
                                .read = &read_wave};
constexpr FigureRow energy_figure{.id = "energy",
                                  .title = "Energy of the wave"_tr,
                                  .arrays = {arrays::distance, arrays::energy},
                                  .draw = {energy_part},
                                  .read = &read_wave};
constexpr FigureRow part_figure{.id = "part",
                                .title = "A part"_tr,
                                .arrays = {arrays::distance, arrays::wave},
                                .draw = {wave_part},
                                .read = &read_wave,
                                .offered = false};

ViewInfo about() {
    return {.id = "tiny-wave",
            .title = "Tiny wave"_tr,
            .short_title = "Wave"_tr,
            .section = Section::learn,
            .summary = "One cosine."_tr,
            .source = "none"};
}

constexpr auto all_figures = all_of(main_figure, energy_figure, part_figure);
constexpr auto all_arrays = all_of(arrays::distance, arrays::wave, arrays::energy);
constexpr auto all_values = all_of(last);
using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{
    .about = &about, .figures = all_figures, .arrays = all_arrays, .values = all_values};

}  // namespace
}  // namespace tiny_wave

const View& tiny_wave_view() {
    static const tiny_wave::View view(tiny_wave::description);
    return view;
}

}  // namespace poslab
