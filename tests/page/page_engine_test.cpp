#include "app/page/page_engine.hpp"

#include "core/views/registry.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace poslab {
namespace {

using Json = nlohmann::json;

Json request_of(const std::string& state, Json actions = Json::array()) {
    return {{"state", state},
            {"actions", std::move(actions)},
            {"width", 800},
            {"height", 500},
            {"pixel_ratio", 1}};
}

class PageEngineTest : public testing::Test {
  protected:
    Json ask(const Json& request) { return Json::parse(engine_.answer(request.dump()).json); }

    static const Json* control(const Json& answer, const std::string& id) {
        for (const Json& one : answer["controls"])
            if (one["id"] == id) return &one;
        return nullptr;
    }

  private:
    PageEngine engine_{fixed_width_metrics()};
};

std::vector<std::string> views_of_pages() {
    std::vector<std::string> ids;
    for (const View* view : all_views()) ids.emplace_back(view->info().id);
    return ids;
}

class EveryPageView : public PageEngineTest, public testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(Views, EveryPageView, testing::ValuesIn(views_of_pages()), [](const auto& instance) {
    std::string name = instance.param;
    for (char& c : name)
        if (c == '-') c = '_';
    return name;
});

TEST_P(EveryPageView, AnswersWithFigureControlsAndItsOwnState) {
    const Json answer = ask(request_of(GetParam()));
    ASSERT_TRUE(answer["error"].is_null()) << answer["error"];
    EXPECT_GT(answer["draw"]["commands"].size(), 10U);
    EXPECT_FALSE(answer["title"].get<std::string>().empty());
    EXPECT_FALSE(answer["controls"].empty());
    EXPECT_TRUE(answer["state"].get<std::string>().starts_with(GetParam())) << answer["state"];
    const Json again = ask(request_of(answer["state"]));
    EXPECT_EQ(again["draw"], answer["draw"]);
}

TEST_P(EveryPageView, MovesEverySliderToBothEndsAndReadsItsStateBack) {
    const Json first = ask(request_of(GetParam()));
    for (const Json& control : first["controls"]) {
        if (control["kind"] != "slider") continue;
        for (const double fraction : {0.0, 0.5}) {
            const Json action{{"type", "slider"}, {"parameter", control["id"]}, {"fraction", fraction}};
            const Json moved = ask(request_of(GetParam(), {action}));
            ASSERT_TRUE(moved["error"].is_null()) << control["id"] << ": " << moved["error"];
            const Json read = ask(request_of(moved["state"]));
            EXPECT_EQ(read["state"], moved["state"]) << control["id"];
        }
    }
}

TEST_F(PageEngineTest, ReadsValuesAsTheCommandLineDoes) {
    const Json answer =
        ask(request_of("position-matrix", {{{"type", "value"}, {"parameter", "length"}, {"text", "2^10"}}}));
    ASSERT_NE(control(answer, "length"), nullptr);
    EXPECT_EQ((*control(answer, "length"))["text"], "1024");
    const Json separated =
        ask(request_of("position-matrix", {{{"type", "value"}, {"parameter", "length"}, {"text", "1,024"}}}));
    EXPECT_EQ(separated["state"], answer["state"]);
}

TEST_F(PageEngineTest, RefusesAValueWithASentenceAndGoesOn) {
    const Json refused =
        ask(request_of("position-matrix", {{{"type", "value"}, {"parameter", "length"}, {"text", "many"}}}));
    EXPECT_NE(refused["error"].get<std::string>().find("many"), std::string::npos);
    EXPECT_TRUE(ask(request_of("position-matrix"))["error"].is_null());
}

TEST_F(PageEngineTest, ZoomsAMatrixAndShowsAllOfItAgain) {
    const Json whole = ask(request_of("position-matrix --length 512"));
    const Json panel = whole["panels"][0];
    ASSERT_TRUE(panel["zooms"].get<bool>());
    const Json at = {panel["x"].get<double>() + panel["width"].get<double>() / 2,
                     panel["y"].get<double>() + panel["height"].get<double>() / 2};
    const Json zoomed = ask(request_of(whole["state"], {{{"type", "zoom"}, {"at", at}, {"factor", 0.5}}}));
    const std::string state = zoomed["state"];
    EXPECT_NE(state.find("--rows 128:384"), std::string::npos) << state;
    EXPECT_NE(state.find("--cols 128:384"), std::string::npos) << state;
    EXPECT_EQ(ask(request_of(state, {{{"type", "home"}}}))["state"], whole["state"]);
}

TEST_F(PageEngineTest, ComparesWithAnotherState) {
    const Json answer = ask(request_of("position-matrix --map rerope --w 8",
                                       {{{"type", "compare"}, {"with", "position-matrix"}}}));
    ASSERT_TRUE(answer["error"].is_null()) << answer["error"];
    EXPECT_TRUE(answer["comparing"].get<bool>());
    EXPECT_NE(answer["state"].get<std::string>().find("--versus"), std::string::npos);
    const Json alone = ask(request_of(answer["state"], {{{"type", "compare"}, {"with", nullptr}}}));
    EXPECT_FALSE(alone["comparing"].get<bool>());
}

TEST_F(PageEngineTest, ReadsThePositionUnderThePointer) {
    Json request = request_of("position-matrix --map rope --length 100");
    const Json panel = ask(request)["panels"][0];
    const double cell = panel["width"].get<double>() / 100;
    // query 70, key 20: row 70, column 20
    request["pointer"] = {panel["x"].get<double>() + 20.5 * cell, panel["y"].get<double>() + 70.5 * cell};
    const Json heads = ask(request)["readout"]["heads"];
    ASSERT_EQ(heads.size(), 3U);
    EXPECT_EQ(heads[0]["value"], "70");
    EXPECT_EQ(heads[1]["value"], "20");
    EXPECT_EQ(heads[2]["value"], "50");
}

TEST_F(PageEngineTest, SpeaksTheLanguageOfTheRequest) {
    Json request = request_of("frequencies");
    request["language"] = "zh";
    EXPECT_EQ(ask(request)["words"]["copy_link"], "复制链接");
}

TEST_F(PageEngineTest, AnswersHostileRequestsWithASentence) {
    for (const char* request :
         {"",
          "null",
          "[]",
          "{",
          R"({"state": 7})",
          R"({"state": "no-such-view"})",
          R"({"state": "position-matrix --w"})",
          R"({"state": "position-matrix --length 1e99"})",
          R"({"state": "position-matrix", "actions": [{"type": "run"}]})",
          R"({"state": "position-matrix", "actions": [{"type": "value", "parameter": "nope", "text": "1"}]})",
          R"({"state": "position-matrix", "actions": [{"type": "value", "parameter": "a\nb", "text": "1"}]})",
          R"({"state": "position-matrix", "actions": [{"type": "a\nb"}]})",
          R"({"state": "position-matrix", "actions": [{"type": "value", "parameter": "w", "text": "a\nb"}]})",
          R"({"state": "position-matrix --w 'a\nb'"})",
          R"({"state": "position-matrix --versus 'w=a\nb'"})",
          R"({"state": "rope-2d --grid-width 'a\nb'"})",
          R"({"state": "position-matrix --a\nb 3"})",
          R"({"state": "a\nb"})",
          R"({"state": "attention --vectors from-files --q-file /etc/passwd"})",
          "{\"state\": \"\xff\xfe\"}"}) {
        const PageAnswer answer = PageEngine(fixed_width_metrics()).answer(request);
        const Json json = Json::parse(answer.json);
        ASSERT_TRUE(json["error"].is_string()) << request;
        EXPECT_FALSE(json["error"].get<std::string>().empty()) << request;
        EXPECT_EQ(json["error"].get<std::string>().find('\n'), std::string::npos) << request;
    }
}

TEST_F(PageEngineTest, RefusesAStateThatCannotBeComputedEachTime) {
    const Json before = ask(request_of("attention"));
    ASSERT_TRUE(before["error"].is_null());
    const Json failing = request_of("attention --source files --queries /nowhere/q.npy");
    for (int times = 0; times < 2; ++times) EXPECT_TRUE(ask(failing)["error"].is_string());
    EXPECT_EQ(ask(request_of("attention"))["draw"], before["draw"]);
}

TEST_F(PageEngineTest, ClampsSizesToThoseOfScreens) {
    Json request = request_of("position-matrix");
    for (const double size : {-5.0, 0.0, 1e300}) {
        request["width"] = request["height"] = size;
        request["pixel_ratio"] = 0.25;
        const Json answer = ask(request);
        ASSERT_TRUE(answer["error"].is_null());
        EXPECT_GE(answer["draw"]["width"].get<double>(), 64);
        EXPECT_LE(answer["draw"]["width"].get<double>(), 8192);
    }
}

}  // namespace
}  // namespace poslab
