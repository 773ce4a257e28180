#include "core/params/groups/decoder_source.hpp"

#include "core/decoder/forward.hpp"
#include "core/encoding/plan.hpp"
#include "core/files/file_status.hpp"
#include "core/files/input_file.hpp"
#include "core/models/model_config.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace poslab {

namespace {

namespace fs = std::filesystem;

/// Returns a config's parameters except the length: the view chooses the visible length, not the model.
nlohmann::json taken_from(nlohmann::json parameters) {
    parameters.erase("length");
    if (parameters.value("scaling", "none") == "none") parameters.erase("factor");
    parameters["preset"] = "none";
    parameters["config"] = nullptr;
    return parameters;
}

/// Adds the scheme that `poslab train` recorded for its model; models made elsewhere have none. A model
/// without rotation gets the map that assigns no positions, and an empty list of schemes to compare.
void fill_trained_scheme(const DecoderShape& shape, nlohmann::json& filled) {
    const TrainedAttention& trained = shape.trained;
    if (trained.log_n) filled["log-n"] = true;
    if (trained.full_last) filled["map"] = "rope";
    if (trained.rotates) return;
    const AttentionSpec own = own_attention(shape, 2);
    filled["map"] = own.map.map->id;
    filled["w"] = own.map.w;
    filled["bias"] = own.bias.bias->id;
    filled["compare"] = nlohmann::json::array();
}

nlohmann::json model_fills(const Value& model) {
    const std::string& path = std::get<FileName>(model).path;
    if (path.empty()) return nlohmann::json::object();
    const std::string config = DecoderFiles(model_folder(path)).path_of("config.json");
    nlohmann::json filled = taken_from(read_model_config(config).parameters);
    filled["built-in"] = "folder";
    fill_trained_scheme(parse_decoder_shape(read_beginning(config, max_config_bytes + 1), config), filled);
    return filled;
}

nlohmann::json built_in_fills(const Value& chosen) {
    const auto index = static_cast<std::size_t>(std::get<ChoiceIndex>(chosen).index);
    if (index >= built_in_models().size()) return nlohmann::json::object();
    return values_of(built_in_models()[index]);
}

std::span<const Choice> model_choices() {
    static const std::vector<Choice> choices = [] {
        std::vector<Choice> list;
        for (const BuiltInModel& model : built_in_models()) list.push_back({model.id, model.label});
        list.push_back({"folder", "Folder"_tr});
        return list;
    }();
    return choices;
}

/// True for a config.json, or weights next to one.
bool lies_in_a_model(const std::string& path, const Job& /*job*/) {
    const std::string folder = model_folder(path);
    return file_exists((fs::path(folder) / "config.json").string()) &&
           (file_exists((fs::path(folder) / "model.safetensors").string()) ||
            file_exists((fs::path(folder) / "model.safetensors.index.json").string()));
}

ParameterRows decoder_source_rows() {
    using G = DecoderSourceGroup;
    constexpr auto of_folder = [](const G& g) { return g.built_in_model() == nullptr; };
    return complete<G>(std::tuple{
        parameter(&G::built_in, {.id = "built-in",
                                 .label = "Language model"_tr,
                                 .help = "A small built-in model, or your own in a folder."_tr,
                                 .domain = {.choices_of = model_choices},
                                 .control = {.order = -9},
                                 .expand_preset = built_in_fills}),
        parameter(&G::model,
                  {.id = "model",
                   .label = "Folder"_tr,
                   .help = "A Hugging Face folder with config.json and "
                           "safetensors: Llama, Mistral, Qwen2 or Qwen3."_tr,
                   .control = {.order = -9},
                   .expand_preset = model_fills,
                   .accepts = lies_in_a_model},
                  of_folder),
        parameter(&G::text, {.id = "text",
                             .label = "Text"_tr,
                             .help = "Text for the model, UTF-8; default: the text supplied with it."_tr,
                             .control = {.order = -8}}),
        parameter(&G::tokens, {.id = "tokens",
                               .label = "Tokens"_tr,
                               .help = "Token ids instead of a text: npy, "
                                       "JSON, or numbers separated by spaces."_tr,
                               .control = {.listed = Listed::rare, .order = -8}}),
        parameter(&G::start,
                  {.id = "start",
                   .label = "First token"_tr,
                   .unit = "tokens"_tr,
                   .help = "Index of the first token that is read."_tr,
                   .domain = {.minimum = 0, .maximum = max_tokens},
                   .control = {.spacing = Spacing::logarithmic, .play = {.last = true}, .order = -7}}),
    });
}

}  // namespace

template <>
const ParameterRows& rows_of<DecoderSourceGroup>() {
    static const ParameterRows rows = decoder_source_rows();
    return rows;
}

const BuiltInModel* DecoderSourceGroup::built_in_model() const {
    const auto index = static_cast<std::size_t>(built_in.index);
    return index < built_in_models().size() ? &built_in_models()[index] : nullptr;
}

nlohmann::json values_of(const BuiltInModel& model) {
    return taken_from(parse_model_config(model.config(), "config.json").parameters);
}

std::string model_folder(const std::string& path) {
    if (prompt_file_status(path).kind != FileKind::file) return path;
    const fs::path parent = fs::path(path).parent_path();
    return parent.empty() ? "." : parent.string();
}

std::vector<std::optional<FileIdentity>> files_of(const DecoderSourceGroup& source) {
    std::vector<std::optional<FileIdentity>> files;
    for (const std::string& path : {source.text.path, source.tokens.path})
        files.push_back(file_identity(path));
    if (source.built_in_model() != nullptr) return files;
    const DecoderFiles folder(model_folder(source.model.path));
    for (const char* name : {"config.json", "model.safetensors", "model.safetensors.index.json"})
        files.push_back(file_identity(folder.path_of(name)));
    return files;
}

}  // namespace poslab
