// docs/model-types.md is the table of core/models/model_types.hpp; this test writes the rows a second time and compares.

#include "core/models/gguf_architectures.hpp"
#include "core/models/model_types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

std::string plain(double number) {
    std::ostringstream text;
    text.precision(12);
    text << number;
    return text.str();
}

/// "base 10000": a default of the configuration class.
std::string default_text(const ModelTypeFacts& facts, const std::string& key, const std::string& before, const std::string& after) {
    const double value = facts.default_of(key);
    return value > 0 ? "; " + before + plain(value) + after : std::string();
}

std::string kinds_of(const LayerRule& rule) {
    std::string text;
    for (const LayerKind& kind : rule.kinds) text += (text.empty() ? "" : ", ") + kind.name + (kind.rotates ? "" : " (none)");
    return "; layers " + text;
}

std::string softmax_of(const SoftmaxScale& softmax) {
    switch (softmax.rule) {
        case SoftmaxScale::Rule::head_dim:
            if (!softmax.key.empty()) return "; logits × " + softmax.key + "/√d";
            return softmax.value > 0 ? "; logits × " + plain(softmax.value) + "/√d" : "";
        case SoftmaxScale::Rule::inverse_sqrt_of_key:
            return "; logits × " + softmax.key + "^(−1/2)";
        case SoftmaxScale::Rule::key:
            return "; logits × " + softmax.key;
        case SoftmaxScale::Rule::constant:
            return "; logits × " + plain(softmax.value);
    }
    return "";
}

/// "; default llama3, factor 8", or by type of layer.
std::string defaults_of(const nlohmann::json& parameters) {
    if (!parameters.contains("rope_type")) {
        std::string kinds;
        for (const auto& [kind, value] : parameters.items())
            kinds += (kinds.empty() ? "; default of " : ", of ") + kind + " " + value.value("rope_type", "default") +
                     " from base " + plain(value.value("rope_theta", 10000.0));
        return kinds;
    }
    const std::string type = parameters.value("rope_type", "default");
    return type == "default" ? "" : "; default " + type + ", factor " + plain(parameters.value("factor", 1.0));
}

std::string how(const ModelTypeFacts& facts) {
    const std::string instead(facts.instead.en);
    if (!instead.empty() && !facts.rotary_if) return "none; it has " + instead;
    std::string text = facts.interleaved ? "(2p, 2p + 1)" : "(p, p + d/2)";
    if (facts.halves_tables) text += ", each with two angles";
    if (facts.direction < 0) text += ", by −angle";
    text += default_text(facts, "partial_rotary_factor", "", " of the head");
    if (facts.default_of("rope_theta") != 10000) text += default_text(facts, "rope_theta", "base ", "");
    if (facts.base_in_code && *facts.base_in_code != 10000) text += "; base " + plain(*facts.base_in_code);
    if (!facts.rope_parameters.is_null()) text += defaults_of(facts.rope_parameters);
    if (facts.layers != nullptr) text += kinds_of(*facts.layers);
    text += softmax_of(facts.softmax);
    if (facts.mscale_on_softmax) text += "; logits × mscale²";
    if (facts.rotary_if) text += "; only where " + facts.rotary_if->key + " is " + facts.rotary_if->value + ", else " + instead;
    return text;
}

std::string row_of(const ModelTypeFacts& facts) {
    const bool in_transformers = !facts.since.empty();
    const std::string& folder = facts.source.empty() ? facts.model_type : facts.source;
    return "| `" + facts.model_type + "` | " + how(facts) + " | " + (in_transformers ? facts.since : "own code") + " | " +
           (in_transformers ? "transformers, models/" + folder : folder) + " |";
}

std::vector<std::string> rows_of_the_page() {
    std::ifstream page(POSLAB_MODEL_TYPES_PAGE);
    std::vector<std::string> rows;
    for (std::string line; std::getline(page, line);)
        if (line.starts_with("| `")) rows.push_back(line);
    return rows;
}

TEST(ModelTypesPage, IsTheTable) {
    std::vector<std::string> rows;
    for (const ModelTypeFacts& facts : model_types()) rows.push_back(row_of(facts));
    std::string table;
    for (const std::string& row : rows) table += row + "\n";
    EXPECT_EQ(rows_of_the_page(), rows) << "the table as it should be:\n" << table;
}

/// The names in backquotes in lines with this beginning.
std::set<std::string> names_after(const std::string& begin, const std::string& from = "", const std::string& to = "\n") {
    std::ifstream page(POSLAB_MODEL_TYPES_PAGE);
    std::set<std::string> names;
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with(begin)) continue;
        line = line.substr(0, line.find(to)).substr(line.find(from));
        for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', line.find('`', at + 1) + 1))
            names.insert(line.substr(at + 1, line.find('`', at + 1) - at - 1));
    }
    return names;
}

TEST(ModelTypesPage, NamesTheArchitecturesOfGguf) {
    std::map<GgufRotation, std::set<std::string>> by_rotation;
    for (const GgufArchitecture& one : gguf_architectures()) by_rotation[one.rotation].insert(std::string(one.name));
    EXPECT_EQ(names_after("- (2p, 2p + 1): "), by_rotation[GgufRotation::adjacent]);
    EXPECT_EQ(names_after("- (p, p + d/2): "), by_rotation[GgufRotation::halves]);
    EXPECT_EQ(names_after("- (p, p + d/2), in sections", "", "interleaved"), by_rotation[GgufRotation::sections]);
    EXPECT_EQ(names_after("- (p, p + d/2), in sections", "interleaved"), by_rotation[GgufRotation::interleaved_sections]);
    EXPECT_EQ(names_after("- none: "), by_rotation[GgufRotation::none]);
}

/// The lines of the page between two headings that begin with a name.
std::vector<std::string> lines_between(const std::string& heading, const std::string& next) {
    std::ifstream page(POSLAB_MODEL_TYPES_PAGE);
    std::vector<std::string> lines;
    bool inside = false;
    for (std::string line; std::getline(page, line) && line != next;) {
        inside = inside || line == heading;
        if (inside && line.starts_with("- `")) lines.push_back(line);
    }
    return lines;
}

std::string kind_text(const LayerKind& kind) { return kind.name + (kind.rotates ? "" : " (none)"); }

TEST(ModelTypesPage, NamesTheKindsOfLayersOfGguf) {
    const std::vector<std::string> lines = lines_between("### Kinds of layers of a GGUF", "### Pairs of a GGUF");
    for (const GgufArchitecture& one : gguf_architectures()) {
        const auto names = [&](const std::string& line) { return line.find("`" + one.name + "`") != std::string::npos; };
        const auto line = std::find_if(lines.begin(), lines.end(), names);
        EXPECT_EQ(std::count_if(lines.begin(), lines.end(), names), one.layers.kinds.empty() ? 0 : 1) << one.name;
        if (line == lines.end()) continue;
        for (const LayerKind& kind : one.layers.kinds) {
            if (one.layers.by == GgufLayers::By::none) continue;  // its second kind is not used
            EXPECT_NE(line->find(kind_text(kind)), std::string::npos) << one.name << kind.name;
        }
        if (one.layers.by != GgufLayers::By::window || one.layers.period == 0) continue;
        EXPECT_NE(line->find("period " + std::to_string(one.layers.period)), std::string::npos) << one.name;
        EXPECT_EQ(line->find("the full layer first") != std::string::npos, one.layers.dense_first) << one.name;
    }
}

TEST(ModelTypes, EachOnceAndWithItsSource) {
    std::set<std::string_view> names;
    for (const ModelTypeFacts& facts : model_types()) {
        EXPECT_TRUE(names.insert(facts.model_type).second) << facts.model_type;
        EXPECT_FALSE(facts.since.empty() && facts.source.empty()) << facts.model_type;
        EXPECT_TRUE(!facts.rotary_if || !facts.instead.empty()) << facts.model_type;
    }
    EXPECT_GE(names.size(), 200U);
}

}  // namespace
}  // namespace poslab::test
