#pragma once

#include "app/cli/export.hpp"
#include "app/cli/options.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/languages.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace poslab::test {

/// A figure that must not change: the arguments of `poslab plot`. Always with `--engine reference`, so that
/// goldens do not depend on the machine.
struct GoldenCase {
    std::string name;
    std::vector<std::string> arguments;  // after `plot`
    bool text = false;                   // also compares text_painter's output, to 0.01
};

inline void PrintTo(const GoldenCase& golden, std::ostream* out) { *out << golden.name; }

/// Every view at its defaults, so that a new view has a golden automatically, then those of cases.json.
inline std::vector<GoldenCase> golden_cases() {
    std::vector<GoldenCase> cases;
    for (const View* view : all_views()) {
        const std::string id(view->info().id);
        // Products of OpenBLAS differ in their last digits from processor to processor, which no pixel shows.
        const bool by_blas = id == "extrapolation";
        cases.push_back({id, {id, "--size", "640x400"}, !by_blas});
    }
    std::ifstream file(POSLAB_GOLDENS "/cases.json");
    for (const auto& each : nlohmann::json::parse(file))
        cases.push_back({each.at("name"), each.at("arguments"), each.value("text", false)});
    return cases;
}

/// The request that the command line makes of it, for composition by the library.
inline PictureRequest request_of(const GoldenCase& golden) {
    std::vector<std::string> words{"plot"};
    words.insert(words.end(), golden.arguments.begin(), golden.arguments.end());
    words.insert(words.end(), {"--engine", "reference"});
    const Options options = read_options(words);
    PictureRequest request{{options.view, options.values, options.versus, {options.engine}}, options.figure};
    if (!options.size.empty()) {
        const auto [width, height] = read_size("size", options.size, min_picture);
        request.page = {double(width), double(height)};
    }
    request.theme = options.theme == "dark" ? Theme::dark : Theme::light;
    request.language = options.language == "zh" ? test::chinese() : Language::english;
    return request;
}

inline bool updating() {
    const char* const update = std::getenv("POSLAB_UPDATE_GOLDENS");
    return update != nullptr && std::string(update) == "1";
}

inline std::string golden_path(const std::string& file) {
    return std::string(POSLAB_GOLDENS "/expected/") + file;
}

}  // namespace poslab::test
