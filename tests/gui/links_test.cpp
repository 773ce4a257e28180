// Rows of tables that open the state they describe.

#include "app/state/show_state.hpp"
#include "core/base/errors.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/support/languages.hpp"

namespace poslab::test {
namespace {

WindowOptions figure_of(const std::string& view, const std::string& figure) {
    WindowOptions options = of_view(view);
    options.figure = figure;
    return options;
}

/// Expects exactly the state of that command.
void expect_shown(const Store& store, const std::string& command) {
    const ShownState state = read_shown_state(command, all_views());
    EXPECT_EQ(store.view().info().id, state.view->info().id);
    EXPECT_EQ(store.figure().id, state.figure.empty() ? state.view->info().figures.front().id : state.figure);
    EXPECT_EQ(store.values(), state.values);
    ASSERT_EQ(store.pins().size(), state.pins.size());
    for (std::size_t n = 0; n < state.pins.size(); ++n) {
        EXPECT_EQ(store.pins()[n].values, state.pins[n]);
        EXPECT_TRUE(store.pins()[n].shown);
    }
}

std::string command_of(const ContentDriver& window, std::size_t row) {
    return window.content.canvas().figure().main.at(0).as<Table>()->links.at(row).command;
}

TEST(Links, AClickOpensTheStateAsOneStepOfUndo) {
    ContentDriver window(figure_of("memory", "claims"));
    window.settle();
    const Store& store = window.content.store();
    const Values before = store.values();
    const std::string command = command_of(window, 0);
    const std::size_t steps = store.history().undo_steps();
    window.click("link.0.0");
    window.settle();
    expect_shown(store, command);
    EXPECT_EQ(store.pins().size(), 1U) << "exact next to bilinear";
    EXPECT_EQ(window.content.canvas().variants(store).size(), 2U);
    EXPECT_EQ(store.history().undo_steps(), steps + 1);
    window.letter('Z', true);
    window.settle();
    EXPECT_EQ(store.values(), before);
    EXPECT_TRUE(store.pins().empty());
    window.letter('Y', true);
    window.settle();
    EXPECT_EQ(store.values(), read_shown_state(command, all_views()).values);
    EXPECT_EQ(store.pins().size(), 1U);
}

TEST(Links, LeadToOtherViews) {
    ContentDriver window(figure_of("evidence", "errata"));
    window.settle();
    const Store& store = window.content.store();
    const std::string command = command_of(window, 2);
    window.click("link.0.2");
    window.settle();
    expect_shown(store, command);
    EXPECT_EQ(store.view().info().id, "attention");
    window.letter('Z', true);
    EXPECT_TRUE(store.pins().empty());
    window.click("rail:evidence");
    window.settle();
    EXPECT_EQ(store.figure().id, "errata") << "the table has not scrolled";
    EXPECT_TRUE(window.has("link.0.2"));
}

TEST(Links, AreWhereTheyWereScrolledToAfterComingBack) {
    ContentDriver window(figure_of("evidence", "errata"), {1280, 560, 1});
    window.settle();
    for (int n = 0; n < 20; ++n) window.key(Key::page_down);
    window.settle();
    ASSERT_FALSE(window.has("link.0.0"));
    ASSERT_TRUE(window.has("link.0.16")) << "the last one";
    window.click("link.0.16");
    window.settle();
    EXPECT_EQ(window.content.store().view().info().id, "frequencies");
    window.click("rail:evidence");
    window.settle();
    EXPECT_TRUE(window.has("link.0.16"));
    EXPECT_FALSE(window.has("link.0.0"));
}

TEST(Links, AreReachedByTabAndPressedByEnter) {
    ContentDriver window(figure_of("evidence", "errata"));
    window.settle();
    const std::string command = command_of(window, 1);
    const std::set<std::string> tabbed = window.tabbed_through();
    const auto reached = [&](const std::string& link) {
        return std::any_of(tabbed.begin(), tabbed.end(),
                           [&](const std::string& path) { return path.ends_with(link); });
    };
    EXPECT_TRUE(reached("link.0.0"));
    EXPECT_TRUE(reached("link.0.1"));
    const ImGuiID first_link = window.content.ui().find("link.0.1")->id;
    for (int n = 0; n < 100 && Ui::focused() != first_link; ++n) window.key(Key::tab);
    ASSERT_EQ(Ui::focused(), first_link);
    window.key(Key::enter);
    window.settle();
    expect_shown(window.content.store(), command);
}

TEST(Links, StandBesideTheTextOfTheirRowInEveryLanguageAndWindow) {
    for (const Language language : test::complete_languages())
        for (const WindowSize size :
             {WindowSize{1440, 900, 1}, WindowSize{1280, 720, 1}, WindowSize{1000, 700, 1}})
            for (const char* const figure : {"main", "results", "errata"}) {
                WindowOptions options = figure_of("evidence", figure);
                options.language = language;
                ContentDriver window(options, size);
                window.settle();
                const Rect canvas = window.rect("canvas");
                for (const PanelFrame& frame : window.content.canvas().layout().frames)
                    for (const LinkTarget& link : frame.links) {
                        EXPECT_LE(canvas.x + link.rect.right(), window.rect("inspector").x);
                        for (const PaintedText& text : window.texts) {
                            const Rect rect{canvas.x + link.rect.x + 6, canvas.y + link.rect.y + 4,
                                            link.rect.width - 12, link.rect.height - 8};
                            if (text.window.find("/canvas") == std::string::npos ||
                                text.text == link.link.words + " →")
                                continue;
                            const Rect common = intersection(text.rect, rect);
                            EXPECT_TRUE(common.width <= 0 || common.height <= 0) << text.text;
                        }
                    }
            }
}

TEST(ShowState, ChangesNothingWhereTheStateCannotBe) {
    Store store(all_views());
    const std::string view(store.view().info().id);
    const Values values = store.values();
    EXPECT_THROW(show_state(store, "nothing --w 1"), UsageError);
    EXPECT_THROW(show_state(store, "memory --order none"), UsageError);
    EXPECT_EQ(store.view().info().id, view);
    EXPECT_EQ(store.values(), values);
    EXPECT_EQ(store.history().undo_steps(), 0U);
}

TEST(ShowState, IsNoStepWhereItIsShownAlready) {
    Store store(all_views());
    show_state(store, "memory --order 8 --versus order=16");
    EXPECT_EQ(store.history().undo_steps(), 1U);
    show_state(store, "memory --order 8 --versus order=16");
    EXPECT_EQ(store.history().undo_steps(), 1U);
    show_state(store, "memory --order 8");
    EXPECT_EQ(store.history().undo_steps(), 2U);
    EXPECT_TRUE(store.pins().empty());
}

}  // namespace
}  // namespace poslab::test
