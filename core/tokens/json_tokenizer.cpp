#include "core/tokens/json_tokenizer.hpp"

#include "core/files/input_file.hpp"
#include "core/files/strict_json.hpp"
#include "core/tokens/added_tokens.hpp"
#include "core/tokens/byte_pair_model.hpp"
#include "core/tokens/normalizer.hpp"
#include "core/tokens/piece_cache.hpp"
#include "core/tokens/pre_tokenizer.hpp"
#include "core/tokens/token_decoder.hpp"

#include <utility>

namespace poslab {
namespace {

constexpr std::size_t max_json_bytes = std::size_t{1} << 27U;
constexpr std::size_t max_json_depth = 64;
// Limits the memory that a large id in a small file can allocate.
constexpr std::size_t max_unused_tokens = std::size_t{1} << 16U;

/// The parts of a tokenizer.json, each read once, in order of their dependencies.
struct Parts {
    Parts(const JsonPart& root, const Job& job)
        : normalizer(root.find("normalizer") ? Normalizer(root.at("normalizer"), job) : Normalizer()),
          pre_tokenizer(root.find("pre_tokenizer") ? PreTokenizer(root.at("pre_tokenizer"), job)
                                                   : PreTokenizer()),
          model(root.at("model"), pre_tokenizer.byte_level(), job) {
        read_table(root, job);
    }

    Normalizer normalizer;
    PreTokenizer pre_tokenizer;
    BytePairModel model;
    AddedTokens as_written, normalized;  // matched before and after normalization of the text
    TokenTable table;

  private:
    void read_table(const JsonPart& root, const Job& job);
    void read_outer_tokens(const JsonPart& root);
    void set_bytes(const JsonPart& part, std::size_t most, std::string bytes);
    void read_added(const JsonPart& part, const TokenDecoder& decoder, std::size_t most, const Job& job);
    std::vector<AddedToken> written_tokens_, normalized_tokens_;
    std::size_t normalized_bytes_ = 0;
    std::vector<char> named_;  // true for tokens with a name
};

void Parts::set_bytes(const JsonPart& part, std::size_t most, std::string bytes) {
    const auto token = static_cast<std::size_t>(part.token());
    if (token >= most) part.refuse(tr("below {}, because there are not many more tokens", most));
    if (token >= table.bytes.size()) {
        table.bytes.resize(token + 1);
        named_.resize(token + 1);
    }
    if (named_[token] != 0 && table.bytes[token] != bytes) part.refuse("an id that no other token has"_tr);
    named_[token] = 1;
    table.bytes[token] = std::move(bytes);
}

void Parts::read_table(const JsonPart& root, const Job& job) {
    const JsonPart vocabulary = root.at("model").at("vocab");
    const auto added = root.find("added_tokens");
    const std::vector<JsonPart> added_parts = added ? added->items() : std::vector<JsonPart>();
    const std::size_t most = vocabulary.json().size() + added_parts.size() + max_unused_tokens;
    const TokenDecoder decoder(root.find("decoder"), pre_tokenizer.byte_level(), job);
    for (const auto& [name, id] : vocabulary.json().items()) {
        job.check();
        set_bytes(vocabulary.member(id, name), most, decoder.bytes_of(name, job));
    }
    for (const JsonPart& part : added_parts) read_added(part, decoder, most, job);
    as_written = AddedTokens(std::exchange(written_tokens_, {}), job);
    normalized = AddedTokens(std::exchange(normalized_tokens_, {}), job);
    table.leading_space = decoder.leading_space();
    read_outer_tokens(root);
}

void Parts::read_outer_tokens(const JsonPart& root) {
    if (const auto post_processor = root.find("post_processor")) {
        const OuterTokens outer = outer_tokens(*post_processor);
        table.begin_of_text = outer.begin;
        table.end_of_text = outer.end;
        for (const auto& token : {outer.begin, outer.end})
            if (token && static_cast<std::size_t>(*token) >= table.bytes.size())
                post_processor->refuse("one whose tokens are in the vocabulary"_tr);
    }
    for (const char* key : {"truncation", "padding"})
        if (root.find(key))
            table.warnings.push_back(tr(
                "{}: its {} is ignored; --length is the number of tokens that are read.", root.file(), key));
}

void Parts::read_added(const JsonPart& part, const TokenDecoder& decoder, std::size_t most, const Job& job) {
    job.check();
    const JsonPart content = part.at("content"), id = part.at("id");
    if (content.text().empty()) content.refuse("a non-empty text"_tr);
    if (part.flag("single_word", false)) part.at("single_word").refuse_unknown();
    AddedToken added{content.text(), id.token(), part.flag("lstrip", false), part.flag("rstrip", false)};
    // It may also be in the vocabulary, where its name is written in byte letters.
    const auto token = static_cast<std::size_t>(added.token);
    const bool in_vocabulary = token < named_.size() && named_[token] != 0;
    set_bytes(id, most, in_vocabulary ? decoder.bytes_of(added.content, job) : added.content);
    if (!part.flag("normalized", !part.flag("special", false))) return written_tokens_.push_back(added);
    added.content = normalizer(added.content, job);
    normalized_bytes_ += added.content.size();
    if (normalized_bytes_ > max_json_bytes)
        refuse_file(part.file(), tr("has more than {} bytes, the limit for a tokenizer", max_json_bytes));
    if (!added.content.empty()) normalized_tokens_.push_back(added);
}

class JsonTokenizer : public Tokenizer {
  public:
    explicit JsonTokenizer(Parts parts) : Tokenizer(std::move(parts.table)), parts_(std::move(parts)) {}

  private:
    [[nodiscard]] std::vector<std::int32_t> tokens_of(std::string_view utf8, const Job& job) const override {
        std::vector<std::int32_t> tokens;
        PieceCache cache(parts_.model, utf8.size());
        for (const Section& section : parts_.as_written.sections(utf8, job)) {
            if (section.token >= 0) {
                tokens.push_back(section.token);
                continue;
            }
            const std::string text =
                parts_.normalizer(utf8.substr(section.begin, section.end - section.begin), job);
            for (const Section& inner : parts_.normalized.sections(text, job)) {
                if (inner.token >= 0) {
                    tokens.push_back(inner.token);
                } else {
                    const bool begins_text = section.begin == 0 && inner.begin == 0;
                    append(text.substr(inner.begin, inner.end - inner.begin), begins_text, cache, tokens,
                           job);
                }
            }
        }
        return tokens;
    }

    void append(std::string text, bool begins_text, PieceCache& cache, std::vector<std::int32_t>& tokens,
                const Job& job) const {
        const Pieces pieces = parts_.pre_tokenizer(std::move(text), begins_text, job);
        for (const TextRange& range : pieces.ranges) cache.append_tokens(pieces.at(range), tokens, job);
    }

    Parts parts_;
};

}  // namespace

std::unique_ptr<const Tokenizer> parse_json_tokenizer(std::string_view text, const std::string& name,
                                                      const Job& job) {
    const nlohmann::json json = parse_strict_json(text, name, max_json_depth, job);
    const JsonPart root(json, name);
    return std::make_unique<JsonTokenizer>(Parts(root, job));
}

std::unique_ptr<const Tokenizer> read_json_tokenizer(const std::string& path, const Job& job) {
    const std::string text = read_beginning(path, max_json_bytes + 1);
    if (text.size() > max_json_bytes) {
        refuse_file(path, tr("has more than {} bytes, the limit for a tokenizer", max_json_bytes));
    }
    return parse_json_tokenizer(text, path, job);
}

}  // namespace poslab
