#pragma once

#include "core/base/message.hpp"

#include <array>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

namespace poslab {

/// Returns "24 B", "1.5 KiB", "190.7 MiB" or "2.4 GiB".
[[nodiscard]] std::string memory_text(double bytes);

/// Thrown instead of an allocation that would exceed the ledger's limit. what() and message() state the
/// requested bytes, the bytes that are left and the limit.
class LedgerExceeded : public std::bad_alloc {
  public:
    LedgerExceeded(double requested, double left, double limit) noexcept;
    [[nodiscard]] const char* what() const noexcept override { return english_.data(); }
    [[nodiscard]] Message message() const;

  private:
    double requested_, left_, limit_;
    std::array<char, 160> english_{};  // formatted without allocating
};

/// The memory that the program's objects hold, in bytes. The program's operator new and delete
/// (app/allocation.cpp) enter each allocation; a LedgerEntry enters memory of the system or of a library.
/// All functions are thread-safe.
namespace memory_ledger {

/// Allocations below this size are counted, but only refused if small ones alone exceed the limit.
inline constexpr std::size_t large = std::size_t{1} << 16U;

/// Without a limit, nothing is refused.
void set_limit(double bytes) noexcept;
[[nodiscard]] double taken() noexcept;
/// Enters `bytes`. Throws LedgerExceeded, and enters nothing, if they exceed the limit.
void enter(std::size_t bytes);
void remove(std::size_t bytes) noexcept;

}  // namespace memory_ledger

/// Memory that operator new does not allocate: entered while the object lives. A copy is for a copy of that
/// memory, and enters as many bytes.
class LedgerEntry {
  public:
    LedgerEntry() = default;
    /// Throws LedgerExceeded.
    explicit LedgerEntry(std::size_t bytes) : bytes_(bytes) { memory_ledger::enter(bytes); }
    LedgerEntry(const LedgerEntry& other) : LedgerEntry(other.bytes_) {}
    LedgerEntry(LedgerEntry&& other) noexcept : bytes_(std::exchange(other.bytes_, 0)) {}
    LedgerEntry& operator=(LedgerEntry other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~LedgerEntry() { memory_ledger::remove(bytes_); }

  private:
    std::size_t bytes_ = 0;
};

}  // namespace poslab
