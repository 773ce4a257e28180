#include "app/bench/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace poslab {
namespace {

using nlohmann::ordered_json;

ordered_json result_json(const Measurement& measured, const SubjectTimes& times) {
    ordered_json json{{"name", times.name},
                      {"seconds", times.seconds},
                      {"floor_seconds", times.floor_seconds},
                      {"ratio_to_floor", times.ratio_to_floor},
                      {"ratio_to_first", times.ratio_to_first}};
    for (std::size_t b = 0; b < measured.bounds.size(); ++b) {
        json["work"][measured.bounds[b].name] = times.work[b];
        json["work_seconds"][measured.bounds[b].name] = times.bound_seconds[b];
    }
    json["peak_bytes"] = times.peak_bytes;
    return json;
}

ordered_json measurement_json(const Measurement& measured) {
    ordered_json json{{"name", measured.name},
                      {"help", measured.help},
                      {"size", measured.size},
                      {"length", measured.length},
                      {"rounds", measured.rounds}};
    for (const BoundRate& bound : measured.bounds)
        json["floor"].push_back(
            {{"name", bound.name}, {"unit", bound.unit}, {"by", bound.fastest}, {"per_second", bound.per_second}});
    for (const SubjectTimes& times : measured.subjects) json["results"].push_back(result_json(measured, times));
    for (const FigureOfRounds& figure : measured.figures)
        json["figures"].push_back({{"name", figure.name}, {"unit", figure.unit}, {"value", figure.value}});
    return json;
}

std::string measurement_text(const Measurement& measured) {
    std::string text = fmt::format("\n{}: {}\n  {}; medians of {} round{}\n", measured.name, measured.help, measured.size,
                                   measured.rounds, measured.rounds == 1 ? "" : "s");
    text += fmt::format("  {:16} {:>12} {:>12} {:>8} {:>14} {:>11}\n", "", "time", "floor", "ratio",
                        "to " + measured.subjects.front().name, "memory");
    for (const SubjectTimes& times : measured.subjects)
        text += fmt::format("  {:16} {:>9.2f} ms {:>9.2f} ms {:>8.2f} {:>14.2f} {:>8.0f} MB\n", times.name, 1e3 * times.seconds,
                            1e3 * times.floor_seconds, times.ratio_to_floor, times.ratio_to_first,
                            static_cast<double>(times.peak_bytes) / 1e6);
    const SubjectTimes& first = measured.subjects.front();
    for (std::size_t b = 0; b < measured.bounds.size(); ++b)
        text += fmt::format("  floor: {:.3g} {} at {:.3g}/s ({}): {:.2f} ms\n", first.work[b], measured.bounds[b].unit,
                            measured.bounds[b].per_second, measured.bounds[b].fastest, 1e3 * first.bound_seconds[b]);
    for (const FigureOfRounds& figure : measured.figures)
        text += fmt::format("  {}: {:.4g}{}{}\n", figure.name, figure.value, figure.unit.empty() ? "" : " ", figure.unit);
    return text;
}

}  // namespace

std::string bench_text(const std::vector<Measurement>& table, std::string_view engine) {
    std::string text = fmt::format("PosLab {}, engine {}, {} threads\n", POSLAB_VERSION, engine, worker_threads());
    for (const Measurement& measured : table) text += measurement_text(measured);
    return text;
}

std::string bench_json(const std::vector<Measurement>& table, std::string_view engine, bool quick) {
    ordered_json json{{"version", POSLAB_VERSION},
                      {"engine", engine},
                      {"threads", worker_threads()},
                      {"quick", quick},
                      {"benchmarks", ordered_json::array()}};
    for (const Measurement& measured : table) json["benchmarks"].push_back(measurement_json(measured));
    return json.dump(2) + "\n";
}

}  // namespace poslab
