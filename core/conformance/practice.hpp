#pragma once

#include "core/attention/biases.hpp"
#include "core/conformance/axes.hpp"
#include "core/conformance/position_rule.hpp"
#include "core/conformance/sinusoid.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/precision.hpp"
#include "core/encoding/rotation.hpp"
#include "core/hippo/discretisation.hpp"
#include "core/hippo/measure.hpp"
#include "core/models/attention_facts.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// How slopes of ALiBi are made for a number of heads that is no power of two.
enum class SlopeRule {
    interleaved,  // those of the next lower power of two, then every other one of its double (the authors' code)
    geometric,    // 2^(−8h/heads), as if it were one
    of_double,    // the first ones of the next power of two
    from_zero     // 2^(−8h/heads) with heads counted from 0
};

inline constexpr double usual_slope_max = 8;

/// How relative positions fall into T5's buckets.
struct BucketPractice {
    std::int64_t buckets = t5_buckets;
    std::int64_t most_distance = t5_most_distance;
    bool bidirectional = false;
    double direction = 1;                   // of D = i − j
    double log_base = 0;                    // of the logarithm over the distance; 0: it cancels, as it must
    std::int64_t weight_rows = t5_buckets;  // learned biases there are, by the config
    bool weights_by_head = false;           // they are indexed as [heads, buckets]
};

/// The meaning of a dimension of an array.
enum class AxisKind { tokens, heads, batch };

/// The dimension that each one is rotated with, and the order in which the result is written.
enum class Partner {
    of_pair,               // that of the pairing
    neighbours_in_halves,  // −x of the odd dimensions, then x of the even ones, in halves
    halves_side_by_side,   // −x of the second half and x of the first one, alternating
    overwritten,           // that of the pairing, whose second dimension takes the first one after its rotation
    same_sign              // that of the pairing, whose first dimension lacks the minus
};

/// The head of keys that a head of queries is compared with, where several heads of queries share one.
enum class KeyHeads { grouped, modulo, first, reversed };

/// HiPPO's A and B.
struct MatrixPractice {
    OneOf<Measure> measure = "legs";
    double span = 1;  // tokens, of measures of a window
    bool transposed = false;
    double sign = 1;
    double input_factor = 1;  // of B alone
    // Of a discretised system x_(k+1) = Āx_k + B̄u_k; none: A and B themselves.
    std::optional<Method> rule{}, input_rule{};  // of Ā and of B̄
    double step = 1;                             // Δ, times A and B
    bool operator==(const MatrixPractice&) const = default;
};

/// Another kind of layers of the same model, and how it rotates.
struct OtherLayers {
    std::string name;      // "sliding_attention"
    bool rotates = false;  // false: it has no rotary embedding, and the rest does not count
    RotarySpec rotary{};
    Pairing pairing = Pairing::gpt_neox;
    RotaryPlace place = RotaryPlace::first;
};

/// How a program encodes positions: the definition (docs/formulas.md §1 to §4, §6), and what an implementation decides. The right
/// practice has all of that as it is here; a known mistake changes it (core/conformance/mistake.hpp).
struct Practice {
    Practice() = default;
    Practice(const RotarySpec& spec, Pairing paired);

    RotarySpec rotary;
    Pairing pairing = Pairing::gpt_neox;
    RotaryPlace place = RotaryPlace::first;

    // Of `rotary`, by take().
    std::vector<double> inverse_frequency, unscaled;  // [P] rad/token
    std::int64_t rotary_dim = 0;                      // 2P
    double attention_factor = 1;                      // multiplies cos and sin
    double softmax_scale = 1;                         // multiplies logits, beside 1/√head_dim
    std::optional<double> logit_scale;                // of the config, instead of 1/√head_dim
    std::optional<double> softcap;                    // of the config: logits x become c tanh(x/c)
    double logit_multiplier = 1;                      // of the config, beside 1/√head_dim
    QueryScaling query_scaling;                       // what queries are multiplied by, depending on their position
    std::optional<double> effective_base;
    std::optional<std::pair<double, double>> ramp;

    // How numbers are held.
    Precision frequency_format = Precision::float64, position_format = Precision::float64, phase_format = Precision::float64;

    // Positions: a rule for all of them, and further ones of queries and keys alone.
    PositionRule positions, query_positions, key_positions;
    std::vector<double> listed_positions;                        // by row of a reading; empty: those of the reading
    AxisKind position_axis = AxisKind::tokens;                   // along which vectors are numbered
    double zero_from = std::numeric_limits<double>::infinity();  // cos and sin are 0 from this position on

    // The vectors that are rotated, and how often.
    int rotations = 1, query_rotations = 1, key_rotations = 1;        // of vectors; of queries and keys alone
    int present_key_rotations = 1;                                    // of keys that no cache holds
    double unrotated_from = std::numeric_limits<double>::infinity();  // vectors from this position on are not rotated
    std::vector<std::int64_t> unrotated_heads;                        // those whose vectors are not rotated

    // How numbers are used.
    double direction = 1;
    bool exchanged = false;  // cos where sin belongs, and the reverse
    Partner partner = Partner::of_pair;
    std::optional<Pairing> query_pairing, key_pairing;  // of queries and keys alone, in place of `pairing`
    double attention_factors = 1;                       // how often the factor is multiplied in; 0.5: its square root
    int query_scalings = 1;                             // how often 1/√head_dim is
    bool reorders_output = false;                       // what is rotated is written in the order of the other pairing
    KeyHeads key_head_rule = KeyHeads::grouped;
    bool repeats_otherwise = false;  // columns of tables take the frequencies in the order of the other pairing

    // Other frequencies from a position on, of programs that choose LongRoPE's list by it; empty: the same ones.
    std::vector<double> far_frequency;
    double far_from = 0;

    SlopeRule slope_rule = SlopeRule::interleaved;
    double slope_max = usual_slope_max;  // ALiBi: 2^(−max h/heads)
    std::int64_t heads = 0;              // of the config; 0: unknown
    std::int64_t key_heads = 0;          // the same of keys and values
    bool reorders_weights = false;       // the converter of a GGUF has made neighbours of halves
    bool has_sections = false;           // M-RoPE: three positions, equal in a text
    BucketPractice buckets;
    MatrixPractice matrices;
    SinusoidPractice sinusoid;
    AxesPractice axes;
    std::vector<OtherLayers> other_layers;  // kinds of layers of the same model, without the one that is compared

    /// Makes the frequencies anew. Throws UsageError as rotary_frequencies() does.
    void take(const RotarySpec& spec);

    [[nodiscard]] std::int64_t pairs() const { return static_cast<std::int64_t>(inverse_frequency.size()); }
    /// Of a position and a pair, rad; may be infinite where a format overflows.
    [[nodiscard]] double phase(double position, std::int64_t pair) const;
    /// What logits are multiplied by once, beside softmax_scale.
    [[nodiscard]] double scale_of_logits(std::int64_t dimensions) const;
    /// attention_factor as often as it is multiplied in.
    [[nodiscard]] double amplitude() const;
    /// The same, but 0 beyond the end of a table.
    [[nodiscard]] double amplitude_at(double position) const { return position >= zero_from ? 0 : amplitude(); }
    /// The pair whose angle column n of a table of 2P columns has.
    [[nodiscard]] std::int64_t pair_of_column(std::int64_t column) const;
    /// Where the rotary dimensions of so many begin.
    [[nodiscard]] std::int64_t rotary_begin(std::int64_t dimensions) const {
        return first_rotary_dimension(place, dimensions, rotary_dim);
    }
    /// Rotates a vector of head_dim or of 2P numbers (docs/formulas.md §1.2), as often as `rotations` says.
    void rotate(std::span<double> vector, double position) const;

  private:
    void rotate_once(std::span<double> turning, double position) const;
    void reorder(std::span<double> turning) const;
    void rotate_with_partner(std::span<double> turning, double position) const;
};

}  // namespace poslab
