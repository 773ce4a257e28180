#pragma once

#include "core/base/sentence.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

class Job;
struct IndexRange;
struct PositionPlan;
struct CosineSum;
struct Field;
struct FieldWindow;
struct AttentionInput;
struct AttentionRequest;
struct AttentionResult;
struct LegsScanInput;
template <class Number>
struct RecordedStates;
struct ResidualPlan;
struct PlaneWindow;
enum class Precision;

// Inputs and answers of an operation are in the header of its name: position_field in field.hpp, attention in attention.hpp, …
enum class Operation { position_field, cosine_profile, attention, legs_scan, rotation_residual };
inline constexpr std::size_t operation_count = 5;

/// What a graphics processor did for some work, by its own clock.
struct DeviceWork {
    struct Kernel {
        std::string_view name;
        double seconds = 0;
        std::int64_t launches = 0;
    };
    std::vector<Kernel> kernels;                // that ran, in no order
    double copy_seconds = 0;                    // both ways
    std::int64_t uploaded = 0, downloaded = 0;  // bytes
    std::int64_t most_memory = 0;               // bytes held at once

    [[nodiscard]] double kernel_seconds() const;
};

/// The heavy operations. Implementations agree within stated tolerances; none of them knows a scheme.
class Engine {
  public:
    virtual ~Engine() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;

    /// What `attention` computes in, and its inputs are best held in: float32 or float64.
    [[nodiscard]] virtual Precision precision() const = 0;

    /// Empty if the operation can be done at this size, else one sentence why not. The size is
    /// position_field: cells of the window before pooling; cosine_profile: terms, distances times frequencies;
    /// attention: attention_products(); legs_scan: legs_scan_products(); rotation_residual: points.
    [[nodiscard]] virtual std::string unsupported(Operation operation, double size) const = 0;

    /// Whether the operation is likely to take a noticeable time at such a size, more than some 50 ms: whoever asks may show
    /// something coarse first.
    [[nodiscard]] virtual bool is_slow(Operation operation, double size) const = 0;

    /// p(i, j) of `plan` over the window, pooled. Masked cells do not count in a mean or a maximum.
    /// Throws Cancelled; throws TooLarge (core/base/errors.hpp) where `unsupported` has a reason.
    [[nodiscard]] virtual Field position_field(const PositionPlan& plan, const FieldWindow& window, const Job& job) const = 0;

    /// f(distance) of `sum` at each of `distances`, from phases that are exact at any distance (fixed_frequency); the caller
    /// asks for long ranges in pieces. All zeros without frequencies, nothing for an empty range. Throws UsageError as
    /// `checked_frequencies` does, Cancelled, and TooLarge where `unsupported` has a reason.
    [[nodiscard]] virtual std::vector<double> cosine_profile(const CosineSum& sum, const IndexRange& distances,
                                                             const Job& job) const = 0;

    /// Attention of one head. In float32: |logit error| <= 2e-6 (1 + |q_i| |k_j| scale + |bias|), weights within 1e-5 where
    /// queries and keys have unit variance. Throws UsageError as `check_attention` does, Cancelled, and TooLarge.
    [[nodiscard]] virtual AttentionResult attention(const AttentionInput& input, const AttentionRequest& request,
                                                    const Job& job) const = 0;

    /// The states after `times` samples of the whole signal (samples_taken counts among them; they rise, and may repeat), float64:
    /// states [times, order, channels]. The scan ends with the last of them; so whoever goes on block by block asks for the end of
    /// the block, too, and hands that state back. The extent is that of the states from samples_taken + 1 on, and of their samples,
    /// over all channels; all of them are NaN from where any number of any was not finite on. Each step is within 1e-12 of the
    /// largest number of its state up to order 512, 1e-11 at 4096. Throws UsageError as `check_legs_scan` does, Cancelled, and
    /// TooLarge where `unsupported` has a reason or the states do not fit.
    [[nodiscard]] virtual RecordedStates<double> legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times,
                                                           const Job& job) const = 0;

    /// ‖exp(first)ᵀ exp(second) − exp(third)‖ at each point of a plane, row-major [height, width], float64: each within 2e-13 of
    /// the exact number, up to angles of 10^15 rad: phases of many turns are reduced in 106 bits. Throws UsageError
    /// and TooLarge as `check_plane_window` does, Cancelled, TooLarge where `unsupported` has a reason.
    [[nodiscard]] virtual Field rotation_residual(const ResidualPlan& plan, const PlaneWindow& window, const Job& job) const = 0;

    /// Runs `work`, and says what this engine's device did meanwhile; nothing where it has none.
    [[nodiscard]] virtual std::optional<DeviceWork> device_work(const std::function<void()>& work) const {
        work();
        return std::nullopt;
    }

    /// What the user should know of how it computed so far: of an engine that chooses among others (AutoEngine), which one failed,
    /// why, and which went on.
    [[nodiscard]] virtual std::vector<Sentence> notices() const { return {}; }
};

/// Written for reading: float64, one loop over the cells.
[[nodiscard]] const Engine& reference_engine();
/// Written for speed: sums of the affine pieces per block in exact integers, products of rotations in vectors,
/// threads.
[[nodiscard]] const Engine& cpu_engine();

}  // namespace poslab
