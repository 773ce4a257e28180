#pragma once

#include "app/gui/export_job.hpp"

#include <string>

namespace poslab {

class FontLibrary;

/// The dialog's way to the functions behind `poslab plot` and `poslab compute`. `fonts` must outlive it.
[[nodiscard]] Exporter make_exporter(const std::string& engine, const FontLibrary& fonts);

}  // namespace poslab
