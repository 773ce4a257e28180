#pragma once

#include "core/base/sentence.hpp"

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

/// What engines are asked. Each is a struct in the header of its name (position_field in field.hpp, attention in attention.hpp, …),
/// which says what the answer is, and how much work.
namespace operation {
struct PositionField;
struct CosineProfile;
struct Attention;
struct LegsScan;
struct RotationResidual;
}  // namespace operation

enum class Operation { position_field, cosine_profile, attention, legs_scan, rotation_residual };

template <class Asked, class Answer>
class Answers {
  public:
    virtual ~Answers() = default;
    [[nodiscard]] virtual Answer run(const Asked& asked, const Job& job) const = 0;
};
template <class... Each>
class AnswersEach : public Each... {
  public:
    using Each::run...;
    static constexpr std::size_t count = sizeof...(Each);
};
/// Every operation, in the order of the enumeration, and what it answers.
using Operations = AnswersEach<Answers<operation::PositionField, Field>, Answers<operation::CosineProfile, std::vector<double>>,
                               Answers<operation::Attention, AttentionResult>, Answers<operation::LegsScan, RecordedStates<double>>,
                               Answers<operation::RotationResidual, Field>>;
inline constexpr std::size_t operation_count = Operations::count;

template <class Asked, class Answer>
Answer answer_of(const Answers<Asked, Answer>& engine);
/// What answers a question: AnswerTo<operation::Attention> is AttentionResult.
template <class Asked>
using AnswerTo = decltype(answer_of<Asked>(std::declval<const Operations&>()));

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

/// The heavy operations: engine.run(operation::Attention{input, request}, job). Implementations agree within stated tolerances;
/// none of them knows a scheme. Each operation throws Cancelled, and TooLarge (core/base/errors.hpp) where `unsupported` has a
/// reason.
class Engine : public Operations {
  public:
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// What `Attention` computes in, and its inputs are best held in: float32 or float64.
    [[nodiscard]] virtual Precision precision() const = 0;

    /// Empty if the operation can be done at this size (`size()` of what is asked), else one sentence why not.
    [[nodiscard]] virtual Sentence unsupported(Operation operation, double size) const = 0;

    /// Whether the operation is likely to take a noticeable time at such a size, more than some 50 ms: whoever asks may show
    /// something coarse first.
    [[nodiscard]] virtual bool is_slow(Operation operation, double size) const = 0;

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
