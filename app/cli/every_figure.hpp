#pragma once

#include "app/cli/export.hpp"

namespace poslab {

/// What --figure takes instead of one: all that the window offers, each in a file of its own.
inline constexpr std::string_view every_figure = "all";

/// The path of one of them: "FOLDER/NAME-FIGURE.png".
[[nodiscard]] std::string path_of_figure(const std::string& path, std::string_view figure);

/// The requests of its figure, or of every one.
[[nodiscard]] std::vector<PictureRequest> each_picture(const PictureRequest& request);

/// `plot`: export_picture() of each, with what the user should know, each sentence once. Throws Error, Cancelled; the figures
/// before are there then, whole.
std::vector<Sentence> export_pictures(const PictureRequest& request, const FontLibrary& fonts, const Job& job);

}  // namespace poslab
