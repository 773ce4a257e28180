#pragma once

#include "app/state/store.hpp"
#include "app/state/toast.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// An entry of OpenSheet: a meaning of one file, or a recent file.
struct OpenAction {
    std::string label;  // "Queries and keys", "Signal"; the path of a recent file
    std::function<Toast(Store&)> open;
};

/// Returns why a file has several actions, for a program without a user: it names other files outside of its
/// folder, or has several meanings.
[[nodiscard]] Message open_question(const std::vector<OpenAction>& actions);

/// The state of the window that opening a file depends on; a copy, because files are read in the background.
struct OpeningWindow {
    explicit OpeningWindow(const Store& store);
    Language language;
    const View* current;
    std::vector<const View*> views;
};

/// Returns the ways to open a file, by its content. A picture or result of PosLab or a session has one;
/// another file goes to the parameters that accept it: that of the current view if it has exactly one, else
/// one of each kind, in the first view that has it. A picture, result or session that names files outside of
/// its own folder is opened without them, or with them. Throws InputError for an unknown file; Cancelled.
[[nodiscard]] std::vector<OpenAction> open_actions_of(const OpeningWindow& window, const std::string& path,
                                                      const Job& job = {});

/// Returns the way to open a file for one parameter of a view.
[[nodiscard]] OpenAction open_action_for(const OpeningWindow& window, const View& view, std::size_t parameter,
                                         const std::string& path);

}  // namespace poslab
