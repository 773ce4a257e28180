#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace poslab {

/// A value computed once, when first requested. Thread-safe: two threads that request it at the same time may
/// both compute it, and both get the value of the first. A copy shares the value.
template <class T>
class Memo {
  public:
    Memo() = default;
    Memo(const Memo& other) : value_(other.found()) {}
    Memo& operator=(const Memo& other) {
        keep(other.found());
        return *this;
    }
    ~Memo() = default;

    /// Returns the value, computed by `make` if there is none. Valid until keep() replaces it.
    template <class Make>
    const T& get(const Make& make) const {
        if (const std::shared_ptr<const T> known = found()) return *known;
        auto made = std::make_shared<const T>(make());
        const std::lock_guard lock(mutex_);
        if (value_ == nullptr) value_ = std::move(made);
        return *value_;
    }
    /// Returns the value; null if it was not computed.
    [[nodiscard]] std::shared_ptr<const T> found() const {
        const std::lock_guard lock(mutex_);
        return value_;
    }
    /// Replaces the value.
    void keep(std::shared_ptr<const T> value) const {
        const std::lock_guard lock(mutex_);
        value_ = std::move(value);
    }

  private:
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const T> value_;
};

}  // namespace poslab
