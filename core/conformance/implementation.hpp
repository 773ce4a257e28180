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

/// ALiBi's slopes for a number of heads that is not a power of two.
enum class SlopeRule {
    /// Slopes of the next lower power of two, then every other slope of its double (original code)
    interleaved,
    geometric,  // 2^(−8h/heads), as for powers of two
    of_double,  // the first slopes of the next power of two
    from_zero   // 2^(−8h/heads) with heads counted from 0
};

inline constexpr double usual_slope_max = 8;

/// T5's mapping from relative positions to buckets.
struct BucketImplementation {
    std::int64_t buckets = t5_buckets;
    std::int64_t max_distance = t5_max_distance;
    bool bidirectional = false;
    double direction = 1;  // of D = i − j
    double log_base = 0;   // base of the logarithm over the distance; 0: it cancels, which is correct
    std::int64_t weight_rows = t5_buckets;  // number of learned biases in the config
    bool weights_by_head = false;           // indexed as [heads, buckets]
};

/// The meaning of a dimension of an array.
enum class AxisKind { tokens, heads, batch };

/// The dimension that each dimension is rotated with, and the order of the result.
enum class Partner {
    of_pair,               // that of the pairing
    neighbours_in_halves,  // −x of the odd dimensions, then x of the even ones, in halves
    halves_side_by_side,   // −x of the second half and x of the first half, alternating
    overwritten,           // that of the pairing; the second dimension uses the rotated first one
    same_sign              // that of the pairing; the first dimension lacks the minus
};

/// The key head that a query head uses, if several query heads share one.
enum class KeyHeads { grouped, modulo, first, reversed };

/// HiPPO's A and B.
struct MatrixImplementation {
    OneOf<Measure> measure = "legs";
    double span = 1;  // tokens, for measures with a window
    bool transposed = false;
    double sign = 1;
    double input_factor = 1;  // of B only
    // For a discretised system x_(k+1) = Āx_k + B̄u_k; empty: A and B themselves.
    std::optional<Method> rule{}, input_rule{};  // of Ā and of B̄
    double step = 1;                             // Δ, times A and B
    bool operator==(const MatrixImplementation&) const = default;
};

/// Another kind of layers in the same model, and its rotation.
struct OtherLayers {
    std::string name;      // "sliding_attention"
    bool rotates = false;  // false: no rotary embedding, the other members are unused
    RotarySpec rotary{};
    Pairing pairing = Pairing::gpt_neox;
    RotaryDims rope_dims = RotaryDims::first;
};

/// The position encoding of a program: the definition (docs/formulas.md §1 to §4, §6) and the choices of an
/// implementation. The default members are right; a known mistake changes them
/// (core/conformance/mistake.hpp).
struct Implementation {
    Implementation() = default;
    Implementation(const RotarySpec& spec, Pairing paired);

    RotarySpec rotary;
    Pairing pairing = Pairing::gpt_neox;
    RotaryDims rope_dims = RotaryDims::first;

    // Derived from `rotary` by take().
    std::vector<double> inverse_frequency, unscaled;  // [P] rad/token
    std::int64_t rotary_dim = 0;                      // 2P
    double attention_factor = 1;                      // multiplies cos and sin
    double softmax_scale = 1;                         // multiplies logits, in addition to 1/√head_dim
    std::optional<double> logit_scale;                // from the config, instead of 1/√head_dim
    std::optional<double> softcap;                    // from the config: logits x become c tanh(x/c)
    double logit_multiplier = 1;                      // from the config, in addition to 1/√head_dim
    QueryScaling query_scaling;                       // position-dependent factor of queries
    std::optional<double> effective_base;
    std::optional<std::pair<double, double>> ramp;

    // Storage formats of numbers.
    Precision frequency_format = Precision::float64, position_format = Precision::float64,
              phase_format = Precision::float64;

    // Positions: a rule for all, and further rules for queries and keys only.
    PositionRule positions, query_positions, key_positions;
    std::vector<double> listed_positions;       // by row of a reading; empty: those of the reading
    AxisKind position_axis = AxisKind::tokens;  // along which vectors are numbered
    double zero_from = std::numeric_limits<double>::infinity();  // cos and sin are 0 from this position on

    // The rotated vectors, and the number of rotations.
    int rotations = 1, query_rotations = 1, key_rotations = 1;  // of vectors; of queries and keys only
    int present_key_rotations = 1;                              // of keys that are not cached
    /// Vectors from this position on are not rotated.
    double unrotated_from = std::numeric_limits<double>::infinity();
    std::vector<std::int64_t> unrotated_heads;  // heads whose vectors are not rotated

    // Use of the numbers.
    double direction = 1;
    bool exchanged = false;  // cos instead of sin, and vice versa
    Partner partner = Partner::of_pair;
    std::optional<Pairing> query_pairing, key_pairing;  // of queries and keys only, instead of `pairing`
    double attention_factors = 1;  // number of times the factor is applied; 0.5: its square root
    int query_scalings = 1;        // number of times 1/√head_dim is applied
    bool reorders_output = false;  // the rotated vector is written in the order of the other pairing
    KeyHeads key_head_rule = KeyHeads::grouped;
    bool repeats_otherwise = false;  // columns of tables repeat frequencies in the order of the other pairing

    // Other frequencies from a position on, for programs that select LongRoPE's list by position; empty:
    // none.
    std::vector<double> far_frequency;
    double far_from = 0;

    SlopeRule slope_rule = SlopeRule::interleaved;
    double slope_max = usual_slope_max;  // ALiBi: 2^(−max h/heads)
    std::int64_t heads = 0;              // from the config; 0: unknown
    std::int64_t key_heads = 0;          // heads of keys and values, from the config
    bool reorders_weights = false;       // the GGUF converter turned halves into neighbours
    bool has_sections = false;           // M-RoPE: three positions, equal in a text
    BucketImplementation buckets;
    MatrixImplementation matrices;
    SinusoidImplementation sinusoid;
    AxesImplementation axes;
    std::vector<OtherLayers> other_layers;  // other kinds of layers in the same model

    /// Recomputes the frequencies. Throws UsageError as rotary_frequencies() does.
    void take(const RotarySpec& spec);

    [[nodiscard]] std::int64_t pairs() const { return static_cast<std::int64_t>(inverse_frequency.size()); }
    /// Returns the angle at a position for a pair, rad; may be infinite if a format overflows.
    [[nodiscard]] double phase(double position, std::int64_t pair) const;
    /// Returns the factor that logits are multiplied by once, in addition to softmax_scale.
    [[nodiscard]] double scale_of_logits(std::int64_t dimensions) const;
    /// Returns attention_factor, applied attention_factors times.
    [[nodiscard]] double amplitude() const;
    /// Returns amplitude(), but 0 beyond the end of a table.
    [[nodiscard]] double amplitude_at(double position) const {
        return position >= zero_from ? 0 : amplitude();
    }
    /// Returns the pair whose angle column n of a table of 2P columns contains.
    [[nodiscard]] std::int64_t pair_of_column(std::int64_t column) const;
    /// Returns the first rotary dimension in a vector of that size.
    [[nodiscard]] std::int64_t rotary_begin(std::int64_t dimensions) const {
        return first_rotary_dimension(rope_dims, dimensions, rotary_dim);
    }
    /// Rotates a vector of head_dim or of 2P numbers (docs/formulas.md §1.2), `rotations` times.
    void rotate(std::span<double> vector, double position) const;

  private:
    void rotate_once(std::span<double> turning, double position) const;
    void reorder(std::span<double> turning) const;
    void rotate_with_partner(std::span<double> turning, double position) const;
};

}  // namespace poslab
