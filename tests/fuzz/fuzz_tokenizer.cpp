// fuzz_tokenizer [SEED [COUNT]]: tokenizer.json files combined from all known parts, whole and damaged;
// SentencePiece models, damaged; files of tokens. Any bytes are either refused with a message, or give tokens
// of the vocabulary, which decode to the text unless a part changes it.
#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/tokens/byte_letters.hpp"
#include "core/tokens/json_tokenizer.hpp"
#include "core/tokens/sentencepiece_tokenizer.hpp"
#include "core/tokens/token_file.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <set>

namespace {

using namespace poslab;
using Json = nlohmann::json;

const std::vector<std::string> letters{"a",    "b",  "c", " ",       "▁",   "é", "人",
                                       "🙂", "\n", "1", "e\u0301", "<s>", "-"};

/// A vocabulary of letters, or of bytes, and some pairs.
Json random_model(test::RandomText& random, bool byte_level) {
    Json vocabulary = Json::object(), merges = Json::array();
    std::vector<std::string> names{"<unk>"};
    if (byte_level) {
        for (const char32_t letter : letters_of_bytes()) append_utf8(names.emplace_back(), letter);
    } else {
        names.insert(names.end(), letters.begin(), letters.end());
        for (int byte = 0; byte < 256; ++byte) names.push_back(fmt::format("<0x{:02X}>", byte));
    }
    for (std::uint64_t more = random.below(20); more > 0; --more) {
        const std::size_t few = std::min<std::size_t>(names.size(), random.below(2) == 0 ? 12 : names.size());
        const std::string left = names[1 + random.below(few - 1)],
                          right = names[names.size() - 1 - random.below(few - 1)];
        if (random.below(3) == 0)
            merges.push_back({left, right});
        else if ((left + right).find(' ') == std::string::npos)
            merges.push_back(left + " " + right);
        names.push_back(left + right);
    }
    for (const std::string& name : names)
        if (!vocabulary.contains(name)) vocabulary[name] = vocabulary.size();
    Json model = {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", merges}};
    for (const char* flag : {"ignore_merges", "byte_fallback", "fuse_unk"})
        if (random.below(2) == 0) model[flag] = true;
    if (random.below(2) == 0) model["unk_token"] = "<unk>";
    return model;
}

Json random_pattern(test::RandomText& random) {
    static constexpr std::array expressions{"\\s+(?!\\S)|\\s+",
                                            "\\p{L}+",
                                            "(?i:'s|'t)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}",
                                            "(?=(\\d{3})+(?!\\d))",
                                            "a*",
                                            "^|$",
                                            ".",
                                            "(?<=a)b",
                                            "[",
                                            "\\w",
                                            "(a+)+$"};
    if (random.below(2) == 0) return {{"String", letters[random.below(letters.size())]}};
    return {{"Regex", expressions[random.below(expressions.size())]}};
}

Json random_pre_tokenizer(test::RandomText& random) {
    static constexpr std::array behaviors{"Isolated",       "Removed",    "MergedWithPrevious",
                                          "MergedWithNext", "Contiguous", "Other"};
    static constexpr std::array schemes{"always", "first", "never", "last"};
    switch (random.below(4)) {
        case 0:
            return {{"type", "Digits"}, {"individual_digits", random.below(2) == 0}};
        case 1:
            return {{"type", "Metaspace"},
                    {"replacement", "▁"},
                    {"prepend_scheme", schemes[random.below(4)]},
                    {"split", random.below(2) == 0}};
        default:
            return {{"type", "Split"},
                    {"pattern", random_pattern(random)},
                    {"behavior", behaviors[random.below(random.below(4) == 0 ? 6 : 5)]},
                    {"invert", random.below(4) == 0}};
    }
}

Json random_normalizer(test::RandomText& random) {
    static constexpr std::array forms{"NFC", "NFD", "NFKC", "NFKD", "Nmt"};
    switch (random.below(3)) {
        case 0:
            return {{"type", forms[random.below(5)]}};
        case 1:
            return {{"type", "Prepend"}, {"prepend", letters[random.below(letters.size())]}};
        default:
            return {{"type", "Replace"},
                    {"pattern", random_pattern(random)},
                    {"content", letters[random.below(letters.size())]}};
    }
}

Json random_added(test::RandomText& random, std::size_t vocabulary) {
    Json added = {{"id", vocabulary},
                  {"content", letters[random.below(letters.size())] + letters[random.below(letters.size())]}};
    if (random.below(4) == 0) added["id"] = random.below(40);
    for (const char* flag : {"lstrip", "rstrip", "normalized", "special"})
        if (random.below(3) == 0) added[flag] = random.below(2) == 0;
    return added;
}

struct Made {
    Json json;
    bool exact = false;  // the text is only split into bytes
};

Made random_tokenizer(test::RandomText& random) {
    const bool byte_level = random.below(2) == 0;
    Made made{{{"model", random_model(random, byte_level)}}, byte_level};
    Json steps = Json::array(), normalizers = Json::array(), added = Json::array();
    for (std::uint64_t more = random.below(3); more > 0; --more)
        steps.push_back(random_pre_tokenizer(random));
    if (byte_level)
        steps.push_back({{"type", "ByteLevel"},
                         {"add_prefix_space", random.below(2) == 0},
                         {"use_regex", random.below(2) == 0}});
    for (std::uint64_t more = random.below(3); more > 1; --more)
        normalizers.push_back(random_normalizer(random));
    for (std::uint64_t more = random.below(3); more > 1; --more)
        added.push_back(random_added(random, made.json["model"]["vocab"].size()));
    for (const Json& step : steps) {
        const bool removes = step["type"] == "Metaspace" || step.value("behavior", "") == "Removed";
        if (removes || step.value("add_prefix_space", false)) made.exact = false;
    }
    if (!normalizers.empty() || !added.empty()) made.exact = false;
    if (!steps.empty()) made.json["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", steps}};
    if (!normalizers.empty()) made.json["normalizer"] = {{"type", "Sequence"}, {"normalizers", normalizers}};
    if (!added.empty()) made.json["added_tokens"] = added;
    if (random.below(3) == 0) made.json["decoder"] = {{"type", byte_level ? "ByteLevel" : "ByteFallback"}};
    return made;
}

std::string random_words(test::RandomText& random) {
    std::string text;
    for (std::uint64_t more = random.below(30); more > 0; --more)
        text += letters[random.below(letters.size())];
    return text;
}

/// Returns the problem with the tokens of some texts, empty if none.
std::string problem_of(const Tokenizer& tokenizer, test::RandomText& random, bool exact) {
    for (int n = 0; n < 4; ++n) {
        const std::string text = random_words(random);
        std::string bytes;
        const std::vector<std::int32_t> tokens = tokenizer.encode(text);
        for (const std::int32_t token : tokens) {
            if (token < 0 || token >= tokenizer.vocabulary()) return "a token outside the vocabulary";
            bytes += tokenizer.bytes_of(token);
        }
        if (exact && bytes != text)
            return "other bytes: " + test::printable(bytes) + "\n of " + test::printable(text);
    }
    for (const auto& token : {tokenizer.begin_of_text(), tokenizer.end_of_text()})
        if (token && *token >= tokenizer.vocabulary()) return "begins or ends with no token";
    return {};
}

std::string problem_of(const Error& error) {
    const std::string text = error.what();
    const bool message = text.size() <= 700 && text.find('\n') == std::string::npos &&
                         error.message().in(test::chinese()) != text;
    return message ? "" : "not a sentence: " + text;
}

struct Outcome {
    int read = 0;
    std::set<std::string> refusals;
    std::string problem;
};

template <class Action>
void attempt(Outcome& outcome, Action&& action) {
    try {
        outcome.problem = action();
        ++outcome.read;
    } catch (const Error& error) {
        outcome.problem = problem_of(error);
        outcome.refusals.insert(std::string(error.what()).substr(0, 60));
    } catch (const std::exception& error) {
        outcome.problem = error.what();
    }
}

std::string random_token_file(test::RandomText& random) {
    std::string text = random.below(2) == 0 ? "[" : "";
    for (std::uint64_t more = random.below(6); more > 0; --more)
        text += std::to_string(random.below(300)) + (random.below(2) == 0 ? "," : " ");
    if (random.below(2) == 0) text += "1]";
    if (random.below(3) == 0) random.damage(text);
    return random.below(20) == 0 ? random.text() : text;
}

bool all_below(const std::vector<std::int32_t>& tokens, std::int32_t vocabulary) {
    return !tokens.empty() && std::all_of(tokens.begin(), tokens.end(),
                                          [=](std::int32_t t) { return t >= 0 && t < vocabulary; });
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 3'000;
    std::printf("seed %llu, %d files of each kind\n", static_cast<unsigned long long>(seed), count);
    test::RandomText random(seed, {"{", "}", "[", "]", "\"type\":", "\"Sequence\"", "\"id\":", "null", "true",
                                   "1e9", "-1", "\"\"", "\"a\":", ",", "\x93NUMPY\1"});
    const std::string model = test::read_file(POSLAB_TOKEN_FIXTURES "/bpe.model/tokenizer.model");
    const test::MemoryFile file;
    std::array<Outcome, 3> outcomes;
    for (int n = 0; n < count; ++n) {
        const Made made = random_tokenizer(random);
        std::string text = made.json.dump(), bytes = model;
        const bool damaged = random.below(4) == 0;
        if (damaged) random.overwrite(text);
        attempt(outcomes[0],
                [&] { return problem_of(*parse_json_tokenizer(text, "f"), random, made.exact && !damaged); });
        random.overwrite(bytes);
        file.write(bytes);
        attempt(outcomes[1],
                [&] { return problem_of(*read_sentencepiece_tokenizer(file.path()), random, false); });
        file.write(random_token_file(random));
        attempt(outcomes[2], [&] {
            return all_below(read_tokens(file.path(), 256), 256) ? "" : "a token outside the vocabulary";
        });
        for (const Outcome& outcome : outcomes) {
            if (outcome.problem.empty()) continue;
            std::printf("file %d: %s\n  %s\n", n, outcome.problem.c_str(),
                        test::printable(text.substr(0, 8000)).c_str());
            return 1;
        }
    }
    for (const Outcome& outcome : outcomes)
        std::printf("%d read, refused with %zu kinds of sentences\n", outcome.read, outcome.refusals.size());
    const auto reached = [&](std::size_t kind, std::size_t refusals) {
        return outcomes[kind].read > count / 10 && outcomes[kind].refusals.size() >= refusals;
    };
    // else the files do not reach the tokenizer
    return reached(0, 20) && reached(1, 1) && reached(2, 10) ? 0 : 1;
}
