#pragma once

#include "core/base/job.hpp"
#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace poslab {

/// Bytes that are read from the front to the back; what lies between may be left out.
class ByteSource {
  public:
    ByteSource() = default;
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    [[nodiscard]] virtual std::uint64_t bytes() const = 0;
    /// Fills `out` from `offset` on, which is not before the end of what was read last. All must lie within bytes().
    /// Throws InputError that begins with the place; Cancelled.
    virtual void read(std::uint64_t offset, std::span<unsigned char> out) = 0;
};

/// `bytes` of a file from `begin` on, as they are.
[[nodiscard]] std::unique_ptr<ByteSource> stored_bytes(const OpenFile& file, std::uint64_t begin, std::uint64_t bytes);

/// Inflates as it goes, so that memory does not grow with the member; all up to what is wanted is inflated, and the checksum
/// is compared once the last byte was. `place` names the member in messages. `file` and `job` must outlive it.
[[nodiscard]] std::unique_ptr<ByteSource> inflated_bytes(const OpenFile& file, const PackedBytes& packed, std::string place,
                                                         const Job& job);

}  // namespace poslab
