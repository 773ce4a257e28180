// Vision encoders whose pairs rotate by two or three axes (grid in assets/model_types.json).

#include "core/encoding/picture_layouts.hpp"
#include "core/models/model_config_reading.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

/// Returns one number for both sides, or a list of two, rows first; {0, 0} for anything else.
PatchesOfSides sides(ConfigReading& r, std::string_view key) {
    const nlohmann::json& object = r.model.object_read();
    const auto found = object.find(key);
    if (found == object.end()) return {};
    const auto is_side = [](const nlohmann::json& number) {
        return number.is_number_integer() && number.get<double>() >= 1 &&
               number.get<double>() <= most_positions;
    };
    r.model.use(key);
    if (is_side(*found)) return {found->get<std::int64_t>(), found->get<std::int64_t>()};
    const bool pair =
        found->is_array() && found->size() == 2 && is_side(found->front()) && is_side(found->back());
    return pair ? PatchesOfSides{found->front().get<std::int64_t>(), found->back().get<std::int64_t>()}
                : PatchesOfSides{};
}

/// Returns the grid of patches for which the file is made; {0, 0} if it is not in the file.
PatchesOfSides patches_of(ConfigReading& r) {
    const PatchesOfSides listed = sides(r, r.key("patches"));
    if (listed.rows > 0) return listed;
    const PatchesOfSides image = sides(r, r.key("image_size")), patch = sides(r, r.key("patch_size"));
    if (image.rows == 0 || patch.rows == 0) return {};
    return {std::max<std::int64_t>(1, image.rows / patch.rows),
            std::max<std::int64_t>(1, image.columns / patch.columns)};
}

/// DINOv3: 2π·b^(−4k/d) rad per unit of coordinates that run from −1 to 1 over the patches of a side.
void centre(ConfigReading& r, const PictureCoordinates& coordinates, std::vector<double>& frequencies) {
    const auto size_of = [&](std::string_view key, std::int64_t usual) {
        const auto size = r.model.integer(key, 1, most_positions);
        return size ? *size : r.assume(key, usual);
    };
    const std::int64_t image = size_of("image_size", 224), patch = size_of("patch_size", 16);
    const std::int64_t patches = std::max<std::int64_t>(1, image / patch);
    for (double& frequency : frequencies) frequency *= coordinates.step(patches);
    r.values.frequency_span = static_cast<double>(patches);
    r.max_positions = std::max<std::int64_t>(2, patches);
    r.picture.trained = {patches, patches};
    r.warn(
        tr("Coordinates run from −1 to 1 over the {} patches of a side (image_size/patch_size); "
           "frequencies are per patch. --length sets another number of patches.",
           patches));
}

}  // namespace

bool is_known_grid(std::string_view grid) { return picture_layout(grid) != nullptr; }

void read_grid(ConfigReading& r) {
    if (r.facts.grid.empty()) return;
    const PictureLayout& layout = *picture_layout(r.facts.grid);
    const PictureCoordinates& coordinates = *picture_coordinates(r.facts.coordinates);
    if (!layout.fits(r.values.dim))
        r.model.fail(tr("the head dimension {} cannot be shared by the axes of a picture", r.values.dim));
    const std::vector<PairOnAxis> pairs = layout.pairs(r.values.dim);
    std::vector<double> frequencies = frequencies_of(pairs, r.values.base);
    r.picture.layout = layout.id;
    r.picture.coordinates = coordinates.id;
    r.picture.trained = patches_of(r);
    if (!r.facts.interpolates_from.empty()) {
        r.picture.used = r.picture.trained;
        r.picture.trained = sides(r, r.facts.interpolates_from);
    }
    if (coordinates.are_relative()) centre(r, coordinates, frequencies);
    r.values.rotary_fraction = rotary_fraction_for(2 * std::ssize(frequencies), r.values.dim);
    r.values.explicit_frequencies = std::move(frequencies);
    r.values.mrope_sections = sections_of(pairs);
    r.warn(layout.about);
    if (r.facts.halves_tables)
        r.warn(
            "Its tables repeat their frequencies in halves although neighbours are paired, so the two dimensions of a pair have different angles and lengths change."_tr);
}

}  // namespace poslab
