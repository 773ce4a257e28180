#include "core/conformance/reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace poslab {

namespace {

bool runs_along_rows(const ConformanceReport& report) {
    return report.reading.position_axis && report.reading.position_axis->size > 1;
}

bool is_as_long_as_heads(const RowAxis& axis, const Implementation& right) {
    const bool unknown = !axis.kind || axis.kind == AxisKind::heads;
    return axis.size > 1 && (axis.kind == AxisKind::heads ||
                             (unknown && (axis.size == right.heads || axis.size == right.key_heads)));
}

/// Returns the longest other axis, which could have the tokens instead, unless it may also have the heads.
const RowAxis* other_tokens(const DumpReading& reading, const Implementation& right) {
    const RowAxis* longest = nullptr;
    for (const RowAxis& axis : reading.other_axes)
        if (axis.size > 1 && !is_as_long_as_heads(axis, right) &&
            (longest == nullptr || axis.size > longest->size))
            longest = &axis;
    return longest;
}

void note_axes(const std::vector<ConformanceReport>& reports, ConformanceReport& best) {
    std::string dimensions;
    int count = 0;
    for (const ConformanceReport& report : reports) {
        if (!report.agrees || !runs_along_rows(report)) continue;
        ++count;
        dimensions +=
            (dimensions.empty() ? "" : ", ") + std::to_string(report.reading.position_axis->dimension);
    }
    if (count > 1)
        best.notes.push_back(
            tr("The vectors agree with positions along several dimensions: {}. Declare the token dimension "
               "with --layout.",
               dimensions));
}

Message heads_note(const RowAxis& axis, const RowAxis& tokens) {
    return tr(
        "Positions run along dimension {} of size {}, the number of heads, not along dimension {} of size "
        "{}. Declare the token dimension with --layout.",
        axis.dimension, axis.size, tokens.dimension, tokens.size);
}

/// Returns the report in which the other axis has the tokens and this one the heads.
ConformanceReport along_heads(std::vector<ConformanceReport>& reports, const RowAxis& heads,
                              const RowAxis& tokens, const Implementation& right, const Job& job) {
    const auto found = std::find_if(reports.begin(), reports.end(), [&](const ConformanceReport& report) {
        return report.reading.position_axis && report.reading.position_axis->dimension == tokens.dimension;
    });
    ConformanceReport report = std::move(*found);
    for (RowAxis& axis : report.reading.other_axes)
        if (axis.dimension == heads.dimension) axis.kind = AxisKind::heads;
    explain(report, right, job);
    return report;
}

}  // namespace

ConformanceReport chosen_by_axis(std::vector<ConformanceReport> reports, const Implementation& right,
                                 const Job& job) {
    const auto agreeing = [](const ConformanceReport& report) { return report.agrees; };
    const auto first = std::find_if(reports.begin(), reports.end(), [&](const ConformanceReport& report) {
        return report.agrees && runs_along_rows(report);
    });
    const auto chosen =
        first != reports.end() ? first : std::find_if(reports.begin(), reports.end(), agreeing);
    if (!chosen->reading.position_axis || chosen->reading.position_axis->kind == AxisKind::tokens)
        return std::move(*chosen);
    note_axes(reports, *chosen);
    const RowAxis axis = *chosen->reading.position_axis;
    const RowAxis* other = other_tokens(chosen->reading, right);
    const bool only = std::count_if(reports.begin(), reports.end(), [&](const ConformanceReport& report) {
                          return report.agrees && runs_along_rows(report);
                      }) == 1;
    if (only && other != nullptr && !is_as_long_as_heads(axis, right) && other->size > axis.size)
        chosen->notes.push_back(
            tr("Positions run along dimension {} of size {}, not along dimension {} of size {}. Declare the "
               "token dimension with --layout.",
               axis.dimension, axis.size, other->dimension, other->size));
    if (!only || other == nullptr || !is_as_long_as_heads(axis, right)) return std::move(*chosen);
    const RowAxis tokens = *other;
    const Message note = heads_note(axis, tokens);
    const bool has_other = std::any_of(reports.begin(), reports.end(), [&](const ConformanceReport& report) {
        return report.reading.position_axis && report.reading.position_axis->dimension == tokens.dimension;
    });
    // If there are more heads than tokens, the array may also be a batch of texts.
    const bool is_mistake = has_other && (axis.kind == AxisKind::heads || tokens.size > axis.size);
    ConformanceReport report =
        is_mistake ? along_heads(reports, axis, tokens, right, job) : std::move(*chosen);
    report.notes.push_back(note);
    return report;
}

}  // namespace poslab
