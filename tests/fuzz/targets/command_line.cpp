// Command lines, one argument per line: consistent values in range that survive writing and reading, or a
// refusal.
#include "app/cli/export.hpp"
#include "app/cli/options.hpp"
#include "core/views/registry.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <sstream>

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds{"plot\nposition-matrix\n--w\n3\n-o\na.png\n--versus\nmap=rope,w=3",
                                   "compute\nposition-matrix\n--json\n-o\n-",
                                   "doctor",
                                   "bench\nattention\n--quick",
                                   "--help",
                                   "gallery\n-o\na",
                                   "sweep\nposition-matrix\n--over\nw=1:4:4\n-o\na.gif",
                                   "check\nrope\n--theta\n1e4",
                                   "lesson\nrerope\n-o\na.pdf",
                                   "train\n--text\na.txt\n-o\nb",
                                   "views\n--json",
                                   "vectors\n-o\na.npz"};
    for (const View* view : all_views())
        seeds.push_back("plot\n" + std::string(view->info().id) + "\n--size\n800x500\n--lang\nzh");
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words{"\n",   "=",   "-o\n", "a.png", "a.npz", "1e400",     "8x8",  "1e6x1e6",
                                   "0:10", "all", "auto", "nan",   "w=5",   "3.3x2.5in", "true", "-1"};
    for (const std::string_view option : reserved_options())
        words.push_back("--" + std::string(option) + "\n");
    for (const View* view : all_views()) {
        words.emplace_back(view->info().id);
        for (const Descriptor& d : view->parameters()) {
            words.push_back("--" + std::string(d.id) + "\n");
            for (const Choice& choice : d.domain.choices) words.emplace_back(choice.id);
        }
    }
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = test::input_text(data, size);
    if (text.find('\0') != std::string_view::npos) return 0;  // no argument contains it
    std::istringstream lines{std::string(text)};
    std::vector<std::string> words;
    for (std::string line; std::getline(lines, line);) words.push_back(line);
    try {
        const Options options = read_options(words);
        if (options.view == nullptr || options.values.empty()) return 0;
        const auto list = options.view->parameters();
        for (std::size_t n = 0; n < list.size(); ++n) {
            check_value(list[n], options.values[n]);
            test::require(parse_value(list[n], to_string(list[n], options.values[n])) == options.values[n],
                          "a value does not survive");
        }
        test::require(options.view->checked(options.values) == options.values, "checked() changes values");
        if (!options.versus.empty())
            static_cast<void>(
                variants_of({options.view, options.values, options.versus, "cpu"}, Language::english));
    } catch (const Error& error) {
        test::require(!std::string_view(error.what()).empty(), "an Error without a message");
    }
    return 0;
}
