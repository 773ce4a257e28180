#include "core/files/gguf_header.hpp"

#include "core/base/number_format.hpp"
#include "core/files/input_file.hpp"
#include "core/files/number_type.hpp"
#include "core/files/placeholder_file.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::string_view mark = "GGUF";
constexpr std::uint64_t max_values = std::uint64_t{1} << 16U, max_tensors = std::uint64_t{1} << 20U;
constexpr std::uint64_t max_key_bytes = (std::uint64_t{1} << 16U) - 1, max_text_bytes = 4096,
                        max_list_numbers = 4096;
constexpr std::uint32_t max_dimensions_of_ggml = 8;
constexpr int max_nested = 4;
constexpr std::uint64_t buffer_bytes = std::uint64_t{1} << 16U;

/// Types of values, by their numbers in the file.
enum class Kind : std::uint32_t {
    uint8,
    int8,
    uint16,
    int16,
    uint32,
    int32,
    float32,
    truth,
    text,
    list,
    uint64,
    int64,
    float64
};
constexpr std::array<std::uint64_t, 13> bytes_of_kind{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
/// The minimum number of bytes per type; a text has its length, a list its type and count.
constexpr std::array<std::uint64_t, 13> min_bytes_of_kind{1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

template <class T>
T from_little_endian(const unsigned char* bytes) {
    std::uint64_t bits = 0;
    for (std::size_t n = 0; n < sizeof(T); ++n) bits |= static_cast<std::uint64_t>(bytes[n]) << (8 * n);
    if constexpr (sizeof(T) == 4) return std::bit_cast<T>(static_cast<std::uint32_t>(bits));
    if constexpr (sizeof(T) == 8) return std::bit_cast<T>(bits);
    return static_cast<T>(bits);
}

double in_short_decimals(float value) {
    return std::isfinite(value) ? number_of_digits(fmt::format("{}", value)) : static_cast<double>(value);
}

/// Reads the file in order through a buffer.
class Reader {
  public:
    explicit Reader(const OpenFile& file) : file_(file) {}

    [[nodiscard]] std::uint64_t at() const { return at_; }
    [[nodiscard]] std::uint64_t left() const { return file_.bytes() - at_; }
    [[noreturn]] void refuse(const Message& why) const { refuse_file(file_.path(), why); }
    /// Rejects a file that does not begin like a GGUF.
    [[noreturn]] void refuse_other() const {
        refuse_placeholder(file_.path(),
                           file_.read_text(0, std::min<std::uint64_t>(placeholder_bytes, file_.bytes())));
        refuse("not a GGUF file"_tr);
    }

    template <class T>
    T number() {
        std::array<unsigned char, sizeof(T)> bytes{};
        read(bytes);
        return from_little_endian<T>(bytes.data());
    }
    /// Reads a count that is at most `most` and whose items, `item_bytes` each, fit into the rest of the
    /// file.
    std::uint64_t count(std::uint64_t most, std::uint64_t item_bytes, const Text& what) {
        const auto declared = number<std::uint64_t>();
        if (declared > most || declared > left() / item_bytes)
            refuse(tr("declares {} {} at byte {}, more than a GGUF of {} bytes can hold", declared, what,
                      at_ - sizeof(declared), file_.bytes()));
        return declared;
    }
    std::string text(std::uint64_t most) {
        const std::uint64_t size = count(most, 1, "characters"_tr);
        std::string bytes(size, '\0');
        read({reinterpret_cast<unsigned char*>(bytes.data()), bytes.size()});
        return bytes;
    }
    void skip(std::uint64_t bytes) {
        if (bytes > left()) refuse(tr("ends before byte {}", at_ + bytes));
        at_ += bytes;
    }

  private:
    void read(std::span<unsigned char> out) {
        if (out.size() > left()) refuse(tr("ends before byte {}", at_ + out.size()));
        if (out.size() > buffer_bytes) {
            file_.read(at_, out);
        } else {
            if (at_ < begin_ || at_ + out.size() > begin_ + buffer_.size()) fill();
            std::memcpy(out.data(), buffer_.data() + (at_ - begin_), out.size());
        }
        at_ += out.size();
    }
    void fill() {
        buffer_.resize(std::min(buffer_bytes, left()));
        begin_ = at_;
        file_.read(at_, buffer_);
    }

    const OpenFile& file_;
    std::uint64_t at_ = 0, begin_ = 0;
    std::vector<unsigned char> buffer_;
};

Kind kind_of(Reader& reader) {
    const auto kind = reader.number<std::uint32_t>();
    if (kind >= bytes_of_kind.size())
        reader.refuse(tr("has a value of unknown type {} at byte {}", kind, reader.at() - 4));
    return static_cast<Kind>(kind);
}

Json scalar(Reader& reader, Kind kind) {
    switch (kind) {
        case Kind::uint8:
            return reader.number<std::uint8_t>();
        case Kind::int8:
            return static_cast<std::int8_t>(reader.number<std::uint8_t>());
        case Kind::uint16:
            return reader.number<std::uint16_t>();
        case Kind::int16:
            return static_cast<std::int16_t>(reader.number<std::uint16_t>());
        case Kind::uint32:
            return reader.number<std::uint32_t>();
        case Kind::int32:
            return reader.number<std::int32_t>();
        case Kind::float32:
            return in_short_decimals(reader.number<float>());
        case Kind::truth:
            return reader.number<std::uint8_t>() != 0;
        case Kind::uint64:
            return reader.number<std::uint64_t>();
        case Kind::int64:
            return reader.number<std::int64_t>();
        case Kind::float64:
            return reader.number<double>();
        case Kind::text:
        case Kind::list:
            break;
    }
    return nullptr;
}

Json text_value(Reader& reader) {
    const std::uint64_t size = reader.count(reader.left(), 1, "characters"_tr);
    if (size > max_text_bytes) {
        reader.skip(size);
        return nullptr;
    }
    std::string text(size, '\0');
    for (char& c : text) c = static_cast<char>(reader.number<std::uint8_t>());
    return text;
}

/// Reads a list. Short lists of numbers are stored; texts and nested lists are skipped.
Json list_value(Reader& reader, int depth) {
    const Kind kind = kind_of(reader);
    const auto index = static_cast<std::size_t>(kind);
    const std::uint64_t count = reader.count(reader.left(), min_bytes_of_kind.at(index), "items"_tr);
    if (kind == Kind::list && depth == max_nested)
        reader.refuse(tr("has lists nested deeper than {} at byte {}", max_nested, reader.at()));
    if (kind == Kind::text || kind == Kind::list) {
        for (std::uint64_t n = 0; n < count; ++n) {
            if (kind == Kind::list)
                static_cast<void>(list_value(reader, depth + 1));
            else
                reader.skip(reader.count(reader.left(), 1, "characters"_tr));
        }
        return nullptr;
    }
    if (count > max_list_numbers) {
        reader.skip(count * bytes_of_kind.at(index));
        return nullptr;
    }
    Json list = Json::array();
    for (std::uint64_t n = 0; n < count; ++n) list.push_back(scalar(reader, kind));
    return list;
}

Json value_of(Reader& reader) {
    const Kind kind = kind_of(reader);
    if (kind == Kind::text) return text_value(reader);
    return kind == Kind::list ? list_value(reader, 1) : scalar(reader, kind);
}

GgufHeader::Tensor tensor_of(Reader& reader) {
    GgufHeader::Tensor tensor{.name = reader.text(max_key_bytes), .shape = {}};
    const auto dimensions = reader.number<std::uint32_t>();
    if (dimensions > max_dimensions_of_ggml)
        reader.refuse(tr("has a tensor '{}' with {} dimensions", printable_text(tensor.name), dimensions));
    for (std::uint32_t d = 0; d < dimensions; ++d) tensor.shape.push_back(reader.number<std::uint64_t>());
    tensor.type = reader.number<std::uint32_t>();
    tensor.offset = reader.number<std::uint64_t>();
    return tensor;
}

void read_version(Reader& reader) {
    for (const char letter : mark)
        if (reader.number<std::uint8_t>() != static_cast<unsigned char>(letter)) reader.refuse_other();
    const auto version = reader.number<std::uint32_t>();
    constexpr std::uint32_t low_half = 0xFFFF;
    if (version != 0 && (version & low_half) == 0)
        reader.refuse("a big-endian GGUF; only little-endian is supported"_tr);
    if (version != 2 && version != 3)
        reader.refuse(tr("a GGUF of version {}; versions 2 and 3 are supported", version));
}

std::uint64_t alignment_of(const Json& values, const Reader& reader) {
    constexpr std::uint64_t usual = 32, most = std::uint64_t{1} << 20U;
    const auto found = values.find("general.alignment");
    if (found == values.end()) return usual;
    const std::uint64_t alignment = found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
    if (alignment == 0 || alignment > most || !std::has_single_bit(alignment))
        reader.refuse("general.alignment must be a power of two"_tr);
    return alignment;
}

}  // namespace

const GgufHeader::Tensor* GgufHeader::find(std::string_view name) const {
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const Tensor& tensor) { return tensor.name == name; });
    return found == tensors.end() ? nullptr : &*found;
}

bool is_gguf(std::string_view first_bytes) { return first_bytes.starts_with(mark); }

GgufHeader read_gguf_header(const OpenFile& file) {
    Reader reader(file);
    read_version(reader);
    constexpr std::uint64_t min_tensor = 24, min_value = 13;
    const std::uint64_t tensors = reader.count(max_tensors, min_tensor, "tensors"_tr);
    const std::uint64_t values = reader.count(max_values, min_value, "values"_tr);
    GgufHeader header;
    for (std::uint64_t n = 0; n < values; ++n) {
        const std::string key = reader.text(max_key_bytes);
        if (header.values.contains(key)) reader.refuse(tr("has the key '{}' twice", printable_text(key)));
        header.values[key] = value_of(reader);
    }
    for (std::uint64_t n = 0; n < tensors; ++n) header.tensors.push_back(tensor_of(reader));
    const std::uint64_t step = alignment_of(header.values, reader),
                        begin = (reader.at() + step - 1) / step * step;
    for (GgufHeader::Tensor& tensor : header.tensors) {
        if (tensor.offset > file.bytes())
            reader.refuse(
                tr("has a tensor '{}' that begins after the end of the file", printable_text(tensor.name)));
        tensor.offset += begin;
    }
    return header;
}

std::vector<double> read_gguf_list(const OpenFile& file, const GgufHeader::Tensor& tensor) {
    const std::string location = file.path() + "#" + printable_text(tensor.name);
    constexpr std::uint64_t bytes = 4;
    if (tensor.type != 0) refuse_file(location, tr("has ggml type {}; must be float32 (0)", tensor.type));
    if (tensor.shape.size() != 1 || tensor.shape.front() == 0 || tensor.shape.front() > max_list_numbers)
        refuse_file(location, tr("must be a list of at most {} numbers", max_list_numbers));
    const std::uint64_t count = tensor.shape.front();
    if (tensor.offset > file.bytes() || count * bytes > file.bytes() - tensor.offset)
        refuse_file(location, tr("ends at byte {}, but the file ends at byte {}",
                                 tensor.offset + count * bytes, file.bytes()));
    std::vector<unsigned char> stored(count * bytes);
    file.read(tensor.offset, stored);
    std::vector<double> numbers(count);
    convert_numbers({NumberType::float32, false}, stored, bytes, std::span(numbers));
    return numbers;
}

}  // namespace poslab
