#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace poslab::test {

/// Holds back the questions of a FileDeadline about some paths, as a mount whose server is gone. A thread
/// that is held back may outlive the object.
class DeadServer {
  public:
    void hold(const std::string& path) const {
        change([&] { state_->held.insert(path); });
    }
    void answer(const std::string& path) const {
        change([&] { state_->held.erase(path); });
    }
    [[nodiscard]] std::ptrdiff_t questions(const std::string& path) const {
        const std::lock_guard lock(state_->mutex);
        return std::count_if(state_->asked.begin(), state_->asked.end(),
                             [&](const std::string& key) { return key.find(path) != std::string::npos; });
    }
    [[nodiscard]] std::function<void(const std::string&)> before() const {
        return [state = state_](const std::string& key) {
            std::unique_lock lock(state->mutex);
            state->asked.push_back(key);
            state->changed.wait(lock, [&] {
                return std::none_of(state->held.begin(), state->held.end(), [&](const std::string& path) {
                    return key.find(path) != std::string::npos;
                });
            });
        };
    }

  private:
    template <class Change>
    void change(const Change& change) const {
        const std::lock_guard lock(state_->mutex);
        change();
        state_->changed.notify_all();
    }

    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::set<std::string> held;
        std::vector<std::string> asked;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace poslab::test
