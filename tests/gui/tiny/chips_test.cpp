// A parameter with several choices in the window: a row of chips, and what leaves its value unchanged.
#include "app/gui/status.hpp"
#include "core/documents/session.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/tiny/tiny_view.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>

namespace poslab::test {
namespace {

WindowOptions tiny_chips(Language language = Language::english) {
    WindowOptions options;
    options.view = &tiny_view();
    options.language = language;
    return options;
}

std::string chip(std::string_view id) { return "overtones=" + std::string(id); }

bool has_focus(const ContentDriver& window, const std::string& widget) { return window.has_focus(widget); }

bool chip_has_focus(const ContentDriver& window) {
    const auto choices = tiny_view().parameters()[place_of("overtones")].domain.choices;
    return std::any_of(choices.begin(), choices.end(),
                       [&](const Choice& choice) { return has_focus(window, chip(choice.id)); });
}

bool go_to_chips(ContentDriver& window, bool backwards = false) {
    for (int n = 0; n < 100 && !chip_has_focus(window); ++n)
        window.key(KeyPress{Key::tab, 0, false, backwards, false});
    return chip_has_focus(window);
}

TEST(TinyChips, AreSwitchedByClicksAndEachIsAStepOfUndo) {
    ContentDriver window(tiny_chips());
    EXPECT_EQ(window.value("overtones"), "none");
    window.click(chip("fifth"));
    window.click(chip("octave"));
    EXPECT_EQ(window.value("overtones"), "octave,fifth") << "in the order of the choices";
    EXPECT_EQ(undo_text(window.content.store()), "Overtones: Fifth above");
    window.click(chip("fifth"));
    EXPECT_EQ(window.value("overtones"), "octave");
    EXPECT_EQ(undo_text(window.content.store()), "Overtones: Octave, Fifth above");
    EXPECT_EQ(window.content.store().history().undo_steps(), 3U);
    for (const char* before : {"octave,fifth", "fifth", "none"}) {
        window.letter('Z', true);
        EXPECT_EQ(window.value("overtones"), before);
    }
    window.letter('Z', true, true);
    EXPECT_EQ(window.value("overtones"), "fifth");
    ASSERT_TRUE(window.settle());
    EXPECT_TRUE(window.content.canvas().status().error.empty());
}

TEST(TinyChips, APressThatIsDraggedAwaySwitchesNothing) {
    ContentDriver window(tiny_chips());
    window.press(window.at(chip("octave")));
    window.move(window.at(chip("fifth")));
    window.release();
    EXPECT_EQ(window.value("overtones"), "none");
}

TEST(TinyChips, TheRightButtonResets) {
    ContentDriver window(tiny_chips());
    window.click(chip("fifth"));
    window.click(chip("octave"));
    window.click(chip("seventh"), 1);
    EXPECT_EQ(window.value("overtones"), "none");
    window.letter('Z', true);
    EXPECT_EQ(window.value("overtones"), "octave,fifth");
}

TEST(TinyChips, AreUsedByTheKeyboard) {
    ContentDriver window(tiny_chips());
    ASSERT_TRUE(go_to_chips(window));
    EXPECT_TRUE(has_focus(window, chip("octave")));
    window.key(Key::left);
    EXPECT_TRUE(has_focus(window, chip("octave"))) << "the first one";
    window.key(Key::right);
    EXPECT_TRUE(has_focus(window, chip("twelfth")));
    EXPECT_TRUE(window.content.ui().focus_visible());
    window.key(Key::space);
    EXPECT_EQ(window.value("overtones"), "twelfth");
    EXPECT_FALSE(window.content.player().running());
    window.key(Key::down);
    ASSERT_TRUE(chip_has_focus(window));
    EXPECT_GT(window.content.ui().focus_rect().y, window.rect(chip("twelfth")).bottom());
    window.key(Key::enter);
    EXPECT_NE(window.value("overtones"), "twelfth");
    window.key(Key::enter);
    window.key(Key::up);
    window.key(Key::up);
    EXPECT_EQ(window.content.ui().focus_rect().y, window.rect(chip("octave")).y)
        << "there is no line over the first";
    for (int n = 0; n < 10; ++n) window.key(Key::right);
    EXPECT_TRUE(has_focus(window, chip("triple-octave")));
    window.key(Key::space);
    EXPECT_EQ(window.value("overtones"), "twelfth,triple-octave");
    window.key(Key::tab);
    EXPECT_FALSE(chip_has_focus(window)) << "all chips are one stop";
    ASSERT_TRUE(go_to_chips(window, true));
    window.key(KeyPress{Key::tab, 0, false, true, false});
    EXPECT_TRUE(has_focus(window, "config.pick")) << "what comes before them";
}

TEST(TinyChips, APopUpHasTheKeysFirst) {
    for (const char pop_up : {'E', '?'}) {
        ContentDriver window(tiny_chips());
        ASSERT_TRUE(go_to_chips(window));
        window.letter(pop_up);
        window.key(Key::right);
        window.key(Key::down);
        for (const char* other : {"twelfth", "double-octave", "fifth"})
            EXPECT_FALSE(has_focus(window, chip(other))) << pop_up;
        window.key(Key::escape);
        EXPECT_EQ(window.value("overtones"), "none") << pop_up;
    }
}

TEST(TinyChips, AClickTakesTheFocusThereWithoutARing) {
    ContentDriver window(tiny_chips());
    window.click(chip("seventh"));
    EXPECT_TRUE(has_focus(window, chip("seventh")));
    EXPECT_FALSE(window.content.ui().focus_visible());
    window.key(Key::left);
    EXPECT_TRUE(has_focus(window, chip("fifth")));
    EXPECT_EQ(window.value("overtones"), "seventh");
}

TEST(TinyChips, TheLabelTellsWhatTheyAre) {
    ContentDriver window(tiny_chips());
    const Rect first = window.rect(chip("octave"));
    window.point({first.x - 60, first.y + 12});
    window.pass(1.5);
    const auto texts = window.texts;
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                            [](const auto& text) { return text.text == "Additional tones."; }));
}

/// Window size and language: the inspector is 304, 336 and 400 wide.
class ChipPlaces : public testing::TestWithParam<std::tuple<WindowSize, Language>> {};

TEST_P(ChipPlaces, AreApartWholeAndStayWhereTheyAre) {
    const auto [size, language] = GetParam();
    ContentDriver window(tiny_chips(language), size);
    const Rect inspector = window.rect("inspector");
    const auto choices = tiny_view().parameters()[place_of("overtones")].domain.choices;
    std::vector<Rect> before;
    for (const Choice& choice : choices) before.push_back(window.rect(chip(choice.id)));
    const double below = window.rect("wave-theta").y;
    for (const Choice& choice : choices) window.click(chip(choice.id));
    EXPECT_EQ(std::get<ChoiceList>(window.content.store().values()[place_of("overtones")]).indices.size(),
              choices.size());
    EXPECT_EQ(window.rect("wave-theta").y, below);
    const auto texts = window.texts;
    for (std::size_t a = 0; a < choices.size(); ++a) {
        const Rect rect = window.rect(chip(choices[a].id));
        EXPECT_EQ(rect.x, before[a].x) << choices[a].id;
        EXPECT_EQ(rect.y, before[a].y) << choices[a].id;
        EXPECT_EQ(rect.height, 24);
        EXPECT_GE(rect.x, inspector.x + 16 + 72);
        EXPECT_LE(rect.right(), inspector.right() - 16);
        EXPECT_LT(rect.bottom(), below);
        for (std::size_t b = 0; b < a; ++b) {
            const Rect common = intersection(rect, window.rect(chip(choices[b].id)));
            EXPECT_EQ(common.width * common.height, 0) << choices[a].id << " over " << choices[b].id;
        }
        const std::string_view name = in(language, choices[a].label);
        const auto label = std::find_if(texts.begin(), texts.end(), [&](const PaintedText& text) {
            return text.text == name && rect.contains({text.rect.x, text.rect.y});
        });
        ASSERT_NE(label, texts.end()) << choices[a].id << " is cut or not inside its chip";
        EXPECT_LE(label->rect.right(), rect.right() - 4) << choices[a].id;
        EXPECT_LE(label->rect.bottom(), rect.bottom()) << choices[a].id;
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, ChipPlaces,
                         testing::Combine(testing::Values(WindowSize{853, 480, 1.5}, WindowSize{1280, 720, 1},
                                                          WindowSize{1440, 900, 1.25},
                                                          WindowSize{2560, 1440, 1}),
                                          testing::ValuesIn(test::complete_languages())));

TEST(TinyChips, AreKeptInTheSession) {
    Values values = tiny_view().defaults();
    values[place_of("overtones")] = ChoiceList{{1, 6}};
    Session session;
    session.view = "tiny-wave";
    session.values.emplace("tiny-wave", values);
    const std::string text = session_text(session, all_views());
    EXPECT_EQ(nlohmann::json::parse(text)["views"]["tiny-wave"]["overtones"],
              nlohmann::json({"twelfth", "triple-octave"}));
    const SessionReading reading = read_session(text, all_views());
    EXPECT_EQ(reading.state, SessionReading::State::fine);
    EXPECT_EQ(reading.session.values.at("tiny-wave"), values);
}

TEST(TinyChips, OnesThatASessionHasWrongAreSaid) {
    const SessionReading reading = read_session(R"({"poslab_session": 1, "version": "1", "view": "tiny-wave",
                         "views": {"tiny-wave": {"overtones": ["octave", "sixth"], "wave-theta": 0.5}}, "settings": {}})",
                                                all_views());
    EXPECT_EQ(reading.state, SessionReading::State::partly);
    ASSERT_EQ(reading.complaints.size(), 1U);
    EXPECT_EQ(
        reading.complaints.front().english(),
        R"(tiny-wave: overtones = ["octave","sixth"] must be a list of its choices, or null; the default is used.)");
    EXPECT_EQ(reading.session.values.at("tiny-wave")[place_of("overtones")], Value(ChoiceList{}));
    EXPECT_EQ(reading.session.values.at("tiny-wave")[place_of("wave-theta")], Value(0.5));
}

}  // namespace
}  // namespace poslab::test
