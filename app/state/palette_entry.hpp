#pragma once

#include "app/state/actions.hpp"
#include "app/state/player.hpp"
#include "app/state/presets.hpp"
#include "app/state/search_text.hpp"
#include "app/state/visit.hpp"

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace poslab {

// What a row of the command palette does when it is chosen.

/// Changes the state; what the user is told, if its text is not empty.
using StateChange = std::function<Toast(Store&, Presets&)>;
struct OpenPath {
    std::string path;
};
/// A file is to be chosen for this parameter of the present view.
struct PickFile {
    std::size_t parameter = 0;
};
/// The palette stays and goes on with this query.
struct Complete {
    std::string query;
};
/// The palette stays and asks for the name of a preset.
struct AskName {
    enum class For { view, all_views, renaming } purpose = For::view;
    std::string of{};  // the one that is renamed
};
/// The lesson is opened at a step; without one at its beginning, or where it was left.
struct OpenLesson {
    std::string lesson, step;
};
/// The glossary is opened at a term, by its English name.
struct OpenTerm {
    std::string term;
};
/// A state is shown next to what a claim says of it (begin_visit).
struct OpenClaim {
    std::string command;
    VisitLines lines;
};
/// The same next to the explanation of a figure.
struct OpenExplanation {
    std::string view, figure, command;
    VisitLines lines;
};
/// Nothing: it only says why a value cannot be taken.
struct Refused {};

using Deed = std::variant<StateChange, Action, OpenPath, PickFile, OpenLesson, OpenTerm, OpenClaim, OpenExplanation, Complete,
                          AskName, Refused>;

/// A row of the command palette.
struct PaletteEntry {
    enum class Group { view, figure, parameter, preset, model, file, action, lesson, term, claim, explanation };

    Group group = Group::action;
    std::string title{};   // in the language of the window, as all that is shown
    std::string detail{};  // apart from it
    std::string value{};   // the present one
    std::string key{};
    Deed deed = Refused{};
    bool only_searched = false;  // not listed before something is typed
    int handicap = 0;            // less likely to be meant than others that fit as well

    /// What it is found by, each with its share of a hit's score, in percent; in all languages.
    std::vector<std::pair<SearchText, int>> found_by{};

    static constexpr int fully = 100, mostly = 85, hardly = 60;  // shares
    void find_by(std::string_view text, int share);
    void find_by(Text text, int share);
};

class PaletteTopics;

/// What there is to be found.
struct PaletteSource {
    const Store& store;
    const Player& player;
    const Presets& presets;
    const Figure* figure = nullptr;   // that is shown
    PaletteTopics* topics = nullptr;  // null: only names are found
};

/// All that could be chosen now, those listed first that a user is more likely to look for.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(const PaletteSource& source);

/// Those of actions and of the scales of axes, which are last in that list.
void add_action_entries(const PaletteSource& source, std::vector<PaletteEntry>& entries);

/// "w 512", "w=512", "logit scale 0.5": parameters of the present view with a value for each, best first; a value that cannot be
/// taken says why.
[[nodiscard]] std::vector<PaletteEntry> value_entries(const Store& store, std::string_view typed);

/// What a group is called.
[[nodiscard]] Text name_of(PaletteEntry::Group group);

/// How well the entry fits what was typed, all of its words in any order; 0: not at all.
[[nodiscard]] int score(const PaletteEntry& entry, std::u32string_view folded_query);

}  // namespace poslab
