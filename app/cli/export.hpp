#pragma once

#include "app/cli/omissions.hpp"
#include "app/cli/page.hpp"
#include "app/paint/fonts.hpp"
#include "app/paint/picture.hpp"
#include "core/documents/number_file.hpp"
#include "core/documents/pooled_arrays.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/figure/appearance.hpp"
#include "core/figure/layout.hpp"
#include "core/views/comparison.hpp"
#include "core/views/figure_limits.hpp"
#include "core/views/view.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// What --font and --proof take, in the order of their enums.
inline constexpr std::array<std::string_view, 2> typeface_ids{"inter", "stix"};
inline constexpr std::array<std::string_view, proof_count> proof_ids{"none", "grey", "protanopia", "deuteranopia", "tritanopia"};

/// A view with its values, and others to set beside it; what both kinds of export start from.
struct Selection {
    const View* view = nullptr;
    Values values;
    std::vector<std::string> versus;  // "PARAM=VALUE[,PARAM=VALUE]…[,name=NAME]", as --versus takes them
    EngineChoice engine{};
    Comparison comparison{};  // how a single one of `versus` is set beside the values
};

struct PictureRequest {
    Selection selection;
    std::string figure{};  // id; empty: the view's first
    OneOf<PictureFormat> format = "png";
    Page page{};
    double dpi = 96;  // of formats in pixels
    Theme theme = Theme::light;
    Language language = Language::english;
    bool bare = false;      // no title, subtitle, key and colour bars
    bool titles = true;     // false: the rest of those stays
    std::string title{};    // instead of title and subtitle; pictures for print have no other
    std::string caption{};  // below the figure
    Typeface typeface = Typeface::inter;
    Proof proof = Proof::none;  // shown as it is seen without colour, or by who lacks one kind of cone
    CellDigits digits{};        // of the numbers in cells
    bool transparent = false;   // no background
    std::string path{};
    /// Instead of those that the figure has by itself: what the frames of a film have in common.
    std::shared_ptr<const FigureLimits> limits{};
};

/// What a figure shows: each variant with its numbers, and what the user should know of the engine.
struct FigureData {
    std::vector<Variant> variants;
    std::vector<Sentence> notices{};
    std::vector<View::Prepared> prepared{};  // of each variant
    std::int64_t width = 0, height = 0;      // device pixels that its heat maps were computed for
};

struct NumbersRequest {
    Selection selection;
    std::string array{};  // empty: all, or the first where the format holds one
    OneOf<NumberFormat> format = "json";
    std::string path{};  // "-" is standard output, JSON
};

/// The values and, for each --versus, changed copies; labelled by what sets them apart. Throws UsageError.
[[nodiscard]] std::vector<Variant> variants_of(const Selection& selection, Language language);

/// The figure with this id among those that the window offers. Throws UsageError naming them.
[[nodiscard]] const FigureInfo& offered_figure(const View& view, std::string_view id);

/// Likewise among all that the view has; empty is the first. Throws UsageError.
void check_figure(const View& view, std::string_view id);

/// The figure as large as the request's page; composed_figure() without the computing.
[[nodiscard]] Layout laid_out(const PictureRequest& request, const Figure& figure, const TextMetrics& metrics);

/// The omissions of `placed`, which is the figure's layout, with the pages that have room for them.
[[nodiscard]] std::vector<ReportedOmission> omissions_of(const PictureRequest& request, const Figure& figure,
                                                         const TextMetrics& metrics, const Layout& placed);

/// Computes what the figure needs on a page of that size; `pixels` is device pixels per CSS pixel that heat maps are computed for.
/// Throws Error, Cancelled.
[[nodiscard]] FigureData figure_data(const PictureRequest& request, const TextMetrics& metrics, double pixels, const Job& job);
/// The same computed for as many pixels as it has on the page of the request with its numbers known, and within its limits: a heat
/// map of fewer would show some cells twice.
[[nodiscard]] FigureData fitted(const PictureRequest& request, FigureData figure, const TextMetrics& metrics, double pixels,
                                const Job& job);
/// Device pixels per CSS pixel: those of the request's format.
[[nodiscard]] double pixels_of(const PictureRequest& request);
/// Within the limits of the request, if it has any.
[[nodiscard]] Figure drawn_figure(const PictureRequest& request, const std::vector<Variant>& variants);
[[nodiscard]] Layout composed_figure(const PictureRequest& request, const std::vector<Variant>& variants,
                                     const TextMetrics& metrics);

/// Computes and lays out; `pixels` is device pixels per CSS pixel that heat maps are computed for. Into `notices`, if it is not
/// null, go those of the engine.
[[nodiscard]] Layout composed_figure(const PictureRequest& request, const TextMetrics& metrics, double pixels, const Job& job,
                                     std::vector<Sentence>* notices = nullptr);

/// What a figure of the view shows, with the data that it needs; empty `figure`: the view's first. Curves have as many points as a
/// picture shows, or all (SampleRequest::curve_points). Throws Error, Cancelled.
[[nodiscard]] std::vector<Variant> figure_variants(const Selection& selection, const std::string& figure, Language language,
                                                   const Job& job, bool every_point = false);

/// `plot`. What the user should know of the engine comes back (Engine::notices). Throws Error, Cancelled.
std::vector<Sentence> export_picture(const PictureRequest& request, const FontLibrary& fonts, const Job& job);
/// The same as the bytes of the file that `path` would be, of a format that is one; the notices go into `notices`, which may be
/// null.
[[nodiscard]] std::string picture_bytes(const PictureRequest& request, const FontLibrary& fonts, const Job& job,
                                        std::vector<Sentence>* notices = nullptr);
/// With numbers that are known.
std::vector<Sentence> export_picture(const PictureRequest& request, const FigureData& figure, const FontLibrary& fonts);

/// The view's values, as `compute` of all arrays has them, and those of each --versus after them; arrays of pixels are left small.
/// Throws Error, Cancelled.
[[nodiscard]] std::vector<std::vector<NamedValue>> computed_values(const Selection& selection, const Job& job,
                                                                   std::vector<Sentence>* notices);

/// The unique name of each --versus in files of numbers (variant_key).
[[nodiscard]] std::vector<std::string> variant_keys(const Selection& selection);

/// The arrays that the request writes, by name (empty: all): a curve's CSV holds all curves that share its axis. Throws UsageError.
[[nodiscard]] std::vector<std::string> written_arrays(const NumbersRequest& request);

/// What `compute` writes: the view's arrays of those names, or all, with the values that they come from.
struct ComputedNumbers {
    Values values;
    std::shared_ptr<const Data> data;  // the notices are among its warnings
    std::vector<Sentence> notices;
    std::vector<NumbersOfVariant> variants{};  // of each --versus
};

/// Throws UsageError for an unknown name; Error, Cancelled. Warnings spell parameters as `spelling` says.
[[nodiscard]] ComputedNumbers computed_numbers(const Selection& selection, const std::vector<std::string>& arrays, const Job& job,
                                               Spelling spelling = Spelling::command_line);

/// Some arrays come only with certain parameters: throws UsageError, which says with which, where this one is not among the data.
void require_array(const View& view, const std::string& name, const Data& data);

/// `compute`: likewise, with the notices among the warnings of the JSON.
std::vector<Sentence> export_numbers(const NumbersRequest& request, const Job& job);

/// The command line that does the same: only what differs from what its preset or config gives and from the defaults, quoted for a
/// shell. A config that cannot be read any more is left out, and what came from it is written.
[[nodiscard]] std::string command_line(const PictureRequest& request);
[[nodiscard]] std::string command_line(const NumbersRequest& request);
/// Of another command that takes what `plot` takes, without the output.
[[nodiscard]] std::string picture_words(std::string_view command, const PictureRequest& request);
/// By the ending of `path`; throws UsageError naming the endings there are.
[[nodiscard]] OneOf<PictureFormat> picture_format(const std::string& path);
[[nodiscard]] OneOf<NumberFormat> number_format(const std::string& path);

}  // namespace poslab
