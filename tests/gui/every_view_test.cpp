// Features that the window provides for every view. Built a second time with the tiny view, which has no code
// for any of them.
#include "app/state/actions.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/params/filling.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <algorithm>
#include <chrono>

namespace poslab::test {
namespace {

WindowOptions options_of(const View& view) {
    WindowOptions options;
    options.view = &view;
    return options;
}

/// Ids of the sliders that the view shows at its defaults.
std::vector<std::string> sliders_of(const View& view) {
    std::vector<std::string> ids;
    const auto used = used_in(view, view.info().figures.front(), view.opening());
    for (std::size_t i = 0; i < used.size(); ++i)
        if (const Descriptor& descriptor = view.parameters()[i];
            used[i] && descriptor.control.listed != Listed::nowhere && has_slider(descriptor))
            ids.emplace_back(descriptor.id);
    return ids;
}

TEST(EveryView, ShowsItsFigureAndIsInTheRail) {
    for (const View* view : all_views()) {
        SCOPED_TRACE(view->info().id);
        ContentDriver window(options_of(*view));
        EXPECT_TRUE(window.content.canvas().up_to_date());
        EXPECT_TRUE(window.content.canvas().status().error.empty());
        for (const View* other : all_views()) {
            window.click("rail:" + std::string(other->info().id));
            EXPECT_EQ(&window.content.store().view(), other);
        }
    }
}

/// Opens all folded sections.
void unfold(ContentDriver& window) {
    if (!window.has("fold.more")) return;
    window.click("fold.more");
    window.pass(0.5);
}

/// Plays the slider until another value is shown, and pauses.
void play_until_moved(ContentDriver& window, const std::string& id) {
    const std::string start = window.value(id);
    window.click(id + ".play");
    EXPECT_TRUE(window.content.player().running());
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (window.value(id) == start && std::chrono::steady_clock::now() < deadline) {
        window.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    window.key(Key::space);
    EXPECT_FALSE(window.content.player().running());
}

TEST(EveryView, SlidersPlayUndoAndReset) {
    for (const View* view : all_views())
        for (const std::string& id : sliders_of(*view)) {
            SCOPED_TRACE(testing::Message() << view->info().id << ", " << id);
            ContentDriver window(options_of(*view), {1600, 1400, 1});
            unfold(window);
            const std::string start = window.value(id);
            // On a busy machine a step may take as long as a whole run, which then restarts before the pause.
            for (int attempt = 0; attempt < 5 && window.value(id) == start; ++attempt)
                play_until_moved(window, id);
            EXPECT_NE(window.value(id), start);
            window.letter('Z', true);
            EXPECT_EQ(window.value(id), start);
            window.letter('Z', true, true);
            EXPECT_NE(window.value(id), start);
            window.click(id, 1);
            EXPECT_EQ(window.value(id), start) << "the right button resets";
        }
}

TEST(EveryView, TypedEndsOfTheRangeAreTaken) {
    for (const View* view : all_views())
        for (const std::string& id : sliders_of(*view)) {
            SCOPED_TRACE(id);
            const Descriptor& descriptor =
                view->parameters()[static_cast<std::size_t>(parameter_index(*view, id))];
            if (descriptor.domain.open_minimum) continue;
            ContentDriver window(options_of(*view), {1600, 1400, 1});
            unfold(window);
            window.click(id + ".field");
            window.type(to_string(descriptor, value_from(descriptor, descriptor.domain.minimum)));
            window.key(Key::enter);
            EXPECT_TRUE(window.settle());
            EXPECT_EQ(std::stod(window.value(id)), descriptor.domain.minimum);
            EXPECT_TRUE(window.content.canvas().status().error.empty());
        }
}

TEST(EveryView, IsInTheSession) {
    const TemporaryFolder folder;
    for (const View* view : all_views()) {
        const std::vector<std::string> sliders = sliders_of(*view);
        if (sliders.empty()) continue;
        const SessionPaths places{folder / std::string(view->info().id), {}, {}};
        std::string value;
        {
            SessionFile file(places);
            ContentDriver window(options_of(*view), {1600, 1400, 1}, SessionKeeper(file));
            unfold(window);
            const Rect track = window.rect(sliders.front());
            window.press({track.x + 0.8 * track.width, track.y + 2});
            window.release();
            value = window.value(sliders.front());
        }
        SessionFile file(places);
        ContentDriver window({}, {1600, 1400, 1}, SessionKeeper(file));
        EXPECT_EQ(&window.content.store().view(), view);
        EXPECT_EQ(window.value(sliders.front()), value);
    }
}

TEST(EveryView, EveryControlIsReachedByTabAndSeen) {
    for (const View* view : all_views()) {
        SCOPED_TRACE(view->info().id);
        ContentDriver window(options_of(*view), {1280, 1600, 1});  // tall enough to show the heading of More
        unfold(window);
        window.size = {1280, 720, 1};
        window.frame();
        const std::set<std::string> seen = window.tabbed_through();
        for (const std::string& id : sliders_of(*view)) {
            EXPECT_TRUE(seen.contains(id)) << id;
            for (const char* part : {".field", ".play"})
                EXPECT_FALSE(seen.contains(id + part)) << "a slider is one stop";
        }
    }
}

TEST(EveryView, ExportsAndCopiesItsCommand) {
    for (const View* view : all_views()) {
        ContentDriver window(options_of(*view));
        window.letter('C', true);
        EXPECT_TRUE(window.clipboard.starts_with("poslab plot " + std::string(view->info().id)))
            << window.clipboard;
        window.letter('E');
        EXPECT_TRUE(window.content.export_dialog().is_open());
        EXPECT_TRUE(window.settle());
        window.key(Key::escape);
        EXPECT_FALSE(window.content.export_dialog().is_open());
    }
}

/// True if the text ends in an ellipsis by design.
bool is_said(const std::string& text, Language language) {
    const auto actions = all_actions();
    const bool action = std::any_of(actions.begin(), actions.end(),
                                    [&](const ActionInfo& info) { return text == in(language, info.label); });
    return action || text == in(language, "Change…"_tr) ||
           text.ends_with(poslab::Translator(language)("{}: choose a file…", ""));
}

/// Texts and their positions, for various window sizes and languages.
class Texts : public testing::TestWithParam<std::tuple<std::pair<int, int>, Language>> {
  protected:
    /// A text may be cut in a language that the program does not ship, if a tooltip has all of it; and so may
    /// the end of a command in the smallest window, since Copy has all of it.
    static bool may_be_cut(const ContentDriver& window, const std::string& text) {
        constexpr double min_width = 800;
        if (window.size.width <= min_width && text.starts_with("  --") && text.ends_with(" …")) return true;
        const Language language = window.content.store().language;
        return language != Language::english && language != chinese() && window.has("whole of " + text);
    }

    static void expect_readable(const ContentDriver& window) {
        const WindowContent& content = window.content;
        const WindowSize& size = window.size;
        const std::vector<PaintedText>& texts = window.texts;
        EXPECT_GT(texts.size(), 20U);
        for (const PaintedText& text : texts) {
            EXPECT_GE(text.rect.x, -0.5) << text.text;
            EXPECT_LE(text.rect.right(), size.width + 0.5) << text.text;
            // a pending number, on a busy machine
            if (text.text == "…" && !content.canvas().up_to_date()) continue;
            const Language language = content.store().language;
            EXPECT_TRUE(!text.text.ends_with("…") || is_said(text.text, language) ||
                        may_be_cut(window, text.text))
                << "cut: " << text.text;
        }
        for (std::size_t a = 0; a < texts.size(); ++a)
            for (std::size_t b = a + 1; b < texts.size(); ++b) {
                if (texts[a].window != texts[b].window) continue;
                if (texts[a].text == "′" || texts[b].text == "′")
                    continue;  // the box of a prime has a full line height, above an index
                const Rect common = intersection(texts[a].seen, texts[b].seen);
                EXPECT_FALSE(common.width > 1 && common.height > 1)
                    << texts[a].text << " | " << texts[b].text;
            }
    }
};

TEST_P(Texts, AreNeitherCutNorOverEachOther) {
    const auto [window_size, language] = GetParam();
    const WindowSize size{static_cast<double>(window_size.first), static_cast<double>(window_size.second), 1};
    for (const View* view : all_views()) {
        const auto parameters = view->parameters();
        Values values = view->defaults();
        std::size_t choice = 0;  // for views with choices, all values of the first one
        while (choice < parameters.size() && parameters[choice].kind != Kind::choice) ++choice;
        const std::size_t count = choice < parameters.size() ? parameters[choice].domain.choices.size() : 1;
        for (std::size_t n = 0; n < count; ++n) {
            SCOPED_TRACE(testing::Message() << view->info().id << ", choice " << n);
            if (choice < parameters.size())
                set_and_fill(parameters, choice, ChoiceIndex{static_cast<std::int32_t>(n)}, values);
            WindowOptions options = options_of(*view);
            options.language = language;
            options.values = values;
            ContentDriver window(options, size);
            expect_readable(window);
            for (const char pop_up : {'E', '?'}) {
                window.letter(pop_up);
                ASSERT_TRUE(window.settle());
                expect_readable(window);
                window.key(Key::escape);
            }
        }
    }
}

/// Every figure, in the space that the window leaves for it.
class Figures : public Texts {};

TEST_P(Figures, AreWholeAndTheirTextsApart) {
    const auto [window_size, language] = GetParam();
    const WindowSize size{static_cast<double>(window_size.first), static_cast<double>(window_size.second), 1};
    for (const View* view : all_views())
        for (const FigureInfo* figure : offered_figures(*view)) {
            SCOPED_TRACE(testing::Message() << view->info().id << ", " << figure->id);
            WindowOptions options = options_of(*view);
            options.language = language;
            options.figure = figure->id;
            const ContentDriver window(options, size);
            expect_readable(window);
        }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Figures,
                         testing::Combine(testing::Values(std::pair{853, 560}, std::pair{1280, 720}),
                                          testing::ValuesIn(test::complete_languages())));

INSTANTIATE_TEST_SUITE_P(Sizes, Texts,
                         testing::Combine(testing::Values(std::pair{800, 560}, std::pair{853, 480},
                                                          std::pair{1280, 720}, std::pair{1440, 900},
                                                          std::pair{1600, 1000}, std::pair{2560, 1440}),
                                          testing::Values(Language::english, chinese())));
INSTANTIATE_TEST_SUITE_P(AnyLanguage, Texts,
                         testing::Combine(testing::Values(std::pair{1280, 720}),
                                          testing::ValuesIn(test::complete_languages())));

}  // namespace
}  // namespace poslab::test
