#include "core/base/masked.hpp"

#include "core/files/file_deadline.hpp"
#include "core/files/file_status.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/views/attention_requests.hpp"

namespace poslab::test {
namespace {

WindowOptions showing(const ParameterTexts& parameters) {
    WindowOptions options;
    options.view = &attention();
    options.values = attention_values(parameters);
    return options;
}

std::shared_ptr<const Data> shown(ContentDriver& window) {
    const auto variants = window.content.canvas().variants(window.content.store());
    return variants.front().data;
}

TEST(AttentionWindow, AFileThatIsReplacedIsReadAgainAndOneThatIsGoneIsSaid) {
    const TensorFolder folder;
    const auto write = [&](std::uint64_t seed) {
        return folder.npz("qk", {TensorFolder::normal("queries", {12, 4}, seed),
                                 TensorFolder::normal("keys", {12, 4}, 50 + seed)});
    };
    const std::string path = write(1);
    ContentDriver window(showing({{"queries", path}}));
    const auto before = shown(window);
    ASSERT_NE(before, nullptr);
    std::filesystem::remove(path);
    write(2);
    EXPECT_TRUE(window.settle());
    const auto after = shown(window);
    EXPECT_NE(array(*after, "map")[12], array(*before, "map")[12]);
    std::filesystem::remove(path);
    EXPECT_TRUE(window.settle());
    const std::string error = window.content.canvas().status().error.english();
    EXPECT_NE(error.find(path), std::string::npos) << error;
    write(1);
    EXPECT_TRUE(window.settle());
    EXPECT_TRUE(window.content.canvas().status().error.empty());
    EXPECT_EQ(array(*shown(window), "map")[12], array(*before, "map")[12]);
}

TEST(AttentionWindow, GoesOnWhileTheServerOfAFileDoesNotAnswer) {
    const TensorFolder folder;
    const auto write = [&](std::uint64_t seed) {
        return folder.npz("qk", {TensorFolder::normal("queries", {12, 4}, seed),
                                 TensorFolder::normal("keys", {12, 4}, 50 + seed)});
    };
    const std::string path = write(1);
    const DeadServer server;
    const FileDeadline deadline(server.before());
    ContentDriver window(showing({{"queries", path}}));
    const auto end = std::chrono::steady_clock::now() + patience;
    while (prompt_file_identity(path) != file_identity(path) && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(window.settle());
    const auto before = shown(window);
    ASSERT_NE(before, nullptr);
    server.hold(path);
    std::filesystem::remove(path);
    const std::ptrdiff_t questions = server.questions(path);
    for (int n = 0; n < 50; ++n) window.frame();
    EXPECT_LE(server.questions(path), questions + 2) << "one for its identity and one for its layers";
    EXPECT_EQ(shown(window), before);
    EXPECT_TRUE(window.content.canvas().status().error.empty());
    write(2);
    server.answer(path);
    const auto is_read_again = [&] {
        EXPECT_TRUE(window.settle());
        return array(*shown(window), "map")[12] != array(*before, "map")[12];
    };
    while (!is_read_again() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(is_read_again());
}

TEST(AttentionWindow, HeadsAreSteppedThroughAndChosenByAClick) {
    ContentDriver window(showing({{"length", "32"}, {"dim", "8"}, {"heads", "6"}, {"bias", "alibi"}}));
    window.click("head.more");
    EXPECT_EQ(window.value("head"), "1");
    window.click("head.less");
    EXPECT_EQ(window.value("head"), "0");
    window.click("head.unset");
    EXPECT_EQ(window.value("head"), "all");
    EXPECT_TRUE(window.settle());
    EXPECT_TRUE(window.has("matrix.5"));
    window.click("matrix.4");
    EXPECT_EQ(window.value("head"), "4");
    EXPECT_TRUE(window.settle());
    EXPECT_FALSE(window.has("matrix.5"));
    window.click("head.more");
    window.click("head.more");
    EXPECT_EQ(window.value("head"), "5") << "no further than there are heads";
}

TEST(AttentionWindow, AClickKeepsTheRow) {
    ContentDriver window(showing({{"length", "32"}, {"dim", "8"}}));
    EXPECT_EQ(window.value("row"), "last");
    const Rect map = window.rect("matrix");
    window.press({map.x + 0.1 * map.width, map.y + 0.5 * map.height + 1});
    window.release();
    EXPECT_EQ(window.value("row"), "16");
    EXPECT_TRUE(window.settle());
    EXPECT_EQ(array(*shown(window), "row").size(), 32U);
    EXPECT_TRUE(is_masked(array(*shown(window), "row")[17]));
}

TEST(AttentionWindow, LayersOfAFileEndAtTheLast) {
    const TensorFolder folder;
    const std::string path = folder.npz("qk", {TensorFolder::normal("queries", {3, 2, 12, 4}, 1),
                                               TensorFolder::normal("keys", {3, 2, 12, 4}, 2)});
    ContentDriver window(showing({{"queries", path}}));
    for (const char* expected : {"1", "2", "2", "2"}) {
        window.click("layer.more");
        EXPECT_EQ(window.value("layer"), expected);
        EXPECT_TRUE(window.settle());
        EXPECT_TRUE(window.content.canvas().status().error.empty());
    }
    for (int n = 0; n < 3; ++n) window.click("head.more");
    EXPECT_EQ(window.value("head"), "1");
    window.click("layer.less");
    EXPECT_EQ(window.value("layer"), "1");
}

}  // namespace
}  // namespace poslab::test
