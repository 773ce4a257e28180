#pragma once

#include "app/state/actions.hpp"
#include "app/state/player.hpp"
#include "app/state/presets.hpp"
#include "app/state/search_text.hpp"
#include "app/state/view_parameter.hpp"
#include "app/state/visit.hpp"

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace poslab {

// Actions of the rows of the command palette.

/// Changes the state and returns a message for the user, if its text is not empty.
using StateChange = std::function<Toast(Store&, Presets&)>;
struct OpenPath {
    std::string path;
};
/// Lets the user choose a file for this parameter.
struct PickFile {
    ViewParameter parameter;
};
/// Keeps the palette open with this query.
struct Complete {
    std::string query;
};
/// Keeps the palette open and asks for the name of a preset.
struct PromptName {
    enum class For { view, all_views, renaming } purpose = For::view;
    std::string of{};  // the preset that is renamed
};
/// Opens a lesson at a step; without a step at its beginning, or where it was left.
struct OpenLesson {
    std::string lesson, step;
};
/// Opens the glossary at a term, by its English name.
struct OpenTerm {
    std::string term;
};
/// Shows a state next to the text of a claim (begin_visit).
struct OpenClaim {
    std::string command;
    VisitLines lines;
};
/// The same next to the explanation of a figure.
struct OpenExplanation {
    std::string view, figure, command;
    VisitLines lines;
};
/// Does nothing; the row shows why a value is invalid.
struct Refused {};

using PaletteAction = std::variant<StateChange, Action, OpenPath, PickFile, OpenLesson, OpenTerm, OpenClaim,
                                   OpenExplanation, Complete, PromptName, Refused>;

/// A row of the command palette.
struct PaletteEntry {
    enum class Group {
        view,
        figure,
        parameter,
        preset,
        model,
        file,
        action,
        lesson,
        term,
        claim,
        explanation
    };

    Group group = Group::action;
    std::string title{};   // in the language of the window, as all displayed texts
    std::string detail{};  // next to the title
    std::string value{};   // the current value
    std::string key{};
    PaletteAction palette_action = Refused{};
    bool only_searched = false;  // listed only after something is typed
    int handicap = 0;            // subtracted from the score of less likely matches

    /// Search texts in all languages, each with its share of a hit's score in percent.
    std::vector<std::pair<SearchText, int>> found_by{};

    static constexpr int fully = 100, mostly = 85, hardly = 60;  // shares
    void find_by(std::string_view text, int share);
    void find_by(Text text, int share);
};

class PaletteTopics;

/// The contents of the palette.
struct PaletteSource {
    const Store& store;
    const Player& player;
    const Presets& presets;
    const Figure* figure = nullptr;   // the shown figure
    PaletteTopics* topics = nullptr;  // null: only names are searched
};

/// Returns all rows that are currently possible, the more likely ones first.
[[nodiscard]] std::vector<PaletteEntry> palette_entries(const PaletteSource& source);

/// Adds the rows of actions and of scales of axes, which are last in the list.
void add_action_entries(const PaletteSource& source, std::vector<PaletteEntry>& entries);

/// Returns the parameters of the current view that fit "w 512", "w=512", "logit scale 0.5", each with its
/// value, best first; a row with an invalid value shows the reason.
[[nodiscard]] std::vector<PaletteEntry> value_entries(const Store& store, std::string_view typed);

/// Returns the name of a group.
[[nodiscard]] Text name_of(PaletteEntry::Group group);

/// Returns how well the entry matches the query, whose words may be in any order; 0: no match.
[[nodiscard]] int score(const PaletteEntry& entry, std::u32string_view folded_query);

}  // namespace poslab
