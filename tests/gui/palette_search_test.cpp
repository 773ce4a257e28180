#include "app/state/palette_search.hpp"

#include "app/state/palette_topics.hpp"
#include "core/files/file_deadline.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>

namespace poslab::test {
namespace {

class PaletteSearchTest : public testing::Test {
  protected:
    PaletteSearchTest() { store.choose("position-matrix"); }

    [[nodiscard]] PaletteSource source() const { return {store, player, presets}; }

    const std::vector<PaletteEntry>& found(const std::string& query) {
        search.begin(source());
        search.set_query(source(), query);
        return search.found();
    }
    std::string first(const std::string& query) {
        const auto& entries = found(query);
        return entries.empty() ? "" : entries.front().title;
    }
    bool do_first(const std::string& query) {
        static_cast<void>(found(query));
        const auto taken = search.take(source());
        const auto* change = taken.entry ? std::get_if<StateChange>(&taken.entry->palette_action) : nullptr;
        if (change == nullptr) return false;
        toast = (*change)(store, presets).text;
        return true;
    }
    [[nodiscard]] std::string value(const std::string& id) const {
        const auto index = static_cast<std::size_t>(parameter_index(store.view(), id));
        return to_string(store.view().parameters()[index], store.values()[index]);
    }

    Store store{all_views()};
    Player player;
    Presets presets;
    PaletteSearch search;
    std::string toast;
};

TEST_F(PaletteSearchTest, EveryViewIsFoundByEachOfItsNames) {
    for (const Language language : test::complete_languages()) {
        store.language = language;
        for (const View* view : all_views()) {
            const std::string title(in(language, view->info().title));
            for (const Language typed : test::complete_languages())
                EXPECT_EQ(first(std::string(in(typed, view->info().title))), title);
            EXPECT_EQ(first(std::string(view->info().id)), title);
        }
    }
}

TEST_F(PaletteSearchTest, PinyinFindsInEitherLanguage) {
    EXPECT_EQ(first("wzjz"), "Position matrix");
    store.language = chinese();
    EXPECT_EQ(first("wzjz"), "位置矩阵");
    EXPECT_EQ(first("position m"), "位置矩阵");
}

TEST_F(PaletteSearchTest, ANameAndAValueSetAParameter) {
    for (const char* query : {"w 512", "w=512", "W = 512", "sliding window 512", "ｗ　５１２", "hdck 512"}) {
        store.restore("position-matrix", store.view().defaults());
        ASSERT_TRUE(do_first(query)) << query;
        EXPECT_EQ(value("w"), "512") << query;
    }
    ASSERT_TRUE(do_first("length 128k"));
    EXPECT_EQ(value("length"), "131072");
    ASSERT_TRUE(do_first("rows 10:20"));
    EXPECT_EQ(value("rows"), "10:20");
    EXPECT_TRUE(store.undo());
    EXPECT_EQ(value("rows"), "all") << "a step of undo";
}

TEST_F(PaletteSearchTest, AValueThatCannotBeTakenSaysWhy) {
    const auto& entries = found("w -3");
    ASSERT_FALSE(entries.empty());
    EXPECT_TRUE(std::holds_alternative<Refused>(entries.front().palette_action));
    EXPECT_NE(entries.front().detail.find("16,777,216"), std::string::npos) << entries.front().detail;
    EXPECT_FALSE(search.take(source()).entry.has_value());
}

/// Each of these texts would take minutes if every word of it were searched.
TEST_F(PaletteSearchTest, APastedTextIsNotSearchedWordByWord) {
    std::string values, names, words;
    for (int n = 0; n < 20'000; ++n) {
        values += "w=" + std::to_string(n) + " ";
        names += "window ";
        words += "word" + std::to_string(n) + " ";
    }
    PaletteTopics topics([] {}, EngineChoice{"cpu"});
    topics.prepare(shared_lessons(built_in_lessons()));
    for (const std::string& text : {values, names, words, std::string(100'000, 'w')}) {
        PaletteSource with_topics = source();
        with_topics.topics = &topics;
        search.begin(with_topics);
        search.set_query(with_topics, text);
        const auto& entries = search.found();
        const std::string characters = std::to_string(folded(text).size());
        EXPECT_TRUE(std::any_of(entries.begin(), entries.end(), [&](const PaletteEntry& entry) {
            return entry.title == "The text has " + characters + " characters; a search has at most 256.";
        }));
        EXPECT_TRUE(std::all_of(entries.begin(), entries.end(), [](const PaletteEntry& entry) {
            return std::holds_alternative<Refused>(entry.palette_action);
        }));
        EXPECT_LT(entries.size(), PaletteSearch::max_found);
    }
}

TEST_F(PaletteSearchTest, AValueMayBeLongerThanASearch) {
    store.choose("attention");
    const TemporaryFolder folder;
    std::ofstream(folder / "q.npy") << "x";
    std::string path = folder.path() + "/";
    for (int n = 0; n < 200; ++n) path += "./";
    EXPECT_TRUE(
        std::holds_alternative<StateChange>(found("queries " + path + "q.npy").front().palette_action));
}

TEST_F(PaletteSearchTest, SeveralSeparatorsAreOne) {
    const auto titles = [&](const std::string& query) {
        std::vector<std::string> all;
        for (const PaletteEntry& entry : found(query))
            if (entry.group == PaletteEntry::Group::parameter) all.push_back(entry.title);
        return all;
    };
    EXPECT_EQ(titles("w  =  512"), titles("w=512"));
}

TEST_F(PaletteSearchTest, AValueThatIsRoundedSaysSo) {
    store.choose("frequencies");
    ASSERT_TRUE(do_first("dim 127"));
    EXPECT_NE(toast.find("127"), std::string::npos) << toast;
    EXPECT_NE(value("dim"), "127");
}

TEST_F(PaletteSearchTest, ChoicesAreFoundByTheirNames) {
    ASSERT_TRUE(do_first("map rerope"));
    EXPECT_EQ(value("map"), "rerope");
    ASSERT_TRUE(do_first("self-ext"));
    EXPECT_EQ(value("map"), "self-extend");
    ASSERT_TRUE(do_first("causal"));
    EXPECT_EQ(value("causal"), "false") << "a switch is turned";
    store.choose("bias-decay");
    const std::string before = value("compare");
    ASSERT_TRUE(do_first("compare t5"));
    EXPECT_NE(value("compare"), before);
    ASSERT_TRUE(do_first("compare t5"));
    EXPECT_EQ(value("compare"), before) << "it is added to a list and removed again";
}

TEST_F(PaletteSearchTest, ModelsAreFoundFromAnyView) {
    ASSERT_TRUE(do_first("llama-3-8b"));
    EXPECT_EQ(value("preset"), "llama-3-8b") << "in the first view that has models";
    store.choose("attention");
    ASSERT_TRUE(do_first("llama-2-7b"));
    EXPECT_EQ(store.view().info().id, "attention");
    EXPECT_EQ(value("preset"), "llama-2-7b");
}

TEST_F(PaletteSearchTest, AFileThatIsNotThereDoesNotStandBeforeAModelThatIs) {
    store.choose("attention");
    EXPECT_EQ(found("model llama 2").front().group, PaletteEntry::Group::model) << first("model llama 2");
    ASSERT_TRUE(do_first("model llama 2"));
    EXPECT_EQ(value("preset").substr(0, 7), "llama-2");
    EXPECT_EQ(value("model"), "none");
    const auto& entries = found("queries /not/there.npy");
    ASSERT_FALSE(entries.empty());
    EXPECT_TRUE(std::holds_alternative<Refused>(entries.front().palette_action));
    EXPECT_EQ(entries.front().detail, "no such file");
    const DeadServer server;
    server.hold("/not/there.npy");
    {
        const FileDeadline deadline(server.before());
        EXPECT_NE(found("queries /not/there.npy").front().detail, "no such file") << "nobody knows";
    }
    server.answer("/not/there.npy");
    const TemporaryFolder folder;
    std::ofstream(folder / "q.npy") << "x";
    EXPECT_TRUE(
        std::holds_alternative<StateChange>(found("queries " + (folder / "q.npy")).front().palette_action))
        << "an existing one";
    EXPECT_TRUE(std::holds_alternative<StateChange>(found("queries none").front().palette_action));
}

TEST_F(PaletteSearchTest, AParameterAloneIsGoneOnWith) {
    static_cast<void>(found("sliding window"));
    const auto taken = search.take(source());
    EXPECT_FALSE(taken.entry.has_value());
    EXPECT_EQ(taken.query, "w ");
    EXPECT_EQ(search.query(), "w ");
}

TEST_F(PaletteSearchTest, FiguresOfOtherViewsAreThereOnceTyped) {
    store.choose("rope-2d");
    const auto* figure = offered_figures(store.view()).back();
    const std::string name(in(Language::english, figure->title));
    store.choose("position-matrix");
    const auto all = found("");
    EXPECT_TRUE(std::none_of(all.begin(), all.end(), [&](const PaletteEntry& e) { return e.title == name; }));
    ASSERT_TRUE(do_first(name + " 2d")) << first(name + " 2d");
    EXPECT_EQ(store.view().info().id, "rope-2d");
    EXPECT_EQ(store.figure().id, figure->id);
}

TEST_F(PaletteSearchTest, EveryActionThatIsPossibleIsFoundByItsName) {
    for (const Language language : test::complete_languages()) {
        store.language = language;
        for (const ActionInfo& info : all_actions()) {
            const std::string title(in(language, info.label));
            const auto& entries = found("");
            const auto listed = std::any_of(entries.begin(), entries.end(),
                                            [&](const PaletteEntry& e) { return e.title == title; });
            EXPECT_TRUE(!listed || first(title) == title) << title;
        }
    }
    store.language = Language::english;
    for (const PaletteEntry& entry : found("undo"))
        EXPECT_NE(entry.title, "Undo") << "there is nothing to undo";
}

TEST_F(PaletteSearchTest, ShowsKeysAndPresentValues) {
    const auto& undo = found("theme");
    ASSERT_FALSE(undo.empty());
    EXPECT_EQ(undo.front().key, "T");
    EXPECT_EQ(undo.front().value, "Light");
    const auto& w = found("w");
    EXPECT_EQ(w.front().value, "256");
}

TEST_F(PaletteSearchTest, TheChosenRowGoesRound) {
    static_cast<void>(found(""));
    const auto last = search.found().size() - 1;
    EXPECT_EQ(search.chosen(), 0U);
    search.move(-1);
    EXPECT_EQ(search.chosen(), last);
    search.move(1);
    EXPECT_EQ(search.chosen(), 0U);
    search.move(100000);
    EXPECT_EQ(search.chosen(), last) << "pages stop at the ends";
    static_cast<void>(found("nothing has this name at all"));
    search.move(1);
    EXPECT_FALSE(search.take(source()).entry.has_value());
}

TEST_F(PaletteSearchTest, RowsAreDistinctAndNamed) {
    for (const View* view : all_views()) {
        store.choose(view->info().id);
        std::set<std::string> seen;
        for (const PaletteEntry& entry : found("")) {
            EXPECT_FALSE(entry.title.empty());
            EXPECT_TRUE(seen.insert(entry.title + "|" + entry.detail + "|" + entry.value).second)
                << entry.title;
        }
    }
}

// A held key repeats 30 times per second; a frame of a slow machine takes 16 ms.
TEST_F(PaletteSearchTest, IsQuick) {
    store.choose("attention");
    static_cast<void>(found("a"));  // builds the cached index
    const auto began = std::chrono::steady_clock::now();
    for (int n = 0; n < 20; ++n) static_cast<void>(found("yitou rerope 12"));
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / 20;
    RecordProperty("milliseconds", std::to_string(1e3 * seconds));
    EXPECT_LT(seconds, 0.1);
}

}  // namespace
}  // namespace poslab::test
