#pragma once

#include "app/state/exporter.hpp"
#include "app/state/store.hpp"
#include "core/engine/engine_choice.hpp"

namespace poslab {

class FontLibrary;

/// The dialog's way to the functions behind `poslab plot` and `poslab compute`. `fonts` must outlive it.
[[nodiscard]] Exporter make_exporter(const EngineChoice& engine, const FontLibrary& fonts);

/// Where an animation's frames lie, or lie until the film is made of them.
[[nodiscard]] std::string frames_folder(const ExportChoice& choice);

/// What the pins that are shown say to --versus.
[[nodiscard]] std::vector<std::string> versus_of(const Store& store);

/// The figure as the canvas shows it, as a PNG; without a path.
[[nodiscard]] ExportChoice present_choice(const Store& store, const CanvasSize& size);

/// The command that draws what the canvas shows: `poslab plot VIEW … -o VIEW.png`. Throws Error.
[[nodiscard]] std::string present_command(const Store& store, const CanvasSize& size, const Exporter& exporter);

}  // namespace poslab
