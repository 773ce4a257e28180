#pragma once

#include "app/state/exporter.hpp"

namespace poslab {

/// Whether a picture of this choice can go to the clipboard.
[[nodiscard]] bool can_copy(const ExportChoice& choice);

/// What the clipboard takes is a file that is made for it and gone afterwards. For any thread. Throws Error, Cancelled.
void copy_picture(const Exporter& exporter, ExportChoice choice, const Job& job);

}  // namespace poslab
