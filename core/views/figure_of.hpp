#pragma once

#include "core/views/showing.hpp"

#include <string>
#include <string_view>

namespace poslab {

/// The outputs that repeat the warnings of the data.
enum class Warned { everywhere, in_figure, in_readout, nowhere };

/// A list of parameter ids.
using IdList = ConstantList<std::string_view>;

/// A figure: its name, the arrays that it needs, how it is drawn and what is read from it.
template <class Params, class SampleContext>
struct FigureOf {
    using Prepared = typename SampleContext::Shown;
    using TextFunction = std::string(const ShowingOf<Params, Prepared>&);

    std::string_view id;
    Text title;
    RowList<ArrayOf<SampleContext>> arrays;
    DrawOf<Params, Prepared> draw;
    NonNull<void(ReadingOf<Params, Prepared>&)> read;
    /// True if it shows one set of parameters: compared variants then each have their own panels, one after
    /// the other.
    bool one_each = false;
    bool offered = true;  // false: a part of another figure, which the window does not offer separately
    IdList idle{};        // parameters without effect on it
    bool fixed = false;   // no parameter has an effect
    // headline for a single set of parameters: one sentence with these numbers; empty if not yet known
    TextFunction* headline = nullptr;
    TextFunction* subtitle = nullptr;  // null: the view's
    TextFunction* formula = nullptr;   // null: the view's
    Warned warned = Warned::everywhere;

    /// Returns a figure of one panel only, for a column of a paper; the window does not offer it. `finish`
    /// adds everything outside panels, such as a key.
    [[nodiscard]] constexpr FigureOf panel(
        std::string_view panel_id, const PartOf<Params, Prepared>& part,
        typename DrawOf<Params, Prepared>::Function* finish = nullptr) const {
        FigureOf figure_of = *this;
        figure_of.id = panel_id;
        figure_of.title = part.title;
        figure_of.draw = DrawOf<Params, Prepared>(finish, part);
        figure_of.offered = false;
        figure_of.headline = nullptr;
        return figure_of;
    }
};

/// The formula of figures that have none, in a view that has one.
template <class Params, class Prepared>
[[nodiscard]] std::string no_formula(const ShowingOf<Params, Prepared>& /*showing*/) {
    return {};
}
/// The readout of figures from which nothing is read.
template <class Params, class Prepared>
void read_nothing(ReadingOf<Params, Prepared>& /*reading*/) {}

}  // namespace poslab
