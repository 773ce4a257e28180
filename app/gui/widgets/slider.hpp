#pragma once

#include "app/gui/widgets/ui.hpp"
#include "core/params/descriptor.hpp"

#include <optional>

namespace poslab {

/// A number: label, symbol and field on the first line; track and reset on the second. Everything comes from the descriptor.
/// `at` (left, top) and `width` give the column; the caller keeps the pitch (54, small 48). Returns the new value if there is one.
std::optional<Value> slider(Ui& ui, const Descriptor& descriptor, Point at, double width, const Value& value, const Value& start,
                            Language language);

}  // namespace poslab
