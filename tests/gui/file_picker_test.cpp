#include "app/gui/file_picker.hpp"
#include "core/figure/text_metrics.hpp"
#include "core/files/file_deadline.hpp"
#include "tests/gui/gui_driver.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/patience.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace poslab {
namespace {

namespace fs = std::filesystem;

const FontLibrary& fonts() {
    static const FontLibrary library;
    return library;
}

/// The picker without a window.
class Picker : public testing::Test, public test::GuiDriver {
  protected:
    using Key = test::Key;

    Picker() : GuiDriver(fonts()) {
        fs::create_directories(folder_ / "models/small");
        for (const char* name : {"a.json", "b.json", "notes.txt", "models/c.json"})
            std::ofstream(folder_ / name) << "x";
    }

    void ask(FileTask task, const std::string& path) {
        request_.task = task;
        request_.title = "Title";
        request_.button = "Do";
        request_.endings = {"json", "npy"};
        request_.path = path;
        asks_ = true;
        drain();
        settle();
    }

    /// Runs frames until the folder is listed, unless it is one that takes long.
    void settle() {
        while (slow_.empty() && picker_.reading()) frame();
    }

    /// Runs frames until the condition is met; false on a timeout.
    template <class Condition>
    bool eventually(const Condition& condition) {
        const auto deadline = std::chrono::steady_clock::now() + test::patience;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            frame();
        }
        return true;
    }

    /// Reads a folder; the slow one not before the end is permitted.
    FolderListing read(const std::string& path, std::span<const std::string> endings, const Job& job) {
        while (path == slow_ && !may_end_) {
            entered_ = true;
            if (job.stopped()) stopped_ = true;
            job.check();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return read_folder(path, endings, max_entries, job);
    }

    [[nodiscard]] ImVec2 display() const override { return {1280, 720}; }

    void draw(FrameInput input) override {
        ui_.begin({1, 1280, 720, Theme::light, true, std::move(input.keys)});
        if (std::exchange(asks_, false)) picker_.open(ui_, request_);
        if (picker_.is_open()) {
            if (const auto chosen = picker_.draw(ui_, Language::english)) chosen_ = *chosen;
        }
        ui_.end();
        queue.set_typing(ui_.editing());
    }

    void press(Key name) {
        key(name);
        settle();
    }

    void type(std::string_view typed) {
        GuiDriver::type(typed);
        settle();
    }

    void paste(const std::string& pasted) {
        clipboard = pasted;
        letter('V', true);
        drain();
        settle();
    }

    [[nodiscard]] bool lists(const std::string& name) const {
        return ui_.find("file.row=" + name).has_value();
    }
    [[nodiscard]] bool shows(std::string_view message) const {
        return std::any_of(texts.begin(), texts.end(),
                           [&](const test::PaintedText& painted) { return painted.text == message; });
    }
    [[nodiscard]] bool says() const { return ui_.find("file.note").has_value(); }
    [[nodiscard]] std::string text() const { return ui_.entry().text; }

    test::TemporaryFolder folder_;
    Ui ui_{fixed_width_metrics(), gui.painter(), gui.fonts()};
    std::string slow_;  // the folder that takes long to read
    std::atomic<bool> may_end_{false}, entered_{false}, stopped_{false};
    FilePicker picker_{[] {}, [this](const std::string& path, std::span<const std::string> endings,
                                     const Job& job) { return read(path, endings, job); }};
    FileDialogRequest request_;
    std::string chosen_;
    bool asks_ = false;
};

TEST_F(Picker, ListsFoldersAndFilesWithTheEndings) {
    ask(FileTask::open, folder_.path() + "/");
    for (const char* name : {"..", "models", "a.json", "b.json"}) EXPECT_TRUE(lists(name)) << name;
    EXPECT_FALSE(lists("notes.txt"));
}

TEST_F(Picker, OpensWhatIsTypedOrSaysWhyNot) {
    ask(FileTask::open, folder_.path() + "/");
    type("none.json");
    press(Key::enter);
    EXPECT_TRUE(says());
    EXPECT_TRUE(picker_.is_open());
    for (int i = 0; i < 9; ++i) press(Key::backspace);
    EXPECT_FALSE(says()) << "until something else is typed";
    type("notes.txt");
    press(Key::enter);
    EXPECT_TRUE(says()) << "not an ending that can be read";
    for (int i = 0; i < 9; ++i) press(Key::backspace);
    type("b");
    EXPECT_TRUE(lists("b.json"));
    EXPECT_FALSE(lists("a.json"));
    press(Key::tab);
    EXPECT_EQ(text(), folder_ / "b.json");
    press(Key::enter);
    EXPECT_FALSE(picker_.is_open());
    EXPECT_EQ(chosen_, folder_ / "b.json");
}

TEST_F(Picker, GoesIntoFoldersAndBackByKeyboard) {
    ask(FileTask::open, folder_.path() + "/");
    type("mod");
    press(Key::tab);
    EXPECT_TRUE(lists("small"));
    EXPECT_EQ(text(), folder_ / "models/");
    press(Key::tab);  // nothing to complete: focus moves to the list
    press(Key::backspace);
    EXPECT_TRUE(lists("a.json"));
    for (int i = 0; i < 2; ++i) press(Key::down);  // .., models, a.json
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "a.json");
}

TEST_F(Picker, KeepsTheNameFromFolderToFolderAndAsksBeforeItOverwrites) {
    ask(FileTask::save, folder_ / "c.json");
    press(Key::down);
    press(Key::down);
    press(Key::enter);
    EXPECT_EQ(text(), folder_ / "models/c.json");
    press(Key::enter);
    EXPECT_TRUE(says());
    EXPECT_TRUE(picker_.is_open());
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "models/c.json");
}

TEST_F(Picker, GivesANewNameItsEnding) {
    ask(FileTask::save, folder_ / "c.npy");
    type("fresh");  // replaces the selected stem
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "fresh.npy");
    ask(FileTask::save, folder_.path() + "/");
    type("plain");
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "plain.json");
}

TEST_F(Picker, TextAndEnterOfOneFrameAreTakenInTheirOrder) {
    ask(FileTask::open, folder_.path() + "/");
    for (const char c : std::string("a.json")) queue.push(CharacterInput{static_cast<unsigned char>(c)});
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "a.json");
}

/// The field starts with the folder; a pasted text is appended.
TEST_F(Picker, TakesAPastedAbsolutePathAsItIs) {
    ask(FileTask::open, folder_.path() + "/");
    paste(folder_ / "models/c.json");
    EXPECT_EQ(text(), folder_ / "models/c.json");
    EXPECT_TRUE(lists("c.json"));
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "models/c.json");
}

TEST_F(Picker, EntersAPastedFolder) {
    ask(FileTask::open, folder_.path() + "/");
    paste(folder_ / "models");
    EXPECT_EQ(text(), folder_ / "models/");
    EXPECT_TRUE(lists("small"));
    ask(FileTask::save, folder_ / "d.json");
    paste(folder_ / "models");
    EXPECT_EQ(text(), folder_ / "models/d.json") << "the name is unchanged";
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "models/d.json");
}

TEST_F(Picker, SavesUnderAPastedAbsolutePathWithItsOwnEnding) {
    for (const auto& [pasted, saved] : {std::pair{"models/new.json", "models/new.json"},
                                        {"models/new.npy", "models/new.npy"},
                                        {"models/new", "models/new.json"}}) {
        ask(FileTask::save, folder_ / "d.json");  // the stem is selected, the extension is after the caret
        paste(folder_ / pasted);
        EXPECT_EQ(text(), folder_ / saved);
        press(Key::enter);
        EXPECT_EQ(chosen_, folder_ / saved);
    }
}

TEST_F(Picker, TakesATypedAbsolutePathAndTheHomeFolder) {
    ask(FileTask::open, folder_.path() + "/");
    type(folder_ / "models/c.json");
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "models/c.json");
    const char* const home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    if (home == nullptr) GTEST_SKIP() << "no home folder";
    ask(FileTask::open, folder_.path() + "/");
    type("~/");
    EXPECT_EQ(fs::path(text()).lexically_normal(), fs::path(home) / "");
    ask(FileTask::open, folder_.path() + "/");
    paste("~/no-such-file.json");
    EXPECT_EQ(fs::path(text()), fs::path(home) / "no-such-file.json");
}

/// Its first letters change the folder, which replaces the text in the next frame.
TEST_F(Picker, TakesAnAbsolutePathTypedInAsManyFramesAsItHasLetters) {
    const std::string path = folder_ / "models/c.json";
    ask(FileTask::open, folder_.path() + "/");
    for (const char c : path) {
        queue.push(CharacterInput{static_cast<unsigned char>(c)});
        frame();
    }
    EXPECT_EQ(text(), path);
    press(Key::enter);
    EXPECT_EQ(chosen_, path);
}

TEST_F(Picker, TakesAPathAndEnterOfOneFrame) {
    ask(FileTask::open, folder_.path() + "/");
    for (const char c : folder_ / "models/c.json") queue.push(CharacterInput{static_cast<unsigned char>(c)});
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "models/c.json");
}

TEST_F(Picker, SaysThatALargeFolderIsBeingReadAndThenListsIt) {
    slow_ = folder_.path() + "/";
    ask(FileTask::open, slow_);
    EXPECT_TRUE(picker_.reading());
    EXPECT_TRUE(shows("Reading the folder…"));
    EXPECT_TRUE(lists("..")) << "one can leave it meanwhile";
    press(Key::tab);  // names are not known yet
    type("b");
    EXPECT_EQ(text(), folder_ / "b");
    EXPECT_FALSE(lists("b.json"));
    may_end_ = true;
    EXPECT_TRUE(eventually([&] { return lists("b.json"); }));
    EXPECT_FALSE(lists("a.json")) << "filtered by what was typed meanwhile";
    EXPECT_FALSE(shows("Reading the folder…"));
    EXPECT_FALSE(stopped_);
}

TEST_F(Picker, EnteringAnotherFolderCancelsTheReading) {
    slow_ = folder_.path() + "/";
    ask(FileTask::open, slow_);
    ASSERT_TRUE(eventually([&] { return entered_.load(); }));
    type("models/");
    EXPECT_TRUE(eventually([&] { return lists("c.json"); }));
    EXPECT_FALSE(shows("Reading the folder…"));
    EXPECT_TRUE(eventually([&] { return stopped_.load(); }));
    may_end_ = true;
    for (int n = 0; n < 3; ++n) frame();
    EXPECT_FALSE(lists("a.json"));
}

TEST_F(Picker, ClosingCancelsTheReading) {
    slow_ = folder_.path() + "/";
    ask(FileTask::open, slow_);
    ASSERT_TRUE(eventually([&] { return entered_.load(); }));
    press(Key::escape);
    EXPECT_FALSE(picker_.is_open());
    EXPECT_FALSE(picker_.reading());
    EXPECT_TRUE(eventually([&] { return stopped_.load(); }));
}

TEST_F(Picker, AFileOfALargeFolderIsChosenByItsNameMeanwhile) {
    slow_ = folder_.path() + "/";
    ask(FileTask::open, slow_);
    type("a.json");
    press(Key::enter);
    EXPECT_EQ(chosen_, folder_ / "a.json");
}

TEST_F(Picker, SaysThatAFileDoesNotAnswer) {
    const test::DeadServer server;
    const FileDeadline deadline(server.before());
    server.hold(folder_ / "b.json");
    ask(FileTask::open, folder_.path() + "/");
    type("b.json");
    press(Key::enter);
    EXPECT_TRUE(picker_.is_open());
    EXPECT_TRUE(says());
    for (int n = 0; n < 6; ++n) press(Key::backspace);
    type("a.json");
    const auto is_chosen = [&] {
        if (picker_.is_open()) press(Key::enter);
        return chosen_ == folder_ / "a.json";
    };
    EXPECT_TRUE(eventually(is_chosen)) << "another file answers meanwhile";
    server.answer(folder_ / "b.json");
}

TEST_F(Picker, SaysThatAFolderDoesNotAnswer) {
    const test::DeadServer server;
    const FileDeadline deadline(server.before());
    const std::string folder = folder_.path() + "/";
    ask(FileTask::save, folder + "new.json");
    while (prompt_file_status(folder + "new.json").is_late)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server.hold(folder);
    press(Key::enter);
    EXPECT_TRUE(picker_.is_open());
    EXPECT_TRUE(says());
    server.answer(folder);
    const auto is_chosen = [&] {
        if (picker_.is_open()) press(Key::enter);
        return chosen_ == folder + "new.json";
    };
    EXPECT_TRUE(eventually(is_chosen));
}

TEST_F(Picker, EscapeChoosesNothing) {
    ask(FileTask::open, folder_.path() + "/");
    type("a.json");
    press(Key::escape);
    EXPECT_FALSE(picker_.is_open());
    EXPECT_EQ(chosen_, "");
}

}  // namespace
}  // namespace poslab
