#include "core/files/byte_source.hpp"

#include "core/files/input_file.hpp"

#include <zlib.h>
#include <algorithm>
#include <vector>

namespace poslab {
namespace {

class StoredBytes : public ByteSource {
  public:
    StoredBytes(const OpenFile& file, std::uint64_t begin, std::uint64_t bytes)
        : file_(file), begin_(begin), bytes_(bytes) {}

    [[nodiscard]] std::uint64_t bytes() const override { return bytes_; }
    void read(std::uint64_t offset, std::span<unsigned char> out) override {
        file_.read(begin_ + offset, out);
    }

  private:
    const OpenFile& file_;
    std::uint64_t begin_, bytes_;
};

constexpr std::uint64_t max_checked_bytes = std::uint64_t{1} << 28U,
                        checked_piece_bytes = std::uint64_t{1} << 20U;

}  // namespace

void check_stored(const OpenFile& file, const PackedBytes& packed, const std::string& location) {
    if (packed.bytes > max_checked_bytes) return;
    std::vector<unsigned char> piece(std::min(packed.bytes, checked_piece_bytes));
    uLong checksum = 0;
    for (std::uint64_t read = 0; read < packed.bytes; read += piece.size()) {
        piece.resize(std::min(checked_piece_bytes, packed.bytes - read));
        file.read(packed.offset + read, piece);
        checksum = crc32_z(checksum, piece.data(), piece.size());
    }
    if (checksum != packed.checksum) refuse_file(location, "damaged: wrong checksum"_tr);
}

std::unique_ptr<ByteSource> stored_bytes(const OpenFile& file, std::uint64_t begin, std::uint64_t bytes) {
    return std::make_unique<StoredBytes>(file, begin, bytes);
}

}  // namespace poslab
