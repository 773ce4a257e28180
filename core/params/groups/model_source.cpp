#include "core/params/groups/model_source.hpp"

#include "core/decoder/decoder_shape.hpp"
#include "core/files/input_file.hpp"
#include "core/models/model_config.hpp"
#include "core/params/groups/attention_source.hpp"
#include "core/params/groups/layers_in_files.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace poslab {

namespace {

/// Adds the ids under which views choose a model as the source of their vectors, and its number of heads.
nlohmann::json as_source(nlohmann::json filled, const DecoderShape& shape) {
    filled.erase("compare");  // a list of schemes, which belongs to another view
    filled["source"] = "model";
    filled["from-model"] = true;
    filled["length"] = ModelSourceGroup::first_length;
    filled["heads"] = std::min<std::int64_t>(shape.heads, 1024);
    return filled;
}

const std::vector<DecoderShape>& built_in_shapes() {
    static const std::vector<DecoderShape> shapes = [] {
        std::vector<DecoderShape> list;
        for (const BuiltInModel& model : built_in_models())
            list.push_back(parse_decoder_shape(model.config(), "config.json"));
        return list;
    }();
    return shapes;
}

const Descriptor& descriptor_of_decoder(std::string_view id) {
    const ParameterRows& rows = rows_of<DecoderSourceGroup>();
    return std::find_if(rows.begin(), rows.end(),
                        [&](const ParameterRow& row) { return row.descriptor.id == id; })
        ->descriptor;
}

nlohmann::json fills_of_built_in(const Value& chosen) {
    const auto index = static_cast<std::size_t>(std::get<ChoiceIndex>(chosen).index);
    nlohmann::json filled = descriptor_of_decoder("built-in").expand_preset(chosen);
    return index < built_in_shapes().size() ? as_source(std::move(filled), built_in_shapes()[index]) : filled;
}

nlohmann::json fills_of_folder(const Value& model) {
    nlohmann::json filled = descriptor_of_decoder("model").expand_preset(model);
    if (filled.empty()) return filled;
    const std::string path =
        DecoderFiles(model_folder(std::get<FileName>(model).path)).path_of("config.json");
    return as_source(std::move(filled),
                     parse_decoder_shape(read_beginning(path, max_config_bytes + 1), path));
}

void change(Descriptor& descriptor) {
    if (descriptor.id == "built-in") descriptor.expand_preset = fills_of_built_in;
    if (descriptor.id == "model") descriptor.expand_preset = fills_of_folder;
    if (descriptor.id == "tokens") descriptor = shared_parameter::tokens();
}

}  // namespace

template <>
const ParameterRows& rows_of<ModelSourceGroup>() {
    static const ParameterRows rows = [] {
        ParameterRows list = inherited<ModelSourceGroup, DecoderSourceGroup>(rows_of<DecoderSourceGroup>());
        for (ParameterRow& row : list) {
            const Kind kind = row.descriptor.kind;
            change(row.descriptor);
            row.descriptor.kind = kind;
        }
        return list;
    }();
    return rows;
}

std::optional<LayersAndHeads> sizes_of(const DecoderSourceGroup& source) {
    const auto index = static_cast<std::size_t>(source.built_in.index);
    if (index < built_in_shapes().size())
        return LayersAndHeads{built_in_shapes()[index].layers, built_in_shapes()[index].heads};
    return sizes_in_folder(source.model.path);
}

nlohmann::json first_model_fills() {
    nlohmann::json filled = fills_of_built_in(ChoiceIndex{0});
    filled["built-in"] = built_in_models().front().id;
    return filled;
}

nlohmann::json AttentionSourceGroup::source_fills(const Value& source) {
    const bool model = std::get<ChoiceIndex>(source).index == static_cast<std::int32_t>(SourceChoice::model);
    return model ? first_model_fills() : nlohmann::json::object();
}

}  // namespace poslab
