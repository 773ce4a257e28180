// Requests of a page's script, with the state of its address and the text of its lesson: values in range, or
// a refusal that leaves the state as it was.
#include "app/page/page_actions.hpp"
#include "app/page/page_lesson.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/support/random_values.hpp"

#include <nlohmann/json.hpp>

using namespace poslab;

namespace {

void check_sizes(const PageRequest& request) {
    test::require(request.width >= 64 && request.width <= 8192, "a width that no screen has");
    test::require(request.height >= 64 && request.height <= 8192, "a height that no screen has");
    test::require(request.pixel_ratio >= 0.25 && request.pixel_ratio <= 4, "a ratio that no screen has");
}

void apply_each(const PageRequest& request, ShownState& state) {
    const Figure figure;
    const Layout layout;
    for (const PageAction& action : request.actions) {
        const ShownState before = state;
        if (!test::accepts([&] { apply_page_action(action, {figure, layout, {}}, state); }))
            test::require(state.values == before.values && state.figure == before.figure &&
                              state.pins.size() == before.pins.size(),
                          "a refused action that changes the state");
        for (std::size_t n = 0; n < state.values.size(); ++n)
            check_value(state.view->parameters()[n], state.values[n]);
    }
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const View* view : all_views()) {
        const ShownState state{view, view->adjusted(random_values(view->parameters(), 6)), "", {}, {}, {}};
        nlohmann::json actions = nlohmann::json::array();
        for (const Descriptor& d : view->parameters()) {
            actions.push_back({{"type", "slider"}, {"parameter", d.id}, {"fraction", 0.25}});
            actions.push_back({{"type", "value"}, {"parameter", d.id}, {"text", "8"}});
            if (actions.size() > 20) break;
        }
        seeds.push_back(nlohmann::json{
            {"state", shown_state_words(state)},
            {"actions", actions},
            {"width", 360},
            {"height", 1e9},
            {"pointer",
             {10, 20.5}}}.dump());
    }
    for (const LessonFile& file : lesson_files())
        if (file.name.ends_with("lesson.txt"))
            seeds.push_back(nlohmann::json{{"state", "position-matrix"},
                                           {"lesson", {{"text", file.text}, {"step", 1}, {"answered", true}}}}
                                .dump());
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words{"\"actions\":[",
                                   "{\"type\":\"slider\",",
                                   "\"step\"",
                                   "\"figure\"",
                                   "\"zoom\"",
                                   "\"drag\"",
                                   "\"path\":[[1,2],[3,4]]",
                                   "\"compare\"",
                                   "\"with\":null",
                                   "\"fraction\":",
                                   "\"by\":",
                                   "\"text\":\"",
                                   "1e999",
                                   "-1",
                                   "null",
                                   "\"home\"",
                                   "\"pan\"",
                                   "[[1e5,-3]]",
                                   "\"position-matrix\"",
                                   "\\u0000",
                                   " --versus ",
                                   " --figure ",
                                   "true",
                                   "\"lesson\":{",
                                   "\"step\":99"};
    for (const View* view : all_views())
        for (const Descriptor& d : view->parameters()) words.push_back("\"" + std::string(d.id) + "\"");
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = test::input_text(data, size);
    test::accepts([&] {
        const PageRequest request = read_page_request(text);
        check_sizes(request);
        ShownState state = read_shown_state(request.state, all_views());
        apply_each(request, state);
        PageLesson lesson;
        lesson.open(request.step);
        static_cast<void>(lesson.needed_panels(state));
    });
    return 0;
}
