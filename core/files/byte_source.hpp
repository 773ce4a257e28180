#pragma once

#include "core/base/job.hpp"
#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace poslab {

/// Bytes that are read in order; parts may be skipped.
class ByteSource {
  public:
    ByteSource() = default;
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    [[nodiscard]] virtual std::uint64_t bytes() const = 0;
    /// Reads `out` from `offset`, which is not before the end of the previous read. All bytes must be within
    /// bytes(). Throws InputError that begins with the file's name; Cancelled.
    virtual void read(std::uint64_t offset, std::span<unsigned char> out) = 0;
};

/// Returns `bytes` of a file from `begin`, unchanged.
[[nodiscard]] std::unique_ptr<ByteSource> stored_bytes(const OpenFile& file, std::uint64_t begin,
                                                       std::uint64_t bytes);

/// Compares a stored member with its checksum, unless it has more than 256 MiB: of those only parts are read.
/// Throws InputError, Cancelled.
void check_stored(const OpenFile& file, const PackedBytes& packed, const std::string& location,
                  const Job& job);

/// Returns the content of a deflated member, inflated while reading, so that memory does not grow with its
/// size. Everything up to the requested bytes is inflated; the checksum is compared after the last byte.
/// `location` names the member in messages; `file` and `job` must outlive the result.
[[nodiscard]] std::unique_ptr<ByteSource> inflated_bytes(const OpenFile& file, const PackedBytes& packed,
                                                         std::string location, const Job& job);

}  // namespace poslab
