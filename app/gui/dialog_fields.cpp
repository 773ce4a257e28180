#include "app/gui/dialog_fields.hpp"

#include "core/base/text.hpp"
#include "core/base/utf8_parts.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>

namespace poslab {

std::optional<double> parse_number(const std::string& typed) {
    double number = 0;
    const char* const end = typed.data() + typed.size();
    const auto result = std::from_chars(typed.data(), end, number);
    if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(number)) return std::nullopt;
    return number;
}

FieldResult DialogFields::text_field(std::string_view name, Rect rect, std::string_view shown,
                                     std::string_view editable, FieldOptions options) {
    const auto fault = faults_.find(name);
    const bool wrong = fault != faults_.end();
    const std::string text = wrong ? fault->second.text : std::string();
    options.wrong = wrong;
    FieldResult result =
        ::poslab::text_field(ui_, name, rect, wrong ? text : shown, wrong ? text : editable, options);
    if (wrong && result.hovered && !ui_.editing()) ui_.tooltip(result.id, rect, fault->second.message);
    if (wrong && (result.escaped || result.entered)) faults_.erase(fault);
    return result;
}

void DialogFields::number_field(std::string_view name, Rect rect, std::string_view unit, double minimum,
                                double maximum, double& value) {
    FieldOptions options;
    options.align = Align::left;
    options.numeric = true;
    options.unit = unit;
    options.unit_width =
        std::max(options.unit_width, std::ceil(ui_.text_width(unit, {Font::regular, 12, {}})) + 10);
    const std::string shown = fmt::format("{:.6g}", value);
    const FieldResult result = text_field(name, rect, shown, shown, options);
    if (!result.entered) return;
    const std::optional<double> typed = parse_number(*result.entered);
    if (typed && *typed >= minimum && *typed <= maximum)
        value = *typed;
    else
        reject(name, result, fmt::format("{:g} … {:.6g}", minimum, maximum));
}

void DialogFields::reject(std::string_view name, const FieldResult& result, const std::string& allowed) {
    const std::string quoted = utf8_shortened(*result.entered, max_quoted_bytes);
    faults_[std::string(name)] = {*result.entered,
                                  Translator(language_)("“{}” is not allowed: {}", quoted, allowed)};
    if (!result.by_leaving) fail_edit(ui_, name, *result.entered, allowed);
}

void DialogFields::forget(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        if (const auto fault = faults_.find(name); fault != faults_.end()) faults_.erase(fault);
}

}  // namespace poslab
