#pragma once

#include "app/state/store.hpp"
#include "app/state/toast.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The version number under "poslab_presets".
inline constexpr int preset_format = 1;
/// longest_preset_name is in characters.
inline constexpr std::size_t max_presets = 256, longest_preset_name = 80;

/// Named parameters of one view, or of all, in FOLDER/presets.json and in exported files of the same format.
/// A preset is stored as it was read, so that entries of other versions are preserved:
///
///     {"poslab_presets": 1, "presets": [{"name": "long", "view": "position-matrix", "views":
///     {"position-matrix": {"w": 512}}}]}
///
/// Changes are written immediately and atomically, after reading what other windows have written.
class Presets {
  public:
    /// Without a folder presets are not stored, and saving reports that.
    explicit Presets(std::optional<std::string> folder = std::nullopt) : folder_(std::move(folder)) {}

    /// Reads the presets; returns an error if some cannot be read.
    std::optional<Message> read();
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool has(std::string_view name) const;
    /// Returns the ids of this program's views for which the preset has values.
    [[nodiscard]] std::vector<std::string> views_of(std::string_view name, const Store& store) const;

    // These throw Error on failure.
    /// Saves the parameters of the chosen view, or of all; replaces a preset of that name.
    void save(const Store& store, std::string_view name, bool all_views);
    void rename(std::string_view from, std::string_view to);
    void erase(std::string_view name);
    void write_to(const std::string& path) const;

    /// Adds the presets of a file; one whose name is in use gets a number. Returns a message with their names
    /// and unknown entries.
    Toast read_from(const std::string& path, const Store& store);
    /// Applies the values to the views as one undo step; parameters that the preset lacks stay unchanged.
    /// Returns a message.
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

/// True if a file contains presets, by its content.
[[nodiscard]] bool is_preset_file(const std::string& path);

/// Returns the name without surrounding spaces; throws UsageError with the reason if it is invalid.
[[nodiscard]] std::string checked_preset_name(std::string_view name);

}  // namespace poslab
