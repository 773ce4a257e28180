#pragma once

#include "app/state/store.hpp"
#include "app/state/worker.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace poslab {

/// The pinned values, looked at as the present ones are: with their parameters of the stages window and style.
[[nodiscard]] Values linked_pin(const View& view, const Values& pinned, const Values& present);

/// What of the pins of the chosen view is set beside the present values, and the data of it, which a thread of its own computes,
/// one after the other. What is looked at (parameters of the stages window and style) is the present's for all of them.
class Compared {
  public:
    /// `wake` is called on that thread whenever there is something new.
    explicit Compared(std::function<void()> wake) : worker_(std::move(wake), Store::most_pins) {}

    /// Call first in a frame: takes over pins, values and language of the store.
    void update(const Store& store);
    /// Asks for the data that are missing, in the way in which `present` asks for its own.
    void compute(const ComputeRequest& present);

    /// The label of the present values; empty where nothing is beside them.
    [[nodiscard]] const std::string& label() const { return label_; }
    /// Those that are shown and differ from the present; with the data there are, be they of another window.
    [[nodiscard]] const std::vector<Variant>& beside() const { return beside_; }
    /// What tells each pin apart, by its place; that of one that is as the present is empty.
    [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
    /// Whether the final data of all that is beside are there, or cannot be.
    [[nodiscard]] bool complete() const { return complete_; }
    /// Why some have none; empty: all have.
    [[nodiscard]] const Sentence& error() const { return error_; }

  private:
    void take(const WorkerStatus& status);
    [[nodiscard]] std::shared_ptr<const Data> data_for(const ComputeRequest& wanted) const;

    const View* view_ = nullptr;
    Values values_;
    Pins pins_;
    std::optional<Language> language_;
    std::string label_;
    std::vector<std::string> labels_;
    std::vector<Variant> beside_;
    std::vector<std::shared_ptr<const Result>> results_;  // the newest last
    std::optional<ComputeRequest> asked_;
    std::vector<ComputeRequest> failed_;
    Sentence error_;
    bool complete_ = true;
    Worker worker_;
};

}  // namespace poslab
