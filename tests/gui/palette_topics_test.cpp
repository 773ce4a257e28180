// Ctrl K answers questions: what students and lecturers type finds the lesson, term, claim, explanation or
// action.

#include "app/state/palette_topics.hpp"

#include "app/state/palette_search.hpp"
#include "core/lessons/glossary.hpp"
#include "core/lessons/lessons.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string_view>
#include <thread>

namespace poslab::test {
namespace {

/// With all topics, as in the window once the claims are computed.
class Questions : public testing::Test {
  protected:
    static PaletteTopics& topics() {
        static PaletteTopics all([] {}, {});
        static const bool ready = [] {
            all.prepare(shared_lessons(built_in_lessons()));
            const auto deadline = std::chrono::steady_clock::now() + patience;
            while (!all.take_claims()) {
                if (std::chrono::steady_clock::now() > deadline) return false;
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            return true;
        }();
        EXPECT_TRUE(ready);
        return all;
    }

    [[nodiscard]] std::vector<PaletteEntry> found(const std::string& query) {
        const std::vector<Variant> variants{{store.values(), nullptr, {}}};
        const Figure figure = store.view().figure(store.figure().id, variants, store.style(), {});
        const PaletteSource source{store, player, presets, &figure, &topics()};
        PaletteSearch search;
        search.begin(source);
        search.set_query(source, query);
        return search.found();
    }
    /// Returns the first `count` results as "claim: Once angles pass 2π …".
    [[nodiscard]] std::vector<std::string> first(const std::string& query, std::size_t count = 3) {
        std::vector<std::string> names;
        for (const PaletteEntry& entry : found(query))
            if (names.size() < count)
                names.push_back(std::string(in(Language::english, name_of(entry.group))) + ": " +
                                entry.title);
        return names;
    }
    void expect_among_first(const std::string& query, const std::string& part) {
        const std::vector<std::string> names = first(query);
        const bool among = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return name.find(part) != std::string::npos;
        });
        std::string all;
        for (const std::string& name : first(query, 6)) all += "\n    " + name;
        EXPECT_TRUE(among) << "'" << query << "' lacks '" << part << "'; it finds" << all;
    }

    Store store = [] {
        Store with_plots{all_views()};
        with_plots.choose("frequencies");
        return with_plots;
    }();
    Player player;
    Presets presets;
};

struct Question {
    std::string query, part;
};

TEST_F(Questions, FindTheirAnswersInEnglish) {
    const std::vector<Question> all{
        {"from which distance on are angles ambiguous, and why is the base raised?",
         "What does the base control"},
        {"from which distance on are angles ambiguous", "Once angles pass 2π"},
        {"when do angles repeat", "Once angles pass 2π"},
        {"why is the base raised", "What does the base control"},
        {"what does a larger base do", "base"},
        {"aliasing", "Once angles pass 2π"},
        {"is RoPE periodic", "Once angles pass 2π"},
        {"ambiguous positions", "Once angles pass 2π"},
        {"what does the base control", "2. What does the base control?"},
        {"context extension", "Choose a context extension for your model"},
        {"long context", "Choose a context extension"},
        {"extrapolation", "View: Loss beyond the trained length"},
        {"which pairs are out of distribution beyond training", "high-frequency pairs"},
        {"quaternions commute", "Quaternions do not commute"},
        {"GPT-J and NeoX pairing", "GPT-J and GPT-NeoX"},
        {"why does attention need positions", "Attention alone knows no order"},
        {"forward Euler overshoots", "Forward Euler overshoots"},
        {"how does the memory of one sample fade", "sample"},
        {"is my implementation right", "Is your implementation right?"},
        {"sliding-window mask", "sliding-window mask"},
        {"wavelength", "avelength"},
        {"full screen", "Action: Start/stop presenting"},
        {"fullscreen", "Action: Start/stop presenting"},
        {"reset", "Action: Reset view"},
        {"lock", "Action: Lock axes"},
        {"dark", "Action: Theme"},
        {"language", "Action: Next language"},
        {"export", "Action: Export"},
        {"save", "Action: Export"},
        {"print", "Action: Export"},
        {"slides", "Action: "},
        {"handout", "Action: "},
        {"video", "Action: Record"},
        {"shortcuts", "Action: Keyboard shortcuts"},
        {"screenshot", "Action: Copy figure"},
        {"the first minute", "Lesson: The first minute"},
    };
    for (const Question& question : all) expect_among_first(question.query, question.part);
}

TEST_F(Questions, FindTheirAnswersInChinese) {
    store.language = *language_with("zh");
    const std::string repeats(
        in(store.language, "Once angles pass 2π, different positions get exactly the same rotation."_tr));
    const auto action = [&](Action requested) {
        return "Action: " + std::string(in(store.language, info_of(requested).label));
    };
    const std::vector<Question> all{
        {"角度从多远开始有歧义，为什么要增大底数", "底数"},
        {"角度从多远开始有歧义", repeats},
        {"混叠", repeats},
        {"角度什么时候重复", repeats},
        {"周期", repeats},
        {"为什么增大底数", "底数"},
        {"底数", "底数"},
        {"上下文扩展", "上下文"},
        {"长上下文", "上下文"},
        {"外推", "外推"},
        {"位置矩阵", "位置矩阵"},
        {"四元数", "四元数"},
        {"全屏", action(Action::present)},
        {"投影", action(Action::present)},
        {"重置", action(Action::go_home)},
        {"锁定", action(Action::lock_axes)},
        {"深色", action(Action::other_theme)},
        {"语言", action(Action::other_language)},
        {"导出", action(Action::open_export)},
        {"保存", action(Action::open_export)},
        {"打印", action(Action::open_export)},
        {"讲义", "Action: "},
        {"幻灯片", "Action: "},
        {"视频", action(Action::record)},
        {"快捷键", action(Action::show_keys)},
    };
    for (const Question& question : all) expect_among_first(question.query, question.part);
}

TEST_F(Questions, FindInTheOtherLanguageToo) {
    expect_among_first("混叠", "Once angles pass 2π");
    store.language = *language_with("zh");
    expect_among_first(
        "aliasing",
        std::string(in(store.language,
                       "Once angles pass 2π, different positions get exactly the same rotation."_tr)));
}

TEST_F(Questions, EveryLessonStepAndTermIsFoundByItsTitle) {
    for (const Language language : {Language::english, *language_with("zh")}) {
        store.language = language;
        for (const LessonReading& reading : built_in_lessons()) {
            expect_among_first(std::string(reading.lesson.in(language, reading.lesson.title)),
                               std::string(reading.lesson.in(language, reading.lesson.title)));
            for (const LessonStep& step : reading.lesson.steps)
                expect_among_first(std::string(reading.lesson.in(language, step.title)),
                                   std::string(reading.lesson.in(language, step.title)));
        }
        for (const GlossaryTerm& term : glossary())
            expect_among_first(std::string(term.name_in(language)), std::string(term.name_in(language)));
    }
}

TEST_F(Questions, FindNothingIfTheyHaveOnlyQuestionWords) {
    EXPECT_TRUE(query_words("why is the").empty());
    EXPECT_TRUE(query_words("").empty());
    for (const PaletteEntry& entry : found("qqqq zzzz xxxx")) ADD_FAILURE() << entry.title;
}

// A held key repeats 30 times per second.
TEST_F(Questions, AreQuick) {
    static_cast<void>(found("a"));
    const auto began = std::chrono::steady_clock::now();
    for (int n = 0; n < 10; ++n)
        static_cast<void>(found("which distance ambiguous base raised " + std::to_string(n)));
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / 10;
    RecordProperty("milliseconds", std::to_string(1e3 * seconds));
    EXPECT_LT(seconds, 0.25);  // leaves room for three other processes on the machine
}

/// Types the query once the claims are available, and takes the first row of a group.
void take(ContentDriver& window, const std::string& query, PaletteEntry::Group group) {
    window.letter('K', true);
    ASSERT_TRUE(window.settle());
    window.type(query);
    const auto deadline = std::chrono::steady_clock::now() + patience;
    const PaletteSearch& search = window.content.command_palette().search();
    std::size_t index = 0;
    const auto is_there = [&] {
        const auto& found = search.found();
        const auto at = std::find_if(found.begin(), found.end(),
                                     [&](const PaletteEntry& entry) { return entry.group == group; });
        index = static_cast<std::size_t>(at - found.begin());
        return at != found.end();
    };
    while (!is_there()) {
        ASSERT_LT(std::chrono::steady_clock::now(), deadline) << query;
        window.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    for (std::size_t n = search.chosen(); n < index; ++n) window.key(Key::down);
    window.key(Key::enter);
    ASSERT_TRUE(window.settle());
}

TEST(PaletteOpens, AClaimNextToItsState) {
    ContentDriver window(of_view("position-matrix"));
    take(window, "ambiguous angles", PaletteEntry::Group::claim);
    const Store& store = window.content.store();
    EXPECT_EQ(store.view().info().id, "frequencies");
    ASSERT_TRUE(store.visit);
    EXPECT_TRUE(window.has("visit.back"));
    window.click("visit.back");
    ASSERT_TRUE(window.settle());
    EXPECT_EQ(store.view().info().id, "position-matrix");
}

TEST(PaletteOpens, AClaimWithinAPresentation) {
    WindowOptions options = of_view("position-matrix");
    options.lesson = "rerope";
    options.presents = true;
    ContentDriver window(options, {640, 360, 2});
    const Store& store = window.content.store();
    const std::string step = store.lessons.step;
    const std::string_view view = store.view().info().id;  // of the lesson's first step
    const Values values = store.values();
    for (const bool by_key : {false, true}) {
        take(window, "ambiguous angles", PaletteEntry::Group::claim);
        EXPECT_TRUE(window.content.presenting());
        EXPECT_EQ(store.view().info().id, "frequencies");
        ASSERT_TRUE(store.visit);
        const Rect card = window.rect("visit");
        EXPECT_LE(card.bottom(), 360.5);
        EXPECT_GE(card.x, window.content.regions().canvas.right() - 0.5) << "next to the figure";
        window.letter('S');  // no sliders or text instead of the way back
        ASSERT_TRUE(window.settle());
        ASSERT_TRUE(window.has("visit.back"));
        if (by_key)
            window.key(Key::escape);
        else
            window.click("visit.back");
        ASSERT_TRUE(window.settle());
        EXPECT_FALSE(store.visit);
        EXPECT_TRUE(window.content.presenting()) << "the way back leads to the presentation";
        EXPECT_EQ(store.view().info().id, view);
        EXPECT_EQ(store.values(), values);
        EXPECT_EQ(store.lessons.step, step);
        EXPECT_EQ(store.lessons.page, SidePage::lesson);
    }
    window.key(Key::escape);
    EXPECT_FALSE(window.content.presenting());
}

TEST(PaletteTopics, SharesTheLessonsAndCollectsTheirTextsOnceUntilOneChanges) {
    PaletteTopics topics([] {}, EngineChoice{"cpu"});
    LessonList lessons = shared_lessons(built_in_lessons());
    const auto finds = [&](std::string_view title) {
        const auto found = topics.find(title, Language::english);
        return std::any_of(found.begin(), found.end(),
                           [&](const auto& scored) { return scored.second.title == title; });
    };
    topics.prepare(lessons);
    EXPECT_EQ(lessons.front().use_count(), 2);
    EXPECT_TRUE(finds(lessons.front()->lesson.title.text));
    topics.prepare(lessons);  // the palette opens again
    EXPECT_FALSE(finds("Zanzibar"));
    EXPECT_EQ(topics.collected(), 1U);
    LessonReading changed = *lessons.front();
    changed.lesson.title.text = "Zanzibar";
    lessons.front() = std::make_shared<const LessonReading>(std::move(changed));
    topics.prepare(lessons);
    EXPECT_TRUE(finds("Zanzibar"));
    EXPECT_EQ(topics.collected(), 2U);
}

TEST(PaletteOpens, AStepOfALesson) {
    ContentDriver window(of_view("position-matrix"));
    take(window, "what does the base control", PaletteEntry::Group::lesson);
    EXPECT_EQ(window.content.store().lessons.open, "ten-questions");
    EXPECT_EQ(window.content.store().lessons.step, "q2");
    EXPECT_EQ(window.content.store().lessons.page, SidePage::lesson);
}

TEST(PaletteOpens, ATermOfTheGlossary) {
    ContentDriver window(of_view("position-matrix"));
    take(window, "condition number", PaletteEntry::Group::term);
    EXPECT_EQ(window.content.store().lessons.page, SidePage::glossary);
    window.frame();
    double top = 1e9;  // of the term's name, which is painted word by word
    for (const PaintedText& text : window.texts)
        if (text.text.find("condition") == 0) top = std::min(top, text.rect.y);
    EXPECT_LT(top, 200) << "at the top of the page";
}

TEST(PaletteOpens, AnExplanationNextToItsFigure) {
    ContentDriver window(of_view("position-matrix"));
    take(window, "Eigenvalues", PaletteEntry::Group::explanation);
    const Store& store = window.content.store();
    EXPECT_EQ(store.view().info().id, "memory-decay");
    EXPECT_EQ(store.figure().id, "eigenvalues");
    EXPECT_EQ(store.lessons.page, SidePage::explanation);
    EXPECT_TRUE(window.has("visit.back"));
}

}  // namespace
}  // namespace poslab::test
