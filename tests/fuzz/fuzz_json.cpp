// fuzz_json [SEED [COUNT]]: random parameters as JSON, as in a session or preset. They are either applied
// completely, in range, or refused by a UsageError without any change.
#include "core/base/errors.hpp"
#include "core/params/json.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/support/random_values.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace poslab;

std::vector<std::string> vocabulary(const View& view) {
    std::vector<std::string> words{"{",           "}",        "[",           "]",
                                   ":",           ",",        "null",        "true",
                                   "false",       "\"\"",     "0",           "-1",
                                   "1e6",         "1.5",      "1e400",       "99999999999999999999",
                                   "\"0:10\"",    "\"8x8\"",  "\"1e6x1e6\"", "\"\\u0000\"",
                                   "\"\\ud800\"", "[[[[[[[[", "{\"w\":"};
    for (const Descriptor& d : view.parameters()) {
        words.push_back("\"" + std::string(d.id) + "\":");
        for (const Choice& choice : d.domain.choices) words.push_back("\"" + std::string(choice.id) + "\"");
    }
    return words;
}

std::string object(const View& view, test::RandomText& random) {
    std::string text = "{";
    for (std::uint64_t n = 1 + random.below(4); n > 0; --n) {
        const auto list = view.parameters();
        text += (text.size() > 1 ? "," : "") + ("\"" + std::string(list[random.below(list.size())].id)) +
                "\":" + random.word();
    }
    return text + "}";
}

std::string problem_of(const View& view, const nlohmann::json& json, const Values& before, bool& applied) {
    Values values = before;
    try {
        apply_json(view.parameters(), json, values);
        applied = true;
        for (std::size_t i = 0; i < values.size(); ++i) check_value(view.parameters()[i], values[i]);
        Values again = view.defaults();
        apply_json(view.parameters(), nlohmann::json::parse(to_json(view.parameters(), values).dump()),
                   again);
        return again == values ? "" : "does not survive writing and reading";
    } catch (const Error& error) {
        return values == before ? "" : std::string("half applied: ") + error.what();
    } catch (const std::exception& error) {
        return std::string("not an Error: ") + error.what();
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 60'000;
    std::printf("seed %llu, %d texts per view\n", static_cast<unsigned long long>(seed), count);
    for (const View* view : all_views()) {
        test::RandomText random(seed, vocabulary(*view));
        int applied = 0, refused = 0, malformed = 0;
        for (int n = 0; n < count; ++n) {
            std::string text;
            switch (random.below(3)) {
                case 0:
                    text = object(*view, random);
                    break;
                case 1:
                    text = to_json(view->parameters(),
                                   random_values(view->parameters(), seed + static_cast<std::uint64_t>(n)))
                               .dump();
                    random.damage(text);
                    break;
                default:
                    for (std::uint64_t more = random.below(12); more > 0; --more) text += random.text();
            }
            const auto json = nlohmann::json::parse(text, nullptr, false);
            if (json.is_discarded()) {
                ++malformed;
                continue;
            }
            bool taken = false;
            const std::string problem = problem_of(
                *view, json, random_values(view->parameters(), static_cast<std::uint64_t>(n)), taken);
            ++(taken ? applied : refused);
            if (problem.empty()) continue;
            std::printf("%s, text %d: %s\n  %s\n", std::string(view->info().id).c_str(), n, problem.c_str(),
                        test::printable(text).c_str());
            return 1;
        }
        std::printf("%s: %d applied, %d refused, %d no JSON\n", std::string(view->info().id).c_str(), applied,
                    refused, malformed);
        if (applied == 0 || refused == 0) return 1;  // the vocabulary does not reach the parser
    }
    return 0;
}
