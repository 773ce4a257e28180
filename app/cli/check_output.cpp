#include "app/cli/check.hpp"
#include "core/files/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_listed = 3;  // explanations next to the best one

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string in_short(double value) { return fmt::format("{:.3g}", value); }

/// "head 3, query 17, key 4"
std::string coordinates_text(const DumpReading& reading, const Deviation& at) {
    std::string text;
    for (const auto& [name, value] : reading.coordinates(at.row, at.column))
        text += fmt::format("{}{} {:.10g}", text.empty() ? "" : ", ", name.en, value);
    return text;
}

/// Returns the count, or null if only a sample of the rows was compared.
Json of_all(const Explanation& explanation, std::int64_t count) {
    return explanation.is_complete ? Json(count) : Json(nullptr);
}

Json coordinates_json(const DumpReading& reading, const Deviation& at) {
    Json json = Json::object();
    for (const auto& [name, value] : reading.coordinates(at.row, at.column))
        json[std::string(name.en)] = value;
    return json;
}

std::string labels(const Explanation& explanation) {
    std::string all;
    for (const Message& label : explanation.labels) all += (all.empty() ? "" : "; and ") + label.english();
    return all;
}

void write_explanations(const ConformanceReport& report, std::string& text) {
    if (!report.explained) {
        text += "  explained by no known mistake or pair of mistakes\n";
    } else {
        const Explanation& best = report.explanations.front();
        const bool has_rows = report.reading.rows > 1;
        text += fmt::format("  {}: {}\n", best.fits ? "known mistake" : "nearest known mistake", best.id());
        for (std::size_t n = 0; n < best.mistakes.size(); ++n)
            text += fmt::format("    {}. {}\n", best.labels[n],
                                best.mistakes[n]->cause_for(report.subject->id).en);
        if (!best.fits)
            text +=
                fmt::format("    remaining with it: {} of {} {}, off by up to {} at {}; RMS deviation {}\n",
                            has_rows ? best.fit.outside_rows : best.fit.outside,
                            has_rows ? report.reading.rows : best.fit.compared, has_rows ? "rows" : "numbers",
                            in_short(best.fit.most), coordinates_text(report.reading, best.fit.farthest),
                            in_short(best.fit.typical));
    }
    std::size_t listed = 0;
    for (std::size_t n = report.explained ? 1 : 0; n < report.explanations.size() && listed < max_listed;
         ++n) {
        const Explanation& explanation = report.explanations[n];
        if (!(explanation.fit.typical < report.fit.typical / 2))
            break;  // no better than the definition itself
        text += fmt::format("  {} {}: RMS deviation {}; {}\n",
                            explanation.fits ? "just as likely:" : "less likely:", explanation.id(),
                            in_short(explanation.fit.typical), labels(explanation));
        ++listed;
    }
}

void write_deviations(const ConformanceReport& report, std::string& text) {
    const DumpReading& reading = report.reading;
    if (report.other_shape) {
        text += "  the definition gives a different shape";
        text += reading.right_shape.empty() ? "\n" : fmt::format(": expected {}\n", reading.right_shape);
        return;
    }
    text += fmt::format("  worst against rounding: {} at {} (by rounding up to {})\n",
                        in_short(report.fit.largest.deviation), coordinates_text(reading, report.fit.largest),
                        in_short(report.fit.largest.tolerance));
    text += fmt::format("  largest deviation: {} at {}\n", in_short(report.fit.most),
                        coordinates_text(reading, report.fit.farthest));
    text += fmt::format("  RMS deviation: {}\n", in_short(report.fit.typical));
    if (report.first && report.first->agrees_to && *report.first->agrees_to > 0)
        text += fmt::format("  agrees up to position {:.10g}; from {:.10g} on off by up to {}\n",
                            *report.first->agrees_to, report.first->position, in_short(report.first->most));
}

}  // namespace

std::string check_text(const ConformanceReport& report) {
    std::string text =
        fmt::format("{}: {}\n", report.subject->label.en, report.agrees ? "agree" : "do not agree");
    if (!report.definition.empty()) text += fmt::format("  compared with {}\n", report.definition);
    text += fmt::format("  read as {}\n", report.reading.name);
    write_deviations(report, text);
    constexpr double min_reported = 5e-4;
    if (report.phase && report.phase->radians >= min_reported)
        text += fmt::format(
            "  at position {:g} the angle of pair {} is off by {:.3f} rad; modulo 2π by up to {:.3f} rad\n",
            report.phase->position, report.phase->pair, report.phase->radians, report.phase->wrapped);
    if (!report.agrees) write_explanations(report, text);
    for (const Message& note : report.notes) text += fmt::format("  note: {}\n", note.english());
    for (const Message& warning : report.warnings) text += fmt::format("  config: {}\n", warning.english());
    return text;
}

std::string check_json(const ConformanceReport& report) {
    const DumpReading& reading = report.reading;
    const auto place = [&](const Deviation& at) {
        return report.other_shape ? Json(nullptr) : coordinates_json(reading, at);
    };
    Json json{{"agrees", report.agrees},
              {"compared", report.subject->id},
              {"definition", report.definition.empty() ? Json(nullptr) : Json(report.definition)},
              {"largest_deviation", finite(report.fit.largest.deviation)},
              {"tolerance", finite(report.fit.largest.tolerance)},
              {"typical_deviation", finite(report.fit.typical)},
              {"at", place(report.fit.largest)},
              {"worst_against_rounding",
               {{"deviation", finite(report.fit.largest.deviation)},
                {"tolerance", finite(report.fit.largest.tolerance)},
                {"at", place(report.fit.largest)}}},
              {"largest", {{"deviation", finite(report.fit.most)}, {"at", place(report.fit.farthest)}}},
              {"rms_deviation", finite(report.fit.typical)},
              {"first_deviating_position", report.first ? Json(report.first->position) : Json(nullptr)},
              {"read_as", reading.name},
              {"mistake", report.explained ? Json(report.explanations.front().id()) : Json(nullptr)},
              {"mistakes", Json::array()},
              {"notes", Json::array()},
              {"warnings", Json::array()}};
    if (report.other_shape && !reading.right_shape.empty()) json["expected_shape"] = reading.right_shape;
    for (const Explanation& explanation : report.explanations)
        json["mistakes"].push_back({{"id", explanation.id()},
                                    {"label", labels(explanation)},
                                    {"deviation", finite(explanation.fit.largest.deviation)},
                                    {"typical_deviation", finite(explanation.fit.typical)},
                                    {"fits", explanation.fits},
                                    {"unexplained_rows", of_all(explanation, explanation.fit.outside_rows)},
                                    {"unexplained_numbers", of_all(explanation, explanation.fit.outside)}});
    if (report.phase)
        json["phase_deviation"] = {{"position", report.phase->position},
                                   {"pair", report.phase->pair},
                                   {"radians", report.phase->radians},
                                   {"modulo_2pi", report.phase->wrapped}};
    for (const Message& note : report.notes) json["notes"].push_back(note.english());
    for (const Message& warning : report.warnings) json["warnings"].push_back(warning.english());
    return json_text(json, 2) + "\n";
}

}  // namespace poslab
