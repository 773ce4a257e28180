#include "core/documents/earlier_defaults.hpp"

#include "core/documents/session.hpp"
#include "core/documents/shell_words.hpp"
#include "core/documents/shown_state.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

std::string method_of(const Values& values) {
    const View& view = find_view("memory");
    const auto index = static_cast<std::size_t>(parameter_index(view, "method"));
    return to_string(view.parameters()[index], values[index]);
}

TEST(EarlierDefaults, AreThoseOfParametersThatThereAre) {
    for (const EarlierDefault& earlier_default : earlier_defaults()) {
        const View& view = find_view(std::string(earlier_default.view));
        const int index = parameter_index(view, std::string(earlier_default.parameter));
        ASSERT_GE(index, 0) << earlier_default.parameter;
        const Descriptor& descriptor = view.parameters()[static_cast<std::size_t>(index)];
        EXPECT_NE(parse_value(descriptor, earlier_default.value),
                  view.defaults()[static_cast<std::size_t>(index)])
            << "it is another one";
        EXPECT_NE(
            parameter_words(view, view.defaults()).find(" --" + std::string(earlier_default.parameter) + " "),
            std::string::npos);
    }
}

TEST(EarlierDefaults, FillWhatACommandDoesNotName) {
    EXPECT_EQ(with_earlier_defaults("memory --order 8"), "memory --order 8 --method bilinear");
    EXPECT_EQ(with_earlier_defaults("memory --method exact"), "memory --method exact");
    EXPECT_EQ(with_earlier_defaults("memory --method=exact"), "memory --method=exact");
    EXPECT_EQ(with_earlier_defaults("memory-decay --order 8"), "memory-decay --order 8");
    EXPECT_EQ(with_earlier_defaults(""), "");
}

TEST(EarlierDefaults, AreThoseOfCommandLinesNoLonger) {
    EXPECT_EQ(method_of(find_view("memory").defaults()), "bilinear-same-t");
    EXPECT_EQ(method_of(read_shown_state("memory --order 8", all_views()).values), "bilinear-same-t");
}

TEST(EarlierDefaults, HoldInSessionsThatDoNotNameThem) {
    const auto opened = [](const std::string& parameters) {
        const std::string text =
            R"({"poslab_session": 1, "version": "0.1.0", "view": "memory", "views": {"memory": )" +
            parameters + "}}";
        return read_session(text, all_views()).session.values.at("memory");
    };
    EXPECT_EQ(method_of(opened(R"({"order": 8})")), "bilinear");
    EXPECT_EQ(method_of(opened(R"({"method": "exact"})")), "exact");
    Session session;
    session.view = "memory";
    session.values["memory"] = find_view("memory").defaults();
    EXPECT_EQ(
        method_of(read_session(session_text(session, all_views()), all_views()).session.values.at("memory")),
        "bilinear-same-t");
}

}  // namespace
}  // namespace poslab::test
