#include "core/tokens/token_file.hpp"

#include "core/files/byte_order_mark.hpp"
#include "core/files/byte_source.hpp"
#include "core/files/input_file.hpp"
#include "core/files/npy_header.hpp"
#include "core/files/open_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/strict_json.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace poslab {
namespace {

using Tokens = std::vector<std::int32_t>;

// Size of that many tokens as indented JSON.
constexpr std::size_t max_token_file_bytes = max_tokens_read * 16;
constexpr std::size_t npy_piece_bytes = std::size_t{1} << 20U;
constexpr std::size_t tokens_between_looks = 4096;
constexpr std::string_view between_tokens = " \t\r\n,;";

struct TokenReader {
    const std::string& path;
    std::int64_t vocabulary;
    const Job& job;

    [[noreturn]] void refuse_count() const {
        refuse_file(path, tr("has more than {} tokens, the maximum", max_tokens_read));
    }

    [[noreturn]] void refuse_id(std::size_t index, std::string_view id) const {
        const std::string shown = printable_text(id);
        refuse_file(path, tr("token {} is {}; the vocabulary has ids 0 to {}", index, shown, vocabulary - 1));
    }

    void add(std::int64_t number, Tokens& tokens) const {
        if (tokens.size() % tokens_between_looks == 0) job.check();
        if (number < 0 || number >= vocabulary) refuse_id(tokens.size(), std::to_string(number));
        if (tokens.size() == max_tokens_read) refuse_count();
        tokens.push_back(static_cast<std::int32_t>(number));
    }
    [[noreturn]] void refuse_number(std::size_t index, std::string_view what) const {
        const std::string shown = printable_text(what);
        refuse_file(path, tr("token {} is {}, not a whole number", index, shown));
    }
};

/// Returns the text of a number in a list whose earlier items are numbers, too.
std::string_view item_text(std::string_view list, std::size_t index) {
    std::size_t begin = list.find('[') + 1;
    for (; index > 0; --index) begin = list.find(',', begin) + 1;
    begin = list.find_first_not_of(" \t\r\n", begin);
    return list.substr(begin, list.find_first_of(" \t\r\n,]", begin) - begin);
}

[[noreturn]] void refuse_item(const TokenReader& reader, const nlohmann::json& item, std::size_t index,
                              std::string_view text) {
    if (!item.is_number()) reader.refuse_number(index, item.is_structured() ? "[…]" : item.dump());
    const std::string_view number = item_text(text, index);
    // A whole number beyond 64 bits is parsed as float64.
    if (number.find_first_of(".eE") == std::string_view::npos) reader.refuse_id(index, number);
    reader.refuse_number(index, number);
}

Tokens tokens_of_json(const TokenReader& reader, std::string_view text) {
    const nlohmann::json json = parse_strict_json(text, reader.path, 2, reader.job);
    Tokens tokens;
    for (const nlohmann::json& item : json) {
        const bool too_large =
            item.is_number_unsigned() && item.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max();
        if (!item.is_number_integer() || too_large) refuse_item(reader, item, tokens.size(), text);
        reader.add(item.get<std::int64_t>(), tokens);
    }
    return tokens;
}

Tokens tokens_of_text(const TokenReader& reader, std::string_view text) {
    Tokens tokens;
    std::int64_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
        if (between_tokens.find(text[at]) != std::string_view::npos) {
            line += text[at] == '\n' ? 1 : 0;
            ++at;
            continue;
        }
        const std::string_view word =
            text.substr(at, std::min(text.find_first_of(between_tokens, at), text.size()) - at);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (end != word.data() + word.size() || error == std::errc::invalid_argument) {
            const std::string shown = printable_text(word);
            refuse_file(reader.path,
                        tr("line {}: token {} is '{}', not a whole number", line, tokens.size(), shown));
        }
        if (error == std::errc::result_out_of_range) reader.refuse_id(tokens.size(), word);
        reader.add(number, tokens);
        at += word.size();
    }
    return tokens;
}

/// Converts little-endian bytes to 64 bits; negative numbers keep their sign.
std::uint64_t bits_of(std::span<const unsigned char> bytes, bool is_signed) {
    std::uint64_t bits = is_signed && (bytes.back() & 0x80U) != 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t n = bytes.size(); n-- > 0;) bits = bits << 8U | bytes[n];
    return bits;
}

Tokens tokens_of_npy(const TokenReader& reader, const OpenFile& file) {
    const auto source = stored_bytes(file, 0, file.bytes());
    const IntegerArray array = read_npy_integers(*source, reader.path);
    if (array.shape.size() != 1) {
        const std::string shape = shape_text(array.shape);
        refuse_file(reader.path, tr("has the shape {}; tokens must be a list, [tokens]", shape));
    }
    const auto count = static_cast<std::uint64_t>(array.shape.front());
    if (count > max_tokens_read) reader.refuse_count();
    Tokens tokens;
    tokens.reserve(count);
    std::vector<unsigned char> piece;
    while (tokens.size() < count) {
        const std::uint64_t size = array.integer_bytes, done = tokens.size();
        const std::uint64_t more = std::min<std::uint64_t>(count - done, npy_piece_bytes / size);
        piece.resize(more * size);
        file.read(array.offset + done * size, piece);
        for (std::uint64_t n = 0; n < more; ++n) {
            const auto bytes = std::span(piece).subspan(n * size, size);
            if (array.big_endian) std::reverse(bytes.begin(), bytes.end());
            const std::uint64_t bits = bits_of(bytes, array.is_signed);
            const auto number = static_cast<std::int64_t>(bits);
            if (number < 0 && !array.is_signed) reader.refuse_id(tokens.size(), std::to_string(bits));
            reader.add(number, tokens);
        }
    }
    return tokens;
}

Tokens tokens_of(const TokenReader& reader) {
    constexpr std::size_t magic_bytes = 6;
    if (read_beginning(reader.path, magic_bytes) == "\x93NUMPY")
        return tokens_of_npy(reader, OpenFile(reader.path));
    const std::string file = read_beginning(reader.path, max_token_file_bytes + 1);
    if (file.size() > max_token_file_bytes) reader.refuse_count();
    const std::string_view text = without_byte_order_mark(file);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '[' ? tokens_of_json(reader, text)
                                                                 : tokens_of_text(reader, text);
}

}  // namespace

std::vector<std::int32_t> read_tokens(const std::string& path, std::int64_t vocabulary, const Job& job) {
    const TokenReader reader{path, vocabulary, job};
    Tokens tokens = tokens_of(reader);
    if (tokens.empty()) refuse_file(path, "holds no tokens"_tr);
    return tokens;
}

}  // namespace poslab
