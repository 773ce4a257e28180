#include "app/cli/complaint.hpp"

#include "app/cli/terminal_job.hpp"
#include "core/base/utf8.hpp"
#include "tests/cli/command_line_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace poslab {
namespace {

using namespace test;

TEST(Complaint, ShowsWhatIsNoTextAsEscapes) {
    EXPECT_EQ(one_line("a\nb\tc\x7F"), "a\\x0Ab\\x09c\\x7F");
    EXPECT_EQ(one_line("caf\xE9 \xF0\x9F"), "caf\\xE9 \\xF0\\x9F");
    EXPECT_EQ(one_line("位置 é \xEF\xBF\xBD"), "位置 é \xEF\xBF\xBD") << "U+FFFD itself is a character";
    EXPECT_EQ(one_line("\xC2\x85"), "\\xC2\\x85") << "a control character of two bytes";
    EXPECT_EQ(printable_lines("a\n\x1b[31mb\n\n"), "a\n\\x1B[31mb\n\n") << "line feeds stay";
    EXPECT_EQ(printable_lines("a\rb"), "a\\x0Db");
}

TEST(Complaint, ShowsCharactersThatRearrangeOthersAsEscapes) {
    for (const std::string_view shown :
         {"\xD8\x9C", "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAA",
          "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9"}) {
        std::string escaped;
        for (const char byte : shown) escaped += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
        EXPECT_EQ(one_line(fmt::format("a{}b", shown)), "a" + escaped + "b");
    }
    EXPECT_EQ(one_line("a\u200Bb – שלום"), "a\u200Bb – שלום") << "text of any script stays";
    expect_error(poslab({"plot", "frequencies", "--base", "\u202E12", "-o", "a.png"}), 2,
                 "\\xE2\\x80\\xAE12");
}

TEST(Complaint, ALongArgumentLosesItsMiddle) {
    const std::string words = [] {
        std::string text;
        for (int n = 0; n < 1000; ++n) text += "word ";
        return text;
    }();
    const std::string message = complaint("--w " + words + ": must be a number", {"plot", "--w", words});
    EXPECT_LT(message.size(), 300U);
    EXPECT_TRUE(message.starts_with("--w word word ")) << message;
    EXPECT_TRUE(message.ends_with("word : must be a number")) << message;
    EXPECT_NE(message.find("…(4840 bytes)…"), std::string::npos) << message;
    const std::string part(5000, 'x');
    EXPECT_LT(complaint(part + ": no such file", {"--file=" + part + ",k=3"}).size(), 300U);
    EXPECT_LT(complaint("'" + part + "': no such choice", {}).size(), 300U) << "whatever it came from";
    EXPECT_EQ(complaint("--w x: must be a number", {"--w", "x"}), "--w x: must be a number");
}

TEST(Complaint, IsCutBetweenCharacters) {
    std::string text;
    for (int n = 0; n < 999; ++n) text += "位";
    for (int more = 0; more < 3; ++more) {
        const std::string message = complaint(std::string(static_cast<std::size_t>(more), 'a') + text, {});
        EXPECT_FALSE(byte_that_is_not_utf8(message)) << message;
    }
}

TEST(Complaint, IsWhatTheProgramSays) {
    const Ran ran =
        poslab({"plot", "position-matrix", "--w", std::string(5000, '7') + "\xFF\n", "-o", "a.png"});
    expect_error(ran, 2, "\\xFF\\x0A");
    EXPECT_LT(ran.err.size(), 500U);
}

TEST(LongJob, SaysOnceHowLongItWillTake) {
    using std::chrono::seconds;
    EXPECT_EQ(long_job_note(seconds(1), 0.001, seconds(1)), "") << "too early to say";
    EXPECT_EQ(long_job_note(seconds(2), 0.5, seconds(2)), "") << "four seconds are not long";
    EXPECT_EQ(long_job_note(seconds(2), 0.01, seconds(2)),
              "this takes about 3 min in total (Ctrl C stops it)");
    EXPECT_EQ(long_job_note(seconds(3), 0.1, seconds(3)), "this takes about 30 s in total (Ctrl C stops it)");
    EXPECT_EQ(long_job_note(seconds(4), 0.0005, seconds(4)),
              "this takes about 2.2 h in total (Ctrl C stops it)");
    EXPECT_EQ(expected_time_note(47 * 3600), "this takes about 47 h on an idle machine (Ctrl C stops it)");
    EXPECT_EQ(expected_time_note(14'000 * 3600.0),
              "this takes about 583 days on an idle machine (Ctrl C stops it)");
    EXPECT_EQ(expected_time_note(1e9), "this takes about 32 years on an idle machine (Ctrl C stops it)");
    EXPECT_EQ(expected_time_note(1e30), "this takes thousands of years on an idle machine (Ctrl C stops it)");
    EXPECT_EQ(long_job_note(seconds(11), 0.95, seconds(11)), "") << "nearly done";
    EXPECT_EQ(long_job_note(seconds(9), 0, seconds(9)), "");
    const std::string unknown = "working; remaining time unknown (Ctrl C stops it)";
    EXPECT_EQ(long_job_note(seconds(10), 0, seconds(10)), unknown);
    EXPECT_EQ(long_job_note(seconds(5), 0.1, seconds(1)), "") << "ten seconds, half of them past";
    EXPECT_EQ(long_job_note(seconds(5), 0.1, seconds(2)), "this takes about 20 s in total (Ctrl C stops it)");
    EXPECT_EQ(long_job_note(seconds(9), 1, seconds(1)), "");
    EXPECT_EQ(long_job_note(seconds(11), 1, seconds(1)), unknown) << "a part was done long ago";
    EXPECT_EQ(long_job_note(seconds(11), 1, seconds(9)), "") << "it may have ended";
}

}  // namespace
}  // namespace poslab
