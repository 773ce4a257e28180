#include "core/files/npy_header.hpp"

#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace poslab {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_npy_header_bytes = 65'535;

/// The header's dictionary, a Python literal with exactly three keys; the type is in NumPy's notation.
struct Dictionary {
    std::optional<std::string> type;
    std::optional<bool> fortran_order;
    std::optional<std::vector<std::int64_t>> shape;
};

class DictionaryReader {
  public:
    /// `offset` is that of the text in the member or file, for messages.
    DictionaryReader(std::string_view text, std::size_t offset, const std::string& location)
        : text_(text), offset_(offset), place_(location) {}

    Dictionary read() {
        Dictionary dictionary;
        expect('{');
        while (!accept('}')) {
            const std::size_t at = at_;
            const std::string key = text();
            expect(':');
            if (key == "descr" && !dictionary.type) {
                dictionary.type = type();
            } else if (key == "fortran_order" && !dictionary.fortran_order) {
                dictionary.fortran_order = truth();
            } else if (key == "shape" && !dictionary.shape) {
                dictionary.shape = shape();
            } else {
                fail(at);
            }
            if (!accept(',') && next() != '}') fail(at_);
        }
        if (next() != '\0' || at_ != text_.size()) fail(at_);
        if (!dictionary.type || !dictionary.fortran_order || !dictionary.shape) fail(at_);
        return dictionary;
    }

  private:
    [[noreturn]] void fail(std::size_t at) const {
        refuse_file(place_, tr("invalid .npy header at byte {}", offset_ + at));
    }
    [[nodiscard]] char next() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool accept(char c) {
        const bool exists = next() == c && at_ < text_.size();
        at_ += exists ? 1 : 0;
        return exists;
    }
    void expect(char c) {
        if (!accept(c)) fail(at_);
    }
    std::string text() {
        const char quote = next();
        if (quote != '\'' && quote != '"') fail(at_);
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos) fail(at_);
        std::string inside(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return inside;
    }
    std::string type() {
        if (next() == '[') refuse_file(place_, "holds structured records, not numbers"_tr);
        return text();
    }
    bool truth() {
        static_cast<void>(next());
        for (const auto& [word, value] :
             {std::pair<std::string_view, bool>("True", true), {"False", false}}) {
            if (!text_.substr(at_).starts_with(word)) continue;
            at_ += word.size();
            return value;
        }
        fail(at_);
    }
    std::vector<std::int64_t> shape() {
        std::vector<std::int64_t> sizes;
        expect('(');
        while (!accept(')')) {
            static_cast<void>(next());
            std::int64_t size = 0;
            const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), size);
            if (error != std::errc{} || size < 0) fail(at_);
            at_ = static_cast<std::size_t>(end - text_.data());
            static_cast<void>(accept('L'));  // Python 2 wrote long integers with this suffix
            sizes.push_back(size);
            if (!accept(',') && next() != ')') fail(at_);
            if (sizes.size() > max_dimensions) {
                refuse_file(place_, tr("has more than {} dimensions", max_dimensions));
            }
        }
        return sizes;
    }

    std::string_view text_;
    std::size_t offset_;
    const std::string& place_;
    std::size_t at_ = 0;
};

/// A type in NumPy's notation, such as "<f4". NumPy reads a missing byte order as '=', the machine's.
struct TypeParts {
    char order;
    std::string_view letters;
};

TypeParts split_type(std::string_view type) {
    const bool has_order = !type.empty() && std::string_view("<>|=").find(type[0]) != std::string_view::npos;
    return {has_order ? type[0] : '=', type.substr(has_order ? 1 : 0)};
}

/// Returns the common name of a type, such as "int64" for "<i8", for NumPy's type letters.
std::string name_of_type(std::string_view type) {
    constexpr std::array<std::pair<char, std::string_view>, 11> kinds{{{'b', "bool"},
                                                                       {'i', "int"},
                                                                       {'u', "uint"},
                                                                       {'f', "float"},
                                                                       {'c', "complex"},
                                                                       {'O', "Python objects"},
                                                                       {'S', "text"},
                                                                       {'U', "text"},
                                                                       {'M', "dates"},
                                                                       {'m', "durations"},
                                                                       {'V', "raw bytes"}}};
    const std::string_view letters = split_type(type).letters;
    const auto* const kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return letters.starts_with(k.first); });
    if (kind == kinds.end()) return "an unknown type";
    int bytes = 0;
    std::from_chars(letters.data() + 1, letters.data() + letters.size(), bytes);
    const bool counted =
        std::string_view("iufc").find(letters[0]) != std::string_view::npos && bytes > 0 && bytes <= 64;
    return counted ? fmt::format("{}{}", kind->second, 8 * bytes) : std::string(kind->second);
}

std::optional<NumberLayout> number_layout(std::string_view type) {
    using enum NumberType;
    constexpr std::array<std::pair<std::string_view, NumberType>, 3> floats{
        {{"f2", float16}, {"f4", float32}, {"f8", float64}}};
    const TypeParts parts = split_type(type);
    // NumPy has no bfloat16; an array of ml_dtypes is written as two raw bytes per number.
    if (parts.letters == "V2" && parts.order != '>') return NumberLayout{bfloat16, false};
    if (parts.order == '|') return std::nullopt;
    for (const auto& [letters, number] : floats)
        if (letters == parts.letters) return NumberLayout{number, parts.order == '>'};
    return std::nullopt;
}

NumberLayout layout_of(const std::string& type, const std::string& location) {
    if (const auto layout = number_layout(type)) return *layout;
    const std::string name = name_of_type(type), letters = printable_text(type);
    refuse_file(location,
                tr("holds {} ('{}'); must be float16, bfloat16, float32 or float64", name, letters));
}

struct HeaderLocation {
    std::size_t begin = 0, bytes = 0;
};

HeaderLocation find_header(ByteSource& bytes, const std::string& location) {
    constexpr std::size_t before_size = 8;
    std::array<unsigned char, before_size> start{};
    if (bytes.bytes() < before_size + 2) refuse_file(location, "too short for a .npy file"_tr);
    bytes.read(0, start);
    if (!std::equal(magic.begin(), magic.end(), start.begin(),
                    [](char a, unsigned char b) { return a == static_cast<char>(b); })) {
        refuse_file(location, "not a .npy file: wrong magic bytes"_tr);
    }
    const int major = start[6], minor = start[7];
    if (major < 1 || major > 3 || minor != 0) {
        refuse_file(location, tr(".npy of version {}.{}; must be 1.0, 2.0 or 3.0", major, minor));
    }
    std::array<unsigned char, 4> size{};
    const std::size_t size_bytes = major == 1 ? 2 : 4;
    if (bytes.bytes() < before_size + size_bytes) refuse_file(location, "too short for a .npy file"_tr);
    bytes.read(before_size, std::span(size).first(size_bytes));
    const std::size_t header = size[0] + 256U * (size[1] + 256U * (size[2] + std::size_t{256} * size[3]));
    if (header > max_npy_header_bytes) {
        refuse_file(location,
                    tr("its .npy header has {} bytes; at most {} are allowed", header, max_npy_header_bytes));
    }
    if (bytes.bytes() < before_size + size_bytes + header) {
        refuse_file(location, tr("truncated within its header of {} bytes", header));
    }
    return {before_size + size_bytes, header};
}

struct Header {
    Dictionary dictionary;
    std::uint64_t end = 0;
};

Header read_header(ByteSource& bytes, const std::string& location) {
    const HeaderLocation header = find_header(bytes, location);
    std::string text(header.bytes, '\0');
    bytes.read(header.begin, {reinterpret_cast<unsigned char*>(text.data()), text.size()});
    return {DictionaryReader(text, header.begin, location).read(), header.begin + header.bytes};
}

/// Returns the layout of "<i4", "|u1"; empty for other numbers.
std::optional<IntegerLayout> integer_layout(std::string_view type) {
    const auto [order, letters] = split_type(type);
    if (letters.size() != 2 || (letters[0] != 'i' && letters[0] != 'u')) return std::nullopt;
    if (std::string_view("1248").find(letters[1]) == std::string_view::npos) return std::nullopt;
    return IntegerLayout{static_cast<std::size_t>(letters[1] - '0'), letters[0] == 'i', order == '>', false};
}

/// Returns the layout of each part of "<c8" or "<c16"; empty for other numbers.
std::optional<NumberLayout> part_layout(std::string_view type) {
    const auto [order, letters] = split_type(type);
    if (order == '|') return std::nullopt;
    if (letters == "c8") return NumberLayout{NumberType::float32, order == '>'};
    if (letters == "c16") return NumberLayout{NumberType::float64, order == '>'};
    return std::nullopt;
}

ElementLayout element_layout(const std::string& type, const std::string& location) {
    if (const auto layout = number_layout(type)) return *layout;
    if (const auto layout = part_layout(type)) return *layout;
    if (const auto layout = integer_layout(type)) return *layout;
    if (split_type(type).letters == "b1") return IntegerLayout{1, false, false, true};
    const std::string name = name_of_type(type), letters = printable_text(type);
    refuse_file(location,
                tr("holds {} ('{}'); must be floats, complex numbers, integers or booleans", name, letters));
}

/// Checks that the numbers of `shape`, `size` bytes each, fit into the available bytes.
void check_items_fit(std::span<const std::int64_t> sizes, std::size_t size, std::uint64_t there,
                     const std::string& type, const std::string& location) {
    const auto items = checked_items(sizes, size);
    const std::string shape = shape_text(sizes);
    if (!items) refuse_file(location, tr("has an impossible shape, {}", shape));
    const std::uint64_t needed = *items * size;
    if (needed <= there) return;
    const std::string name = name_of_type(type);
    refuse_file(location,
                tr("truncated: {} of {} needs {} bytes, the file has {}", shape, name, needed, there));
}

}  // namespace

TensorInfo read_npy_header(ByteSource& bytes, const std::string& location) {
    const Header header = read_header(bytes, location);
    TensorInfo info;
    info.layout = layout_of(*header.dictionary.type, location);
    info.fortran_order = *header.dictionary.fortran_order;
    info.shape = *header.dictionary.shape;
    info.offset = header.end;
    check_tensor_fits(info, bytes.bytes() - info.offset, location);
    return info;
}

IntegerArray read_npy_integers(ByteSource& bytes, const std::string& location) {
    const Header header = read_header(bytes, location);
    const std::string& type = *header.dictionary.type;
    const auto layout = integer_layout(type);
    if (!layout) {
        const std::string name = name_of_type(type), letters = printable_text(type);
        refuse_file(location, tr("holds {} ('{}'); tokens must be integers", name, letters));
    }
    check_items_fit(*header.dictionary.shape, layout->bytes, bytes.bytes() - header.end, type, location);
    return {*header.dictionary.shape, header.end, layout->bytes, layout->is_signed, layout->big_endian};
}

NpyElements read_npy_elements(ByteSource& bytes, const std::string& location) {
    const Header header = read_header(bytes, location);
    const std::string& type = *header.dictionary.type;
    const ElementLayout layout = element_layout(type, location);
    const auto& shape = *header.dictionary.shape;
    const bool is_complex = part_layout(type).has_value();
    std::vector<std::int64_t> parts = shape;
    if (is_complex) parts.push_back(2);
    if (!checked_items(parts, sizeof(double))) {  // values are read as float64
        const std::string sizes = shape_text(shape);
        refuse_file(location, tr("has an impossible shape, {}", sizes));
    }
    const std::size_t size = element_bytes(layout) * (is_complex ? 2 : 1);
    check_items_fit(shape, size, bytes.bytes() - header.end, type, location);
    return {layout, shape, *header.dictionary.fortran_order, is_complex, header.end};
}

}  // namespace poslab
