#include "core/documents/session.hpp"

#include "core/base/errors.hpp"
#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace poslab {
namespace {

using State = SessionReading::State;

constexpr std::string_view id = "position-matrix";

SessionReading read(std::string_view text) { return read_session(text, all_views()); }

/// A session file with its version number and these members.
std::string file(const std::string& members) {
    return R"({"poslab_session": 1)" + (members.empty() ? "" : ", " + members) + "}";
}

std::string parameters(const std::string& members) {
    return file(R"("views": {"position-matrix": {)" + members + "}}");
}

Value value(const Session& session, std::string_view parameter) {
    return session.values.at(std::string(id))
        .at(static_cast<std::size_t>(parameter_index(find_view(id), parameter)));
}

void expect_nothing_taken(const SessionReading& reading) {
    EXPECT_TRUE(reading.session.view.empty());
    EXPECT_TRUE(reading.session.values.empty());
    EXPECT_EQ(reading.session.settings, nlohmann::ordered_json::object());
    ASSERT_EQ(reading.complaints.size(), 1U);
}

void expect_sentences(const SessionReading& reading) {
    EXPECT_EQ(reading.complaints.empty(), reading.state == State::fine);
    for (const Message& message : reading.complaints) {
        EXPECT_TRUE(message.english().ends_with('.')) << message.english();
        EXPECT_TRUE(message.in(test::chinese()).ends_with("。")) << message.in(test::chinese());
        EXPECT_LT(message.english().size(), 400U);
    }
}

TEST(Session, KeepsAllValuesOfAllViews) {
    const std::uint64_t seed = test::test_seed();
    for (std::uint64_t n = 0; n < 500; ++n) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " point " + std::to_string(n));
        Session session;
        for (const View* view : all_views()) {
            session.view = view->info().id;
            session.values[session.view] =
                n == 0 ? view->defaults() : view->adjusted(random_values(view->parameters(), seed + n));
        }
        session.settings = {{"theme", "dark"},
                            {"scale", 1.25},
                            {"rail", false},
                            {"opened", {"a.json", "图.png"}},
                            {"undo", 12}};
        const std::string text = session_text(session, all_views());
        const SessionReading reading = read(text);
        ASSERT_EQ(reading.state, State::fine)
            << text << (reading.complaints.empty() ? "" : reading.complaints[0].english());
        EXPECT_EQ(reading.session.view, session.view);
        EXPECT_EQ(reading.session.values, session.values) << text;
        EXPECT_EQ(reading.session.settings, session.settings);
        EXPECT_EQ(session_text(reading.session, all_views()), text);
    }
}

TEST(Session, SaysWhoWroteIt) {
    const auto json = nlohmann::json::parse(session_text({}, all_views()));
    EXPECT_EQ(json["poslab_session"], 1);
    EXPECT_EQ(json["version"], POSLAB_VERSION);
    EXPECT_EQ(read(json.dump()).state, State::fine);
}

/// Reading an ordered object takes time that grows with the square of its size.
TEST(Session, RefusesAnObjectOfThousandsOfValues) {
    std::string text;
    for (int n = 0; n < 3000; ++n) text += (n > 0 ? ",\"k" : "\"k") + std::to_string(n) + "\":0";
    const SessionReading reading = read("{\"poslab_session\":1,\"settings\":{" + text + "}}");
    ASSERT_EQ(reading.state, State::broken);
    EXPECT_EQ(reading.complaints.front().english(), "The session holds too many values.");
}

TEST(Session, ReadsTheLongestLists) {
    const View& view = find_view("memory");
    Session session;
    Values values = view.defaults();
    const auto points = static_cast<std::size_t>(parameter_index(view, "points"));
    std::string numbers = "0.5";
    for (std::size_t n = 1; n < max_numbers; ++n) numbers += ",0.5";
    values[points] = parse_value(view.parameters()[points], numbers);
    session.values.emplace("memory", values);
    const SessionReading reading = read(session_text(session, all_views()));
    EXPECT_EQ(reading.state, State::fine);
    EXPECT_EQ(reading.session.values.at("memory"), values);
}

TEST(Session, WritesOnlyWhatItCanRead) {
    Session session;
    session.settings = {{"kept", 1},
                        {"null", nullptr},
                        {"nested", {{"a", 1}}},
                        {"numbers", {1, 2}},
                        {"infinite", std::numeric_limits<double>::infinity()},
                        {"bytes", "\xFF\xC3"}};
    const SessionReading reading = read(session_text(session, all_views()));
    EXPECT_EQ(reading.state, State::fine);
    EXPECT_EQ(reading.session.settings.size(), 2U);
    session.settings = nullptr;
    EXPECT_EQ(read(session_text(session, all_views())).state, State::fine);
}

TEST(Session, RefusesToWriteWhatIsNoneOfTheViews) {
    Session session;
    session.values["no-such-view"] = {};
    EXPECT_THROW(static_cast<void>(session_text(session, all_views())), UsageError);
    session.values = {{std::string(id), {}}};
    EXPECT_THROW(static_cast<void>(session_text(session, all_views())), UsageError);
    Values wrong = find_view(id).defaults();
    wrong[static_cast<std::size_t>(parameter_index(find_view(id), "w"))] = std::int64_t{-1};
    session.values = {{std::string(id), wrong}};
    EXPECT_THROW(static_cast<void>(session_text(session, all_views())), UsageError);
}

TEST(Session, WhatIsAbsentIsAtItsDefault) {
    const SessionReading empty = read(file(""));
    EXPECT_EQ(empty.state, State::fine);
    EXPECT_TRUE(empty.session.values.empty());
    const SessionReading reading = read(parameters(R"("w": 17)"));
    EXPECT_EQ(reading.state, State::fine);
    Values expected = find_view(id).defaults();
    expected[static_cast<std::size_t>(parameter_index(find_view(id), "w"))] = std::int64_t{17};
    EXPECT_EQ(reading.session.values.at(std::string(id)), expected);
}

TEST(Session, TakesTheRestOfWhatIsPartlyUnusable) {
    for (const std::string bad :
         {R"("k": "five")", R"("k": [])", R"("k": {"a": 1})", R"("k": null)", R"("k": -5)", R"("k": true)",
          R"("k": 1e300)", R"("causal": 1)", R"("map": "no-such-map")", R"("rows": "9:3")",
          R"("resolution": "1e6x1e6")", R"("no-such-parameter": 1)", R"("": 1)", R"("w": 3)"}) {
        const SessionReading reading = read(parameters(bad + R"(, "w": 17)"));
        SCOPED_TRACE(bad);
        EXPECT_EQ(reading.state, State::partly);
        ASSERT_EQ(reading.complaints.size(), 1U);
        expect_sentences(reading);
        EXPECT_EQ(value(reading.session, "w"), Value(std::int64_t{17}));
        EXPECT_EQ(value(reading.session, "k"),
                  find_view(id).defaults().at(static_cast<std::size_t>(parameter_index(find_view(id), "k"))));
    }
}

TEST(Session, NamesPlaceValueAndRange) {
    const SessionReading reading = read(parameters(R"("w": -1)"));
    ASSERT_EQ(reading.complaints.size(), 1U);
    EXPECT_EQ(reading.complaints[0].english(),
              "position-matrix: w = -1 must be a whole number in [0, 16777216]; the default is used.");
    EXPECT_EQ(reading.complaints[0].in(test::chinese()),
              "position-matrix：w = -1 应为 [0, 16777216] 之内的整数，已采用默认值。");
}

TEST(Session, ComplainsOfUnknownMembersViewsAndSettings) {
    for (const std::string bad : {R"("view": "no-such-view")", R"("views": {"no-such-view": {"w": 1}})",
                                  R"("views": {"position-matrix": 3})", R"("later": {})",
                                  R"("settings": {"a": {}, "theme": "dark"})", R"("settings": {"a": [1]})",
                                  R"("settings": {"a": null})", R"("view": "", "view": "position-matrix")"}) {
        const SessionReading reading = read(file(bad));
        SCOPED_TRACE(bad);
        EXPECT_EQ(reading.state, State::partly);
        EXPECT_EQ(reading.complaints.size(), 1U);
        expect_sentences(reading);
    }
    EXPECT_EQ(read(file(R"("settings": {"a": {}, "theme": "dark"})")).session.settings,
              (nlohmann::ordered_json{{"theme", "dark"}}));
    EXPECT_EQ(read(file(R"("view": "", "view": "position-matrix")")).session.view, id);
}

TEST(Session, BringsValuesTogetherThatDoNotFit) {
    const SessionReading reading = read(parameters(R"("map": "dual-chunk", "chunk": 100, "local": 200)"));
    EXPECT_EQ(reading.state, State::partly);
    ASSERT_EQ(reading.complaints.size(), 1U);
    EXPECT_EQ(value(reading.session, "chunk"), Value(std::int64_t{100}));
    EXPECT_EQ(value(reading.session, "local"), Value(std::int64_t{99}));
}

TEST(Session, ComplaintsAreFew) {
    std::string members;
    for (int i = 0; i < 500; ++i)
        members += (i > 0 ? ", \"x" : "\"x") + std::to_string(i) + "\": \"" + std::string(300, 'y') + '"';
    const SessionReading reading = read(parameters(members));
    EXPECT_EQ(reading.state, State::partly);
    EXPECT_EQ(reading.complaints.size(), 13U);
    EXPECT_EQ(reading.complaints.back().english(), "The session has 488 more problems.");
    expect_sentences(reading);
}

TEST(Session, CutsNoCharacterInTwo) {
    for (std::size_t before = 0; before < 4; ++before) {
        std::string text(before, 'a');
        for (int i = 0; i < 40; ++i) text += "图";
        const SessionReading reading = read(parameters("\"map\": \"" + text + '"'));
        ASSERT_EQ(reading.complaints.size(), 1U);
        EXPECT_NO_THROW(static_cast<void>(nlohmann::json(reading.complaints[0].english()).dump()))
            << reading.complaints[0].english();
    }
}

TEST(Session, WhatIsNoSessionIsBroken) {
    const std::string whole = session_text({}, all_views());
    const std::string deep = std::string(200'000, '[');
    std::string many = file(R"("settings": {"a": "")");
    for (int i = 0; i < 60'000; ++i) many.insert(many.size() - 1, ",\"" + std::to_string(i) + "\":0");
    many += '}';
    for (const std::string& text :
         {std::string(),
          std::string("   "),
          std::string("null"),
          std::string("[1]"),
          std::string("1"),
          std::string(R"("text")"),
          std::string("{}"),
          std::string(R"({"view": "position-matrix"})"),
          std::string(R"({"poslab_session": "1"})"),
          std::string(R"({"poslab_session": 1.5})"),
          std::string(R"({"poslab_session": null})"),
          file(R"("view": 3)"),
          file(R"("view": null)"),
          file(R"("views": [])"),
          file(R"("settings": "dark")"),
          file(R"("version": 1)"),
          parameters(R"("w": NaN)"),
          parameters(R"("w": 1e999)"),
          parameters("\"w\": \"\xFF\xFE\""),
          parameters("\"w\": \"\xC3\""),
          whole.substr(0, whole.size() / 2),
          whole + "x",
          "\xFF" + whole,
          std::string(100, '\0'),
          deep,
          R"({"a":)" + deep,
          file(R"("settings": {"a": )" + std::string(30, '[') + std::string(30, ']') + "}"),
          many,
          whole + std::string(max_session_bytes, ' '),
          "{\"" + std::string(100, '\\')}) {
        SCOPED_TRACE(text.substr(0, 100));
        const SessionReading reading = read(text);
        EXPECT_EQ(reading.state, State::broken);
        expect_nothing_taken(reading);
        expect_sentences(reading);
    }
}

TEST(Session, LooksLikeNestingWithinStringsOnly) {
    const std::string text =
        file(R"("settings": {"a": ")" + std::string(100, '[') + R"(\"\\", "b": "{{{{{{{{{{{{{{{{{{{{"})");
    EXPECT_EQ(read(text).state, State::fine);
}

TEST(Session, OtherFormatsAreLeftAlone) {
    for (const std::string number : {"2", "3000000000", "18446744073709551615"}) {
        const SessionReading reading =
            read(R"({"poslab_session": )" + number + R"(, "version": "9.8", "views": []})");
        EXPECT_EQ(reading.state, State::newer) << number;
        expect_nothing_taken(reading);
        EXPECT_EQ(reading.complaints[0].english(), "The session was written by a newer PosLab (\"9.8\").");
    }
    for (const std::string number : {"0", "-1", "-9223372036854775808"}) {
        const SessionReading reading = read(R"({"poslab_session": )" + number + "}");
        EXPECT_EQ(reading.state, State::older) << number;
        expect_nothing_taken(reading);
    }
}

}  // namespace
}  // namespace poslab
