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
#include "core/files/atomic_files.hpp"
#include "core/files/input_files.hpp"
#include "core/views/comparison.hpp"
#include "core/views/computed.hpp"
#include "core/views/figure_limits.hpp"
#include "core/views/view.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// The values of --font and --proof, in the order of their enums.
inline constexpr std::array<std::string_view, 2> typeface_ids{"inter", "stix"};
inline constexpr std::array<std::string_view, proof_count> proof_ids{"none", "grey", "protanopia",
                                                                     "deuteranopia", "tritanopia"};

/// A view with its values, and others to compare with them; both kinds of export start from it.
struct Selection {
    const View* view = nullptr;
    Values values;
    std::vector<std::string> versus;  // "PARAM=VALUE[,PARAM=VALUE]…[,name=NAME]", as --versus takes them
    EngineChoice engine{};
    Comparison comparison{};  // how a single `versus` is compared with the values
};

struct PictureRequest {
    Selection selection;
    std::string figure{};  // id; empty: the view's first
    OneOf<PictureFormat> format = "png";
    Page page{};
    double dpi = 96;  // for raster formats
    Theme theme = Theme::light;
    Language language = Language::english;
    bool bare = false;      // without title, subtitle, legend and colour bars
    bool titles = true;     // false: without title and subtitle
    std::string title{};    // replaces title and subtitle; print pictures have only this one
    std::string caption{};  // below the figure
    Typeface typeface = Typeface::inter;
    Proof proof = Proof::none;  // simulates printing in grey, or colour blindness
    CellDigits digits{};        // digits of the numbers in cells
    bool transparent = false;   // without background
    std::string path{};
    /// The limits to draw within, such as those that all frames of a film share; null: the figure's own.
    std::shared_ptr<const FigureLimits> limits{};
    bool notes_settings = false;  // notes options that have no effect on this figure
};

/// The content of a figure: each variant with its numbers, and the engine's notices for the user.
struct FigureData : ComputedVariants {
    std::vector<Message> notices{};
    std::int64_t width = 0, height = 0;  // size in device pixels of its heat maps; 0: nothing is sampled
    std::optional<Layout> layout{};      // of the request that the numbers were fitted to, if known
};

struct NumbersRequest {
    Selection selection;
    std::string array{};  // empty: all, or the first if the format holds only one
    OneOf<NumberFormat> format = "json";
    std::string path{};  // "-": standard output, as JSON
};

/// Returns the values and a changed copy for each --versus, labelled by their differences. Throws UsageError.
[[nodiscard]] std::vector<Variant> variants_of(const Selection& selection, Language language);
/// Returns the files that the values and each --versus name. Throws UsageError.
[[nodiscard]] InputFiles inputs_of(const Selection& selection);

/// Returns a file's name without its folder and ending, and the ending. A name may be only an ending
/// (".csv"), which std::filesystem::path takes for a name without one.
[[nodiscard]] std::pair<std::string, std::string> name_and_ending(const std::string& path);

/// Returns the figure with this id among those that the window offers. Throws UsageError that lists them.
[[nodiscard]] const FigureInfo& offered_figure(const View& view, std::string_view id);

/// Checks that the view has this figure; an empty id is the first. Throws UsageError.
void check_figure(const View& view, std::string_view id);

/// Checks what does not depend on computed numbers: the figure, its axes, the comparison, the caption and the
/// memory of the pixels, if any. Throws UsageError, InputError, TooLarge.
void check_picture(const PictureRequest& request);

/// Returns notes on the options of the picture that the figure has nothing for.
[[nodiscard]] std::vector<Message> settings_without_effect(const PictureRequest& request,
                                                           const Figure& figure);

/// Lays the figure out on the request's page, without computing anything.
[[nodiscard]] Layout laid_out(const PictureRequest& request, const Figure& figure,
                              const TextMetrics& metrics);

/// Returns the omissions of the layout `placed`, each with the page size that has room for it.
[[nodiscard]] std::vector<ReportedOmission> omissions_of(const PictureRequest& request, const Figure& figure,
                                                         const TextMetrics& metrics, const Layout& placed);

/// Computes the figure's data for the request's page. `pixels` is the number of device pixels per CSS pixel
/// for heat maps. Throws Error, Cancelled.
[[nodiscard]] FigureData figure_data(const PictureRequest& request, const TextMetrics& metrics, double pixels,
                                     const Job& job);
/// Recomputes the data for the number of pixels that the figure covers once its numbers are known, within its
/// limits. A heat map of fewer pixels would repeat some cells.
[[nodiscard]] FigureData fitted(const PictureRequest& request, FigureData figure, const TextMetrics& metrics,
                                double pixels, const Job& job);
/// Returns the device pixels per CSS pixel of the request's format.
[[nodiscard]] double pixels_of(const PictureRequest& request);
/// Returns the figure, within the limits of the request if it has any.
[[nodiscard]] Figure drawn_figure(const PictureRequest& request, const std::vector<Variant>& variants);
[[nodiscard]] Layout composed_figure(const PictureRequest& request, const std::vector<Variant>& variants,
                                     const TextMetrics& metrics);

/// Computes the figure and lays it out. `pixels` is the number of device pixels per CSS pixel for heat maps.
/// Appends the engine's notices to `notices` unless it is null.
[[nodiscard]] Layout composed_figure(const PictureRequest& request, const TextMetrics& metrics, double pixels,
                                     const Job& job, std::vector<Message>* notices = nullptr);

/// Returns the variants of a figure with the data that it needs; an empty `figure` is the view's first.
/// Curves have as many points as a picture shows, or all (SampleRequest::curve_points). Throws Error,
/// Cancelled.
[[nodiscard]] std::vector<Variant> figure_variants(const Selection& selection, const std::string& figure,
                                                   Language language, const Job& job,
                                                   bool every_point = false);

/// The files of a picture: one, or several if it refers to others.
struct PictureFiles {
    std::vector<PathAndBytes> files;
    std::vector<Message> notices;  // the engine's, for the user (Engine::notices)
};

/// Draws a picture, as `plot` does, without writing it. Throws Error, Cancelled.
[[nodiscard]] PictureFiles picture_files(const PictureRequest& request, const FontLibrary& fonts,
                                         const Job& job);
/// Writes the files of a picture, either all of them or none. Returns the notices. Throws Error, Cancelled.
std::vector<Message> export_picture(const PictureRequest& request, const FontLibrary& fonts, const Job& job);
/// Returns the bytes that export_picture() would write to `path`, for single-file formats. Appends the
/// notices to `notices` unless it is null.
[[nodiscard]] std::string picture_bytes(const PictureRequest& request, const FontLibrary& fonts,
                                        const Job& job, std::vector<Message>* notices = nullptr);
/// Exports a picture of data that has been computed. Throws Error, Cancelled.
std::vector<Message> export_picture(const PictureRequest& request, const FigureData& figure,
                                    const FontLibrary& fonts, const Job& job);

/// Returns the view's values, as computed with all arrays, followed by those of each --versus. Pixel arrays
/// have the smallest size. Throws Error, Cancelled.
[[nodiscard]] std::vector<std::vector<NamedValue>> computed_values(const Selection& selection, const Job& job,
                                                                   std::vector<Message>* notices);

/// Returns the unique name of each --versus in files of numbers (variant_key).
[[nodiscard]] std::vector<std::string> variant_keys(const Selection& selection);

/// Returns the names of the arrays that the request writes; empty means all. A CSV of a curve holds all
/// curves of the same axis. Throws UsageError.
[[nodiscard]] std::vector<std::string> written_arrays(const NumbersRequest& request);

/// The output of `compute`: the requested arrays of the view, or all, with the values behind them.
struct ComputedNumbers {
    Values values;
    std::shared_ptr<const Data> data;  // its warnings include the notices
    std::vector<Message> notices;
    std::vector<NumbersOfVariant> variants{};  // one per --versus
};

/// Computes the arrays. Warnings spell parameters as `spelling` says. Throws UsageError for an unknown name;
/// Error, Cancelled.
[[nodiscard]] ComputedNumbers computed_numbers(const Selection& selection,
                                               const std::vector<std::string>& arrays, const Job& job,
                                               Spelling spelling = Spelling::command_line);

/// Checks that the data include this array: some exist only with certain parameters. Throws UsageError that
/// says with which.
void require_array(const View& view, const std::string& name, const Data& data);

/// Writes the numbers, as `compute` does; the JSON's warnings include the notices.
std::vector<Message> export_numbers(const NumbersRequest& request, const Job& job);

/// Returns the command line that makes the same picture, quoted for a shell. It has only the parameters that
/// differ from the defaults and from their preset or config. A config that can no longer be read is omitted,
/// and its values are written instead.
[[nodiscard]] std::string command_line(const PictureRequest& request);
[[nodiscard]] std::string command_line(const NumbersRequest& request);
/// Returns the entry Software of pictures: the program and its version.
[[nodiscard]] std::string picture_software();
/// Returns the command that a picture stores, without folders: it is read on other machines.
[[nodiscard]] std::string stored_command(PictureRequest request);
/// Returns the state that the picture shows, as read_shown_state() parses it.
[[nodiscard]] std::string state_words(const PictureRequest& request);
/// Returns a command in the form that a file stores: the files that it names have portable paths.
[[nodiscard]] std::string command_in_file(std::string command, const Selection& selection,
                                          const std::string& path);
/// Returns the command line without output, for another command that takes the options of `plot`.
[[nodiscard]] std::string picture_words(std::string_view command, const PictureRequest& request);
/// Returns the format for the ending of `path`. Throws UsageError that lists the known endings.
[[nodiscard]] OneOf<PictureFormat> picture_format(const std::string& path);
[[nodiscard]] OneOf<NumberFormat> number_format(const std::string& path);

}  // namespace poslab
