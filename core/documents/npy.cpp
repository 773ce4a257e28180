#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/base/utf8.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/documents/result.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace poslab {

namespace {

static_assert(std::endian::native == std::endian::little, "float64 is written in its memory layout");

std::string npy_header(const std::vector<std::int64_t>& sizes, std::string_view type) {
    std::string shape;
    for (const std::int64_t n : sizes) shape += fmt::format("{}, ", n);
    if (sizes.size() > 1) shape.resize(shape.size() - 2);
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
    constexpr std::size_t preamble = 10;
    const std::size_t padded = (preamble + header.size() + 1 + 63) / 64 * 64;
    header.resize(padded - preamble - 1, ' ');
    header += '\n';
    const auto size = static_cast<std::uint16_t>(header.size());
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(size & 0xFFU);
    bytes += static_cast<char>(size >> 8U);
    return bytes + header;
}

void put(std::string& out, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>((number >> (8 * i)) & 0xFFU);
}

struct ZipEntry {
    std::string name;
    std::uint32_t checksum;
    std::uint64_t size, offset;
};

/// Writes the fields that a local header and a directory entry share (PKWARE APPNOTE 4.3.7, 4.3.12), with
/// time 1980-01-01.
void put_common(std::string& out, const ZipEntry& entry) {
    constexpr std::uint64_t name_is_utf8 = 0x800;
    const bool ascii = std::all_of(entry.name.begin(), entry.name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    put(out, 20, 2);
    put(out, ascii ? 0 : name_is_utf8, 2);
    put(out, 0, 2);
    put(out, 0, 2);
    put(out, 0x21, 2);
    put(out, entry.checksum, 4);
    put(out, entry.size, 4);
    put(out, entry.size, 4);
    put(out, entry.name.size(), 2);
    put(out, 0, 2);
}

void put_directory(std::string& out, const std::vector<ZipEntry>& entries) {
    const std::uint64_t start = out.size();
    for (const ZipEntry& entry : entries) {
        put(out, 0x02014b50, 4);
        put(out, 20, 2);
        put_common(out, entry);
        put(out, 0, 2);
        put(out, 0, 2);
        put(out, 0, 2);
        put(out, 0, 4);
        put(out, entry.offset, 4);
        out += entry.name;
    }
    const std::uint64_t size = out.size() - start;
    put(out, 0x06054b50, 4);
    put(out, 0, 4);
    put(out, entries.size(), 2);
    put(out, entries.size(), 2);
    put(out, size, 4);
    put(out, start, 4);
    put(out, 0, 2);
}

/// A zip whose members are stored, not deflated.
class Zip {
  public:
    void add(const std::string& name, const std::string& bytes) {
        if (bytes.size() + out_.size() > 0xFFFF0000U)
            throw TooLarge(".npz is limited to 4 GiB; write single arrays as .npy"_tr);
        constexpr std::size_t max_name = 0xFFFF, max_entries = 0xFFFF;
        std::string entry_name = valid_utf8(name) + ".npy";
        if (entry_name.size() > max_name)
            throw TooLarge(tr(".npz is limited to names of {} bytes; '{}' has {}", max_name,
                              printable_text(name), entry_name.size()));
        if (entries_.size() == max_entries)
            throw TooLarge(tr(".npz is limited to {} arrays; write single arrays as .npy", max_entries));
        const auto checksum = static_cast<std::uint32_t>(
            crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
        entries_.push_back({std::move(entry_name), checksum, bytes.size(), out_.size()});
        put(out_, 0x04034b50, 4);
        put_common(out_, entries_.back());
        out_ += entries_.back().name;
        out_ += bytes;
    }
    [[nodiscard]] std::string bytes() {
        put_directory(out_, entries_);
        return std::move(out_);
    }

  private:
    std::string out_;
    std::vector<ZipEntry> entries_;
};

/// Returns texts as a one-dimensional array of NumPy's '<U': UTF-32, padded with zeros.
std::string texts_npy(std::span<const std::string> texts) {
    std::vector<std::u32string> decoded;
    std::size_t longest = 1;
    for (const std::string& text : texts) {
        std::u32string characters;
        for (std::string_view rest = text; !rest.empty();) characters += next_code_point(rest);
        longest = std::max(longest, characters.size());
        decoded.push_back(std::move(characters));
    }
    std::string bytes = npy_header({static_cast<std::int64_t>(texts.size())}, fmt::format("<U{}", longest));
    for (std::u32string& text : decoded) {
        text.resize(longest, U'\0');
        for (const char32_t character : text) put(bytes, character, 4);
    }
    return bytes;
}

}  // namespace

std::string npy_bytes(const Array& array) {
    std::string bytes = npy_header(array.shape, "<f8");
    const std::size_t start = bytes.size();
    bytes.resize(start + array.data->size() * sizeof(double));
    for (std::size_t i = 0; i < array.data->size(); ++i) {
        double number = (*array.data)[i];
        if (is_masked(number)) number = std::numeric_limits<double>::quiet_NaN();
        std::memcpy(bytes.data() + start + i * sizeof(double), &number, sizeof(double));
    }
    return bytes;
}

std::string npz_bytes(std::span<const Array> arrays, std::span<const std::string> warnings) {
    Zip zip;
    for (const Array& array : arrays) zip.add(array.name, npy_bytes(array));
    if (!warnings.empty()) zip.add("warnings", texts_npy(warnings));
    return zip.bytes();
}

}  // namespace poslab
