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
    double dpi = 96;  // of the screen: more where its pixels are smaller than CSS pixels
};

/// The places of ExportChoice::preset: what the screen has, then page_presets(), then a size that was typed.
inline constexpr int screen_preset = 0;
[[nodiscard]] inline int custom_preset() { return static_cast<int>(page_presets().size()) + 1; }

/// A format as the dialog offers it.
struct ExportFormat {
    std::string_view ending;
    Text label;
    bool in_pixels = false, all_arrays = false;
    Text about{};
};

enum class ExportContent { figure, numbers, animation };

/// What the export dialog asks for.
struct ExportChoice {
    const View* view = nullptr;
    Values values;
    std::vector<std::string> versus{};  // what is beside them, as --versus takes it; not in files of numbers
    Comparison comparison{};
    ExportContent content = ExportContent::figure;
    int picture_format = 0, number_format = 0;  // places in the lists of formats
    std::string figure;                         // empty: the view's first; every_figure: a file each
    int preset = screen_preset;
    Page page{};
    double dpi = 96;
    Typeface typeface = Typeface::inter;
    Proof proof = Proof::none;
    CellDigits digits{};
    std::string title, caption;
    Theme theme = Theme::light;
    Language language = Language::english;
    bool titles = true;  // and the legend
    bool transparent = false;
    std::string array;
    AnimationChoice animation{};
    std::string path;  // of a folder, too, without a slash
    bool operator==(const ExportChoice&) const = default;

    [[nodiscard]] std::vector<ExportFormat> formats() const;
    [[nodiscard]] bool numbers() const { return content == ExportContent::numbers; }
    [[nodiscard]] bool animates() const { return content == ExportContent::animation; }
    [[nodiscard]] int format() const { return numbers() ? number_format : animates() ? animation.format : picture_format; }
    [[nodiscard]] ExportFormat chosen_format() const { return formats()[static_cast<std::size_t>(format())]; }
    [[nodiscard]] std::string_view ending() const { return chosen_format().ending; }
    /// Whether the file holds every array, not only the chosen one.
    [[nodiscard]] bool all_arrays() const { return chosen_format().all_arrays; }
    /// Whether it is a folder that is written.
    [[nodiscard]] bool in_folder() const { return animates() && ending() == frames_ending; }
    /// Whether the file can be without a background.
    [[nodiscard]] bool may_be_transparent() const { return !animates() || ending() != mp4_ending; }
    /// The first of all.
    [[nodiscard]] const FigureInfo& figure_info() const;
    [[nodiscard]] bool each_figure() const;
    /// Of the files that are written; the folder's.
    [[nodiscard]] std::vector<std::string> paths() const;

    /// Keeps path and format at one: the path gets the format's ending.
    void set_content(ExportContent wanted);
    void set_format(int place);
    /// Keeps path and format at one: the format becomes what the path's ending names; a path without one gets it.
    void set_path(std::string wanted);
    void set_preset(int place, const CanvasSize& canvas);
    /// The same size told otherwise; anything but pixels is for print.
    void set_unit(const LengthUnit& unit);
    void set_font_points(double points);
};

/// The user's Pictures folder if there is one, else the home folder.
[[nodiscard]] std::string default_export_folder();
/// For people: "Pictures/talk" within the home folder, which itself is named in words.
[[nodiscard]] std::string shown_folder(Language language, const std::string& folder);
/// With a leading "~" or "~/" replaced.
[[nodiscard]] std::string expanded_path(const std::string& path);

}  // namespace poslab
