#include "app/page/page_json.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/formula_mathml.hpp"

#include <fmt/format.h>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const ReadoutRow& row) {
    Json json{{"label", row.label}, {"value", shown_number(row.value)}, {"unit", row.unit}};
    const Color c = row.swatch;
    json["swatch"] =
        c.a == 0 ? Json(nullptr) : Json(fmt::format("#{:02x}{:02x}{:02x}{:02x}", c.r, c.g, c.b, c.a));
    return json;
}

std::string mathml_or_nothing(const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    try {
        return mathml_of(joined_lines(lines), true);
    } catch (const FormulaError&) {  // a view's mistake must not end the page
        return {};
    }
}

}  // namespace

Json page_readout(const Readout& readout) {
    Json heads = Json::array(), rows = Json::array(), warnings = Json::array();
    for (const ReadoutRow& row : readout.heads) heads.push_back(row_json(row));
    for (const ReadoutRow& row : readout.rows)
        if (!row.rare) rows.push_back(row_json(row));
    for (const std::string& warning : readout.warnings) warnings.push_back(warning);
    return {{"where", readout.where},  {"heads", std::move(heads)},
            {"rows", std::move(rows)}, {"formula", mathml_or_nothing(readout.formula)},
            {"notes", readout.notes},  {"warnings", std::move(warnings)}};
}

}  // namespace poslab
