#include "core/engine/engine.hpp"

#include "app/bench/report.hpp"
#include "core/base/in_parallel.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace poslab {
namespace {

using nlohmann::ordered_json;

ordered_json number_or_null(const std::optional<double>& number) {
    return number ? ordered_json(*number) : ordered_json(nullptr);
}

/// Returns the floor as a fraction of the time.
std::optional<double> fraction_of_floor(const SubjectTimes& times) {
    return times.ratio_to_floor ? std::optional(1 / *times.ratio_to_floor) : std::nullopt;
}

ordered_json device_json(const DeviceSubjectTimes& device) {
    ordered_json json{{"kernel_seconds", device.kernel_seconds},
                      {"copy_seconds", device.copy_seconds},
                      {"fraction_of_rate", number_or_null(device.fraction_of_rate)},
                      {"call_to_kernels", device.call_to_kernels},
                      {"most_memory", device.max_memory},
                      {"kernels", ordered_json::object()}};
    for (const auto& [name, seconds] : device.kernels) json["kernels"][name] = seconds;
    return json;
}

ordered_json result_json(const Measurement& measured, const SubjectTimes& times) {
    ordered_json json{{"name", times.name},
                      {"engine", times.engine},
                      {"seconds", times.seconds},
                      {"ratio_to_cpu", number_or_null(times.ratio_to_cpu)},
                      {"floor_seconds", number_or_null(times.floor_seconds)},
                      {"ratio_to_floor", number_or_null(times.ratio_to_floor)},
                      {"fraction_of_floor", number_or_null(fraction_of_floor(times))},
                      {"ratio_to_first", times.ratio_to_first},
                      {"fraction_of_peak", number_or_null(times.fraction_of_peak)}};
    for (std::size_t p = 0; p < measured.peaks.size(); ++p)
        json["peak_work"][measured.peaks[p].name] = times.peak_work[p];
    for (std::size_t b = 0; b < measured.bounds.size(); ++b) {
        json["work"][measured.bounds[b]] = times.work[b];
        json["work_seconds"][measured.bounds[b]] = number_or_null(times.bound_seconds[b]);
    }
    json["peak_bytes"] = times.peak_bytes;
    if (times.device) json["device"] = device_json(*times.device);
    return json;
}

ordered_json rate_json(const BoundRate& rate) {
    return {{"name", rate.name}, {"unit", rate.unit}, {"by", rate.fastest}, {"per_second", rate.per_second}};
}

ordered_json measurement_json(const Measurement& measured) {
    ordered_json json{{"name", measured.name},
                      {"help", measured.help},
                      {"size", measured.size},
                      {"length", measured.length},
                      {"rounds", measured.rounds}};
    for (const BoundRate& rate : measured.rates) {
        json["floor"].push_back(rate_json(rate));
        json["floor"].back()["engine"] = rate.engine;
    }
    for (const BoundRate& rate : measured.peaks) json["peaks"].push_back(rate_json(rate));
    for (const SubjectTimes& times : measured.subjects)
        json["results"].push_back(result_json(measured, times));
    for (const FigureOfRounds& figure : measured.figures)
        json["figures"].push_back({{"name", figure.name}, {"unit", figure.unit}, {"value", figure.value}});
    for (const std::string& message : measured.left_out) json["left_out"].push_back(message);
    return json;
}

std::string dash_or(const std::optional<double>& number, fmt::format_string<double&> format) {
    double shown = number.value_or(0);
    return number ? fmt::format(format, shown) : "–";
}

std::string seconds_text(double seconds) {
    return seconds < 1e-3 ? fmt::format("{:.1f} µs", 1e6 * seconds) : fmt::format("{:.2f} ms", 1e3 * seconds);
}

std::string percent(const std::optional<double>& fraction) {
    return fraction ? fmt::format("{:.1f} %", 100 * *fraction) : "–";
}

std::string result_text(const SubjectTimes& times, bool with_device) {
    std::string text = fmt::format(
        "  {:18} {:10} {:>12} {:>8} {:>12} {:>9} {:>9} {:>21.2f} {:>8.0f} MB", times.name, times.engine,
        seconds_text(times.seconds), dash_or(times.ratio_to_cpu, "{:.3f}"),
        times.floor_seconds ? seconds_text(*times.floor_seconds) : "–", percent(fraction_of_floor(times)),
        percent(times.fraction_of_peak), times.ratio_to_first, static_cast<double>(times.peak_bytes) / 1e6);
    if (!with_device) return text + "\n";
    const std::optional<DeviceSubjectTimes>& device = times.device;
    return text + fmt::format(
                      " {:>12} {:>12} {:>9} {:>8}\n", device ? seconds_text(device->kernel_seconds) : "–",
                      device ? seconds_text(device->copy_seconds) : "–",
                      device ? percent(device->fraction_of_rate) : "–",
                      device ? fmt::format("{:.0f} MB", static_cast<double>(device->max_memory) / 1e6) : "–");
}

/// Returns the work of the first subject at that rate.
std::string floor_text(const Measurement& measured, const BoundRate& rate) {
    const auto b = static_cast<std::size_t>(
        std::find(measured.bounds.begin(), measured.bounds.end(), rate.name) - measured.bounds.begin());
    const double work = measured.subjects.front().work[b];
    return fmt::format("  floor of {}: {:.3g} {} at {:.3g}/s ({}): {}\n", rate.engine, work, rate.unit,
                       rate.per_second, rate.fastest, seconds_text(work / rate.per_second));
}

std::string peak_text(const Measurement& measured, std::size_t p) {
    const BoundRate& rate = measured.peaks[p];
    const double work = measured.subjects.front().peak_work[p];
    return fmt::format("  peak of the processor: {:.3g} {} at {:.3g}/s ({}): {}\n", work, rate.unit,
                       rate.per_second, rate.fastest, seconds_text(work / rate.per_second));
}

std::string measurement_text(const Measurement& measured) {
    std::string text = fmt::format("\n{}: {}\n  {}; medians of {} round{}\n", measured.name, measured.help,
                                   measured.size, measured.rounds, measured.rounds == 1 ? "" : "s");
    const bool with_device =
        std::any_of(measured.subjects.begin(), measured.subjects.end(),
                    [](const SubjectTimes& subject) { return subject.device.has_value(); });
    text += fmt::format("  {:18} {:10} {:>12} {:>8} {:>12} {:>9} {:>9} {:>21} {:>11}", "", "engine", "time",
                        "to cpu", "floor", "of floor", "of peak", "to " + measured.subjects.front().name,
                        "memory");
    if (with_device)
        text += fmt::format(" {:>12} {:>12} {:>9} {:>8}", "kernels", "copies", "of rate", "device");
    text += "\n";
    for (const SubjectTimes& times : measured.subjects) text += result_text(times, with_device);
    for (const BoundRate& rate : measured.rates) text += floor_text(measured, rate);
    for (std::size_t p = 0; p < measured.peaks.size(); ++p) text += peak_text(measured, p);
    for (const FigureOfRounds& figure : measured.figures)
        text += fmt::format("  {}: {:.4g}{}{}\n", figure.name, figure.value, figure.unit.empty() ? "" : " ",
                            figure.unit);
    for (const std::string& message : measured.left_out) text += fmt::format("  skipped: {}\n", message);
    return text;
}

std::string names_of(const std::vector<BenchEngine>& engines) {
    std::string names;
    for (const BenchEngine& engine : engines)
        names += (names.empty() ? "" : ", ") + std::string(engine.engine->name());
    return names;
}

}  // namespace

std::string bench_text(const std::vector<Measurement>& table, const std::vector<BenchEngine>& engines) {
    std::string text =
        fmt::format("PosLab {}, {} {}, {} threads\n", POSLAB_VERSION,
                    engines.size() == 1 ? "engine" : "engines", names_of(engines), processor_threads());
    text +=
        "Times are medians over the rounds, \"to\" and \"of\" medians of the ratios within a "
        "round; lines below a table are for the first engine. Kernels, copies and memory of a "
        "device: by its own clock; \"of rate\": floor over kernels; \"of peak\": the minimum "
        "time that the processor's units need for the work at their best, over the fastest run.\n";
    for (const Measurement& measured : table) text += measurement_text(measured);
    return text;
}

std::string bench_markdown(const std::vector<Measurement>& table) {
    std::string text =
        "| benchmark | subject | engine | call ms | kernels ms | copies ms | to cpu | of floor | of rate | "
        "to first | device MB |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n";
    const auto milliseconds = [](double seconds) { return fmt::format("{:.4g}", 1e3 * seconds); };
    for (const Measurement& measured : table) {
        for (const SubjectTimes& times : measured.subjects) {
            const std::optional<DeviceSubjectTimes>& device = times.device;
            text += fmt::format(
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2f} | {} |\n", measured.name, times.name,
                times.engine, milliseconds(times.seconds),
                device ? milliseconds(device->kernel_seconds) : "–",
                device ? milliseconds(device->copy_seconds) : "–", dash_or(times.ratio_to_cpu, "{:.4f}"),
                percent(fraction_of_floor(times)), device ? percent(device->fraction_of_rate) : "–",
                times.ratio_to_first,
                device ? fmt::format("{:.0f}", static_cast<double>(device->max_memory) / 1e6) : "–");
        }
    }
    return text;
}

std::string bench_json(const std::vector<Measurement>& table, const std::vector<BenchEngine>& engines,
                       bool quick) {
    ordered_json json{{"version", POSLAB_VERSION},
                      {"engine", names_of(engines)},
                      {"threads", processor_threads()},
                      {"quick", quick},
                      {"benchmarks", ordered_json::array()}};
    for (const Measurement& measured : table) json["benchmarks"].push_back(measurement_json(measured));
    return json.dump(2) + "\n";
}

}  // namespace poslab
