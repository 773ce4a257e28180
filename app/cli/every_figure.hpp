#pragma once

#include "app/cli/export.hpp"

namespace poslab {

/// The value of --figure for all figures that the window offers, each in its own file.
inline constexpr std::string_view every_figure = "all";

/// Returns the path of one figure: "FOLDER/NAME-FIGURE.png".
[[nodiscard]] std::string path_of_figure(const std::string& path, std::string_view figure);

/// Returns the request of the requested figure, or one request per figure.
[[nodiscard]] std::vector<PictureRequest> each_picture(const PictureRequest& request);

/// Checks all pictures, draws them, and then writes them, either all of them or none. Returns the notices for
/// the user, each once. Throws Error, Cancelled.
std::vector<Message> export_pictures(const std::vector<PictureRequest>& requests, const FontLibrary& fonts,
                                     const Job& job);

}  // namespace poslab
