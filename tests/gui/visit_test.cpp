// A state that is opened from a claim or an explanation, the claim next to it, and the way back.

#include "app/state/visit.hpp"

#include "app/state/show_state.hpp"
#include "app/state/view_settings.hpp"
#include "core/base/errors.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/languages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poslab::test {
namespace {

WindowOptions claims_of(const std::string& view) {
    WindowOptions options = of_view(view);
    options.figure = "claims";
    return options;
}

bool shows(const ContentDriver& window, const std::string& part) {
    return std::any_of(window.texts.begin(), window.texts.end(),
                       [&](const PaintedText& text) { return text.text.find(part) != std::string::npos; });
}

/// Everything that a visit may change.
std::string state_of(const Store& store) { return session_text(views_session(store), all_views()); }

void choose_in_palette(ContentDriver& window, const std::string& query) {
    window.letter('K', true);
    ASSERT_TRUE(window.settle());
    window.type(query);
    window.key(Key::enter);
    ASSERT_TRUE(window.settle());
}

TEST(Visit, ShowsAClaimAndRestoresTheStateAfterwards) {
    ContentDriver window(claims_of("memory"));
    choose_in_palette(window, "order 7");
    ASSERT_EQ(window.value("order"), "7");
    const std::string before = state_of(window.content.store());
    EXPECT_FALSE(window.has("visit"));
    const std::string command = window.content.canvas().figure().main.at(0).as<Table>()->links.at(0).command;
    window.click("link.0.0");
    ASSERT_TRUE(window.settle());
    const Store& store = window.content.store();
    EXPECT_EQ(store.values(), read_shown_state(command, all_views()).values);
    ASSERT_TRUE(window.has("visit"));
    EXPECT_TRUE(shows(window, "Replacing the integral")) << "what the article claims";
    EXPECT_NE(state_of(store), before);
    window.click("visit.back");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(state_of(store), before);
    EXPECT_EQ(store.figure().id, "claims");
    EXPECT_FALSE(window.has("visit"));
}

/// Clicks the first row of the figure whose state has a pin; false if there is none.
bool visit_with_pin(ContentDriver& window) {
    const auto& main = window.content.canvas().figure().main;
    for (std::size_t n = 0; n < main.size(); ++n) {
        const auto* table = main[n].as<Table>();
        for (std::size_t row = 0; table != nullptr && row < table->links.size(); ++row) {
            const std::string link = fmt::format("link.{}.{}", n, row);
            if (table->links[row].command.find("--versus") == std::string::npos || !window.has(link)) continue;
            window.click(link);
            return window.settle();
        }
    }
    return false;
}

/// The page is drawn in the frame in which the button has changed view and pins.
TEST(Visit, ReturnsFromAStateWithPinsToAnotherView) {
    WindowOptions options = of_view("evidence");
    options.figure = "results";
    ContentDriver window(options);
    const std::string before = state_of(window.content.store());
    ASSERT_TRUE(visit_with_pin(window));
    const Store& store = window.content.store();
    ASSERT_FALSE(store.pins().empty());
    ASSERT_NE(store.view().info().id, "evidence");
    window.click("visit.back");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(state_of(store), before);
}

TEST(Visit, ReturnsFromASecondClaimToTheFirstState) {
    Store store{all_views()};
    store.choose("frequencies");
    const std::string before = state_of(store);
    begin_visit(store, "memory --figure claims", {{"Claim", "one"}});
    begin_visit(store, "bias-decay --figure families", {{"Claim", "two"}});
    EXPECT_EQ(store.visit->lines.front().second, "two");
    end_visit(store);
    EXPECT_EQ(state_of(store), before);
    EXPECT_FALSE(store.visit);
    end_visit(store);
    EXPECT_EQ(state_of(store), before) << "there is no earlier state";
}

TEST(Visit, ChangesNothingForAnUnknownState) {
    Store store{all_views()};
    const std::string before = state_of(store);
    EXPECT_THROW(begin_visit(store, "memory --no-such 1", {}), UsageError);
    EXPECT_FALSE(store.visit);
    EXPECT_EQ(state_of(store), before);
}

TEST(Visit, CanBeKept) {
    ContentDriver window(claims_of("memory-decay"));
    window.click("link.0.0");
    ASSERT_TRUE(window.settle());
    const std::string visited = state_of(window.content.store());
    window.click("visit.stay");
    ASSERT_TRUE(window.settle());
    EXPECT_FALSE(window.has("visit"));
    EXPECT_EQ(state_of(window.content.store()), visited);
}

TEST(Visit, EndsWhereALessonIsOpened) {
    ContentDriver window(claims_of("memory"));
    const std::string before = state_of(window.content.store());
    window.click("link.0.0");
    ASSERT_TRUE(window.settle());
    choose_in_palette(window, "RoPE in five minutes");
    const Store& store = window.content.store();
    EXPECT_EQ(store.lessons.open, "rope");
    EXPECT_FALSE(store.visit);
    window.click("lesson.close");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(state_of(store), before) << "the lesson began from the user's own state";
}

TEST(Visit, IsInTheSession) {
    Store store{all_views()};
    begin_visit(store, "memory --figure claims", {{"Source", "10137"}, {"Claim", "a claim"}});
    EXPECT_EQ(visit_in(visit_json(store.visit)), store.visit);
    EXPECT_EQ(visit_in(visit_json(std::nullopt)), std::nullopt);
    EXPECT_EQ(visit_in(nlohmann::ordered_json::parse(R"({"visit": "no list", "before-visit": 3})")),
              std::nullopt);
}

TEST(Visit, FitsInSmallWindowsInEveryLanguage) {
    for (const WindowSize size :
         {WindowSize{1280, 720, 1}, WindowSize{1280, 720, 1.5}, WindowSize{2560, 1440, 1}})
        for (const Language language : test::complete_languages()) {
            WindowOptions options = claims_of("memory");
            options.language = language;
            ContentDriver window(options, size);
            window.click("link.0.0");
            ASSERT_TRUE(window.settle());
            const Rect card = window.rect("visit");
            EXPECT_LE(card.right(), size.width + 0.5);
            for (const char* button : {"visit.back", "visit.stay"}) {
                EXPECT_LE(window.rect(button).right(), card.right()) << size.width << " " << language.id();
                EXPECT_LE(window.rect(button).bottom(), card.bottom());
            }
            EXPECT_LT(card.height, 0.6 * size.height);
        }
}

}  // namespace
}  // namespace poslab::test
