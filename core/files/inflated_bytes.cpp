#include "core/files/byte_source.hpp"

#include "core/files/input_file.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <algorithm>
#include <new>
#include <utility>
#include <vector>

namespace poslab {
namespace {

constexpr std::uint64_t member_piece_bytes = std::uint64_t{1} << 18U,
                        max_checked_bytes = std::uint64_t{1} << 28U;

class InflatedBytes : public ByteSource {
  public:
    InflatedBytes(const OpenFile& file, const PackedBytes& packed, std::string location, const Job& job)
        : file_(file), packed_(packed), place_(std::move(location)), job_(job) {
        // negative: without a zlib header
        if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~InflatedBytes() override { inflateEnd(&stream_); }

    [[nodiscard]] std::uint64_t bytes() const override { return packed_.bytes_inflated; }

    void read(std::uint64_t offset, std::span<unsigned char> out) override {
        if (place_in_member_ < offset) skipped_.resize(member_piece_bytes);
        while (place_in_member_ < offset) {
            inflate_next(std::span(skipped_).first(
                std::min<std::uint64_t>(member_piece_bytes, offset - place_in_member_)));
        }
        while (!out.empty()) {
            const std::size_t size = std::min<std::size_t>(member_piece_bytes, out.size());
            inflate_next(out.first(size));
            out = out.subspan(size);
        }
    }

  private:
    void inflate_next(std::span<unsigned char> out) {
        job_.check();
        stream_.next_out = out.data();
        stream_.avail_out = static_cast<uInt>(out.size());
        while (stream_.avail_out > 0) {
            if (stream_.avail_in == 0) refill();
            const int answer = inflate(&stream_, Z_NO_FLUSH);
            if (answer == Z_MEM_ERROR) throw std::bad_alloc();
            const bool more = answer == Z_OK || (answer == Z_STREAM_END && stream_.avail_out == 0);
            if (!more)
                damaged(answer == Z_STREAM_END ? "unexpected end of data"
                                               : (stream_.msg != nullptr ? stream_.msg : "unknown"));
        }
        place_in_member_ += out.size();
        checksum_ = crc32_z(checksum_, out.data(), out.size());
        if (place_in_member_ == packed_.bytes_inflated && checksum_ != packed_.checksum) {
            refuse_file(place_, "damaged: wrong checksum"_tr);
        }
    }

    void refill() {
        const std::uint64_t size = std::min(member_piece_bytes, packed_.bytes - read_);
        if (size == 0) damaged("unexpected end of data");
        input_.resize(size);
        file_.read(packed_.offset + read_, input_);
        read_ += size;
        stream_.next_in = input_.data();
        stream_.avail_in = static_cast<uInt>(size);
    }

    [[noreturn]] void damaged(const char* why) const {
        const std::uint64_t at = packed_.offset + read_ - stream_.avail_in;
        refuse_file(place_, tr("cannot be inflated at byte {} of the file: {}", at, why));
    }

    const OpenFile& file_;
    PackedBytes packed_;
    std::string place_;
    const Job& job_;
    z_stream stream_{};
    std::vector<unsigned char> input_, skipped_;
    std::uint64_t read_ = 0, place_in_member_ = 0;
    uLong checksum_ = 0;
};

}  // namespace

void check_stored(const OpenFile& file, const PackedBytes& packed, const std::string& location,
                  const Job& job) {
    if (packed.bytes > max_checked_bytes) return;
    std::vector<unsigned char> piece(std::min(packed.bytes, member_piece_bytes));
    uLong checksum = 0;
    for (std::uint64_t read = 0; read < packed.bytes; read += piece.size()) {
        job.check();
        piece.resize(std::min(member_piece_bytes, packed.bytes - read));
        file.read(packed.offset + read, piece);
        checksum = crc32_z(checksum, piece.data(), piece.size());
    }
    if (checksum != packed.checksum) refuse_file(location, "damaged: wrong checksum"_tr);
}

std::unique_ptr<ByteSource> inflated_bytes(const OpenFile& file, const PackedBytes& packed,
                                           std::string location, const Job& job) {
    return std::make_unique<InflatedBytes>(file, packed, std::move(location), job);
}

}  // namespace poslab
