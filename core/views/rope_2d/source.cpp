// The 2D heads of a model's config or preset.

#include "core/base/errors.hpp"
#include "core/models/model_config_look.hpp"
#include "core/models/model_presets.hpp"
#include "core/models/picture_config.hpp"
#include "core/models/rope_export.hpp"
#include "core/params/groups/rotary.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <nlohmann/json.hpp>

namespace poslab::rope_2d {
namespace {

using Json = nlohmann::json;

/// Returns the frequencies of M-RoPE if scaling makes them differ from base^(−2p/d); else an empty array.
Json scaled_frequencies(const RopeConfig& values) {
    constexpr double tolerance = 1e-12;
    const std::vector<double> found = rotary_frequencies(values).inverse_frequency;
    for (std::size_t p = 0; p < found.size(); ++p) {
        const double plain =
            std::pow(values.base, -static_cast<double>(p) / static_cast<double>(found.size()));
        if (std::abs(found[p] - plain) > tolerance * plain) return found;
    }
    return Json::array();
}

void add_grid(const PictureFacts& picture, Json& expand_preset) {
    for (const char* const id : {"grid-width", "train-grid", "train-grid-width"}) expand_preset[id] = nullptr;
    expand_preset["extension"] =
        picture.used.rows > 0 && picture.used != picture.trained ? "interpolate" : "none";
    if (picture.trained.rows == 0) return;
    constexpr std::int64_t most = 512;
    const PatchesOfSides used = picture.used.rows > 0 ? picture.used : picture.trained;
    const auto set = [&](const char* rows, const char* columns, const PatchesOfSides& sides) {
        expand_preset[rows] = std::min(sides.rows, most);
        if (sides.columns != sides.rows) expand_preset[columns] = std::min(sides.columns, most);
    };
    set("grid", "grid-width", used);
    set("train-grid", "train-grid-width", picture.trained);
}

/// Returns {parameter id: value} for a head.
Json head_values(const ModelConfig& config) {
    const Json& all = config.parameters;
    Json expand_preset = Json::object();
    for (const char* const id : {"dim", "base", "mrope-sections", "mrope-interleaved", "mrope-alternating"})
        if (all.contains(id)) expand_preset[id] = all[id];
    for (const char* const id : {"patch-x", "patch-y"}) expand_preset[id] = nullptr;
    const PictureFacts& picture = config.picture;
    const bool is_mrope = picture.layout.empty();
    expand_preset["layout"] = is_mrope ? "m-rope" : picture.layout;
    expand_preset["patch-coordinates"] = is_mrope ? "patches" : picture.coordinates;
    expand_preset["rotary-fraction"] = is_mrope ? all.value("rotary-fraction", 1.0) : 1.0;
    expand_preset["explicit-frequencies"] =
        is_mrope ? scaled_frequencies(rope_config_of(all)) : Json::array();
    if (!is_mrope) expand_preset["mrope-sections"] = Json::array();
    add_grid(picture, expand_preset);
    return expand_preset;
}

Json preset_fills(const Value& preset) {
    const auto index = static_cast<std::size_t>(std::get<ChoiceIndex>(preset).index);
    if (index == 0) return Json::object();
    const ModelPreset& chosen = model_presets()[index - 1];
    const PictureConfig read = parse_picture_config(chosen.text, chosen.id);
    Json expand_preset = head_values(read.config);
    expand_preset["config"] = nullptr;
    return expand_preset;
}

Json config_fills(const Value& config) {
    const std::string& path = std::get<FileName>(config).path;
    if (path.empty()) return Json::object();
    Json expand_preset = head_values(read_picture_config(path).config);
    expand_preset["preset"] = "none";
    return expand_preset;
}

std::vector<Choice> make_layouts() {
    std::vector<Choice> all;
    for (const PictureLayout& layout : picture_layouts()) all.push_back({layout.id, layout.label});
    for (const Choice& more : std::initializer_list<Choice>{{"diagonal", "Diagonal"_tr},
                                                            {"mixed", "Mixed, one head"_tr},
                                                            {"mixed-mean", "Mixed, mean of heads"_tr},
                                                            {"m-rope", "M-RoPE"_tr},
                                                            {"sum", "Sum x + y"_tr},
                                                            {"flattened", "Flattened"_tr}})
        all.push_back(more);
    return all;
}

std::vector<Choice> make_coordinates() {
    std::vector<Choice> all;
    for (const PictureCoordinates& kind : picture_coordinates()) all.push_back({kind.id, kind.label});
    return all;
}

}  // namespace

Descriptor preset_of_head() {
    Descriptor descriptor = preset_descriptor();
    descriptor.expand_preset = preset_fills;
    return descriptor;
}

Descriptor config_of_head() {
    Descriptor descriptor = config_descriptor();
    descriptor.expand_preset = config_fills;
    return descriptor;
}

std::span<const Choice> HeadGroup::layouts() {
    static const std::vector<Choice> all = make_layouts();
    return all;
}

std::span<const Choice> HeadGroup::coordinate_kinds() {
    static const std::vector<Choice> all = make_coordinates();
    return all;
}

std::vector<Message> source_notes(const SourceGroup& source) {
    std::vector<Message> notes;
    try {
        const auto index = static_cast<std::size_t>(source.preset.index);
        const PictureConfig read =
            !source.config.path.empty() ? read_picture_config(source.config.path)
            : index > 0 ? parse_picture_config(model_presets()[index - 1].text, model_presets()[index - 1].id)
                        : PictureConfig{};
        if (!read.part.empty())
            notes.push_back(
                tr("The head is that of {}, whose pairs follow the axes of an image.", read.part));
        if (!source.config.path.empty())
            for (const ConfigWarning& warning : read.config.warnings)
                if (!warning.of_scaling) notes.push_back(warning);
    } catch (const Error& error) {
        notes.push_back(tr("The values stay in use, but {}", error.message()));
    }
    return notes;
}

}  // namespace poslab::rope_2d
