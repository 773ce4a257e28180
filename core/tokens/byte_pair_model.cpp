#include "core/tokens/byte_pair_model.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/tokens/byte_letters.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t steps_between_looks = 4096;

/// A merge as "a b" or ["a", "b"].
std::pair<std::string, std::string> merge_at(const JsonPart& merges, std::size_t index) {
    const Json& merge = merges.json()[index];
    if (merge.is_string()) {
        const std::string& text = merge.get_ref<const std::string&>();
        const std::size_t space = text.find(' ');
        if (space != std::string::npos && text.find(' ', space + 1) == std::string::npos)
            return {text.substr(0, space), text.substr(space + 1)};
    } else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) {
        return {merge[0].get<std::string>(), merge[1].get<std::string>()};
    }
    merges.item(merge, index).refuse("two tokens"_tr);
}

}  // namespace

BytePairModel::BytePairModel(const JsonPart& part, bool byte_level, const Job& job)
    : file_(part.file()),
      byte_level_(byte_level),
      ignore_merges_(part.flag("ignore_merges", false)),
      byte_fallback_(part.flag("byte_fallback", false)),
      fuse_unknown_(part.flag("fuse_unk", false)),
      cuts_(!byte_level && !ignore_merges_) {
    check_options(part);
    const JsonPart vocabulary = part.at("vocab");
    read_vocabulary(vocabulary, job);
    read_merges(part.at("merges"), vocabulary, job);
    read_bytes(vocabulary);
    if (const auto unknown = part.find("unk_token")) {
        if (const auto found = vocabulary.find(unknown->text())) unknown_ = found->token();
    }
}

void BytePairModel::check_options(const JsonPart& part) const {
    // Files from GPT-2's time have no type.
    if (const auto type = part.find("type"); type && type->text() != "BPE") type->refuse_unknown();
    if (const auto dropout = part.find("dropout"); dropout && dropout->json() != 0) dropout->refuse_unknown();
    for (const char* affix : {"continuing_subword_prefix", "end_of_word_suffix"})
        if (const auto text = part.find(affix); text && !text->text().empty()) text->refuse_unknown();
}

void BytePairModel::read_vocabulary(const JsonPart& part, const Job& job) {
    if (!part.json().is_object()) part.refuse("an object"_tr);
    tokens_ = TextMap<std::int32_t>(part.json().size());
    std::size_t looks = 0;
    for (const auto& [name, id] : part.json().items()) {
        if (looks++ % steps_between_looks == 0) job.check();
        const std::int32_t token = part.member(id, name).token();
        if (!byte_level_) {
            tokens_.emplace(name, token);
        } else if (auto bytes = bytes_of_letters(name)) {  // a special token may have other letters
            tokens_.emplace(std::move(*bytes), token);
        }
    }
}

void BytePairModel::read_merges(const JsonPart& part, const JsonPart& vocabulary, const Job& job) {
    if (!part.json().is_array()) part.refuse("a list"_tr);
    merges_ = PairMerges(part.json().size());
    if (cuts_) seams_ = Seams(part.json().size());
    // Keys are token texts in letters.
    BoundedMap<std::string_view, std::int32_t> tokens(vocabulary.json().size());
    std::size_t looks = 0;
    for (const auto& [name, id] : vocabulary.json().items()) {
        if (looks++ % steps_between_looks == 0) job.check();
        tokens.emplace(name, id.get<std::int32_t>());
    }
    const auto token_of = [&](const std::string& name, std::size_t index) {
        if (const std::int32_t* const found = tokens.find(std::string_view(name))) return *found;
        const std::string shown = printable_text(name);
        refuse_file(part.file(), tr("model.merges[{}] needs the token '{}', which is not in the vocabulary",
                                    index, shown));
    };
    for (std::size_t index = 0; index < part.json().size(); ++index) {
        if (looks++ % steps_between_looks == 0) job.check();
        const auto [left, right] = merge_at(part, index);
        const std::int32_t first = token_of(left, index), second = token_of(right, index);
        merges_.add(first, second, static_cast<std::uint32_t>(index), token_of(left + right, index));
        if (cuts_ && !left.empty() && !right.empty()) seams_.add(left, right);
    }
}

void BytePairModel::read_bytes(const JsonPart& vocabulary) {
    bytes_.fill(-1);
    for (std::size_t byte = 0; byte < bytes_.size(); ++byte) {
        std::string name;
        if (byte_level_) {
            append_utf8(name, letters_of_bytes()[byte]);
        } else {
            name = fmt::format("<0x{:02X}>", byte);
        }
        const auto found = vocabulary.json().find(name);
        if (found != vocabulary.json().end()) bytes_[byte] = found->get<std::int32_t>();
    }
}

void BytePairModel::encode(std::string_view piece, std::vector<std::int32_t>& tokens, const Job& job) const {
    constexpr auto max_piece_bytes = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    if (piece.size() > max_piece_bytes)
        throw InputError(tr("the text has {} bytes; at most {} are read", piece.size(), max_piece_bytes));
    tokens.clear();
    if (ignore_merges_)
        if (const std::int32_t* const whole = tokens_.find(piece)) return tokens.push_back(*whole);
    std::size_t looks = 1;  // PieceCache looks for short pieces
    for (std::string_view rest = piece; !rest.empty();) {
        if (looks++ % steps_between_looks == 0) job.check();
        const std::string_view before = rest;
        if (byte_level_) {
            rest.remove_prefix(1);
        } else {
            static_cast<void>(next_code_point(rest));
        }
        append_character(before.substr(0, before.size() - rest.size()), tokens);
    }
    merges_.merge(tokens, job);
}

void BytePairModel::cut(std::string_view piece, std::vector<std::string_view>& parts, const Job& job) const {
    parts.clear();
    std::size_t begin = 0, looks = 0;
    for (std::string_view rest = cuts_ ? piece : std::string_view(); !rest.empty();) {
        if (looks++ % steps_between_looks == 0) job.check();
        const std::size_t at = piece.size() - rest.size();
        const char32_t left = next_code_point(rest);
        const std::size_t end = piece.size() - rest.size();
        if (rest.empty() || !can_cut(left, piece.substr(at, end - at), rest)) continue;
        parts.push_back(piece.substr(begin, end - begin));
        begin = end;
    }
    parts.push_back(piece.substr(begin));
}

bool BytePairModel::can_cut(char32_t left, std::string_view left_character, std::string_view rest) const {
    std::string_view after = rest;
    if (seams_.joins(left, next_code_point(after))) return false;
    // Several unknown characters may form one token.
    return tokens_.find(left_character) != nullptr &&
           tokens_.find(rest.substr(0, rest.size() - after.size())) != nullptr;
}

void BytePairModel::append_character(std::string_view character, std::vector<std::int32_t>& tokens) const {
    const std::int32_t* const found = byte_level_ ? nullptr : tokens_.find(character);
    if (found != nullptr) return tokens.push_back(*found);
    if ((byte_level_ || byte_fallback_) && append_bytes(character, tokens)) return;
    if (!unknown_) {
        const std::string shown = printable_text(character);
        refuse_file(file_, tr("no token for '{}'", shown));
    }
    if (!fuse_unknown_ || tokens.empty() || tokens.back() != *unknown_) tokens.push_back(*unknown_);
}

/// Returns false and appends nothing if a byte has no token.
bool BytePairModel::append_bytes(std::string_view character, std::vector<std::int32_t>& tokens) const {
    const std::size_t before = tokens.size();
    for (const char c : character) {
        const std::int32_t token = bytes_[static_cast<unsigned char>(c)];
        if (token < 0) {
            tokens.resize(before);
            return false;
        }
        tokens.push_back(token);
    }
    return true;
}

}  // namespace poslab
