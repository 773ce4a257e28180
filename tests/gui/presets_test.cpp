#include "app/state/presets.hpp"

#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace poslab::test {
namespace {

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

class PresetsTest : public testing::Test {
  protected:
    [[nodiscard]] std::string at(const std::string& name) const { return folder_ / name; }
    void put(const std::string& name, const std::string& bytes) const {
        std::ofstream(at(name), std::ios::binary) << bytes;
    }
    [[nodiscard]] Presets opened() const {
        Presets presets{std::string(folder_.path())};
        EXPECT_FALSE(presets.read().has_value());
        return presets;
    }
    void set(const std::string& id, std::int64_t number) {
        Values values = store_.values();
        values[static_cast<std::size_t>(parameter_index(store_.view(), id))] = number;
        EXPECT_TRUE(store_.edit(values, 0));
    }
    [[nodiscard]] std::int64_t number(const std::string& id) const {
        return std::get<std::int64_t>(*value_of(store_.view(), store_.values(), id));
    }

    TemporaryFolder folder_;
    Store store_{all_views()};
};

TEST_F(PresetsTest, WhatWasSavedIsThereAtTheNextStart) {
    store_.choose("position-matrix");
    set("w", 777);
    opened().save(store_, "  长窗口 ", false);
    set("w", 3);
    store_.choose("rope-2d");
    const Presets again = opened();
    ASSERT_EQ(again.names(), (std::vector<std::string>{"长窗口"})) << "without the spaces at its ends";
    EXPECT_EQ(again.views_of("长窗口", store_), (std::vector<std::string>{"position-matrix"}));
    EXPECT_TRUE(again.apply("长窗口", store_).good);
    EXPECT_EQ(store_.view().info().id, "position-matrix") << "its view";
    EXPECT_EQ(number("w"), 777);
    EXPECT_TRUE(store_.undo());
    EXPECT_EQ(number("w"), 3) << "one step of undo";
}

TEST_F(PresetsTest, TwoWindowsThatSaveAtOnceLoseNone) {
    constexpr int windows = 4, presets_of_each = 10;
    std::vector<pid_t> children;
    for (int window = 0; window < windows; ++window) {
        const pid_t child = fork();
        if (child == 0) {
            try {
                Presets presets{std::string(folder_.path())};
                for (int n = 0; n < presets_of_each; ++n)
                    presets.save(store_, std::to_string(window) + " " + std::to_string(n), false);
            } catch (...) {
                _exit(1);
            }
            _exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) waitpid(child, nullptr, 0);
    EXPECT_EQ(opened().names().size(), static_cast<std::size_t>(windows * presets_of_each));
}

TEST_F(PresetsTest, AllViewsAreOneStep) {
    store_.choose("position-matrix");
    set("w", 100);
    store_.choose("attention");
    set("w", 200);
    Presets presets = opened();
    presets.save(store_, "all", true);
    EXPECT_EQ(presets.views_of("all", store_).size(), store_.views().size());
    set("w", 1);
    store_.choose("position-matrix");
    set("w", 2);
    EXPECT_TRUE(presets.apply("all", store_).good);
    EXPECT_EQ(store_.view().info().id, "attention") << "where it was saved";
    EXPECT_EQ(number("w"), 200);
    store_.choose("position-matrix");
    EXPECT_EQ(number("w"), 100);
    EXPECT_TRUE(store_.undo());
    EXPECT_EQ(number("w"), 1);
    store_.choose("position-matrix");
    EXPECT_EQ(number("w"), 2);
}

TEST_F(PresetsTest, TheyAreReplacedRenamedAndDeleted) {
    Presets presets = opened();
    presets.save(store_, "a", false);
    presets.save(store_, "b", false);
    set("w", 99);
    presets.save(store_, "a", false);
    EXPECT_EQ(presets.names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_THROW(presets.rename("a", "b"), UsageError);
    EXPECT_THROW(presets.rename("a", "   "), UsageError);
    EXPECT_THROW(presets.save(store_, std::string(81, 'x'), false), UsageError);
    presets.rename("a", "c");
    EXPECT_EQ(opened().names(), (std::vector<std::string>{"c", "b"}));
    presets.erase("c");
    EXPECT_EQ(opened().names(), (std::vector<std::string>{"b"}));
}

TEST_F(PresetsTest, KeepsWhatAnotherWindowSaved) {
    Presets presets = opened(), other = opened();
    presets.save(store_, "one", false);
    other.save(store_, "other", false);
    EXPECT_EQ(opened().names(), (std::vector<std::string>{"one", "other"}));
}

constexpr const char* from_elsewhere = R"({"poslab_presets": 1, "mood": "calm", "presets": [
    {"name": "theirs", "stars": 5, "views": {
        "position-matrix": {"w": 321, "warp": 9, "group": -4},
        "no-such-view": {"x": 1}}}]})";

TEST_F(PresetsTest, WhatIsNotKnownIsKeptAndSaid) {
    put("theirs.json", from_elsewhere);
    Presets presets = opened();
    const Toast toast = presets.read_from(at("theirs.json"), store_);
    EXPECT_FALSE(toast.good);
    for (const char* key : {"theirs", "stars", "position-matrix.warp"})
        EXPECT_NE(toast.text.find(key), std::string::npos) << toast.text;
    EXPECT_NE(toast.text.find("more"), std::string::npos) << "one sentence: " << toast.text;

    store_.choose("position-matrix");
    set("group", 5);
    const Toast applied = presets.apply("theirs", store_);
    EXPECT_EQ(number("w"), 321) << "known keys are applied";
    EXPECT_EQ(number("group"), 5) << "values out of range are unchanged";
    EXPECT_NE(applied.text.find("warp"), std::string::npos) << applied.text;

    presets.save(store_, "mine", false);
    presets.write_to(at("out.json"));
    const auto out = nlohmann::json::parse(text_of(at("out.json")));
    EXPECT_EQ(out["presets"][0], nlohmann::json::parse(from_elsewhere)["presets"][0])
        << "written back unchanged";
}

TEST_F(PresetsTest, ExportedAndImportedElsewhereTheyAreTheSame) {
    store_.choose("position-matrix");
    set("w", 1234);
    Presets presets = opened();
    presets.save(store_, "a", false);
    presets.write_to(at("a.json"));
    EXPECT_TRUE(is_preset_file(at("a.json")));
    const TemporaryFolder elsewhere;
    Presets other{std::string(elsewhere.path())};
    EXPECT_TRUE(other.read_from(at("a.json"), store_).good);
    EXPECT_TRUE(other.read_from(at("a.json"), store_).good);
    EXPECT_EQ(other.names(), (std::vector<std::string>{"a"})) << "duplicates count once";
    set("w", 5);
    presets.save(store_, "a", false);
    presets.write_to(at("a.json"));
    EXPECT_TRUE(other.read_from(at("a.json"), store_).good);
    EXPECT_EQ(other.names(), (std::vector<std::string>{"a", "a 2"}))
        << "another one of that name gets a number";
    EXPECT_TRUE(other.apply("a", store_).good);
    EXPECT_EQ(number("w"), 1234);
}

TEST_F(PresetsTest, WhatCannotBeReadIsNotWrittenOver) {
    const std::string newer = R"({"poslab_presets": 2, "presets": {"of another": "kind"}})";
    std::string large = R"({"poslab_presets": 1, "presets": [{"name": "a")";
    for (int n = 0; n < 3000; ++n) large += ", \"" + std::to_string(n) + "\": 0";
    for (const std::string& bytes : {newer, large + "}]}", std::string("{"), std::string("[]"),
                                     std::string(R"({"poslab_presets": 1, "presets": [{"views": {}}]})"),
                                     std::string(R"({"poslab_presets": 1, "presets": [7]})"),
                                     std::string(R"({"poslab_presets": "1"})"), std::string("\xff\xfe")}) {
        put("presets.json", bytes);
        Presets presets{std::string(folder_.path())};
        const auto why = presets.read();
        ASSERT_TRUE(why.has_value()) << bytes;
        EXPECT_NE(why->english().find("presets.json"), std::string::npos) << why->english();
        EXPECT_TRUE(presets.names().empty());
        EXPECT_THROW(presets.save(store_, "a", false), OutputError);
        EXPECT_EQ(text_of(at("presets.json")), bytes);
    }
}

TEST_F(PresetsTest, AFileThatIsTooLargeIsRefusedForItsSize) {
    put("large.json", R"({"poslab_presets": 1, "presets": []})" + std::string(std::size_t{1} << 20U, ' '));
    Presets presets{std::string(folder_.path())};
    try {
        static_cast<void>(presets.read_from(at("large.json"), store_));
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("has more than 1048576 bytes"), std::string::npos)
            << error.what();
    }
}

TEST_F(PresetsTest, OddPresetsDoNoHarm) {
    put("presets.json",
        R"({"poslab_presets": 1, "presets": [{"name": "none"}, {"name": "odd", "view": 7, "views": {"position-matrix": 3}},
        {"name": "list", "views": ["position-matrix"]}]})");
    Presets presets = opened();
    const Values before = store_.values();
    for (const char* name : {"none", "odd", "list", "absent"})
        EXPECT_FALSE(presets.apply(name, store_).good) << name;
    EXPECT_EQ(store_.values(), before);
}

TEST_F(PresetsTest, ReportsAMissingFolder) {
    Presets presets;
    EXPECT_FALSE(presets.read().has_value());
    EXPECT_THROW(presets.save(store_, "a", false), OutputError);
}

TEST_F(PresetsTest, AFolderThatCannotBeMadeIsSaid) {
    put("file", "");
    Presets presets{at("file") + "/below"};
    EXPECT_THROW(presets.save(store_, "a", false), OutputError);
}

}  // namespace
}  // namespace poslab::test
