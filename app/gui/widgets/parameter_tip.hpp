#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/parameter_help.hpp"
#include "core/params/descriptor.hpp"

namespace poslab {

/// Shows help, facts and source of a parameter in a tooltip while the pointer is over its label, the item
/// "ID.label".
void parameter_tip(Ui& ui, const Descriptor& descriptor, Rect label, const Value& value,
                   const StandardValues& standard, Language language);

}  // namespace poslab
