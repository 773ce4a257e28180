#pragma once

#include "core/base/message.hpp"
#include "core/base/one_of.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace poslab {

struct AttentionPlan;
struct AttentionSpec;
struct BiasSpec;
struct RotaryFrequencies;
class Engine;
class Job;

/// A parameter of biases.
using BiasParameter =
    std::variant<std::int64_t BiasSpec::*, double BiasSpec::*, std::vector<double> BiasSpec::*>;

/// The attention to whose plan a bias is added.
struct BiasedAttention {
    const AttentionSpec& spec;
    const RotaryFrequencies& rotary;
    const Engine& engine;
    const Job& job;
};

/// An attention bias or mask, added to logits at distance D = i - j in addition to the rotation
/// (docs/formulas.md §4.2). Each is one object in a file of core/attention/biases and one line of
/// biases.list, from which choices, help, formulas and plans are derived.
struct Bias {
    std::string_view id;  // lower-case words with hyphens
    Text label;
    Text effect{};  // one sentence for menus: its effect on logits
    std::string_view source;
    /// Returns the parameters in use, given the values of the others.
    std::vector<BiasParameter> (*parameters)(const BiasSpec&) = nullptr;
    /// Markup of the term added to the logit, and to the product of query and key before the division by
    /// sqrt(head dimension).
    std::string_view in_logit{};
    std::string_view in_product{};

    /// b(D) of an additive bias that needs no rotation; null if there is none. D < 0: above the diagonal.
    /// `bidirectional` tells T5 that such keys exist.
    double (*at)(const BiasSpec&, std::int64_t distance, bool bidirectional) = nullptr;
    /// Adds everything else to the plan. May be null.
    void (*apply)(const BiasedAttention&, AttentionPlan&) = nullptr;

    bool masks_from_w = false;   // masks keys at |D| >= w, independently of the map's use of w
    bool takes_vectors = false;  // uses the vectors a and b itself; they are not added to queries and keys
    /// {parameter, number} pairs set when it is selected: placeholders for learned values.
    std::vector<std::pair<std::string_view, double>> preset_values{};

    std::optional<Message> (*warning)(const AttentionSpec&) = nullptr;
    /// `fit` replaces parameters by the nearest consistent ones, for the window; `check` throws UsageError
    /// with the reason if they are inconsistent.
    void (*fit)(BiasSpec&) = nullptr;
    void (*check)(const BiasSpec&) = nullptr;

    [[nodiscard]] static std::span<const Bias* const> all();
};

struct BiasSpec {
    OneOf<Bias> bias = "none";
    std::int64_t heads = 8;
    std::int64_t slope_head = 1;  // for alibi, 1 ... heads; t5 without a table uses its slope
    double r1 = 1;
    double r2 = 1;
    double lambda = 1;
    // one value per bucket; empty: -slope * bucket, a placeholder for learned values
    std::vector<double> t5_table{};

    [[nodiscard]] bool uses(BiasParameter parameter) const {
        if (bias->parameters == nullptr) return false;
        const std::vector<BiasParameter> used = bias->parameters(*this);
        return std::find(used.begin(), used.end(), parameter) != used.end();
    }
};

}  // namespace poslab
