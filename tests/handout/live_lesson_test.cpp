// Live lessons and the site of all pages, with a substitute for the engine of pages; tests/page runs them in
// a browser.

#include "tests/cli/command_line_run.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace poslab::test {
namespace {

class LivePages : public testing::Test {
  protected:
    LivePages() {
        std::filesystem::create_directories(engine_.path());
        std::ofstream(engine_ / "page_engine.js") << "var PosLabEngine;";
        std::ofstream(engine_ / "page_engine.wasm.gz") << "module";
        std::ofstream(engine_ / "page_fonts.css") << "@font-face{}";
        setenv("POSLAB_PAGE_ENGINE", engine_.path().c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    }
    ~LivePages() override { unsetenv("POSLAB_PAGE_ENGINE"); }  // NOLINT(concurrency-mt-unsafe)

    /// Returns what the page's script reads.
    static nlohmann::json exported(const std::string& page) {
        const std::string begin = R"(<script type="application/json" id="state">)";
        const std::size_t at = page.find(begin) + begin.size();
        return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
    }

    TemporaryFolder engine_, folder_;
};

TEST_F(LivePages, AFolderWithoutEngineIsNamedWithItsVariable) {
    setenv("POSLAB_PAGE_ENGINE", folder_.path().c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    expect_error(poslab({"page", "frequencies", "-o", folder_ / "a.html"}), 6,
                 "POSLAB_PAGE_ENGINE: " + folder_.path() + " has no engine of pages");
}

TEST_F(LivePages, AnEngineThatIsNoTextIsRefused) {
    std::ofstream(engine_ / "page_engine.js") << "var x;\xff";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"page", "--all", "-o", folder_ / "site"},
          {"page", "frequencies", "-o", folder_ / "a.html"}})
        expect_error(poslab(words), 3, "page_engine.js: invalid UTF-8 at byte 7");
    EXPECT_TRUE(folder_.empty());
}

TEST_F(LivePages, OfALessonHaveEveryStep) {
    expect_fine(poslab({"lesson", "rerope", "--live", "-o", folder_ / "a.html"}));
    const std::string page = read_file(folder_ / "a.html");
    const nlohmann::json lesson = exported(page)["lesson"];
    EXPECT_TRUE(lesson["text"].get<std::string>().starts_with("lesson: 1\ntitle: Why ReRoPE extrapolates"));
    ASSERT_EQ(lesson["steps"].size(), 13U);
    EXPECT_EQ(lesson["steps"][2]["controls"], nlohmann::json::array({"train-length"}));
    for (std::size_t n = 1; n <= 13; ++n)
        EXPECT_NE(page.find("<section id=\"step-" + std::to_string(n) + "\">"), std::string::npos) << n;
    EXPECT_EQ(page.find("class=\"narrow\""), std::string::npos) << "the live figure fits a phone";
    EXPECT_EQ(exported(page)["models"], nlohmann::json::array({"english", "recall"}));
    EXPECT_NE(page.find("english/model.safetensors"), std::string::npos);
}

TEST_F(LivePages, HaveAllLanguagesOfTheirLesson) {
    expect_fine(poslab({"lesson", "rope", "--live", "-o", folder_ / "a.html"}));
    const std::string page = read_file(folder_ / "a.html");
    const nlohmann::json state = exported(page);
    EXPECT_TRUE(state["language"].is_null()) << "the reader's";
    EXPECT_EQ(state["lesson"]["drawn"], "en");
    EXPECT_EQ(state["lesson"]["titles"]["en"], "RoPE in five minutes");
    EXPECT_EQ(state["lesson"]["titles"]["zh"], "五分钟看懂 RoPE");
    const std::size_t begin = page.find("<template lang=\"zh\">"), end = page.find("</template>", begin);
    ASSERT_NE(end, std::string::npos);
    const std::string chinese = page.substr(begin, end - begin);
    EXPECT_EQ(chinese.find("<svg"), std::string::npos);
    for (const nlohmann::json& step : state["lesson"]["steps"])
        EXPECT_NE(chinese.find(step["titles"]["zh"].get<std::string>()), std::string::npos);
    expect_fine(poslab({"lesson", "rope", "--live", "--lang", "zh", "-o", folder_ / "b.html"}));
    const std::string other = read_file(folder_ / "b.html");
    EXPECT_EQ(exported(other)["language"], "zh");
    EXPECT_EQ(exported(other)["lesson"]["drawn"], "zh");
    EXPECT_NE(other.find("<template lang=\"en\">"), std::string::npos);
}

TEST_F(LivePages, OfALessonWithoutTranslationHaveOneLanguage) {
    std::filesystem::create_directories(folder_ / "own/mine");
    std::ofstream(folder_ / "own/mine/lesson.txt")
        << "lesson: 1\ntitle: Mine\nsummary: One step.\nminutes: 1\n\n"
           "step: one\ntitle: One\ntext: Look.\nshow: position-matrix\n";
    expect_fine(poslab({"lesson", "mine", "--lessons", folder_ / "own", "--live", "-o", folder_ / "a.html"}));
    const std::string page = read_file(folder_ / "a.html");
    EXPECT_EQ(exported(page)["lesson"]["titles"].size(), 1U);
    EXPECT_EQ(page.find("<template lang="), std::string::npos);
}

TEST_F(LivePages, HaveOnlyTheModelsThatTheyUse) {
    expect_fine(poslab({"page", "attention", "-o", folder_ / "a.html"}));
    EXPECT_TRUE(exported(read_file(folder_ / "a.html"))["models"].empty());
    expect_fine(poslab({"page", "attention", "--source", "model", "-o", folder_ / "b.html"}));
    EXPECT_EQ(exported(read_file(folder_ / "b.html"))["models"], nlohmann::json::array({"english"}));
    expect_fine(poslab({"page", "extrapolation", "--built-in", "chinese", "-o", folder_ / "c.html"}));
    EXPECT_EQ(exported(read_file(folder_ / "c.html"))["models"], nlohmann::json::array({"chinese"}));
    expect_fine(poslab({"page", "extrapolation", "--versus", "built-in=chinese", "-o", folder_ / "d.html"}));
    EXPECT_EQ(exported(read_file(folder_ / "d.html"))["models"],
              nlohmann::json::array({"chinese", "english"}));
}

TEST_F(LivePages, NoteFilesThatTheyCannotOpen) {
    std::filesystem::create_directories(folder_ / "own/mine");
    std::ofstream(folder_ / "own/mine/signal.csv") << "1\n2\n3\n";
    std::ofstream(folder_ / "own/mine/lesson.txt")
        << "lesson: 1\ntitle: Mine\nsummary: Two steps.\nminutes: 1\n\n"
           "step: one\ntitle: One\ntext: Look.\nshow: position-matrix\n"
           "step: two\ntitle: Two\ntext: Look.\nshow: memory --signal file --file signal.csv\n";
    const std::string note = "--file: a page opens no files, so the figure does not change\n";
    const Ran page = poslab({"page", "memory", "--signal", "file", "--file", folder_ / "own/mine/signal.csv",
                             "-o", folder_ / "a.html"});
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_NE(page.err.find("poslab: note: " + note), std::string::npos) << page.err;
    const Ran lesson =
        poslab({"lesson", "mine", "--lessons", folder_ / "own", "--live", "-o", folder_ / "b.html"});
    EXPECT_EQ(lesson.err, "poslab: note: step two: " + note);
    expect_error(poslab({"page", "memory", "--controls", "file", "-o", folder_ / "c.html"}), 2,
                 "--controls file: a page opens no files");
}

TEST_F(LivePages, NoteAThemeThatTheyIgnore) {
    const Ran ran = poslab({"page", "position-matrix", "--theme", "dark", "-o", folder_ / "a.html"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_NE(ran.err.find("note: without effect on .html: --theme\n"), std::string::npos) << ran.err;
}

TEST_F(LivePages, AreRefusedWithASentence) {
    expect_error(poslab({"lesson", "rerope", "--live", "-o", folder_ / "a.pdf"}), 2, "must end in .html");
    expect_error(poslab({"page", "memory", "--all", "-o", folder_ / "site"}), 2, "omit memory");
    for (const std::vector<std::string>& option : {std::vector<std::string>{"--figure", "nosuch"},
                                                   {"--versus", "nosuch=3"},
                                                   {"--difference"},
                                                   {"--wipe", "7"},
                                                   {"--controls", "nosuch"}}) {
        std::vector<std::string> words{"page", "--all", "-o", folder_ / "site"};
        words.insert(words.end(), option.begin(), option.end());
        expect_error(poslab(words), 2, "page --all writes every view; omit " + option.front());
    }
    expect_error(poslab({"page", "--all", "--theme", "blue", "-o", folder_ / "site"}), 2, "light or dark");
    expect_error(poslab({"page", "-o", folder_ / "a.html"}), 2, "page needs a view");
    std::filesystem::remove(engine_ / "page_engine.js");
    expect_error(poslab({"lesson", "rerope", "--live", "-o", folder_ / "a.html"}), 6, "scripts/page-engine");
    expect_error(poslab({"page", "--all", "-o", folder_ / "site"}), 6, "scripts/page-engine");
    EXPECT_TRUE(folder_.empty());
}

TEST_F(LivePages, OfASiteShareTheirEngine) {
    const std::string site = folder_ / "site";
    expect_fine(poslab({"page", "--all", "--lang", "zh", "-o", site}));
    EXPECT_TRUE(std::filesystem::exists(site + "/engine.js"));
    EXPECT_TRUE(std::filesystem::exists(site + "/models.js"));
    const std::string index = read_file(site + "/index.html");
    EXPECT_NE(index.find("<html lang=\"zh\">"), std::string::npos);
    std::size_t links = 0;
    for (std::size_t at = index.find("href=\""); at != std::string::npos;
         at = index.find("href=\"", at + 1)) {
        const std::string name = index.substr(at + 6, index.find('"', at + 6) - at - 6);
        if (name.starts_with("data:")) continue;  // a picture
        EXPECT_TRUE(std::filesystem::exists(site + "/" + name)) << name;
        ++links;
    }
    EXPECT_EQ(links, 10U + 9U) << "views and lessons";
    const std::string page = read_file(site + "/memory.html");
    EXPECT_NE(page.find("<script src=\"engine.js\">"), std::string::npos);
    EXPECT_NE(page.find("href=\"index.html\""), std::string::npos);
    EXPECT_LT(page.size(), 1'000'000U);
}

}  // namespace
}  // namespace poslab::test
