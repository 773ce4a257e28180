#pragma once

#include "core/base/number_format.hpp"
#include "core/views/showing.hpp"

#include <fmt/format.h>

namespace poslab {

/// Removes the lines, regions and notes that mark lengths and windows; lines without a label, such as that of
/// 0, stay.
void remove_guides(Figure& figure);

/// Marks the trained length of a variant on an axis of distances or positions, if it is shown there.
template <class Params, class Prepared>
void add_trained_rule(const ShowingOf<Params, Prepared>& on, const TypedVariant<Params, Prepared>& variant,
                      Panel& panel) {
    const auto trained = static_cast<double>(train_length_of(variant));
    if (!(trained < panel.x.high)) return;
    const std::string label = fmt::format("{} {}", on.translate("trained"_tr), format_number(trained, 0));
    panel.marks.emplace_back(RuleMark{trained, on.guide_label(label, train_length_of), false});
}

}  // namespace poslab
