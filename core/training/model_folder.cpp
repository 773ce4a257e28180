#include "core/training/model_folder.hpp"

#include "core/base/errors.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_text.hpp"
#include "core/files/left_behind.hpp"
#include "core/files/new_folder.hpp"
#include "core/files/safetensors_writer.hpp"
#include "core/files/strict_json.hpp"
#include "core/files/unfinished_file.hpp"
#include "core/tokens/byte_tokenizer.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

// Each name follows that of the folder.
constexpr const char *config_file = "/config.json", *tokenizer_file = "/tokenizer.json",
                     *tokenizer_config_file = "/tokenizer_config.json", *weights_file = "/model.safetensors",
                     *record_file = "/training.json";

std::vector<std::string> paths_in(const std::string& folder) {
    std::vector<std::string> paths;
    for (const char* const file :
         {config_file, tokenizer_file, tokenizer_config_file, weights_file, record_file})
        paths.push_back(folder + file);
    return paths;
}

Json rounded_list(const std::vector<float>& numbers) {
    Json list = Json::array();
    for (const float number : numbers) list.push_back(rounded_for_record(static_cast<double>(number)));
    return list;
}

/// Names of files are bytes, whatever their encoding.
std::string text_of(const Json& json) { return json_text(json, 1) + "\n"; }

void write_weights(AtomicFile& file, const Trainer& trainer, NumberType type) {
    const std::span<const float> all = trainer.state().parameters;
    std::vector<WrittenTensor> tensors;
    for (const NamedTensor& tensor : parameter_layout(trainer.settings().model).tensors)
        tensors.push_back({tensor.name, tensor.shape, all.subspan(tensor.first, tensor.count), type});
    write_safetensors(file, tensors, {{"format", "pt"}});
}

bool is_window(const ModelSettings& model) { return model.scheme->id == "window"; }

}  // namespace

Json model_config(const ModelSettings& model, NumberType type) {
    const bool window = is_window(model);
    Json json{{"architectures", {window ? "MistralForCausalLM" : "LlamaForCausalLM"}},
              {"model_type", window ? "mistral" : "llama"},
              {"vocab_size", model.vocabulary},
              {"hidden_size", model.width},
              {"num_hidden_layers", model.layers},
              {"num_attention_heads", model.heads},
              {"num_key_value_heads", model.heads},
              {"head_dim", model.head_dim},
              {"intermediate_size", model.intermediate},
              {"hidden_act", "silu"},
              {"max_position_embeddings", model.train_length},
              {"rope_theta", model.base},
              {"rope_scaling", nullptr},
              {"rms_norm_eps", model.norm_epsilon},
              {"tie_word_embeddings", model.tied},
              {"attention_bias", false},
              {"mlp_bias", false},
              {"bos_token_id", nullptr},
              {"eos_token_id", nullptr},
              {"torch_dtype", std::string(number_type_name(type))}};
    if (window) json["sliding_window"] = model.window;
    json["poslab"] = {{"scheme", std::string(model.scheme->id)}, {"log_n", model.log_n}};
    if (model.scheme->takes_window) json["poslab"]["window"] = model.window;
    return json;
}

std::optional<Message> beyond_transformers(const ModelSettings& model) {
    if ((model.scheme->id == "rope" || is_window(model)) && !model.log_n) return {};
    return tr("Transformers opens this model, but lacks {}{}: it would compute RoPE", model.scheme->label,
              untranslated(model.log_n ? " + log n" : ""));
}

bool has_own_model(const std::string& folder) {
    constexpr std::size_t max_bytes = std::size_t{1} << 20U;
    const std::string path = folder + config_file;
    if (!file_exists(path)) return false;
    try {
        return parse_strict_json(read_beginning(path, max_bytes), path).contains("poslab");
    } catch (const InputError&) {
        return false;
    }
}

void expect_own_model(const std::string& folder, bool own, const InputFiles& inputs) {
    for (const std::string& file : paths_in(folder)) {
        inputs.refuse(file);
        if (!own && file_exists(file))
            throw OutputError(
                tr("'{}' belongs to no training of PosLab: remove it, or choose another folder", file));
    }
}

Json training_json(const Trainer& trainer, const HeldOut& held_out, const std::string& text_name) {
    Json json = trainer.identity();
    json["text"]["name"] = text_name;
    json["parameters"] = trainer.state().parameters.size();
    json["held_out"] = {{"loss", rounded_for_record(held_out.loss)}};
    if (held_out.recalled) json["held_out"]["recalled"] = rounded_for_record(*held_out.recalled);
    if (held_out.recall_loss) json["held_out"]["recall_loss"] = rounded_for_record(*held_out.recall_loss);
    json["checkpoints"] = record_json(trainer.state().record);
    json["losses"] = rounded_list(trainer.state().losses);
    return json;
}

void write_model_folder(const std::string& folder, const Trainer& trainer, NumberType type,
                        const Json& training) {
    const ModelSettings& model = trainer.settings().model;
    const std::vector<std::string> paths = paths_in(folder);
    std::vector<UnfinishedFile> made(paths.size());  // if one cannot be written, none of the new ones stays
    for (std::size_t n = 0; n < paths.size(); ++n)
        if (!file_exists(paths[n])) made[n].take(paths[n]);
    AtomicFile config(folder + config_file), tokenizer(folder + tokenizer_file),
        tokenizer_config(folder + tokenizer_config_file), weights(folder + weights_file);
    std::optional<AtomicFile> record;
    if (!training.is_null()) record.emplace(folder + record_file).write(text_of(training));
    config.write(text_of(model_config(model, type)));
    tokenizer.write(byte_tokenizer_json());
    tokenizer_config.write(byte_tokenizer_config_json(model.train_length));
    write_weights(weights, trainer, type);
    // Only now, so that a full disk leaves an earlier model whole; config.json first, because the others
    // belong to it (expect_own_model), even if the program is killed here.
    for (AtomicFile* const file : {&config, &weights, &tokenizer, &tokenizer_config}) file->commit();
    if (record) record->commit();
    for (UnfinishedFile& file : made) file.finish();
}

void write_training_json(const std::string& folder, const Trainer& trainer, const HeldOut& held_out,
                         const std::string& text_name) {
    write_file_atomically(folder + record_file, text_of(training_json(trainer, held_out, text_name)));
}

void remove_model_folder(const std::string& folder) {
    remove_left_behind(folder);
    std::error_code ignored;
    std::vector<std::string> paths = paths_in(folder);
    std::reverse(paths.begin(), paths.end());  // the others belong to the config.json (expect_own_model)
    for (const std::string& path : paths) std::filesystem::remove(path, ignored);
    remove_if_empty(folder);
}

}  // namespace poslab
