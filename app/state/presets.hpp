#pragma once

#include "app/state/store.hpp"
#include "app/state/toast.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The number under "poslab_presets".
inline constexpr int preset_format = 1;
inline constexpr std::size_t most_presets = 256, longest_preset_name = 80;  // characters

/// Parameters of one view, or of all, under a name that the user gave them: FOLDER/presets.json, and the same in files that are
/// exported and imported. A preset is kept as it was read, so that what another version wrote, and this one does not know, is
/// written again:
///
///     {"poslab_presets": 1, "presets": [{"name": "long", "view": "position-matrix", "views": {"position-matrix": {"w": 512}}}]}
///
/// What changes is written at once and whole; what other windows have written meanwhile is read before.
class Presets {
  public:
    /// Without a folder nothing is kept, and saving says so.
    explicit Presets(std::optional<std::string> folder = std::nullopt) : folder_(std::move(folder)) {}

    /// Reads what there is. Why not all of it, if so.
    std::optional<Sentence> read();
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool has(std::string_view name) const;
    /// The ids of the views that it has values of, those of this program alone.
    [[nodiscard]] std::vector<std::string> views_of(std::string_view name, const Store& store) const;

    // These throw Error where they cannot.
    /// The parameters of the chosen view, or of all; in the place of a preset of that name.
    void save(const Store& store, std::string_view name, bool all_views);
    void rename(std::string_view from, std::string_view to);
    void erase(std::string_view name);
    void write_to(const std::string& path) const;

    /// Adds those of a file; one whose name is taken by another one gets a number. What the user is told: how many, and what of
    /// them is not known here.
    Toast read_from(const std::string& path, const Store& store);
    /// Brings the values into the views as one step of undo; what the preset does not name stays. What the user is told.
    [[nodiscard]] Toast apply(std::string_view name, Store& store) const;

  private:
    using Json = nlohmann::ordered_json;

    [[nodiscard]] std::string path() const;
    [[nodiscard]] const Json* find(std::string_view name) const;
    template <class Change>
    void change(Change&& change);

    std::optional<std::string> folder_;
    Json file_ = {{"poslab_presets", preset_format}, {"presets", Json::array()}};
};

/// Whether a file is one that Presets::read_from takes, by its content.
[[nodiscard]] bool is_preset_file(const std::string& path);

/// Without spaces at its ends, or why it cannot be one.
[[nodiscard]] std::string checked_preset_name(std::string_view name);

}  // namespace poslab
