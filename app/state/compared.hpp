#pragma once

#include "app/state/store.hpp"
#include "app/state/worker.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace poslab {

/// Returns pinned values with the current values of the parameters of the stages sample, window and style.
[[nodiscard]] Values linked_pin(const View& view, const Values& pinned, const Values& present);

/// The pins of the chosen view, compared with the current values.
struct ComparedPins {
    std::string label;                // of the current values; empty if nothing is compared
    std::vector<std::string> labels;  // per pin, by its index; empty for a pin equal to the current values
    std::vector<Variant> others;      // the shown pins that differ; their data may be of an earlier window
};

/// The shown pins of the chosen view with their data, which a separate thread computes one after the other.
/// All of them use the current values of the parameters of the stages sample, window and style.
class Compared {
  public:
    /// `wake` is called on that thread whenever there are new results.
    explicit Compared(std::function<void()> wake) : worker_(std::move(wake), Store::max_pins) {}

    /// Requests the missing data of the store's pins, with the settings of `present`.
    void compute(const Store& store, const ComputeRequest& present);

    /// Returns the pins of the store. They have no data until compute() if its view, values, pins or language
    /// changed since the last call. Valid until such a change.
    [[nodiscard]] const ComparedPins& pins(const Store& store) const;
    /// True if the labels are final, and the final data of all compared pins are available or failed.
    [[nodiscard]] bool complete() const { return complete_; }
    /// Returns the reason why data are missing; empty: none are.
    [[nodiscard]] const Message& error() const { return error_; }
    /// Returns the exception of which error() is the message; null if no data are missing.
    [[nodiscard]] const std::exception_ptr& failure() const { return failure_; }

  private:
    struct Failed {
        ComputeRequest request;
        Message error;
        std::exception_ptr exception;
    };

    /// The pins of a store in one state, which is the key of the others.
    struct Memo {
        const View* view = nullptr;
        Values values;
        Pins pins;
        std::optional<Language> language;
        ComparedPins compared;
        bool is_final = true;  // false while a file is read from which its labels follow
    };

    void take(const WorkerStatus& status);
    [[nodiscard]] std::shared_ptr<const Data> data_for(const ComputeRequest& requested) const;

    mutable Memo memo_;
    std::vector<std::shared_ptr<const Result>> results_;  // the newest last
    std::optional<ComputeRequest> last_request_;
    std::vector<Failed> failed_;
    Message error_;
    std::exception_ptr failure_;
    bool complete_ = true;
    Worker worker_;
};

}  // namespace poslab
