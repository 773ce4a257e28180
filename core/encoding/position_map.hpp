#pragma once

#include "core/base/one_of.hpp"
#include "core/base/sentence.hpp"
#include "core/base/text.hpp"
#include "core/encoding/plan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace poslab {

struct PositionMapSpec;

/// How Self-Extend's authors divide w by G, which differs where G does not divide w: rounded down as they decode, as it is as they
/// read a prompt.
enum class GroupShift { decode, prefill };

/// A parameter of position maps: a number of tokens, or one without unit, or a choice.
using MapParameter = std::variant<std::int64_t PositionMapSpec::*, double PositionMapSpec::*, GroupShift PositionMapSpec::*>;

/// The first of the two passes that a map is merged from (docs/formulas.md §2.4), if it is; the second one is its last branch.
enum class NearPass { none, plain, first_branch };

/// A position map: which relative position p(i, j) query i and key j <= i receive, D = i - j (docs/formulas.md §2.1). Each is one
/// object in a file of core/encoding/maps and one line of maps.list; choices, help, formulas, engines and views take it from there.
struct PositionMap {
    std::string_view id;  // lower-case words with hyphens
    Text label;
    Text effect{};            // one sentence for menus: what it does to positions
    std::string_view source;  // where it was published
    std::vector<MapParameter> parameters;

    /// At most three of them. Throws UsageError for parameters outside of the formula's domain.
    std::vector<Branch> (*branches)(const PositionMapSpec&);

    /// Markup of what it is (core/figure/formula.hpp); and the right side with the numbers of a cell, i >= j, empty where that is
    /// the position itself. The text of a cell made of parameters ("w+2/k"); null: its number.
    std::string (*definition)(const Words&, const PositionMapSpec&);
    std::string (*inserted)(const PositionMapSpec&, std::int64_t i, std::int64_t j);
    std::string (*cell_text)(const PositionMapSpec&, std::int64_t distance, double position) = nullptr;
    /// Where the authors' own code is of two minds; null or nothing: nowhere.
    std::optional<Sentence> (*warning)(const PositionMapSpec&) = nullptr;

    bool of_distance = true;         // p depends on D alone
    bool falls_along_rows = true;    // p never rises with j
    bool masks_keys = false;         // some keys that are not ahead are masked
    bool divides_positions = false;  // all of them, as the scaling `linear` does
    bool compared = false;           // drawn beside whatever was chosen
    NearPass near_pass = NearPass::none;

    /// The smallest k that keeps all positions of `length` tokens within those of `train_length`; null or nothing: there is none.
    std::optional<double> (*k_that_keeps)(const PositionMapSpec&, std::int64_t length, std::int64_t train_length) = nullptr;
    /// The nearest parameters that fit together, for the window; and the reason why these do not, as a UsageError.
    void (*fit)(PositionMapSpec&) = nullptr;
    void (*check)(const PositionMapSpec&) = nullptr;

    /// p over D in the unit square, for a menu.
    std::vector<std::array<double, 2>> sketch;

    [[nodiscard]] bool uses(MapParameter parameter) const {
        return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
    }
    [[nodiscard]] static std::span<const PositionMap* const> all();
};

/// Which map, and its parameters; lengths in tokens, k without unit. A map ignores what its formula does not name.
struct PositionMapSpec {
    OneOf<PositionMap> map = "leaky-rerope";
    std::int64_t w = 256;
    double k = 16;
    std::int64_t group = 8;
    GroupShift group_shift = GroupShift::decode;
    std::int64_t chunk = 384;
    std::int64_t local = 64;
    std::int64_t sinks = 4;
    std::int64_t recent = 512;
    bool causal = true;  // keys after the query are masked; else p(i, j) = -p(j, i)
};

}  // namespace poslab
