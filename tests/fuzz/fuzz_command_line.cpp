// fuzz_command_line [SEED [COUNT]]: random command lines through the reader of options. Each must be understood, with
// values that are in range and survive writing and reading, or be refused by an Error; anything else fails the test.
#include "app/cli/export.hpp"
#include "app/cli/options.hpp"
#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "tests/fuzz/random_text.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace poslab;

std::vector<std::string> vocabulary() {
    std::vector<std::string> words{"plot", "compute",      "views", "gallery", "doctor", "bench",  "attention", "-o",  "-",
                                   "--",   "---",          "a.png", "a.json",  "a.npz",  "--json", "--help",    "-h",  "--version",
                                   "-V",   "true",         "false", "nan",     "inf",    "1e400",  "-1",        "0",   "1",
                                   "12",   "1e6",          "1.5",   "0:10",    "10:0",   "all",    "auto",      "8x8", "1e6x1e6",
                                   "w=5",  "map=rope,w=3", "light", "zh",      "cpu",    "cuda",   "abacus",    ""};
    for (const std::string_view option : reserved_options()) words.push_back("--" + std::string(option));
    for (const View* view : all_views()) {
        words.emplace_back(view->info().id);
        for (const Descriptor& d : view->parameters()) {
            words.push_back("--" + std::string(d.id));
            words.push_back("--" + std::string(d.id) + "=");
            for (const Choice& choice : d.domain.choices) words.emplace_back(choice.id);
        }
    }
    return words;
}

/// Empty, or what is wrong with the values that were read.
std::string wrong_with(const Options& options) {
    if (options.view == nullptr || options.values.empty()) return {};
    const auto list = options.view->parameters();
    for (std::size_t i = 0; i < list.size(); ++i) {
        check_value(list[i], options.values[i]);
        if (parse_value(list[i], to_string(list[i], options.values[i])) != options.values[i])
            return "does not survive: " + std::string(list[i].id);
    }
    return options.view->checked(options.values) == options.values ? "" : "checked() changes values";
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 40'000;
    std::printf("seed %llu, %d command lines\n", static_cast<unsigned long long>(seed), count);
    test::RandomText random(seed, vocabulary());
    int understood = 0, refused = 0;
    for (int n = 0; n < count; ++n) {
        std::vector<std::string> words;
        // Half of them start well, or hardly any would come past the first word.
        if (random.below(2) == 0) words = {random.below(2) == 0 ? "plot" : "compute", std::string(all_views().front()->info().id)};
        for (std::uint64_t more = random.below(8); more > 0; --more) words.push_back(random.text());
        std::string problem;
        try {
            const Options options = read_options(words);
            problem = wrong_with(options);
            ++understood;
            // What --versus says is read later, by the export.
            if (!options.versus.empty() && options.view != nullptr)
                static_cast<void>(variants_of({options.view, options.values, options.versus, "cpu"}, Language::english));
        } catch (const Error& error) {
            if (std::string_view(error.what()).empty()) problem = "an Error that says nothing";
            ++refused;
        } catch (const std::exception& error) {
            problem = std::string("not an Error: ") + error.what();
        }
        if (problem.empty()) continue;
        std::printf("input %d: %s\n", n, problem.c_str());
        for (const std::string& word : words) std::printf("  '%s'\n", test::printable(word).c_str());
        return 1;
    }
    std::printf("%d understood, %d refused\n", understood, refused);
    return understood > 0 && refused > 0 ? 0 : 1;  // else the vocabulary reaches nothing
}
