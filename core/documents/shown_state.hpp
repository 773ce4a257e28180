#pragma once

#include "core/views/comparison.hpp"
#include "core/views/view.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The content of a window or picture: a figure of a view, and the pins compared with it.
struct ShownState {
    const View* view = nullptr;
    Values values;
    std::string figure;  // empty: the view's first
    std::vector<Values> pins;
    std::vector<std::string> pin_names{};  // one per pin; empty: its differences
    Comparison comparison;

    [[nodiscard]] const FigureInfo& figure_info() const;
};

/// Parses "VIEW --PARAM VALUE … --figure F --versus PARAM=VALUE[,…] --difference --wipe SHARE", as `poslab
/// plot` takes it. Throws UsageError, InputError. A file that the command names is read from the path that
/// `file` returns for it; null: from its own.
[[nodiscard]] ShownState read_shown_state(const std::string& command, std::span<const View* const> views,
                                          const std::function<std::string(const std::string&)>& file = {});

/// Throws UsageError if the view has no such figure (empty: its first one), or none that a setting of axes
/// names.
void check_figure(const View& view, std::string_view figure, const Values& values);
/// Throws UsageError if a setting of the first variant's axes names a plot that the figure does not have.
void check_plots(const View& view, std::string_view figure, const std::vector<Variant>& variants);

/// Returns the state as read_shown_state() parses it, with the values that defaults, presets and configs do
/// not give.
[[nodiscard]] std::string shown_state_words(const ShownState& state);
/// The same with the paths that the document stores (portable_path).
[[nodiscard]] std::string stored_state_words(const ShownState& state, const std::string& document);

/// Returns the values and those of each pin, labelled by their differences or names.
[[nodiscard]] std::vector<Variant> variants_of(const ShownState& state, Language language);

}  // namespace poslab
