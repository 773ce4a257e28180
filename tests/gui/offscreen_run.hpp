#pragma once

#include "tests/cli/command_line_run.hpp"
#include "tests/gui/surfaces.hpp"

#include <gtest/gtest.h>
#include <png.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

namespace poslab::test {

namespace fs = std::filesystem;

struct Png {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
};

inline Png read_png(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Png png;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
        ADD_FAILURE() << path << ": " << image.message;
        return png;
    }
    image.format = PNG_FORMAT_RGB;
    png.width = static_cast<int>(image.width);
    png.height = static_cast<int>(image.height);
    png.rgb.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, png.rgb.data(), 0, nullptr) == 0)
        ADD_FAILURE() << path << ": " << image.message;
    return png;
}

/// Runs the built program without a display, in a temporary folder.
class Offscreen : public testing::Test {
  protected:
    /// `before`: arguments before the program's name, such as env NAME=VALUE.
    [[nodiscard]] Ran program(const std::vector<std::string>& words, std::vector<std::string> before = {},
                              RunOptions options = {}) const {
        before.emplace_back(POSLAB_BINARY);
        before.insert(before.end(), words.begin(), words.end());
        if (options.folder.empty()) options.folder = folder_.path();
        return run_program(before, options);
    }

    TemporaryFolder folder_;
};

}  // namespace poslab::test
