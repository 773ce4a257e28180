#pragma once

#include "core/base/one_of.hpp"
#include "core/base/sentence.hpp"

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
using BiasParameter = std::variant<std::int64_t BiasSpec::*, double BiasSpec::*, std::vector<double> BiasSpec::*>;

/// The attention whose plan a bias becomes part of.
struct BiasedAttention {
    const AttentionSpec& spec;
    const RotaryFrequencies& rotary;
    const Engine& engine;
    const Job& job;
};

/// What is added to logits, or masked, beside the rotation, at distance D = i - j (docs/formulas.md §4.2). Each is one object in a
/// file of core/attention/biases and one line of biases.list; choices, help, formulas and plans take it from there.
struct Bias {
    std::string_view id;  // lower-case words with hyphens
    Text label;
    Text effect{};  // one sentence for menus: what it does to logits
    std::string_view source;
    /// Those that it uses, with these values of the others.
    std::vector<BiasParameter> (*parameters)(const BiasSpec&) = nullptr;
    /// Markup of what it adds to the logit, and to the product of query and key before the division by sqrt(head dimension).
    std::string_view in_logit{};
    std::string_view in_product{};

    /// b(D) of an additive bias that needs no rotation; null: there is none. D < 0: above the diagonal, which also tells T5 that
    /// there is something there (`bidirectional`).
    double (*at)(const BiasSpec&, std::int64_t distance, bool bidirectional) = nullptr;
    /// What else it is in the plan. May be null.
    void (*apply)(const BiasedAttention&, AttentionPlan&) = nullptr;

    bool masks_from_w = false;   // keys at |D| >= w, whatever the map does with w
    bool takes_vectors = false;  // the vectors a and b are its own, not added to queries and keys
    /// {parameter, number} that choosing it sets: stand-ins for what is learned.
    std::vector<std::pair<std::string_view, double>> fills{};

    std::optional<Sentence> (*warning)(const AttentionSpec&) = nullptr;
    /// The nearest parameters that fit together, for the window; and the reason why these do not, as a UsageError.
    void (*fit)(BiasSpec&) = nullptr;
    void (*check)(const BiasSpec&) = nullptr;

    [[nodiscard]] static std::span<const Bias* const> all();
};

struct BiasSpec {
    OneOf<Bias> bias = "none";
    std::int64_t heads = 8;
    std::int64_t slope_head = 1;  // of alibi, 1 ... heads; t5 without a table takes its slope
    double r1 = 1;
    double r2 = 1;
    double lambda = 1;
    std::vector<double> t5_table{};  // one for each bucket; empty: -slope * bucket, a stand-in for what is learned

    [[nodiscard]] bool uses(BiasParameter parameter) const {
        if (bias->parameters == nullptr) return false;
        const std::vector<BiasParameter> used = bias->parameters(*this);
        return std::find(used.begin(), used.end(), parameter) != used.end();
    }
};

}  // namespace poslab
