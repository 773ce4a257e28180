#pragma once

#include "core/base/message.hpp"
#include "core/base/number_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

class Job;
struct Field;
struct AttentionResult;
template <class Number>
struct RecordedStates;
enum class Precision;

/// The operations of engines. Each is a struct in the header of its name (position_field in field.hpp,
/// attention in attention.hpp, …) that documents its result and its amount of work.
namespace operation {
struct PositionField;
struct CosineProfile;
struct Attention;
struct LegsScan;
struct RotationResidual;
}  // namespace operation

enum class Operation { position_field, cosine_profile, attention, legs_scan, rotation_residual };

template <class Request, class Answer>
class Answers {
  public:
    virtual ~Answers() = default;
    [[nodiscard]] virtual Answer run(const Request& request, const Job& job) const = 0;
};
template <class... Each>
class AnswersEach : public Each... {
  public:
    using Each::run...;
    static constexpr std::size_t count = sizeof...(Each);
};
/// Every operation with its result type, in the order of the enumeration.
using Operations =
    AnswersEach<Answers<operation::PositionField, Field>, Answers<operation::CosineProfile, NumberBuffer>,
                Answers<operation::Attention, AttentionResult>,
                Answers<operation::LegsScan, RecordedStates<double>>,
                Answers<operation::RotationResidual, Field>>;
inline constexpr std::size_t operation_count = Operations::count;

template <class Request, class Answer>
Answer answer_of(const Answers<Request, Answer>& engine);
/// The result type of an operation: AnswerTo<operation::Attention> is AttentionResult.
template <class Request>
using AnswerTo = decltype(answer_of<Request>(std::declval<const Operations&>()));

/// The activity of a graphics processor during some work, by its own clock.
struct DeviceWork {
    struct Kernel {
        std::string_view name;
        double seconds = 0;
        std::int64_t launches = 0;
    };
    std::vector<Kernel> kernels;                // those that ran, in no particular order
    double copy_seconds = 0;                    // both directions
    std::int64_t uploaded = 0, downloaded = 0;  // bytes
    std::int64_t max_memory = 0;                // peak memory, bytes

    [[nodiscard]] double kernel_seconds() const;
};

/// Runs the expensive operations: engine.run(operation::Attention{input, request}, job). Implementations
/// agree within stated tolerances and are independent of schemes. Each operation throws Cancelled, and
/// TooLarge (core/base/errors.hpp) if `unsupported_reason` gives a reason.
class Engine : public Operations {
  public:
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// The precision in which `Attention` computes and its inputs are best stored: float32 or float64.
    [[nodiscard]] virtual Precision precision() const = 0;

    /// Empty if the operation is supported at this size (`size()` of the operation), else the reason in one
    /// sentence.
    [[nodiscard]] virtual Message unsupported_reason(Operation operation, double size) const = 0;

    /// True if the operation is likely to take more than about 50 ms at this size, so that the caller may
    /// show a coarse result first.
    [[nodiscard]] virtual bool is_slow(Operation operation, double size) const = 0;

    /// Runs `work` and returns the activity of this engine's device meanwhile; empty if it has no device.
    [[nodiscard]] virtual std::optional<DeviceWork> device_work(const std::function<void()>& work) const {
        work();
        return std::nullopt;
    }

    /// Notices for the user about the computation so far: an engine that chooses among others (AutoEngine)
    /// reports which one failed, why, and which continued.
    [[nodiscard]] virtual std::vector<Message> notices() const { return {}; }
};

/// Returns the engine written for clarity: float64, one loop over the cells.
[[nodiscard]] const Engine& reference_engine();
/// Returns the engine written for speed: exact integer sums of the affine pieces per block, vectorized
/// products of rotations, threads.
[[nodiscard]] const Engine& cpu_engine();

}  // namespace poslab
