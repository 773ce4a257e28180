#pragma once

#include "app/cli/export.hpp"
#include "app/cli/options.hpp"
#include "app/cli/sweep.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

// What a command line asks for, as what `export.hpp` takes. All throw UsageError naming the option.

using Engines = std::shared_ptr<const EngineCatalogue>;

[[nodiscard]] Theme theme_of(const std::string& text);
[[nodiscard]] Language language_of(const std::string& text);
/// Where the command writes to.
[[nodiscard]] std::string needed_output(const Options& options);
/// The place of the text among the ids; of no text, the first.
[[nodiscard]] std::size_t place_among(std::string_view option, const std::string& text, std::span<const std::string_view> ids);

[[nodiscard]] Comparison comparison_of(const Options& options);
[[nodiscard]] Selection selection_of(const Options& options, const Engines& engines);
/// All but its format.
[[nodiscard]] PictureRequest picture_of(const Options& options, const Engines& engines);
/// `plot`, its format by the ending of the path.
[[nodiscard]] PictureRequest plot_of(const Options& options, const Engines& engines);
/// `compute`.
[[nodiscard]] NumbersRequest numbers_of(const Options& options, const Engines& engines);
/// `sweep`.
[[nodiscard]] SweepRequest sweep_of(const Options& options, const Engines& engines);

}  // namespace poslab
