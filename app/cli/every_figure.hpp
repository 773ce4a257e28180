#pragma once

#include "app/cli/export.hpp"

namespace poslab {

/// The value of --figure for all figures that the window offers, each in its own file.
inline constexpr std::string_view every_figure = "all";

/// Returns the path of one figure: "FOLDER/NAME-FIGURE.png".
[[nodiscard]] std::string path_of_figure(const std::string& path, std::string_view figure);

/// Returns the request of the requested figure, or one request per figure.
[[nodiscard]] std::vector<PictureRequest> each_picture(const PictureRequest& request);

/// Exports each picture of `plot`. Returns the notices for the user, each once. Throws Error, Cancelled; the
/// pictures written before remain complete.
std::vector<Message> export_pictures(const PictureRequest& request, const FontLibrary& fonts, const Job& job);

}  // namespace poslab
