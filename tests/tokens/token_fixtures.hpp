#pragma once

#include "core/base/errors.hpp"
#include "core/tokens/json_tokenizer.hpp"
#include "core/tokens/sentencepiece_tokenizer.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {

using Json = nlohmann::json;
using Tokens = std::vector<std::int32_t>;

inline std::string fixture_path(const std::string& name) { return POSLAB_TOKEN_FIXTURES "/" + name; }
inline Json fixture(const std::string& name) { return Json::parse(read_file(fixture_path(name))); }

inline const std::vector<std::string>& fixture_strings() {
    static const std::vector<std::string> strings = fixture("strings.json").get<std::vector<std::string>>();
    return strings;
}

/// One list for each of the strings.
inline std::vector<Tokens> expected_tokens(const std::string& name) {
    std::vector<Tokens> lists;
    for (const Json& line : fixture(name + ".tokens.json")) {
        std::istringstream input(line.get<std::string>());
        lists.emplace_back();
        for (std::int32_t token = 0; input >> token;) lists.back().push_back(token);
    }
    return lists;
}

/// The tokenizer.json of a family with the vocabulary that it names.
inline Json family_json(const std::string& name) {
    Json json = fixture(name + ".json");
    Json& model = json["model"];
    Json cut = fixture(model["cut"]);
    if (model.contains("merges_as_pairs"))
        for (Json& merge : cut["merges"]) {
            const std::string text = merge;
            merge = {text.substr(0, text.find(' ')), text.substr(text.find(' ') + 1)};
        }
    model["vocab"] = cut["vocab"];
    model["merges"] = cut["merges"];
    return json;
}

inline std::unique_ptr<const Tokenizer> tokenizer_of(const Json& json) {
    return parse_json_tokenizer(json.dump(), "tokenizer.json");
}

/// Opens a fixture; "NAME.model" is a SentencePiece one.
inline std::unique_ptr<const Tokenizer> fixture_tokenizer(const std::string& name) {
    if (name.ends_with(".model"))
        return read_sentencepiece_tokenizer(fixture_path(name) + "/tokenizer.model");
    return tokenizer_of(family_json(name));
}

/// Returns the message of an InputError; empty if none is thrown.
template <class Action>
std::string refusal_of(Action&& action) {
    try {
        static_cast<void>(action());
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace poslab::test
