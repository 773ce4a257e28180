#pragma once

#include "app/cli/export.hpp"
#include "app/cli/live_page.hpp"
#include "app/cli/options.hpp"
#include "app/cli/sweep.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

// Converts a command line to the requests of export.hpp. All functions throw UsageError that names the
// option.

using Engines = std::shared_ptr<const EngineCatalogue>;

[[nodiscard]] Theme theme_of(const std::string& text);
[[nodiscard]] Language language_of(const std::string& text);
/// Returns the output path of the command.
[[nodiscard]] std::string needed_output(const Options& options);
/// Returns the index of the text among the ids; an empty text selects the first.
[[nodiscard]] std::size_t place_among(std::string_view option, const std::string& text,
                                      std::span<const std::string_view> ids);

[[nodiscard]] Comparison comparison_of(const Options& options);
[[nodiscard]] Selection selection_of(const Options& options, const Engines& engines);
/// Returns the picture request without its format.
[[nodiscard]] PictureRequest picture_of(const Options& options, const Engines& engines);
/// Returns the request of `plot`; its format is chosen by the ending of the path.
[[nodiscard]] PictureRequest plot_of(const Options& options, const Engines& engines);
/// Returns the request of `page`.
[[nodiscard]] LivePageRequest live_page_of(const Options& options, const Engines& engines);
/// Returns the request of `compute`.
[[nodiscard]] NumbersRequest numbers_of(const Options& options, const Engines& engines);
/// Returns the request of `sweep`.
[[nodiscard]] SweepRequest sweep_of(const Options& options, const Engines& engines);

}  // namespace poslab
