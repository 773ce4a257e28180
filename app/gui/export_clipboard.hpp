#pragma once

#include "app/state/exporter.hpp"

namespace poslab {

/// True if a picture of this choice can be copied to the clipboard.
[[nodiscard]] bool can_copy(const ExportChoice& choice);

/// Copies the picture to the clipboard through a temporary file. Thread-safe. Throws Error, Cancelled.
void copy_picture(const Exporter& exporter, ExportChoice choice, const Job& job);

}  // namespace poslab
