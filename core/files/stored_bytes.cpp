#include "core/files/byte_source.hpp"

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

}  // namespace

std::unique_ptr<ByteSource> stored_bytes(const OpenFile& file, std::uint64_t begin, std::uint64_t bytes) {
    return std::make_unique<StoredBytes>(file, begin, bytes);
}

}  // namespace poslab
