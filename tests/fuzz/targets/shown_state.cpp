// States as in lessons and pictures, "VIEW --PARAM VALUE …": accepted states survive writing and reading.
#include "core/documents/shown_state.hpp"
#include "core/documents/shell_words.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/support/random_values.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds{"position-matrix --length 8 --versus w=2,k=3,name=b --difference",
                                   "position-matrix --versus 'map=rope' --wipe 0.25"};
    for (const View* view : all_views()) {
        seeds.emplace_back(view->info().id);
        seeds.push_back(shown_state_words({view,
                                           view->adjusted(random_values(view->parameters(), 5)),
                                           std::string(view->info().figures.back().id),
                                           {},
                                           {},
                                           {}}));
    }
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words{
        " --figure ", " --versus ", " --difference", " --wipe ", "name=", "'",    "\\'",  "=",  ",",
        ":",          "1e6",        "2^12",          "128k",     "all",   "auto", "none", "nan"};
    for (const View* view : all_views()) {
        words.emplace_back(view->info().id);
        for (const Descriptor& d : view->parameters()) {
            words.push_back(" --" + std::string(d.id) + " ");
            for (const Choice& choice : d.domain.choices) words.emplace_back(choice.id);
        }
    }
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(test::input_text(data, size));
    if (text.find('\n') != std::string::npos) return 0;  // a state is one line
    const std::vector<std::string> split = shell_words(text);
    for (const std::string& word : split)
        test::require(shell_words(shell_quoted(word)) == std::vector{word}, "a quoted word is another");
    test::accepts([&] {
        const ShownState state = read_shown_state(text, all_views());
        static_cast<void>(variants_of(state, Language::english));
        const std::string words = shown_state_words(state);
        ShownState again;
        if (!test::accepts([&] { again = read_shown_state(words, all_views()); }))
            test::fail("what was written is refused: " + words);
        test::require(again.view == state.view && again.values == state.values,
                      "other values after writing and reading");
        test::require(again.pins.size() == state.pins.size(), "other pins after writing and reading");
    });
    return 0;
}
