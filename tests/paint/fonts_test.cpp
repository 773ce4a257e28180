#include "app/paint/fonts.hpp"

#include "app/paint/picture.hpp"
#include "core/base/utf8.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

namespace poslab {
namespace {

namespace fs = std::filesystem;

/// A folder for fonts, and a fontconfig that knows no others.
class NoFonts : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = temporary_.path();
        std::ofstream(folder_ + "/fonts.conf")
            << "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig><dir>" << folder_
            << "</dir><cachedir>" << folder_ << "/cache</cachedir></fontconfig>";
        if (const char* before = std::getenv("FONTCONFIG_FILE")) before_ = before;
        ::setenv("FONTCONFIG_FILE", (folder_ + "/fonts.conf").c_str(), 1);
    }
    void TearDown() override {
        if (before_) {
            ::setenv("FONTCONFIG_FILE", before_->c_str(), 1);
        } else {
            ::unsetenv("FONTCONFIG_FILE");
        }
    }
    test::TemporaryFolder temporary_;
    std::string folder_;
    std::optional<std::string> before_;
};

TEST_F(NoFonts, WidthsAreEstimated) {
    const FontLibrary library(folder_);
    const FontMetrics metrics(library);
    EXPECT_DOUBLE_EQ(metrics.width("abc", Font::semibold, 10),
                     fixed_width_metrics().width("abc", Font::semibold, 10));
    EXPECT_DOUBLE_EQ(metrics.width("位", Font::semibold, 10),
                     fixed_width_metrics().width("[4F4D]", Font::semibold, 10));
    EXPECT_FALSE(library.resolve(Font::mono, U'a').is_drawable);
    EXPECT_TRUE(library.file(Face::cjk).path.empty());
    ASSERT_EQ(library.missing().size(), face_count);
    EXPECT_EQ(library.missing().front(),
              "The font Inter is not installed, no substitute was found; the Debian package fonts-inter "
              "provides it.");
}

TEST_F(NoFonts, PicturesAreStillWritten) {
    const FontLibrary library(folder_);
    const DrawList list{40, 20, {TextRun{"abc 位", {5, 15}, Font::regular, 13, rgb(0), Align::center}}};
    for (const char* const format : {"png", "svg", "pdf"}) {
        EXPECT_FALSE(render_picture(list, library, format, 96, {}, rgb(0xFFFFFF)).empty());
    }
}

TEST_F(NoFonts, ABrokenFontFileIsLikeNone) {
    fs::create_directories(folder_ + "/opentype/inter");
    std::ofstream(folder_ + "/opentype/inter/Inter-Regular.otf") << "not a font";
    const FontLibrary library(folder_);
    EXPECT_FALSE(library.resolve(Font::regular, U'a').is_drawable);
    const DrawList list{40, 20, {TextRun{"abc", {5, 15}, Font::regular, 13, rgb(0), Align::left}}};
    EXPECT_FALSE(render_picture(list, library, "pdf", 96, {}, {}).empty());
}

TEST_F(NoFonts, OneFontStandsInForOthers) {
    const FaceFile mono = FontLibrary().file(Face::mono);
    if (mono.path.empty()) GTEST_SKIP() << "no font to copy";
    const std::string copy = folder_ + "/only" + fs::path(mono.path).extension().string();
    fs::copy_file(mono.path, copy);
    const FontLibrary library(folder_);
    EXPECT_EQ(library.file(Face::regular).path, copy);
    EXPECT_TRUE(library.resolve(Font::regular, U'a').is_drawable);
    const std::vector<std::string> sentences = library.missing();
    ASSERT_FALSE(sentences.empty());
    EXPECT_NE(sentences.front().find("'" + copy + "' is used instead"), std::string::npos)
        << sentences.front();
}

TEST_F(NoFonts, AFolderOfTheirNamesIsAsGood) {
    const FontLibrary machine;
    if (!machine.missing().empty()) GTEST_SKIP() << "not all fonts are installed";
    const test::TemporaryFolder carried;  // unknown to fontconfig
    for (const Face face : {Face::regular, Face::math, Face::cjk})
        fs::copy(machine.file(face).path, carried.path());
    const FontLibrary library(folder_, carried.path());
    for (const Face face : {Face::regular, Face::math, Face::cjk}) {
        EXPECT_EQ(fs::path(library.file(face).path).parent_path(), carried.path());
        EXPECT_EQ(library.file(face).index, machine.file(face).index);
    }
    EXPECT_EQ(library.missing().size(), face_count - 3);
    EXPECT_EQ(library.resolve(Font::regular, U'位').index, machine.resolve(Font::regular, U'位').index);
}

TEST_F(NoFonts, AFolderThatIsNamedAndAbsentIsSaid) {
    const std::string absent = folder_ + "/absent";
    EXPECT_EQ(FontLibrary(folder_, absent).missing().front(),
              "POSLAB_FONTS names the folder '" + absent + "', which does not exist.");
}

TEST_F(NoFonts, AFaceOfACollectionMayStandAlone) {
    const FontLibrary machine;
    if (machine.file(Face::regular).path.empty()) GTEST_SKIP() << "no font to copy";
    const test::TemporaryFolder carried;
    fs::copy_file(machine.file(Face::regular).path, carried / "NotoSansCJK-Regular.otf");
    const FontLibrary library(folder_, carried.path());
    EXPECT_EQ(library.file(Face::cjk).path, carried / "NotoSansCJK-Regular.otf");
    EXPECT_EQ(library.file(Face::cjk).index, 0);
}

TEST_F(NoFonts, TheEnvironmentNamesTheFolder) {
    ::setenv("POSLAB_FONTS", folder_.c_str(), 1);
    EXPECT_EQ(carried_fonts(), folder_);
    ::unsetenv("POSLAB_FONTS");
    EXPECT_EQ(carried_fonts(), "");
}

class InstalledFonts : public testing::Test {
  protected:
    void SetUp() override {
        if (library_.file(Face::regular).path.empty()) GTEST_SKIP() << "no fonts installed";
    }
    FontLibrary library_;
};

TEST_F(InstalledFonts, WidthsScaleAndAdd) {
    const FontMetrics metrics(library_);
    const auto width = [&](std::string_view text, Font font) { return metrics.width(text, font, 13); };
    EXPECT_GT(width("a", Font::regular), 4);
    EXPECT_LT(width("a", Font::regular), 12);
    EXPECT_DOUBLE_EQ(metrics.width("a", Font::regular, 26), 2 * width("a", Font::regular));
    EXPECT_NEAR(width("AVAV", Font::regular), 2 * (width("A", Font::regular) + width("V", Font::regular)),
                1e-9);
    EXPECT_EQ(width("\n", Font::mono), 0);
    EXPECT_GT(width("\xFF", Font::mono), 0);
}

TEST_F(InstalledFonts, KnownWidths) {
    const FontMetrics metrics(library_);
    if (library_.missing().size() > 1) GTEST_SKIP() << "not all fonts are installed";
    EXPECT_DOUBLE_EQ(metrics.width("iW", Font::mono, 10), 12);   // 600 of 1000 units
    EXPECT_NEAR(metrics.width("0", Font::regular, 100), 62, 2);  // in every version of Inter
}

TEST_F(InstalledFonts, ChineseComesFromTheChineseFaces) {
    if (library_.file(Face::cjk).path.find("CJK") == std::string::npos)
        GTEST_SKIP() << "Noto Sans CJK is not installed";
    EXPECT_EQ(library_.resolve(Font::regular, U'位').face, Face::cjk);
    EXPECT_EQ(library_.resolve(Font::semibold, U'位').face, Face::cjk_bold);
    EXPECT_EQ(library_.resolve(Font::semibold, U'a').face, Face::semibold);
    EXPECT_DOUBLE_EQ(library_.resolve(Font::mono, U'位').advance, 1);
}

TEST_F(InstalledFonts, ThreadsMayShareTheLibrary) {
    const FontMetrics metrics(library_);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&metrics] {
            for (int i = 0; i < 200; ++i) {
                std::string text;
                append_utf8(text, static_cast<char32_t>(0x40 + i * 7));
                EXPECT_GE(metrics.width(text, static_cast<Font>(i % 6), 13), 0);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

TEST(Fonts, WhatNoFontHasIsPaintedAsItsCode) {
    const FontLibrary library;
    EXPECT_EQ(library.painted("plain", Font::regular), "plain");
    EXPECT_EQ(library.painted("查询 Δ", Font::regular), "查询 Δ");
    EXPECT_EQ(library.painted("a\U0001F9FFb", Font::regular), "a[1F9FF]b");
    EXPECT_EQ(library.painted("\u0378", Font::mono), "[0378]");
    const FontMetrics metrics(library);
    EXPECT_DOUBLE_EQ(metrics.width("\u0378", Font::mono, 10), metrics.width("[0378]", Font::mono, 10));
    const FontLibrary none("/nowhere");
    EXPECT_NO_THROW(static_cast<void>(none.painted("查\U0001F9FF", Font::regular)));
}

}  // namespace
}  // namespace poslab
