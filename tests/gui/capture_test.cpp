// Pictures of the real window without a display.
#include "core/files/atomic_file.hpp"
#include "tests/gui/offscreen_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace poslab::test {
namespace {

constexpr const char* mesa_vendor = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";
constexpr const char* no_vendor = "/nowhere/at_all.json";

class Capture : public Offscreen {
  protected:
    [[nodiscard]] std::string picture(const std::string& name) const { return folder_ / name; }
    [[nodiscard]] std::vector<std::string> words(const std::string& name,
                                                 const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all{"position-matrix", "--length", "64", "--w", "8",
                                     "--window-size",   "900x600"};
        all.insert(all.end(), more.begin(), more.end());
        all.insert(all.end(), {"--capture", picture(name)});
        return all;
    }
};

TEST_F(Capture, IsThePictureThatADisplayShows) {
    if (!has_display()) GTEST_SKIP() << "no display to compare with";
    if (!fs::exists(mesa_vendor)) GTEST_SKIP() << "no Mesa";
    // Both sides use the same rasteriser, whatever this machine has.
    const std::vector<std::string> mesa{"env", "LIBGL_ALWAYS_SOFTWARE=1",
                                        std::string("__EGL_VENDOR_LIBRARY_FILENAMES=") + mesa_vendor};
    for (const char* theme : {"light", "dark"}) {
        expect_fine(program(words("off.png", {"--theme", theme}), mesa));
        expect_fine(program(words("on.png", {"--theme", theme}), mesa, {.display = true}));
        const Png off = read_png(picture("off.png")), on = read_png(picture("on.png"));
        ASSERT_EQ(off.width, 900);
        ASSERT_EQ(off.height, 600);
        ASSERT_EQ(on.rgb.size(), off.rgb.size());
        // Excludes the status bar, which reports the computing time.
        const std::ptrdiff_t rows = (600 - 28) * std::ptrdiff_t{900} * 3;
        // Glyphs may be elsewhere in the atlas, depending on the frame in which they first appeared: sampling
        // them then rounds by one of 255.
        constexpr int rounding = 2;
        EXPECT_TRUE(std::equal(off.rgb.begin(), off.rgb.begin() + rows, on.rgb.begin(), [](int a, int b) {
            return std::abs(a - b) <= rounding;
        })) << theme;
    }
}

// If the file cannot be opened there must be no picture of something else.
TEST_F(Capture, FailsForAFileThatCannotBeOpened) {
    write_file_atomically(folder_ / "broken.json", R"({"model_type": "llama", "hidden_size": })");
    write_file_atomically(folder_ / "text.txt", "hello");
    for (const auto& [name, message] :
         {std::pair{"broken.json", "is not JSON at line 1, column 40"}, std::pair{"text.txt", "text.txt"}}) {
        const Ran ran = program({folder_ / name, "--capture", picture("a.png")});
        if (ran.code == 6) GTEST_SKIP() << ran.err;
        expect_error(ran, 3, message);
        EXPECT_FALSE(fs::exists(picture("a.png"))) << name;
    }
}

// A picture of a card with an error would look like a result.
TEST_F(Capture, FailsForAStateWithoutData) {
    write_file_atomically(folder_ / "text.txt", "");
    write_file_atomically(folder_ / "tokens.txt", "5 300");
    struct Case {
        std::vector<std::string> words;
        int code;
        std::string message;
    };
    const std::string gone = folder_ / "gone.csv", text = folder_ / "text.txt",
                      tokens = folder_ / "tokens.txt";
    const std::vector<Case> cases{
        {{"memory", "--signal", "file", "--file", gone}, 3, gone + ": no such file"},
        {{"memory", "--versus", "signal=file,file=" + gone}, 3, gone + ": no such file"},
        {{"extrapolation", "--text", text}, 3, text + ": is empty"},
        {{"attention", "--source", "model", "--tokens", tokens}, 3, "token 1 is 300"},
        {{"attention", "--length", "16777216", "--dim", "4096"}, 5, "need"},
    };
    for (const Case& one : cases) {
        std::vector<std::string> all = one.words;
        all.insert(all.end(), {"--capture", picture("a.png")});
        const Ran ran = program(all);
        if (ran.code == 6) GTEST_SKIP() << ran.err;
        expect_error(ran, one.code, one.message);
        EXPECT_FALSE(fs::exists(picture("a.png"))) << one.words.front();
    }
}

TEST_F(Capture, FailsForADocumentThatNamesFilesElsewhere) {
    const std::string document = folder_ / "a.json";
    write_file_atomically(document, R"({"view": "attention", "parameters": {"tokens": "/etc/passwd"}})");
    const Ran ran = program({document, "--capture", picture("a.png")});
    if (ran.code == 6) GTEST_SKIP() << ran.err;
    expect_error(ran, 3, document + ": can be opened in several ways (Open without other files");
    EXPECT_FALSE(fs::exists(picture("a.png")));
}

TEST_F(Capture, ShowsTheFigureInBothThemes) {
    std::vector<Png> pictures;
    for (const char* theme : {"light", "dark"}) {
        const Ran ran = program(words("a.png", {"--theme", theme}));
        if (ran.code == 6) GTEST_SKIP() << ran.err;
        expect_fine(ran);
        pictures.push_back(read_png(picture("a.png")));
        std::set<std::array<std::uint8_t, 3>> colors;
        const Png& last = pictures.back();
        ASSERT_EQ(last.rgb.size(), 900U * 600 * 3);
        for (std::size_t i = 0; i < last.rgb.size(); i += 3)
            colors.insert({last.rgb[i], last.rgb[i + 1], last.rgb[i + 2]});
        EXPECT_GT(colors.size(), 256U) << "a heat map and text, smoothed";
    }
    const auto mean = [](const Png& png) {
        return std::accumulate(png.rgb.begin(), png.rgb.end(), 0.0) / static_cast<double>(png.rgb.size());
    };
    EXPECT_GT(mean(pictures[0]), 180);
    EXPECT_LT(mean(pictures[1]), 80);
}

TEST_F(Capture, ComputesWithOpenGlOnItsDevice) {
    const Ran ran = program(words("a.png", {"--engine", "opengl"}));
    if (ran.code == 6) GTEST_SKIP() << ran.err;
    expect_fine(ran);
    EXPECT_EQ(read_png(picture("a.png")).width, 900);
}

TEST_F(Capture, ReportsAMissingDriver) {
    const std::vector<std::string> none{"env", std::string("__EGL_VENDOR_LIBRARY_FILENAMES=") + no_vendor};
    const Ran ran = program(words("a.png"), none);
    expect_error(ran, 6, "no display: ");
    EXPECT_NE(ran.err.find("EGL has no driver that works without a display"), std::string::npos) << ran.err;
    std::ofstream(folder_ / "steps.txt") << "frame\n";
    expect_error(program(words("a.png", {"--replay", folder_ / "steps.txt"}), none), 6, "EGL has no driver");
    EXPECT_FALSE(fs::exists(picture("a.png")));
}

TEST_F(Capture, ReportsTheVersionOfATooOldOpenGl) {
    if (!fs::exists(mesa_vendor)) GTEST_SKIP() << "no Mesa";
    const Ran ran = program(words("a.png"), {"env", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_GL_VERSION_OVERRIDE=3.1",
                                             std::string("__EGL_VENDOR_LIBRARY_FILENAMES=") + mesa_vendor});
    expect_error(ran, 6, "the window needs OpenGL 3.3, and this driver has OpenGL 3.1 ");
    EXPECT_FALSE(fs::exists(picture("a.png")));
}

TEST_F(Capture, AWindowToLookAtStillNeedsADisplay) {
    expect_error(program({"position-matrix"}), 6, "no display: ");
}

}  // namespace
}  // namespace poslab::test
