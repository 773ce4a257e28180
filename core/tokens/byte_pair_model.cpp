#include "core/tokens/byte_pair_model.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/tokens/byte_letters.hpp"

#include <fmt/format.h>

#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::json;

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

BytePairModel::BytePairModel(const JsonPart& part, bool byte_level)
    : byte_level_(byte_level),
      ignore_merges_(part.flag("ignore_merges", false)),
      byte_fallback_(part.flag("byte_fallback", false)),
      fuse_unknown_(part.flag("fuse_unk", false)),
      cuts_(!byte_level && !ignore_merges_) {
    check_options(part);
    const JsonPart vocabulary = part.at("vocab");
    read_vocabulary(vocabulary);
    read_merges(part.at("merges"), vocabulary);
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

void BytePairModel::read_vocabulary(const JsonPart& part) {
    if (!part.json().is_object()) part.refuse("an object"_tr);
    tokens_.reserve(part.json().size());
    for (const auto& [name, id] : part.json().items()) {
        const std::int32_t token = part.member(id, name).token();
        if (!byte_level_) {
            tokens_.emplace(name, token);
        } else if (auto bytes = bytes_of_letters(name)) {  // a special token may have other letters
            tokens_.emplace(std::move(*bytes), token);
        }
    }
}

void BytePairModel::read_merges(const JsonPart& part, const JsonPart& vocabulary) {
    if (!part.json().is_array()) part.refuse("a list"_tr);
    merges_ = PairMerges(part.json().size());
    std::unordered_map<std::string_view, std::int32_t> tokens;  // keys are token texts in letters
    for (const auto& [name, id] : vocabulary.json().items()) tokens.emplace(name, id.get<std::int32_t>());
    const auto token_of = [&](const std::string& name, std::size_t index) {
        const auto found = tokens.find(name);
        if (found != tokens.end()) return found->second;
        const std::string shown = printable_text(name);
        refuse_file(part.file(), tr("model.merges[{}] needs the token '{}', which is not in the vocabulary",
                                    index, shown));
    };
    for (std::size_t index = 0; index < part.json().size(); ++index) {
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

void BytePairModel::encode(std::string_view piece, std::vector<std::int32_t>& tokens) const {
    tokens.clear();
    if (ignore_merges_) {
        const auto whole = tokens_.find(piece);
        if (whole != tokens_.end()) return tokens.push_back(whole->second);
    }
    for (std::string_view rest = piece; !rest.empty();) {
        const std::string_view before = rest;
        if (byte_level_) {
            rest.remove_prefix(1);
        } else {
            static_cast<void>(next_code_point(rest));
        }
        append_character(before.substr(0, before.size() - rest.size()), tokens);
    }
    merges_.merge(tokens);
}

void BytePairModel::cut(std::string_view piece, std::vector<std::string_view>& parts) const {
    parts.clear();
    std::size_t begin = 0;
    for (std::string_view rest = cuts_ ? piece : std::string_view(); !rest.empty();) {
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
    return tokens_.contains(left_character) && tokens_.contains(rest.substr(0, rest.size() - after.size()));
}

void BytePairModel::append_character(std::string_view character, std::vector<std::int32_t>& tokens) const {
    const auto found = byte_level_ ? tokens_.end() : tokens_.find(character);
    if (found != tokens_.end()) return tokens.push_back(found->second);
    if ((byte_level_ || byte_fallback_) && append_bytes(character, tokens)) return;
    if (!unknown_) {
        const std::string shown = printable_text(character);
        throw InputError(tr("the tokenizer has no token for '{}'", shown));
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
