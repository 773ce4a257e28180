#include "tests/cli/command_line_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace poslab::test {
namespace {

struct Pixels {
    png_uint_32 width = 0, height = 0;
    bool alpha = false;
    std::vector<unsigned char> rgba;

    [[nodiscard]] int at(png_uint_32 x, png_uint_32 y, int channel) const {
        return rgba[4 * (static_cast<std::size_t>(y) * width + x) + static_cast<std::size_t>(channel)];
    }
};

Pixels read_png(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Pixels pixels;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
        ADD_FAILURE() << path << ": " << image.message;
        return pixels;
    }
    pixels.alpha = (image.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    image.format = PNG_FORMAT_RGBA;
    pixels.width = image.width;
    pixels.height = image.height;
    pixels.rgba.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.rgba.data(), 0, nullptr) == 0)
        ADD_FAILURE() << image.message;
    return pixels;
}

void plot_into(const std::string& path, const std::vector<std::string>& flags) {
    std::vector<std::string> words = with_options({"plot", "position-matrix", "--length", "64", "--w", "8",
                                                   "--size", "600x400", "--engine", "reference"},
                                                  flags);
    words.insert(words.end(), {"-o", path});
    expect_fine(poslab(words));
}

/// A print preset gives pictures 300 dpi, and frames of films no more pixels than players show.
TEST(PictureFlags, FramesForAPrintedSlideFitPlayers) {
    const TemporaryFolder folder;
    const auto frames_of = [&](const std::string& to, const std::vector<std::string>& flags) {
        std::vector<std::string> words{"sweep", "position-matrix", "--length",   "16",       "--over",
                                       "w=2,4", "--preset-size",   "slide-16-9", "--engine", "reference",
                                       "-o",    folder / to + "/"};
        words.insert(words.end(), flags.begin(), flags.end());
        expect_fine(poslab(words));
        std::vector<Pixels> frames;
        for (const auto& [name, bytes] : files_below(folder / to))
            if (name.ends_with(".png")) frames.push_back(read_png(folder / to + "/" + name));
        return frames;
    };
    const std::vector<Pixels> frames = frames_of("usual", {});
    ASSERT_EQ(frames.size(), 2U);
    for (const Pixels& frame : frames) {
        EXPECT_EQ(frame.width, 3840U);
        EXPECT_EQ(frame.height, 2160U);
    }
    EXPECT_EQ(frames_of("small", {"--dpi", "48"}).at(0).height, 360U) << "a resolution that is named holds";
}

TEST(PictureFlags, ATransparentPngIsTheSameFigureWithoutItsGround) {
    const TemporaryFolder folder;
    plot_into(folder / "opaque.png", {});
    plot_into(folder / "clear.png", {"--transparent"});
    const Pixels opaque = read_png(folder / "opaque.png"), clear = read_png(folder / "clear.png");
    EXPECT_FALSE(opaque.alpha);
    EXPECT_TRUE(clear.alpha);
    ASSERT_EQ(clear.width, opaque.width);
    ASSERT_EQ(clear.height, opaque.height);
    EXPECT_EQ(clear.at(0, 0, 3), 0);
    EXPECT_EQ(clear.at(clear.width - 1, clear.height - 1, 3), 0);
    int solid = 0;
    double farthest = 0;
    for (png_uint_32 y = 0; y < clear.height; ++y) {
        for (png_uint_32 x = 0; x < clear.width; ++x) {
            const double alpha = clear.at(x, y, 3) / 255.0;
            solid += alpha == 1 ? 1 : 0;
            // composed with the other picture's white background
            for (int channel = 0; channel < 3; ++channel) {
                const double on_white = alpha * clear.at(x, y, channel) + (1 - alpha) * 255;
                farthest = std::max(farthest, std::abs(on_white - opaque.at(x, y, channel)));
            }
        }
    }
    EXPECT_GT(solid, 10'000);
    EXPECT_LE(farthest, 4) << "beyond the rounding of premultiplied colours";
}

TEST(PictureFlags, TransparentVectorsHaveNoGround) {
    const TemporaryFolder folder;
    const std::string ground = R"(<rect x="0" y="0" width="600" height="400" fill="#FFFFFF"/>)";
    plot_into(folder / "opaque.svg", {});
    plot_into(folder / "clear.svg", {"--transparent"});
    std::string opaque = read_file(folder / "opaque.svg");
    const auto at = opaque.find(ground);
    ASSERT_NE(at, std::string::npos);
    opaque.erase(at, ground.size() + 1);
    // the descriptions contain the commands, which differ
    const auto body = [](const std::string& svg) { return svg.substr(svg.find("</desc>")); };
    EXPECT_EQ(body(read_file(folder / "clear.svg")), body(opaque));
    plot_into(folder / "opaque.pdf", {});
    plot_into(folder / "clear.pdf", {"--transparent"});
    EXPECT_NE(read_file(folder / "opaque.pdf"), read_file(folder / "clear.pdf"));
}

TEST(PictureFlags, ABarePictureHasNeitherTitlesNorLegend) {
    const TemporaryFolder folder;
    plot_into(folder / "full.svg", {"--size", "1200x1000"});
    plot_into(folder / "bare.svg", {"--size", "1200x1000", "--bare"});
    const std::string full = read_file(folder / "full.svg"), bare = read_file(folder / "bare.svg");
    for (const char* words :
         {">Position matrix</text>", ">Share of unmasked cells</text>", ">Position, tokens</text>"}) {
        EXPECT_NE(full.find(words), std::string::npos) << words;
        EXPECT_EQ(bare.find(words), std::string::npos) << words;
    }
    EXPECT_NE(bare.find("<title>Position matrix</title>"), std::string::npos);  // read by screen readers
}

TEST(PictureFlags, TheCommandInThePictureNamesThem) {
    const TemporaryFolder folder;
    plot_into(folder / "a.svg", {"--bare", "--transparent", "--figure", "matrix", "--dpi", "144", "--quiet"});
    const std::string svg = read_file(folder / "a.svg");
    EXPECT_NE(svg.find(" --figure matrix --size 600x400 --bare --transparent -o a.svg"), std::string::npos);
    plot_into(folder / "a.png", {"--dpi", "144"});
    EXPECT_NE(read_file(folder / "a.png").find(" --dpi 144 -o a.png"), std::string::npos);
    const std::vector<std::string> exact{"--size", "5.3333333x3.25in", "--font-size", "8.123456789",
                                         "--dpi",  "144.12345678"};
    plot_into(folder / "b.png", exact);
    EXPECT_NE(read_file(folder / "b.png").find(fmt::format(" {} -o b.png", fmt::join(exact, " "))),
              std::string::npos);
}

// 3.3 x 2.5 inches are 316.8 x 240 CSS pixels, 237.6 x 180 points, and 990 x 750 dots at the default 300 dpi.
TEST(PictureFlags, APageHasItsSizeInEveryFormat) {
    const TemporaryFolder folder;
    for (const char* size : {"3.3x2.5in", "8.382x6.35cm", "237.6x180pt"}) {
        expect_fine(poslab(
            {"plot", "position-matrix", "--figure", "matrix", "--size", size, "-o", folder / "a.svg"}));
        expect_fine(poslab(
            {"plot", "position-matrix", "--figure", "matrix", "--size", size, "-o", folder / "a.png"}));
        expect_fine(poslab(
            {"plot", "position-matrix", "--figure", "matrix", "--size", size, "-o", folder / "a.pdf"}));
        const std::string svg = read_file(folder / "a.svg");
        EXPECT_NE(svg.find("width=\"316.8\" height=\"240\""), std::string::npos) << svg.substr(0, 300);
        EXPECT_NE(svg.find(std::string(" --size ") + size + " -o a.svg"), std::string::npos);
        const Pixels png = read_png(folder / "a.png");
        EXPECT_EQ(png.width, 990U) << size;
        EXPECT_EQ(png.height, 750U) << size;
        EXPECT_NE(read_file(folder / "a.pdf").find("/MediaBox [ 0 0 237.6"), std::string::npos) << size;
    }
}

TEST(PictureFlags, APresetIsThePageThatTheVenueSays) {
    const TemporaryFolder folder;
    for (const auto& [preset, size] : {std::pair{"neurips-column", "5.5x3.3in"},
                                       {"icml-column", "3.25x2.5in"},
                                       {"acl-column", "7.7x6cm"},
                                       {"acl-text", "16x9cm"},
                                       {"icml-text", "6.75x3.6in"},
                                       {"a4", "21x29.7cm --font-size 10"}}) {
        expect_fine(poslab({"plot", "position-matrix", "--figure", "matrix", "--preset-size", preset, "-o",
                            folder / "a.svg"}));
        EXPECT_NE(read_file(folder / "a.svg").find(std::string(" --size ") + size + " -o"), std::string::npos)
            << preset;
    }
}

/// Font sizes in an SVG.
std::vector<double> letter_sizes(const std::string& svg) {
    std::vector<double> sizes;
    const std::string name = "font-size=\"";
    for (std::size_t at = svg.find(name); at != std::string::npos; at = svg.find(name, at + 1))
        sizes.push_back(std::strtod(svg.c_str() + at + name.size(), nullptr));
    return sizes;
}

// Headings have the size of running text, to half a per cent; the smallest texts have 0.85 of it.
TEST(PictureFlags, TypeKeepsItsSizeOnEveryPage) {
    constexpr double half_per_cent = 0.005;
    const TemporaryFolder folder;
    for (const char* size : {"3.3x2.5in", "6.75x4in", "13.333x7.5in"}) {
        expect_fine(poslab(
            {"plot", "position-matrix", "--figure", "profile", "--size", size, "-o", folder / "a.svg"}));
        const std::vector<double> sizes = letter_sizes(read_file(folder / "a.svg"));
        ASSERT_FALSE(sizes.empty());
        EXPECT_NEAR(*std::max_element(sizes.begin(), sizes.end()) * 0.75, 8, half_per_cent * 8)
            << size;  // the heading
        EXPECT_GE(*std::min_element(sizes.begin(), sizes.end()) * 0.75, 0.85 * 8 - 0.001) << size;
    }
    expect_fine(poslab({"plot", "position-matrix", "--figure", "profile", "--size", "600x400", "--font-size",
                        "12", "-o", folder / "b.svg"}));
    const std::vector<double> sizes = letter_sizes(read_file(folder / "b.svg"));
    EXPECT_NEAR(*std::max_element(sizes.begin(), sizes.end()) * 0.75, 12, half_per_cent * 12);
}

TEST(PictureFlags, TitleCaptionAndTypefaceAreInThePicture) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "position-matrix", "--figure", "matrix", "--size", "3.3x2.5in", "--title",
                        "Positions", "--caption",
                        "The matrix of relative positions under Leaky ReRoPE, whose window is marked.",
                        "--font", "stix", "-o", folder / "a.svg"}));
    const std::string svg = read_file(folder / "a.svg");
    EXPECT_NE(svg.find(">Positions</text>"), std::string::npos);
    EXPECT_NE(svg.find(">The matrix of relative positions"), std::string::npos);
    EXPECT_NE(svg.find("STIX"), std::string::npos);
    EXPECT_EQ(svg.find("Inter"), std::string::npos);
    EXPECT_EQ(svg.find("JetBrains"), std::string::npos);
    EXPECT_NE(svg.find(" --font stix --title Positions --caption"), std::string::npos);
}

TEST(PictureFlags, AGreyProofHasNoColor) {
    const TemporaryFolder folder;
    expect_fine(
        poslab({"plot", "bias-decay", "--size", "300x200", "--proof", "grey", "-o", folder / "a.png"}));
    const Pixels png = read_png(folder / "a.png");
    for (png_uint_32 y = 0; y < png.height; ++y)
        for (png_uint_32 x = 0; x < png.width; ++x) {
            ASSERT_EQ(png.at(x, y, 0), png.at(x, y, 1)) << x << "," << y;
            ASSERT_EQ(png.at(x, y, 1), png.at(x, y, 2)) << x << "," << y;
        }
}

TEST(PictureFlags, WhatHasNoRoomIsTold) {
    const TemporaryFolder folder;
    const Ran ran = poslab({"plot", "position-matrix", "--size", "3.3x2.5in", "-o", folder / "a.svg"});
    EXPECT_NE(ran.err.find("note: omitted for lack of space: Profile (fits from "), std::string::npos)
        << ran.err;
}

TEST(PictureFlags, OneThingIsInTheSingular) {
    const TemporaryFolder folder;
    const auto drawn = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "plot");
        words.insert(words.end(), {"-o", folder / "a.svg"});
        EXPECT_EQ(poslab(words).code, 0) << words[1];
        return read_file(folder / "a.svg");
    };
    EXPECT_NE(drawn({"frequencies", "--dim", "2"}).find(": 1 rotary pair, "), std::string::npos);
    EXPECT_NE(drawn({"attention", "--length", "1"}).find("attends to 1 key on average"), std::string::npos);
    EXPECT_NE(drawn({"memory", "--order", "1", "--time", "1"}).find("1 number recalls 1 sample with"),
              std::string::npos);
    EXPECT_NE(drawn({"memory-decay", "--later", "1"}).find("After 1 step 8"), std::string::npos);
    expect_error(poslab({"plot", "memory", "--signal", "drawn", "--points", "0.5", "-o", folder / "a.svg"}),
                 2, "--points: 1 number; must be pairs");
}

TEST(PictureFlags, EveryOmissionIsNamed) {
    const TemporaryFolder folder;
    for (const auto& [view, figure] :
         std::vector<std::pair<std::string, std::string>>{{"evidence", "main"},
                                                          {"evidence", "errata"},
                                                          {"rope-2d", "main"},
                                                          {"rope-2d", "claims"},
                                                          {"rope-2d", "valley"},
                                                          {"rope-2d", "three-by-three"},
                                                          {"rope-2d", "reversibility"},
                                                          {"bias-decay", "claims"},
                                                          {"memory", "claims"}}) {
        for (const std::string size : {"200x120", "300x200"}) {
            const Ran ran =
                poslab({"plot", view, "--figure", figure, "--size", size, "-o", folder / "a.svg"});
            EXPECT_EQ(ran.code, 0) << ran.err;
            EXPECT_EQ(ran.err.find("omitted for lack of space:  ("), std::string::npos) << ran.err;
            EXPECT_EQ(ran.err.find("omitted for lack of space: \n"), std::string::npos) << ran.err;
        }
    }
}

TEST(PictureFlags, BadPagesAreRefused) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::vector<std::string>& flags, const std::string& mentions) {
        std::vector<std::string> words{"plot", "position-matrix", "-o", folder / "a.svg"};
        words.insert(words.end(), flags.begin(), flags.end());
        expect_error(poslab(words), 2, mentions);
    };
    refused({"--size", "3.3x2.5miles"}, "in, cm or pt");
    refused({"--size", "0.9x0.9in"}, "at least 1x1in");
    refused({"--size", "1000x1000in"}, "at most");
    refused({"--size", "600.5x400"}, "whole numbers");
    refused({"--size", "5x4in", "--preset-size", "a4"}, "cannot be combined");
    refused({"--preset-size", "nature"}, "icml-column");
    refused({"--font-size", "0"}, "points");
    refused({"--font-size", "500"}, "points");
    refused({"--font", "comic"}, "inter, stix");
    refused({"--proof", "sepia"}, "grey");
    EXPECT_TRUE(folder.empty());
}

TEST(PictureFlags, TwoAreSetAgainstEachOther) {
    const TemporaryFolder folder;
    plot_into(folder / "difference.svg", {"--versus", "w=16", "--difference"});
    EXPECT_NE(read_file(folder / "difference.svg").find(" --versus w=16 --difference "), std::string::npos)
        << "the command in the picture";
    plot_into(folder / "wipe.svg", {"--versus", "w=16", "--wipe", "0.25"});
    EXPECT_NE(read_file(folder / "wipe.svg").find(" --versus w=16 --wipe 0.25 "), std::string::npos);
    plot_into(folder / "wipe.svg", {"--versus", "w=16", "--wipe", "0.123456"});
    EXPECT_NE(read_file(folder / "wipe.svg").find(" --versus w=16 --wipe 0.123456 "), std::string::npos);
}

/// 12.5 x 7.8125 in are 1200 x 750 pixels, which no command names; a picture for print is another one.
TEST(PictureFlags, ASizeForPrintIsInTheCommand) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "frequencies", "--size", "12.5x7.8125in", "-o", folder / "a.svg"}));
    EXPECT_NE(read_file(folder / "a.svg").find(" --size 12.5x7.8125in "), std::string::npos);
}

TEST(PictureFlags, WhatCannotBeSetAgainstEachOtherIsRefused) {
    const TemporaryFolder folder;
    std::string path;
    const auto plot = [&](const char* view, std::vector<std::string> flags) {
        flags.insert(flags.begin(), {"plot", view});
        flags.insert(flags.end(), {"-o", path});
        return poslab(flags);
    };
    for (const char* name : {"x.csv", "x.png"}) {
        path = folder / name;
        expect_error(plot("bias-decay", {"--versus", "lambda=2", "--wipe", "0.5"}), 2,
                     "no matrix to compare");
        expect_error(plot("rope-2d", {"--figure", "claims", "--versus", "theta=2", "--difference"}), 2,
                     "no matrix and no curve");
        expect_error(plot("position-matrix", {"--figure", "profile", "--axes", "x9:0:5"}), 2,
                     "with axes that can be set");
        EXPECT_TRUE(folder.empty());
    }
    expect_error(plot("position-matrix", {"--difference"}), 2, "one --versus, not 0");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--versus", "w=2", "--wipe", "0.5"}), 2,
                 "one --versus, not 2");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--difference", "--wipe", "0.5"}), 2,
                 "cannot be combined");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--wipe", "1.5"}), 2, "from 0 to 1");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--wipe", "nan"}), 2,
                 "--wipe nan: must be a number");
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(PictureFlags, OptionsWithoutEffectAreNoted) {
    const TemporaryFolder folder;
    const auto said = [&](const std::vector<std::string>& more) {
        const Ran ran =
            poslab(with_options({"plot", "position-matrix", "--length", "16", "--figure", "profile"}, more));
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.err;
    };
    EXPECT_NE(said({"--dpi", "300", "-o", folder / "a.svg"}).find("note: without effect on .svg: --dpi\n"),
              std::string::npos);
    EXPECT_NE(said({"--theme", "dark", "--title", "T", "-o", folder / "a.csv"})
                  .find("note: without effect on .csv: --theme, --title\n"),
              std::string::npos);
    EXPECT_NE(
        said({"--size", "900x600", "-o", folder / "a.csv"}).find("note: without effect on .csv: --size\n"),
        std::string::npos);
    EXPECT_NE(said({"--preset-size", "a4", "--lang", "zh", "-o", folder / "a.csv"})
                  .find("note: without effect on .csv: --preset-size\n"),
              std::string::npos);
    EXPECT_EQ(said({"--dpi", "300", "--theme", "dark", "-o", folder / "a.png"}), "");
    const std::string svg = folder / "a.svg";
    const auto expect_note = [&](const std::vector<std::string>& more, const std::string& note) {
        const std::string all = said(more);
        EXPECT_NE(all.find("poslab: note: " + note + "\n"), std::string::npos) << all;
    };
    expect_note({"--bare", "--title", "T", "-o", svg}, "without effect with --bare: --title");
    expect_note({"--font", "stix", "-o", folder / "a.tex"}, "without effect on .tex: --font");
    expect_note({"--digits", "3", "-o", svg}, "--digits is ignored: figure profile has no cells");
    for (const std::string name : {"a.svg", "a.csv"})
        expect_note({"--axes", "matrix/x:0:5", "-o", folder / name},
                    "--axes matrix/x:0:5 is ignored: the picture shows figure profile");
    expect_note({"--axes", "c:0:5", "-o", svg}, "--axes c:0:5 is ignored: figure profile has 0 colour bars");
    EXPECT_EQ(said({"--axes", "x:0:5", "-o", svg}), "");
    const std::string fine = said({"--figure", "matrix", "--axes", "c:0:5", "--digits", "1", "-o", svg});
    EXPECT_EQ(fine.find("is ignored"), std::string::npos) << fine;
}

TEST(PictureFlags, NumbersTakeNeither) {
    for (const char* flag : {"--bare", "--transparent"})
        expect_error(poslab({"compute", "position-matrix", "--length", "64", "-o", "-", flag}), 2, flag);
}

TEST(MemoryCeiling, LargePicturesAreRefusedBeforeTheyAreMade) {
    const TemporaryFolder folder;
    const auto with_ceiling = [&](const std::string& ceiling, std::vector<std::string> words) {
        words.insert(words.begin(), {"/usr/bin/env", "POSLAB_MEMORY=" + ceiling, POSLAB_BINARY});
        return run_program(words);
    };
    for (const char* name : {"a.png", "a.svg", "a.pdf"}) {
        const std::string path = folder / name;
        expect_error(with_ceiling("200M", {"plot", "position-matrix", "--size", "8000x8000", "-o", path}), 5,
                     "POSLAB_MEMORY");
        EXPECT_TRUE(folder.empty());
    }
    expect_error(with_ceiling("200M", {"plot", "position-matrix", "--dpi", "2400", "-o", folder / "a.png"}),
                 5, "pictures of 30000 x 18750 pixels need 2.1 GiB");  // 4 bytes per pixel
    expect_fine(with_ceiling("200M", {"plot", "position-matrix", "-o", folder / "a.png"}));
    expect_error(with_ceiling("much", {"views"}), 2, "POSLAB_MEMORY much: must be a size such as 8G");
}

TEST(PictureFlags, ACaptionOfABookIsRefused) {
    const TemporaryFolder folder;
    std::string caption;
    for (int n = 0; n < 50'000; ++n) caption += "a ";
    expect_error(poslab({"plot", "memory", "--caption", caption, "-o", folder / "a.png"}), 2,
                 "--caption: has 100000 bytes; at most 4096 are allowed");
    EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace poslab::test
