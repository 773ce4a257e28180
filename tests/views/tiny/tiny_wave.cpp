// A whole view in one file, as small as a view gets: cos(θ Δ) over the distance. It is part of the tests only, and proves
// that a view needs nothing but its file and its line in a list. It has a parameter of every kind that is not in the first view.
#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/views/view_of.hpp"

#include <fmt/format.h>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

namespace poslab {

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
                                                        .minimum = 0,
                                                        .maximum = 3.2}),
                          parameter(&WaveGroup::wave_length, {.id = "wave-length",
                                                              .label = "Length"_tr,
                                                              .symbol = "L",
                                                              .unit = "tokens"_tr,
                                                              .help = "Number of distances."_tr,
                                                              .minimum = 2,
                                                              .maximum = 65'536,
                                                              .spacing = Spacing::logarithmic})};
    }
};

/// As many as make a list that does not fit a small window.
std::span<const Choice> wave_models() {
    static const std::array<Choice, 24> models{
        {{"none", "None"_tr},   {"slow", "Slow"_tr},   {"fast", "Fast"_tr},   {"alto", "Alto"_tr},    {"bass", "Bass"_tr},
         {"bell", "Bell"_tr},   {"cello", "Cello"_tr}, {"drum", "Drum"_tr},   {"flute", "Flute"_tr},  {"gong", "Gong"_tr},
         {"harp", "Harp"_tr},   {"horn", "Horn"_tr},   {"lute", "Lute"_tr},   {"lyre", "Lyre"_tr},    {"oboe", "Oboe"_tr},
         {"organ", "Organ"_tr}, {"piano", "Piano"_tr}, {"reed", "Reed"_tr},   {"siren", "Siren"_tr},  {"tuba", "Tuba"_tr},
         {"viol", "Viol"_tr},   {"viola", "Viola"_tr}, {"voice", "Voice"_tr}, {"zither", "Zither"_tr}}};
    return models;
}

/// As many as take several lines of a narrow inspector.
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
    nlohmann::json partial{{"config", nullptr}, {"wave-theta", 0.05 * static_cast<double>(model)}, {"train-length", 1024}};
    if (wave_models()[model].id == "fast") {
        partial["amplification"] = 2.5;
        partial["factors"] = {1, 2.5, 4};
    }
    return partial;
}

/// {"tiny_theta": …, "factors": […]}, in FILE#NAME under that name.
nlohmann::json of_config(const Value& value) {
    const std::string& name = std::get<FileName>(value).path;
    if (name.empty()) return nlohmann::json::object();
    const std::size_t part = name.rfind('#');
    nlohmann::json json;
    if (std::ifstream file(name.substr(0, part)); std::filesystem::is_regular_file(name.substr(0, part)))
        json = nlohmann::json::parse(file, nullptr, false);
    if (part != std::string::npos && json.is_object()) json = json.value(name.substr(part + 1), nlohmann::json());
    if (!json.is_object() || !json.contains("tiny_theta")) throw InputError(tr("{}: is not the config of a wave", name));
    nlohmann::json partial{{"preset", "none"}, {"wave-theta", json["tiny_theta"]}, {"train-length", 2048}};
    if (json.contains("factors")) partial["factors"] = json["factors"];
    return partial;
}

bool is_config(const std::string& path) {
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
        return std::tuple{parameter(&WaveModel::preset, {.id = "preset",
                                                         .label = "Preset"_tr,
                                                         .help = "A known wave."_tr,
                                                         .choices_of = wave_models,
                                                         .order = -11,
                                                         .fills = of_model}),
                          parameter(&WaveModel::config, {.id = "config",
                                                         .label = "Config"_tr,
                                                         .help = "The config of a wave."_tr,
                                                         .order = -10,
                                                         .fills = of_config,
                                                         .accepts = is_config}),
                          parameter(&WaveModel::factors, {.id = "factors",
                                                          .label = "Factors"_tr,
                                                          .help = "What each distance is divided by."_tr,
                                                          .minimum = 0,
                                                          .maximum = 1000,
                                                          .open_minimum = true}),
                          parameter(&WaveModel::sections, {.id = "sections",
                                                           .label = "Sections"_tr,
                                                           .help = "Sizes of the sections."_tr,
                                                           .minimum = 1,
                                                           .maximum = 1024,
                                                           .whole = true}),
                          parameter(&WaveModel::overtones, {.id = "overtones",
                                                            .label = "Overtones"_tr,
                                                            .help = "What sounds along with it."_tr,
                                                            .choices = wave_overtones,
                                                            .order = -1}),
                          parameter(&WaveModel::amplification, {.id = "amplification",
                                                                .label = "Amplification"_tr,
                                                                .unit = "times"_tr,
                                                                .help = "Height of the wave."_tr,
                                                                .minimum = 0,
                                                                .maximum = 10})};
    }
};

struct TinyWave {
    struct Params {
        WaveGroup wave;
        WaveModel model;
    };
    using Prepared = int;
    using Variants = std::span<const TypedVariant<Params>>;

    static ViewInfo info() {
        return {.id = "tiny-wave",
                .title = "Tiny wave"_tr,
                .short_title = "Wave"_tr,
                .section = Section::learn,
                .summary = "One cosine."_tr,
                .source = "none",
                .figures = {{"main", "Wave"_tr, {"distance", "wave"}},
                            {"energy", "Energy of the wave"_tr, {"distance", "energy"}},
                            {"part", "A part"_tr, {"distance", "wave"}, false}},
                .arrays = {{"distance", "distance", "tokens", "distance"_tr},
                           {"wave", "distance", "1", "cos(θ Δ)"_tr},
                           {"energy", "distance", "1", "its square"_tr}},
                .values = {{"last", "value at the last distance"_tr}}};
    }
    static void check(const Params&) {}
    static void adjust(Params&) {}
    static Prepared prepare(const Params&, const Engine&, const Job&) { return 0; }

    static Data sample(const Params& params, const Prepared&, const SampleRequest& request, const Engine& engine, const Job&) {
        auto distance = std::make_shared<std::vector<double>>();
        auto wave = std::make_shared<std::vector<double>>();
        auto energy = std::make_shared<std::vector<double>>();
        const std::vector<double>& factors = params.model.factors.numbers;
        const double height = params.model.amplification.set ? params.model.amplification.value : 1;
        for (std::int64_t n = 0; n < params.wave.wave_length; ++n) {
            distance->push_back(static_cast<double>(n));
            const double factor = factors.empty() ? 1 : factors[static_cast<std::size_t>(n) % factors.size()];
            double sum = std::cos(params.wave.theta * distance->back());
            for (const std::int32_t index : params.model.overtones.indices)
                sum += std::cos((index + 2) * params.wave.theta * distance->back());
            wave->push_back(height * sum / factor);
            energy->push_back(wave->back() * wave->back());
        }
        Data data;
        data.engine = engine.name();
        data.values = {{"last", wave->back()}};
        const std::int64_t n = params.wave.wave_length;
        if (request.wants("distance")) data.arrays.push_back({"distance", {n}, {"distance"}, {{0, n}}, "tokens", distance});
        if (request.wants("wave")) data.arrays.push_back({"wave", {n}, {"distance"}, {{0, n}}, "1", wave});
        if (request.wants("energy")) data.arrays.push_back({"energy", {n}, {"distance"}, {{0, n}}, "1", energy});
        return data;
    }

    static Figure figure(std::string_view id, Variants variants, const Style& style, const Cursor&) {
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
            line.y = variant.data->find(id == "energy" ? "energy" : "wave")->data;
            line.color = palette(style.theme).accent;
            panel.marks.emplace_back(line);
        }
        return figure;
    }
    static Readout readout(Variants variants, const Style& style, const Cursor&) {
        Readout readout;
        const double theta = variants.front().params.wave.theta;
        readout.formula = {"cos(θ Δ)", fmt::format("θ = {}", theta)};
        readout.snippets = {{"wave_config", fmt::format("{{\"tiny_theta\": {}}}", theta)}};
        if (theta > 1) readout.warnings = {Words(style.language)("More than one radian per token: not every turn is seen."_tr)};
        return readout;
    }
};

}  // namespace

const View& tiny_wave_view() {
    static const ViewOf<TinyWave> view;
    return view;
}

}  // namespace poslab
