#pragma once

#include "core/base/message.hpp"
#include "core/base/one_of.hpp"
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

/// How Self-Extend's authors divide w by G, which matters if G does not divide w: rounded down in decoding,
/// exact in prefill.
enum class GroupShift { decode, prefill };

/// A parameter of position maps: a number of tokens, a dimensionless number, or a choice.
using MapParameter =
    std::variant<std::int64_t PositionMapSpec::*, double PositionMapSpec::*, GroupShift PositionMapSpec::*>;

/// The first of the two passes from which a map is merged (docs/formulas.md §2.4), if any; the second one is
/// its last branch.
enum class NearPass { none, plain, first_branch };

/// A position map: the relative position p(i, j) of query i and key j <= i, D = i - j (docs/formulas.md
/// §2.1). Each is one object in a file of core/encoding/maps and one line of maps.list, from which choices,
/// help, formulas, engines and views are derived.
struct PositionMap {
    std::string_view id;  // lower-case words with hyphens
    Text label;
    Text effect{};            // one sentence for menus: its effect on positions
    std::string_view source;  // the publication
    std::vector<MapParameter> parameters;

    /// Returns at most three branches. Throws UsageError for parameters outside the formula's domain.
    std::vector<Branch> (*branches)(const PositionMapSpec&);

    /// Markup of the definition (core/figure/formula.hpp); its right side with the numbers of a cell, i >= j,
    /// empty if that is the position itself; and the text of a cell in terms of parameters ("w+2/k"; null:
    /// its number).
    std::string (*definition)(const Translator&, const PositionMapSpec&);
    std::string (*inserted)(const PositionMapSpec&, std::int64_t i, std::int64_t j);
    std::string (*cell_text)(const PositionMapSpec&, std::int64_t distance, double position) = nullptr;
    /// Warns if the authors' own implementations disagree; may be null.
    std::optional<Message> (*warning)(const PositionMapSpec&) = nullptr;

    bool of_distance = true;         // p depends on D alone
    bool monotone_in_key = true;     // p never increases with j
    bool masks_keys = false;         // some keys up to the query are masked
    bool divides_positions = false;  // divides all positions, as the scaling `linear` does
    bool compared = false;           // drawn alongside the selected maps
    NearPass near_pass = NearPass::none;

    /// Returns the smallest k that keeps all positions of `length` tokens within those of `train_length`;
    /// null or empty if none exists.
    std::optional<double> (*k_that_keeps)(const PositionMapSpec&, std::int64_t length,
                                          std::int64_t train_length) = nullptr;
    /// `fit` replaces parameters by the nearest consistent ones, for the window; `check` throws UsageError
    /// with the reason if they are inconsistent.
    void (*fit)(PositionMapSpec&) = nullptr;
    void (*check)(const PositionMapSpec&) = nullptr;

    /// p over D in the unit square, for menus.
    std::vector<std::array<double, 2>> sketch;

    [[nodiscard]] bool uses(MapParameter parameter) const {
        return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
    }
    [[nodiscard]] static std::span<const PositionMap* const> all();
};

/// A map and its parameters; lengths in tokens, k dimensionless. A map ignores parameters that its formula
/// does not use.
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
    bool causal = true;  // keys after the query are masked; if false p(i, j) = -p(j, i)
};

}  // namespace poslab
