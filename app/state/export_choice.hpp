#pragma once

#include "app/cli/page.hpp"
#include "app/state/animation_choice.hpp"
#include "core/figure/appearance.hpp"
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
    double dpi = 96;  // of the screen: more if its pixels are smaller than CSS pixels
};

/// Values of ExportChoice::preset: the size on screen, then page_presets(), then a typed size.
inline constexpr int screen_preset = 0;
[[nodiscard]] inline int custom_preset() { return static_cast<int>(page_presets().size()) + 1; }

/// A format in the export dialog.
struct ExportFormat {
    std::string_view ending;
    Text label;
    bool in_pixels = false, all_arrays = false;
    Text about{};
};

enum class ExportContent { figure, numbers, animation, page };

/// Settings of the export dialog.
struct ExportChoice {
    const View* view = nullptr;
    Values values;
    std::vector<std::string> versus{};  // pins to compare, as arguments of --versus; not in files of numbers
    Comparison comparison{};
    ExportContent content = ExportContent::figure;
    int picture_format = 0, number_format = 0;  // indices in the lists of formats
    std::string figure;                         // empty: the view's first; every_figure: one file per figure
    int preset = screen_preset;
    Page page{};
    double dpi = 96;  // of pictures; pixels_per_inch() also applies to films
    Typeface typeface = Typeface::inter;
    Proof proof = Proof::none;
    CellDigits digits{};
    std::string title, caption;
    Theme theme = Theme::light;
    Language language = Language::english;
    bool titles = true;  // titles and legend
    bool transparent = false;
    std::string array;
    AnimationChoice animation{};
    std::string path;  // also of a folder, without a trailing slash
    bool operator==(const ExportChoice&) const = default;

    [[nodiscard]] std::vector<ExportFormat> formats() const;
    [[nodiscard]] bool numbers() const { return content == ExportContent::numbers; }
    [[nodiscard]] bool animates() const { return content == ExportContent::animation; }
    /// True for a live page, for browsers.
    [[nodiscard]] bool is_live() const { return content == ExportContent::page; }
    [[nodiscard]] int format() const;
    [[nodiscard]] ExportFormat chosen_format() const { return formats()[static_cast<std::size_t>(format())]; }
    [[nodiscard]] std::string_view ending() const { return chosen_format().ending; }
    /// True if the file contains every array, not only the chosen one.
    [[nodiscard]] bool all_arrays() const { return chosen_format().all_arrays; }
    /// True if a folder is written.
    [[nodiscard]] bool in_folder() const { return animates() && ending() == frames_ending; }
    /// True if the format supports a transparent background.
    [[nodiscard]] bool may_be_transparent() const { return !animates() || ending() != mp4_ending; }
    /// Returns the resolution of the picture or the film's frames.
    [[nodiscard]] double pixels_per_inch() const { return animates() ? film_dpi(page, dpi) : dpi; }
    /// Returns the presets that suit the content, besides custom_preset(): for films those in pixels, and the
    /// current one.
    [[nodiscard]] std::vector<int> presets() const;
    /// Returns the chosen figure; the view's first if there is none or each figure is exported.
    [[nodiscard]] const FigureInfo& figure_info() const;
    [[nodiscard]] bool each_figure() const;
    /// Returns the paths of the files that are written, or of the folder.
    [[nodiscard]] std::vector<std::string> paths() const;

    /// Sets the content or format and gives the path the format's ending.
    void set_content(ExportContent requested);
    void set_format(int index);
    /// Sets the path, and the format to the one of its ending; a path without an ending gets the current
    /// format's.
    void set_path(std::string requested);
    void set_preset(int index, const CanvasSize& canvas);
    /// Expresses the same size in another unit; all units except pixels are for print.
    void set_unit(const LengthUnit& unit);
    void set_font_points(double points);
};

/// Returns the user's Pictures folder if it exists, else the home folder.
[[nodiscard]] std::string default_export_folder();
/// Returns a folder as displayed: "Pictures/talk" in the home folder, which is itself described in words.
[[nodiscard]] std::string shown_folder(Language language, const std::string& folder);
/// Returns the path with a leading "~" or "~/" replaced by the home folder.
[[nodiscard]] std::string expanded_path(const std::string& path);

}  // namespace poslab
