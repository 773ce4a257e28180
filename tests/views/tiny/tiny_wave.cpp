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

/// As many as make a list that does not fit a small window.
std::span<const Choice> wave_models() {
    static const std::array<Choice, 24> models{
        {{"none", {"None", "无"}},       {"slow", {"Slow", "慢波"}},   {"fast", {"Fast", "快波"}},
         {"alto", {"Alto", "中音"}},     {"bass", {"Bass", "低音"}},   {"bell", {"Bell", "钟"}},
         {"cello", {"Cello", "大提琴"}}, {"drum", {"Drum", "鼓"}},     {"flute", {"Flute", "长笛"}},
         {"gong", {"Gong", "锣"}},       {"harp", {"Harp", "竖琴"}},   {"horn", {"Horn", "圆号"}},
         {"lute", {"Lute", "琉特琴"}},   {"lyre", {"Lyre", "里拉琴"}}, {"oboe", {"Oboe", "双簧管"}},
         {"organ", {"Organ", "管风琴"}}, {"piano", {"Piano", "钢琴"}}, {"reed", {"Reed", "簧管"}},
         {"siren", {"Siren", "汽笛"}},   {"tuba", {"Tuba", "大号"}},   {"viol", {"Viol", "维奥尔琴"}},
         {"viola", {"Viola", "中提琴"}}, {"voice", {"Voice", "人声"}}, {"zither", {"Zither", "齐特琴"}}}};
    return models;
}

/// As many as take several lines of a narrow inspector.
constexpr std::array<Choice, 7> wave_overtones{{{"octave", {"Octave", "八度"}},
                                                {"twelfth", {"Twelfth", "十二度"}},
                                                {"double-octave", {"Double octave", "双八度"}},
                                                {"major-third", {"Major third", "大三度"}},
                                                {"fifth", {"Fifth above", "上方五度"}},
                                                {"seventh", {"Seventh", "七度"}},
                                                {"triple-octave", {"Triple octave", "三重八度"}}}};

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
    if (!json.is_object() || !json.contains("tiny_theta"))
        throw InputError(name + ": is not the config of a wave", name + "：不是波的配置。");
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

    static constexpr auto fields() {
        return std::tuple{parameter(&WaveModel::preset, {.id = "preset",
                                                         .label = {"Preset", "预设"},
                                                         .help = {"A known wave.", "已知的波。"},
                                                         .choices_of = wave_models,
                                                         .order = -11,
                                                         .fills = of_model}),
                          parameter(&WaveModel::config, {.id = "config",
                                                         .label = {"Config", "配置"},
                                                         .help = {"The config of a wave.", "波的配置文件。"},
                                                         .order = -10,
                                                         .fills = of_config,
                                                         .accepts = is_config}),
                          parameter(&WaveModel::factors, {.id = "factors",
                                                          .label = {"Factors", "因子"},
                                                          .help = {"What each distance is divided by.", "各距离的除数。"},
                                                          .minimum = 0,
                                                          .maximum = 1000,
                                                          .open_minimum = true}),
                          parameter(&WaveModel::sections, {.id = "sections",
                                                           .label = {"Sections", "分段"},
                                                           .help = {"Sizes of the sections.", "各段的长度。"},
                                                           .minimum = 1,
                                                           .maximum = 1024,
                                                           .whole = true}),
                          parameter(&WaveModel::overtones, {.id = "overtones",
                                                            .label = {"Overtones", "泛音"},
                                                            .help = {"What sounds along with it.", "与之同响的泛音。"},
                                                            .choices = wave_overtones,
                                                            .order = -1}),
                          parameter(&WaveModel::amplification, {.id = "amplification",
                                                                .label = {"Amplification", "放大系数"},
                                                                .unit = {"times", "倍"},
                                                                .help = {"Height of the wave.", "波的高度。"},
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
                .title = {"Tiny wave", "小波"},
                .short_title = {"Wave", "波"},
                .section = Section::learn,
                .summary = {"One cosine.", "一条余弦。"},
                .source = "none",
                .figures = {{"main", {"Wave", "波"}, {"distance", "wave"}},
                            {"energy", {"Energy of the wave", "波的能量"}, {"distance", "energy"}},
                            {"part", {"A part", "一部分"}, {"distance", "wave"}, false}},
                .arrays = {{"distance", "distance", "tokens", {"distance", "距离"}},
                           {"wave", "distance", "1", {"cos(θ Δ)", "cos(θ Δ)"}},
                           {"energy", "distance", "1", {"its square", "其平方"}}},
                .values = {{"last", {"value at the last distance", "最后一个距离处的值"}}}};
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
        if (theta > 1)
            readout.warnings = {style.language == Language::chinese ? "每个词元转过超过一弧度，曲线上看不出每一圈。"
                                                                    : "More than one radian per token: not every turn is seen."};
        return readout;
    }
};

}  // namespace

const View& tiny_wave_view() {
    static const ViewOf<TinyWave> view;
    return view;
}

}  // namespace poslab
