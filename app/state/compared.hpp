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

/// The shown pins of the chosen view with their data, which a separate thread computes one after the other.
/// All of them use the current values of the parameters of the stages sample, window and style.
class Compared {
  public:
    /// `wake` is called on that thread whenever there are new results.
    explicit Compared(std::function<void()> wake) : worker_(std::move(wake), Store::max_pins) {}

    /// Copies pins, values and language of the store; call first in each frame.
    void update(const Store& store);
    /// Requests the missing data, with the settings of `present`.
    void compute(const ComputeRequest& present);

    /// Returns the label of the current values; empty if nothing is compared.
    [[nodiscard]] const std::string& label() const { return label_; }
    /// Returns the shown pins that differ from the current values. Their data may be of an earlier window.
    [[nodiscard]] const std::vector<Variant>& others() const { return others_; }
    /// Returns a label per pin, by its index; empty for a pin equal to the current values.
    [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
    /// True if the final data of all compared pins are available or failed.
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

    void take(const WorkerStatus& status);
    [[nodiscard]] std::shared_ptr<const Data> data_for(const ComputeRequest& requested) const;

    const View* view_ = nullptr;
    Values values_;
    Pins pins_;
    std::optional<Language> language_;
    std::string label_;
    std::vector<std::string> labels_;
    std::vector<Variant> others_;
    std::vector<std::shared_ptr<const Result>> results_;  // the newest last
    std::optional<ComputeRequest> last_request_;
    std::vector<Failed> failed_;
    Message error_;
    std::exception_ptr failure_;
    bool complete_ = true;
    Worker worker_;
};

}  // namespace poslab
