#include "core/tokens/sentencepiece_safety.hpp"

#include "core/base/utf8.hpp"
#include "core/base/utf8_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace poslab {
namespace {

constexpr std::size_t max_map_bytes = std::size_t{1} << 22U;
constexpr int max_key_bytes = 64;
constexpr std::size_t max_replacement_bytes = 64;
constexpr int max_keys_in_each_other = 32;
constexpr std::size_t max_pieces_in_each_other = 64;

std::uint32_t little_endian(std::string_view bytes) {
    std::uint32_t number = 0;
    for (std::size_t n = 4; n-- > 0;) number = number << 8U | static_cast<unsigned char>(bytes[n]);
    return number;
}

/// The fields of a message of Protocol Buffers, in order. Groups, which no model has, end it.
class ProtocolFields {
  public:
    explicit ProtocolFields(std::string_view bytes) : rest_(bytes) {}

    /// Reads the next field; false at the end, or at a field that is cut off.
    bool next() {
        if (rest_.empty()) return false;
        const std::uint64_t key = varint(), type = key & 7U;
        number_ = key >> 3U;
        value_ = type == 0 ? varint() : 0;
        bytes_ = type == 2 ? take(varint()) : std::string_view();
        if (type == 1) take(8);
        if (type == 5) take(4);
        whole_ = whole_ && number_ < (1U << 29U) && type != 3 && type != 4 && type < 6;
        return whole_;
    }
    [[nodiscard]] bool whole() const { return whole_; }
    [[nodiscard]] std::uint64_t number() const { return number_; }
    /// The value of a number, as the library reads it; 0 for other fields.
    [[nodiscard]] std::uint32_t value() const { return static_cast<std::uint32_t>(value_); }
    /// The bytes of a text or message; empty for other fields.
    [[nodiscard]] std::string_view bytes() const { return bytes_; }

  private:
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80U) return value;
        }
        whole_ = false;
        return 0;
    }
    std::string_view take(std::uint64_t count) {
        whole_ = whole_ && count <= rest_.size();
        if (!whole_) return {};
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }

    std::string_view rest_, bytes_;
    std::uint64_t number_ = 0, value_ = 0;
    bool whole_ = true;
};

/// A normalization map: the size of a double array, the array (Darts-clone's), and texts that end with zero.
class NormalizationMap {
  public:
    NormalizationMap(std::string_view bytes, const Job& job) : bytes_(bytes), job_(job) {}

    /// True if every path through the array stays in it and ends at a text.
    bool is_safe() {
        if (bytes_.size() < 4 || bytes_.size() > max_map_bytes) return false;
        const std::size_t size = little_endian(bytes_);
        if (size >= bytes_.size() - 4) return false;
        const std::string_view array = bytes_.substr(4, size);
        texts_ = bytes_.substr(4 + size);
        for (std::size_t at = 0; at + 4 <= array.size(); at += 4)
            units_.push_back(little_endian(array.substr(at)));
        keys_below_.assign(units_.size(), unknown);
        if (units_.empty() || texts_.back() != '\0' || byte_that_is_not_utf8(texts_)) return false;
        const int most = most_keys_below(offset_of(units_.front()), 0);
        return most != unsafe && most <= max_keys_in_each_other;
    }

  private:
    static constexpr int unknown = -2, unsafe = -1;

    static std::size_t offset_of(std::uint32_t unit) {
        return std::size_t{unit >> 10U} << ((unit & 0x200U) != 0 ? 8U : 0U);
    }
    static bool has_label(std::uint32_t unit, std::size_t label) { return (unit & 0x800000FFU) == label; }
    static bool ends_key(std::uint32_t unit) { return (unit & 0x100U) != 0; }

    [[nodiscard]] bool is_text(std::size_t at) const {
        if (at >= texts_.size() || continues_character(texts_[at])) return false;
        return texts_.substr(at, max_replacement_bytes + 1).find('\0') != std::string_view::npos;
    }

    /// Returns how many keys at most end on a path from the node whose children are around `base`; `unsafe`
    /// if one leaves the array. The depth ends cycles.
    int most_keys_below(std::size_t base, int depth) {  // NOLINT(misc-no-recursion): max_key_bytes deep
        if (depth > max_key_bytes || (base | 0xFFU) >= units_.size()) return unsafe;
        if (keys_below_[base] != unknown) return keys_below_[base];
        job_.check();
        int most = 0;
        for (std::size_t label = 0; label < 256 && most != unsafe; ++label) {
            const std::size_t place = base ^ label;
            if (!has_label(units_[place], label)) continue;
            const std::size_t below = place ^ offset_of(units_[place]);
            const int more = most_keys_below(below, depth + 1), here = ends_key(units_[place]) ? 1 : 0;
            const bool safe = more != unsafe && (here == 0 || is_text(units_[below] & 0x7FFFFFFFU));
            most = safe ? std::max(most, here + more) : unsafe;
        }
        return keys_below_[base] = most;
    }

    std::string_view bytes_, texts_;
    const Job& job_;
    std::vector<std::uint32_t> units_;
    std::vector<int> keys_below_;  // by base
};

/// True if more of the pieces begin with each other ("a", "ab", "abc") than the library has room for.
bool nest_too_deeply(std::vector<std::string_view> pieces, const Job& job) {
    for (std::string_view& piece : pieces) piece = piece.substr(0, piece.find('\0'));
    std::sort(pieces.begin(), pieces.end(), [&job](std::string_view a, std::string_view b) {
        job.check();
        return a < b;
    });
    std::vector<std::string_view> nested;
    for (const std::string_view piece : pieces) {
        job.check();
        while (!nested.empty() && !piece.starts_with(nested.back())) nested.pop_back();
        nested.push_back(piece);
        if (nested.size() > max_pieces_in_each_other) return true;
    }
    return false;
}

/// True if a message is whole and all its normalization maps are safe.
bool has_safe_maps(std::string_view normalizer, const Job& job) {
    constexpr std::uint64_t map_field = 2;
    ProtocolFields fields(normalizer);
    while (fields.next()) {
        job.check();
        if (fields.number() == map_field && !fields.bytes().empty() &&
            !NormalizationMap(fields.bytes(), job).is_safe())
            return false;
    }
    return fields.whole();
}

/// Returns the text of a user-defined piece; empty for another one.
std::string_view user_defined(std::string_view piece) {
    constexpr std::uint64_t text_field = 1, type_field = 3;
    constexpr std::uint32_t user_type = 4;
    std::string_view text;
    bool is_user_defined = false;
    ProtocolFields fields(piece);
    while (fields.next()) {
        if (fields.number() == text_field && !fields.bytes().empty()) text = fields.bytes();
        // The library ignores types that it does not know, so a later one does not take this back.
        if (fields.number() == type_field && fields.value() == user_type) is_user_defined = true;
    }
    return is_user_defined ? text : std::string_view();
}

}  // namespace

std::optional<Message> refusal_of_sentencepiece(std::string_view model, const Job& job) {
    constexpr std::uint64_t piece_field = 1, normalizer_field = 3, denormalizer_field = 5;
    std::vector<std::string_view> pieces;
    ProtocolFields fields(model);
    while (fields.next()) {
        job.check();
        const bool normalizes = fields.number() == normalizer_field || fields.number() == denormalizer_field;
        if (normalizes && !has_safe_maps(fields.bytes(), job))
            return "has a broken normalization map (precompiled_charsmap); tokens can be given as numbers "
                   "instead (--tokens)"_tr;
        if (fields.number() != piece_field) continue;
        if (const std::string_view piece = user_defined(fields.bytes()); !piece.empty())
            pieces.push_back(piece);
    }
    if (!fields.whole())
        return "is not a SentencePiece model; tokens can be given as numbers instead (--tokens)"_tr;
    if (nest_too_deeply(std::move(pieces), job))
        return tr(
            "has more than {} user-defined pieces that begin with each other; tokens can be given as "
            "numbers instead (--tokens)",
            max_pieces_in_each_other);
    return std::nullopt;
}

}  // namespace poslab
