#pragma once

#include "app/cli/export.hpp"
#include "app/cli/page_file.hpp"
#include "app/paint/svg_painter.hpp"

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A live page: a figure that anybody opens in a browser, with its controls.
struct LivePageRequest {
    PictureRequest picture;               // the exported state; its theme and size have no effect
    std::vector<std::string> controls{};  // ids of parameters; empty: those that the window lists first
    bool fixed_language = false;          // false: the page is in the reader's language if it has that
};

/// The size of the figure that a live page shows before its engine runs, and the resolution of its heat maps.
inline constexpr Page live_page_size{960, 600};
inline constexpr double pixels_of_screen = 2;  // per CSS pixel

/// Returns the command that writes the page.
[[nodiscard]] std::string command_line(const LivePageRequest& request);

/// Draws a figure of the view as SVG for the inside of a page, in both themes; `prefix` begins its ids.
[[nodiscard]] std::string figure_in_page(const PictureRequest& picture, const FigureData& data,
                                         const FontLibrary& fonts, const std::string& prefix,
                                         DarkClasses& dark);

/// Returns the built-in language models with which the view computes these variants. Its page contains those
/// models and no other ones.
[[nodiscard]] std::set<std::string> models_of(const View& view, std::string_view figure,
                                              std::span<const Variant> variants);

/// Returns a note for each parameter by which a variant reads a file: no page can open it.
[[nodiscard]] std::vector<Message> unopened_files(const View& view, std::string_view figure,
                                                  std::span<const Variant> variants);

/// Draws the figure and returns the contents of its page; adds the engine's notices. Throws UsageError for an
/// unknown control or a view without live pages, Cancelled.
[[nodiscard]] PageContents live_page(const LivePageRequest& request, const FontLibrary& fonts, const Job& job,
                                     std::vector<Message>& notices);

/// Writes the page into one HTML file, which needs nothing else: the figure as SVG, the engine of pages, and
/// the script that connects them. Returns the engine's notices. Throws as live_page(), Unavailable if the
/// program has no engine of pages, OutputError.
std::vector<Message> write_live_page(const LivePageRequest& request, const FontLibrary& fonts,
                                     const Job& job);

}  // namespace poslab
