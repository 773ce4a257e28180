// Exports that are inside a library that checks no job, such as Cairo writing a PDF, are cancelled at once.
#include "app/gui/export_dialog.hpp"
#include "app/gui/window_style.hpp"
#include "app/state/shell_export.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/file_deadline.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/content_driver.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace poslab::test {
namespace {

using namespace std::chrono_literals;

/// The export dialog alone. Its exporter writes "picture" after it was stuck.
class StuckExport : public GuiDriver {
  public:
    StuckExport()
        : GuiDriver(ContentDriver::fonts()),
          metrics_(ContentDriver::fonts()),
          ui_(metrics_, gui.painter(), gui.fonts()),
          dialog_(
              exporter(), [] {}, false) {
        drain();
        for (int n = 0; n < 60; ++n) frame();
    }
    ~StuckExport() override { stuck = false; }
    StuckExport(const StuckExport&) = delete;
    StuckExport& operator=(const StuckExport&) = delete;

    void click(const std::string& item) {
        const auto found = ui_.find(item);
        ASSERT_TRUE(found) << item;
        press({found->rect.x + found->rect.width / 2, found->rect.y + found->rect.height / 2});
        release();
    }
    [[nodiscard]] bool has(const std::string& item) const { return ui_.find(item).has_value(); }
    /// Runs frames until `condition` is true or the patience is exhausted.
    template <class Condition>
    bool until(const Condition& condition) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (!condition()) {
            frame();
            std::this_thread::sleep_for(1ms);
            if (std::chrono::steady_clock::now() > deadline) return false;
        }
        return true;
    }
    [[nodiscard]] ExportDialog& dialog() { return dialog_; }

    std::atomic<bool> stuck{true};
    std::atomic<int> entered{0}, ended{0};
    Toast toast;

  protected:
    [[nodiscard]] ImVec2 display() const override { return {1440, 900}; }
    void draw(FrameInput input) override {
        apply_style(palette(store_.theme), 1);
        ui_.begin({1, 1440, 900, store_.theme, true, std::move(input.keys)});
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(display());
        ImGui::Begin("PosLab", nullptr, ImGuiWindowFlags_NoDecoration);
        if (!std::exchange(opened_, true)) dialog_.open(ui_, store_, {}, {800, 600});
        dialog_.draw(ui_, store_, {}, toast);
        ImGui::End();
        ui_.end();
    }

  private:
    Exporter exporter() {
        Exporter made = make_exporter({}, ContentDriver::fonts());
        made.write = [this](const ExportChoice& choice, const Job& job) {
            const bool first = entered++ == 0;
            job.progress(1);
            while (first && stuck) std::this_thread::sleep_for(1ms);
            if (first) ++ended;
            write_file_atomically(choice.path, "picture", job);
        };
        return made;
    }

    FontMetrics metrics_;
    Ui ui_;
    Store store_{all_views()};
    bool opened_ = false;
    ExportDialog dialog_;  // last: its thread uses the others
};

TEST(StuckExport, IsCancelledAtOnceAndWritesNothing) {
    const TemporaryFolder folder;
    const std::string home = std::getenv("HOME");
    setenv("HOME", folder.path().c_str(), 1);
    {
        StuckExport window;
        const auto name = std::filesystem::path(window.dialog().choice().path).filename().string();
        window.click("export.do");
        ASSERT_TRUE(window.until([&] { return window.entered == 1 && window.has("export.progress"); }));
        EXPECT_TRUE(window.until([&] {
            return std::any_of(window.texts.begin(), window.texts.end(),
                               [](const PaintedText& text) { return text.text == "Writing the file"; });
        }));
        window.click("export.cancel");
        EXPECT_FALSE(window.dialog().busy());
        EXPECT_TRUE(window.dialog().is_open());
        EXPECT_FALSE(window.has("export.progress"));
        EXPECT_EQ(window.ended, 0) << "it is still stuck";
        EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
        window.click("export.do");  // another one begins meanwhile
        ASSERT_TRUE(window.until([&] { return !window.dialog().busy(); }));
        EXPECT_TRUE(window.toast.good) << window.toast.text;
        std::filesystem::remove(folder / name);
        window.stuck = false;
        EXPECT_TRUE(window.until([&] { return window.ended == 1; }));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "the cancelled one wrote nothing";
    setenv("HOME", home.c_str(), 1);
}

TEST(StuckExport, IsRefusedIfTheServerOfTheFileDoesNotAnswer) {
    const TemporaryFolder folder;
    const std::string home = std::getenv("HOME");
    setenv("HOME", folder.path().c_str(), 1);
    {
        const DeadServer server;
        const FileDeadline deadline(server.before());
        StuckExport window;
        const std::string path = window.dialog().choice().path;
        server.hold(path);
        window.click("export.do");
        EXPECT_FALSE(window.dialog().busy());
        EXPECT_TRUE(window.until([&] { return window.has("export.error"); }));
        server.answer(path);
        window.stuck = false;
        EXPECT_TRUE(window.until([&] {
            if (!window.dialog().busy() && window.dialog().is_open()) window.click("export.do");
            return std::filesystem::exists(path);
        }));
    }
    setenv("HOME", home.c_str(), 1);
}

}  // namespace
}  // namespace poslab::test
