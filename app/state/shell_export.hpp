#pragma once

#include "app/state/exporter.hpp"
#include "app/state/store.hpp"
#include "core/engine/engine_choice.hpp"

namespace poslab {

class FontLibrary;

/// Returns the functions of the dialog that run `poslab plot` and `poslab compute`. `fonts` must outlive the
/// result.
[[nodiscard]] Exporter make_exporter(const EngineChoice& engine, const FontLibrary& fonts);

/// Returns the folder of an animation's frames; it is temporary for a GIF or MP4.
[[nodiscard]] std::string frames_folder(const ExportChoice& choice);

/// Returns the arguments of --versus for the shown pins.
[[nodiscard]] std::vector<std::string> versus_of(const Store& store);

/// Returns the settings for the figure as on the canvas, as a PNG, without a path.
[[nodiscard]] ExportChoice present_choice(const Store& store, const CanvasSize& size);

/// Returns the command that draws the canvas: `poslab plot VIEW … -o VIEW.png`. Throws Error.
[[nodiscard]] std::string present_command(const Store& store, const CanvasSize& size,
                                          const Exporter& exporter);

}  // namespace poslab
