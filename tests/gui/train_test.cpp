#include "core/training/training_run.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/gui/session_folder.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/run_program.hpp"

#include <algorithm>
#include <filesystem>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// A window on the extrapolation view with the training dialog open; models are written to a temporary
/// folder.
struct TrainWindow {
    TemporaryFolder folder;
    ContentDriver window{of_view("extrapolation")};

    TrainWindow() {
        window.click("tool.train");
        window.settle();
    }
    void type(const std::string& field, const std::string& text) {
        window.click(field);
        window.settle();
        window.type(text);
        window.key(Key::enter);
        window.settle();
    }
    /// Sets up a model that trains quickly.
    void small(const std::string& steps) {
        type("train.folder", folder / "model");
        type("train.width", "16");
        type("train.heads", "2");
        type("train.head-dim", "8");
        type("train.intermediate", "24");
        type("train.train-length", "16");
        type("train.batch", "4");
        type("train.steps", steps);
    }
    /// Runs frames until `there` is true or the patience is exhausted.
    template <class There>
    bool until(const There& there) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (!there()) {
            window.frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            if (std::chrono::steady_clock::now() > deadline) return false;
        }
        return true;
    }
    [[nodiscard]] const ModelTraining& training() const { return window.content.train_dialog().training(); }
};

TEST(TrainWindow, TrainsAModelAndShowsIt) {
    TrainWindow it;
    ASSERT_TRUE(it.window.content.train_dialog().is_open());
    it.small("60");
    it.window.click("train.do");
    ASSERT_TRUE(it.training().running());
    EXPECT_FALSE(it.window.content.train_dialog().is_open()) << "the figure is in front";
    ASSERT_TRUE(it.until([&] { return !it.training().running(); }));
    EXPECT_TRUE(it.window.content.toast().good) << it.window.content.toast().text;
    EXPECT_NE(it.window.content.toast().text.find("nats"), std::string::npos);
    it.window.settle();
    EXPECT_EQ(it.window.value("model"), it.folder / "model");
    EXPECT_EQ(it.window.value("built-in"), "folder");
    EXPECT_EQ(it.window.value("train-length"), "16");
    EXPECT_EQ(it.window.content.canvas().status().error, Message());
    EXPECT_TRUE(fs::exists(it.folder / "model/model.safetensors"));
}

TEST(TrainWindow, ShowsTheCheckpointMeanwhileAndGoesOnAfterAStop) {
    TrainWindow it;
    it.small("4000");
    it.window.click("train.do");
    const std::string checkpoint = checkpoint_folder(it.folder / "model");
    ASSERT_TRUE(it.until([&] { return it.window.value("model") == checkpoint; }));
    ASSERT_TRUE(it.until([&] { return it.training().progress().step > 300; }));
    EXPECT_TRUE(it.window.has("status.training"));
    it.window.click("status.training");
    it.window.frame();
    EXPECT_TRUE(it.window.has("train.progress"));
    it.window.click("train.do");
    ASSERT_TRUE(it.until([&] { return !it.training().running(); }));
    EXPECT_NE(it.window.content.toast().text.find("Stopped after"), std::string::npos)
        << it.window.content.toast().text;
    EXPECT_TRUE(fs::exists(resume_path(it.folder / "model")));
    const std::int64_t stopped = it.training().progress().step;
    it.window.frame();
    it.window.click("train.do");
    ASSERT_TRUE(
        it.until([&] { return it.training().progress().step > stopped || !it.training().running(); }));
    EXPECT_TRUE(it.training().running()) << it.window.content.toast().text;
    EXPECT_TRUE(it.training().request().resume);
}

TEST(TrainWindow, SaysWhatIsWrongBeforeItBegins) {
    TrainWindow it;
    it.small("60");
    it.type("train.head-dim", "7");
    it.window.click("train.do");
    it.window.frame();
    EXPECT_FALSE(it.training().running());
    EXPECT_TRUE(it.window.has("train.error"));
    it.type("train.head-dim", "8");
    it.type("train.text", it.folder / "nothing");
    it.window.click("train.do");
    ASSERT_TRUE(it.until([&] { return !it.training().running(); }));
    EXPECT_FALSE(it.window.content.toast().good);
    EXPECT_NE(it.window.content.toast().text.find("nothing"), std::string::npos);
}

TEST(TrainWindow, QuotesTheBeginningOfALongTextThatItRejects) {
    TrainWindow it;
    std::string typed = "3";
    for (int n = 0; n < 150; ++n) typed += "x ";
    it.type("train.width", typed);
    const auto& texts = it.window.texts;
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                            [](const auto& text) { return text.text.find("x…”") != std::string::npos; }));
}

}  // namespace
}  // namespace poslab::test
