// Recording a film of a slider from the window: the choice, the command, the file.

#include "app/cli/sweep.hpp"
#include "app/cli/sweep_folder.hpp"
#include "app/paint/picture.hpp"
#include "app/state/shell_export.hpp"
#include "core/base/errors.hpp"
#include "core/figure/palette.hpp"
#include "core/files/folder_lock.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/gui/content_driver.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// A quick film of a parameter, as the dialog would request it.
ExportChoice film_of(const std::string& view, const std::string& figure, const std::string& id,
                     const std::pair<std::string, std::string>& range, const std::string& path) {
    ExportChoice choice;
    choice.view = &find_view(view);
    const auto parameters = choice.view->parameters();
    choice.values = choice.view->defaults();
    const auto place = [&](std::string_view of) {
        return static_cast<std::size_t>(parameter_index(*choice.view, of));
    };
    choice.values[place("length")] = parse_value(parameters[place("length")], "64");
    choice.figure = figure;
    choice.page = {240, 200};
    choice.animation.parameter = place(id);
    choice.animation.from = parse_value(parameters[place(id)], range.first);
    choice.animation.to = parse_value(parameters[place(id)], range.second);
    choice.animation.frames = 5;
    choice.path = path;
    choice.set_content(ExportContent::animation);
    return choice;
}

ExportChoice film_of_w(const std::string& path) {
    return film_of("position-matrix", "matrix", "w", {"4", "32"}, path);
}

Exporter exporter() { return make_exporter({}, ContentDriver::fonts()); }

class Recording : public testing::Test {
  protected:
    void SetUp() override { fs::create_directory(folder_); }
    void TearDown() override { fs::remove_all(folder_); }
    [[nodiscard]] bool is_empty() const { return fs::is_empty(folder_); }

    fs::path folder_ = fs::temp_directory_path() / ("poslab-record-" + std::to_string(getpid()));
};

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(Recording, WritesWhatItsCommandWrites) {
    for (const int format : {0, 1}) {
        ExportChoice choice = film_of_w((folder_ / "w.gif").string());
        choice.set_format(format);
        exporter().write(choice, {});
        const std::string by_window = bytes_of(choice.path);
        EXPECT_FALSE(by_window.empty());
        EXPECT_FALSE(fs::exists(frames_folder(choice)));
        fs::remove(choice.path);
        const std::string command = exporter().command(choice);
        EXPECT_EQ(command.rfind("poslab sweep position-matrix ", 0), 0U) << command;
        EXPECT_NE(command.find("--over w=4:32:5"), std::string::npos) << command;
        EXPECT_EQ(command.find("--w "), std::string::npos) << command;
        EXPECT_EQ(run_program({"sh", "-c", POSLAB_BINARY + command.substr(6)}).code, 0) << command;
        EXPECT_TRUE(bytes_of(choice.path) == by_window) << command;
    }
}

TEST_F(Recording, TakesTwoSlidersAtOnceAndEasesThem) {
    ExportChoice choice = film_of_w((folder_ / "wk.gif").string());
    const auto k = static_cast<std::size_t>(parameter_index(*choice.view, "k"));
    const Descriptor& of_k = choice.view->parameters()[k];
    choice.animation.along = AnimationChoice::Along{k, parse_value(of_k, "1"), parse_value(of_k, "16")};
    choice.animation.eased = true;
    choice.page.font_points = 9;
    const FilmFacts film = exporter().film(choice);
    EXPECT_EQ(film.steps, 5);
    EXPECT_EQ(film.first, "w = 4, k = 1");
    exporter().write(choice, {});
    const std::string by_window = bytes_of(choice.path);
    ASSERT_FALSE(by_window.empty());
    fs::remove(choice.path);
    const std::string command = exporter().command(choice);
    EXPECT_NE(command.find("--over w=4:32:5:ease --over k=1:16:5:ease --together"), std::string::npos)
        << command;
    EXPECT_NE(command.find("--font-size 9"), std::string::npos) << command;
    EXPECT_EQ(run_program({"sh", "-c", POSLAB_BINARY + command.substr(6)}).code, 0) << command;
    EXPECT_TRUE(bytes_of(choice.path) == by_window) << command;
}

TEST_F(Recording, WritesFramesIntoAFolder) {
    ExportChoice choice = film_of_w((folder_ / "w.gif").string());
    choice.set_format(2);
    EXPECT_TRUE(choice.in_folder());
    EXPECT_TRUE(exporter().command(choice).ends_with("/w.frames/"));
    exporter().write(choice, {});
    EXPECT_FALSE(bytes_of(folder_ / "w.frames" / "0005.png").empty());
    choice.animation.to = choice.animation.from;
    EXPECT_THROW(exporter().write(choice, {}), OutputError) << "they are of another film";
    choice.animation.fresh = true;
    exporter().write(choice, {});
    EXPECT_FALSE(fs::exists(folder_ / "w.frames" / "0005.png"));
}

TEST_F(Recording, LeavesNothingWhenCancelled) {
    for (const int format : {0, 1, 2}) {
        ExportChoice choice = film_of_w((folder_ / "w.gif").string());
        choice.set_format(format);
        std::stop_source stop;
        const Job job(stop.get_token(), [&](double done) {
            if (done > 0.3) stop.request_stop();
        });
        EXPECT_THROW(exporter().write(choice, job), Cancelled);
        EXPECT_TRUE(is_empty()) << format;
    }
}

/// A cancelled recording removes its frames late, when another may have begun in the same folder.
TEST_F(Recording, LeavesTheFramesOfAnotherThatIsRunning) {
    ExportChoice choice = film_of_w((folder_ / "w.gif").string());
    choice.set_format(2);
    const std::string frames = frames_folder(choice);
    exporter().write(choice, {});
    {
        const FolderLock other(frames);
        EXPECT_THROW(SweepFolder::remove_any(frames), OutputError);
        EXPECT_FALSE(bytes_of(fs::path(frames) / "sweep.json").empty());
        EXPECT_FALSE(bytes_of(fs::path(frames) / "0001.png").empty());
    }
    SweepFolder::remove_any(frames);
    EXPECT_TRUE(is_empty());
}

TEST_F(Recording, SaysWhatItNeedsWithoutFFmpeg) {
    const std::string path = std::getenv("PATH");
    setenv("PATH", folder_.c_str(), 1);
    EXPECT_THROW(exporter().write(film_of_w((folder_ / "w.mp4").string()), {}), Unavailable);
    setenv("PATH", path.c_str(), 1);
    EXPECT_TRUE(is_empty());
}

/// The compressed pixels of a PNG: its IDAT chunks, whatever metadata it has.
std::string pixels_of_png(const std::string& png) {
    std::string pixels;
    for (std::size_t at = 8; at + 12 <= png.size();) {
        std::size_t size = 0;
        for (std::size_t n = 0; n < 4; ++n) size = size << 8U | static_cast<unsigned char>(png[at + n]);
        if (png.compare(at + 4, 4, "IDAT") == 0) pixels += png.substr(at + 8, size);
        at += size + 12;
    }
    return pixels;
}

std::vector<FirstFrame> first_frames(const ExportChoice& choice) {
    std::vector<FirstFrame> frames;
    exporter().first_frame(choice, Job{}, [&](FirstFrame frame) { frames.push_back(std::move(frame)); });
    return frames;
}

std::string pixels_of_frame(const FirstFrame& frame, const ExportChoice& choice) {
    return pixels_of_png(render_picture(frame.draw, ContentDriver::fonts(), "png", choice.dpi, {},
                                        palette(choice.theme).canvas));
}

TEST_F(Recording, PreviewsTheFirstFrameOfTheFilm) {
    ExportChoice choice =
        film_of("bias-decay", "main", "bias-scale", {"0.5", "2"}, (folder_ / "w.frames").string());
    choice.set_format(2);
    for (const double points : {0.0, 9.0}) {  // for the screen and for print
        choice.page.font_points = points;
        choice.animation.fresh = true;
        exporter().write(choice, {});
        const std::string written = pixels_of_png(bytes_of(folder_ / "w.frames" / "0001.png"));
        ASSERT_FALSE(written.empty());
        const std::vector<FirstFrame> frames = first_frames(choice);
        ASSERT_EQ(frames.size(), 2U);
        EXPECT_TRUE(frames.back().final);
        EXPECT_FALSE(frames.front().final);
        EXPECT_TRUE(pixels_of_frame(frames.back(), choice) == written) << points;
        EXPECT_FALSE(pixels_of_frame(frames.front(), choice) == written) << "its own axes are others";
    }
}

TEST_F(Recording, TakesTheSizesOfSlides) {
    ExportChoice choice = film_of_w((folder_ / "w.mp4").string());
    choice.set_format(2);
    for (const auto& [width, height] : {std::pair{1280, 720}, {1920, 1080}, {3840, 2160}}) {
        const std::string label = fmt::format("Slide {} × {}", width, height);
        int index = -1;
        for (std::size_t n = 0; n < page_presets().size(); ++n)
            if (page_presets()[n].label.en == label) index = static_cast<int>(n) + 1;
        ASSERT_GE(index, 0) << label;
        choice.set_preset(index, {900, 640, 192});
        EXPECT_EQ(std::pair(choice.page.width * choice.dpi / 96, choice.page.height * choice.dpi / 96),
                  (std::pair<double, double>(width, height)));
        const std::string command = exporter().command(choice);
        EXPECT_NE(command.find(fmt::format("--size {}x{} --font-size", width, height)), std::string::npos)
            << command;
        // 96 is the default of a film of the largest size
        EXPECT_EQ(command.find("--dpi 96") == std::string::npos, width == 3840) << command;
        choice.set_font_points(0);
        EXPECT_EQ(choice.dpi, 96) << "its type changes, not its pixels";
        EXPECT_EQ(choice.page.width, width);
    }
}

TEST_F(Recording, NotesHowManyFramesDiffer) {
    ExportChoice choice = film_of_w((folder_ / "w.gif").string());
    EXPECT_TRUE(exporter().film_notes(choice).empty());
    choice.animation.frames = 60;
    const auto notes = exporter().film_notes(choice);
    ASSERT_EQ(notes.size(), 1U);
    const auto made = exporter().film(choice).steps;  // 4 … 32 has at most 29 whole numbers
    EXPECT_LE(made, 29);
    EXPECT_EQ(Translator(Language::english)(notes.front()),
              fmt::format("60 frames requested, {} differ", made));
}

TEST(Record, ShowsTheNoteAndTheFirstFrameInTheDialog) {
    ContentDriver window(of_view("position-matrix"));
    window.letter('E');
    window.settle();
    window.click("export.content=animation");
    const auto shows = [&](const std::string& part) {
        return std::any_of(window.texts.begin(), window.texts.end(), [&](const PaintedText& text) {
            return text.text.find(part) != std::string::npos;
        });
    };
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!shows("first frame, w = ") || shows("fitting axes")) {
        ASSERT_LT(std::chrono::steady_clock::now(), deadline);
        window.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const ExportChoice& choice = window.content.export_dialog().choice();
    const Rect shown = window.rect("export.preview");
    EXPECT_NEAR(shown.width / shown.height, choice.page.width / choice.page.height, 0.01);
}

TEST(AnimationChoice, KeepsWhatTheFormatTakes) {
    ExportChoice choice = film_of_w("/a/w.gif");
    choice.set_path("/a/b.mp4");
    EXPECT_EQ(choice.ending(), "mp4");
    EXPECT_FALSE(choice.may_be_transparent());
    choice.animation.fps = 120;
    choice.set_path("/a/b.gif");
    EXPECT_EQ(choice.animation.fps, 50);
    choice.set_path("/a/b.frames/");
    EXPECT_EQ(choice.path, "/a/b.frames");
    EXPECT_TRUE(choice.in_folder());
    choice.set_content(ExportContent::figure);
    EXPECT_EQ(choice.path, "/a/b.png");
}

TEST(Record, TakesOverTheSliderAndItsRange) {
    ContentDriver window(of_view("position-matrix"));
    const Point play = window.at("w.play");
    window.press(play, 1);
    window.release(1);
    window.settle();
    ASSERT_TRUE(window.content.export_dialog().is_open());
    const ExportChoice& choice = window.content.export_dialog().choice();
    EXPECT_TRUE(choice.animates());
    const View& view = window.content.store().view();
    EXPECT_EQ(view.parameters()[choice.animation.parameter].id, "w");
    const std::string& command = window.content.export_dialog().command();
    EXPECT_NE(command.find("--over " + choice.animation.over(view).front()), std::string::npos) << command;
    window.key(Key::escape);
    window.settle();
    EXPECT_FALSE(window.content.export_dialog().is_open());
}

TEST(Record, TakesOverWhatRunsAlongAndTheCourse) {
    ContentDriver window(of_view("position-matrix"));
    window.click("w.play");
    const View& view = window.content.store().view();
    const auto k = static_cast<std::size_t>(parameter_index(view, "k"));
    window.queue.push(KeyChange{GLFW_KEY_LEFT_SHIFT, true, 0});
    window.click("k.play");
    window.queue.push(KeyChange{GLFW_KEY_LEFT_SHIFT, false, 0});
    window.frame();
    EXPECT_EQ(window.content.player().along_with(view, static_cast<std::size_t>(parameter_index(view, "w"))),
              k);
    window.letter('L', false, true);
    EXPECT_EQ(window.content.player().course(), PlayCourse::eased);
    const auto draw_frames = [&] {  // play goes on, so the window does not settle
        for (int n = 0; n < 10; ++n) window.frame();
    };
    window.letter('E');
    draw_frames();
    window.click("export.content=animation");
    draw_frames();
    const AnimationChoice& film = window.content.export_dialog().choice().animation;
    ASSERT_TRUE(film.along);
    EXPECT_EQ(film.along->parameter, k);
    EXPECT_TRUE(film.eased);
    EXPECT_NE(window.content.export_dialog().command().find("--together"), std::string::npos);
    EXPECT_TRUE(window.has("export.along"));
    EXPECT_TRUE(window.has("export.type")) << "the size of type";
}

TEST_F(Recording, IsCancelledInTheDialogAndLeavesNothing) {
    const std::string home = std::getenv("HOME");
    setenv("HOME", folder_.c_str(), 1);
    ContentDriver window(of_view("position-matrix"));
    window.letter('E');
    window.settle();
    window.click("export.content=animation");
    window.settle();
    ASSERT_TRUE(window.content.export_dialog().choice().animates());
    const ExportChoice choice = window.content.export_dialog().choice();
    window.click("export.do");
    window.frame();
    window.click("export.cancel");
    EXPECT_FALSE(window.content.export_dialog().busy());
    EXPECT_TRUE(window.content.export_dialog().is_open()) << "it can be started again";
    for (int n = 0; n < 2000 && !is_empty(); ++n) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(is_empty()) << "its thread has removed the frames";
    setenv("HOME", home.c_str(), 1);
}

}  // namespace
}  // namespace poslab::test
