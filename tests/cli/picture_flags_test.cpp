#include "tests/cli/command_line_run.hpp"

#include <png.h>

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
    if (png_image_finish_read(&image, nullptr, pixels.rgba.data(), 0, nullptr) == 0) ADD_FAILURE() << image.message;
    return pixels;
}

void plot_into(const std::string& path, const std::vector<std::string>& flags) {
    std::vector<std::string> words{"plot", "position-matrix", "--length", "64",       "--w",
                                   "8",    "--size",          "600x400",  "--engine", "reference"};
    words.insert(words.end(), flags.begin(), flags.end());
    words.insert(words.end(), {"-o", path});
    expect_fine(poslab(words));
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
            for (int channel = 0; channel < 3; ++channel) {  // laid on the white ground that the other has
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
    const auto body = [](const std::string& svg) { return svg.substr(svg.find("</desc>")); };  // the command differs
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
    for (const char* words : {">Position matrix</text>", ">Share of all cells</text>", ">Position, tokens</text>"}) {
        EXPECT_NE(full.find(words), std::string::npos) << words;
        EXPECT_EQ(bare.find(words), std::string::npos) << words;
    }
    EXPECT_NE(bare.find("<title>Position matrix</title>"), std::string::npos);  // what readers of the file are told
}

TEST(PictureFlags, TheCommandInThePictureNamesThem) {
    const TemporaryFolder folder;
    plot_into(folder / "a.svg", {"--bare", "--transparent", "--figure", "matrix", "--dpi", "144"});
    const std::string svg = read_file(folder / "a.svg");
    EXPECT_NE(svg.find(" --figure matrix --size 600x400 --bare --transparent -o a.svg"), std::string::npos);
    plot_into(folder / "a.png", {"--dpi", "144"});
    EXPECT_NE(read_file(folder / "a.png").find(" --dpi 144 -o a.png"), std::string::npos);
}

TEST(PictureFlags, TwoAreSetAgainstEachOther) {
    const TemporaryFolder folder;
    plot_into(folder / "difference.svg", {"--versus", "w=16", "--difference"});
    EXPECT_NE(read_file(folder / "difference.svg").find(" --versus w=16 --difference "), std::string::npos)
        << "the command in the picture";
    plot_into(folder / "wipe.svg", {"--versus", "w=16", "--wipe", "0.25"});
    EXPECT_NE(read_file(folder / "wipe.svg").find(" --versus w=16 --wipe 0.25 "), std::string::npos);
}

TEST(PictureFlags, WhatCannotBeSetAgainstEachOtherIsRefused) {
    const TemporaryFolder folder;
    const std::string path = folder / "x.png";
    const auto plot = [&](const char* view, std::vector<std::string> flags) {
        flags.insert(flags.begin(), {"plot", view});
        flags.insert(flags.end(), {"-o", path});
        return poslab(flags);
    };
    expect_error(plot("position-matrix", {"--difference"}), 2, "one --versus, not 0");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--versus", "w=2", "--wipe", "0.5"}), 2, "one --versus, not 2");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--difference", "--wipe", "0.5"}), 2, "one of them");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--wipe", "1.5"}), 2, "from 0 to 1");
    expect_error(plot("position-matrix", {"--versus", "w=1", "--wipe", "nan"}), 2, "from 0 to 1");
    expect_error(plot("bias-decay", {"--versus", "lambda=2", "--difference"}), 2, "no matrix for each of the two");
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(PictureFlags, NumbersTakeNeither) {
    for (const char* flag : {"--bare", "--transparent"})
        expect_error(poslab({"compute", "position-matrix", "--length", "64", "-o", "-", flag}), 2, flag);
}

}  // namespace
}  // namespace poslab::test
