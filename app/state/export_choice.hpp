#pragma once

#include "core/figure/layout.hpp"
#include "core/figure/palette.hpp"
#include "core/views/comparison.hpp"
#include "core/views/view.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct CanvasSize {
    double width = default_width, height = default_height;
    double dpi = 96;  // of the screen: more where its pixels are smaller than CSS pixels
};

/// Sizes that one wants again and again; zero stands for what the screen has.
struct ExportPreset {
    std::string_view id;
    Text label;
    double width, height;  // CSS pixels: the smaller, the larger the type on the page
    double dpi;            // of a PNG; above 300 dots per inch once it is as wide as a column (3.5 in) or a page (7 in)
};

inline constexpr std::array<ExportPreset, 5> export_presets{{{"screen", "As on screen"_tr, 0, 0, 0},
                                                             {"paper-one", "Paper, one column"_tr, 640, 760, 192},
                                                             {"paper-two", "Paper, two columns"_tr, 1200, 1107, 192},
                                                             {"slide", "Slide 16:9"_tr, 1280, 720, 144},
                                                             {"poster", "Poster"_tr, 1600, 1200, 300}}};
/// What ExportChoice::preset is once the size was typed.
inline constexpr int custom_preset = static_cast<int>(export_presets.size());

/// A format as the dialog offers it.
struct ExportFormat {
    std::string_view ending;
    Text label;
    bool in_pixels = false, all_arrays = false;
};

/// What the export dialog asks for.
struct ExportChoice {
    const View* view = nullptr;
    Values values;
    std::vector<std::string> versus{};  // what is beside them, as --versus takes it; not in files of numbers
    Comparison comparison{};
    bool numbers = false;
    int picture_format = 0, number_format = 0;  // places in the lists of formats
    std::string figure;                         // empty: the view's first
    int preset = 0;
    double width = default_width, height = default_height, dpi = 96;
    Theme theme = Theme::light;
    Language language = Language::english;
    bool titles = true;  // and the legend
    bool transparent = false;
    std::string array;
    std::string path;
    bool operator==(const ExportChoice&) const = default;

    [[nodiscard]] std::vector<ExportFormat> formats() const;
    [[nodiscard]] int format() const { return numbers ? number_format : picture_format; }
    [[nodiscard]] ExportFormat chosen_format() const { return formats()[static_cast<std::size_t>(format())]; }
    [[nodiscard]] std::string_view ending() const { return chosen_format().ending; }
    /// Whether the file holds every array, not only the chosen one.
    [[nodiscard]] bool all_arrays() const { return chosen_format().all_arrays; }

    /// Keeps path and format at one: the path gets the format's ending.
    void set_numbers(bool wanted);
    void set_format(int place);
    /// Keeps path and format at one: the format becomes what the path's ending names; a path without one gets it.
    void set_path(std::string wanted);
    void set_preset(int place, const CanvasSize& canvas);
};

/// The user's Pictures folder if there is one, else the home folder.
[[nodiscard]] std::string default_export_folder();
/// For people: "Pictures/talk" within the home folder, which itself is named in words.
[[nodiscard]] std::string shown_folder(Language language, const std::string& folder);
/// With a leading "~" or "~/" replaced.
[[nodiscard]] std::string expanded_path(const std::string& path);

}  // namespace poslab
