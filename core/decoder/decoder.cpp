#include "core/decoder/decoder.hpp"

#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/strict_json.hpp"
#include "core/models/model_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace poslab {

namespace {

namespace fs = std::filesystem;

// limit in bytes up to which a decoder's weights stay in memory
constexpr std::int64_t max_cached_bytes = std::int64_t{1} << 26U;
constexpr std::size_t max_index_bytes = std::size_t{1} << 26U;

constexpr std::string_view whole_file = "model.safetensors", index_file = "model.safetensors.index.json";

DecoderShape shape_in(const DecoderFiles& files) {
    const std::string path = files.path_of("config.json");
    return parse_decoder_shape(read_beginning(path, max_config_bytes + 1), path);
}

/// {tensor: file} of model.safetensors.index.json.
std::map<std::string, std::string> index_in(const std::string& path) {
    const nlohmann::json index = parse_strict_json(read_whole_file(path, max_index_bytes), path);
    const auto files = index.is_object() ? index.find("weight_map") : index.end();
    if (!index.is_object() || files == index.end() || !files->is_object())
        refuse_file(path, "has no weight_map, which names the file of each tensor"_tr);
    std::map<std::string, std::string> named;
    for (const auto& [tensor, file] : files->items()) {
        const std::string name = file.is_string() ? file.get<std::string>() : std::string();
        if (name.empty() || fs::path(name).filename() != name)
            refuse_file(path, tr("weight_map gives no file in its folder for {}", printable_text(tensor)));
        named[tensor] = name;
    }
    return named;
}

void check_finite(std::span<const float> numbers, std::int64_t columns, std::int64_t first_row,
                  const std::string& path, const std::string& name) {
    const auto wrong =
        std::find_if(numbers.begin(), numbers.end(), [](float number) { return !std::isfinite(number); });
    if (wrong == numbers.end()) return;
    const std::int64_t at = wrong - numbers.begin();
    refuse_file(path, tr("{} has {} at row {}, column {}; weights must be finite", name,
                         std::isnan(*wrong) ? "NaN" : "infinity", first_row + at / columns, at % columns));
}

}  // namespace

Decoder::Decoder(DecoderFiles files) : files_(std::move(files)), shape_(shape_in(files_)) {
    open_files();
    find_tensors();
    caches_ = parameter_count(shape_) * static_cast<std::int64_t>(sizeof(float)) <= max_cached_bytes;
}

void Decoder::open_files() {
    const std::string whole = files_.path_of(whole_file), index = files_.path_of(index_file);
    if (file_exists(whole) || !file_exists(index)) {
        opened_.emplace_back(whole);
        return;
    }
    std::map<std::string, std::size_t> opened;
    for (const auto& [tensor, file] : index_in(index)) {
        const auto [at, is_new] = opened.try_emplace(file, opened_.size());
        if (is_new) opened_.emplace_back(files_.path_of(file));
        shards_[tensor] = at->second;
    }
    if (opened_.empty()) refuse_file(index, "lists no tensors"_tr);
}

void Decoder::find_tensors() {
    for (const TensorSpec& requested : outer_tensors(shape_)) find(requested);
    for (std::int64_t layer = 0; layer < shape_.layers; ++layer)
        for (const TensorSpec& requested : layer_tensors(shape_, layer)) find(requested);
}

void Decoder::find(const TensorSpec& requested) {
    std::size_t file = 0;
    if (!shards_.empty()) {
        const auto shard = shards_.find(requested.name);
        if (shard == shards_.end())
            refuse_file(files_.path_of(index_file),
                        tr("has no {}, which config.json requires", requested.name));
        file = shard->second;
    }
    const TensorInfo& info = opened_[file].tensor(requested.name);
    if (info.shape != requested.shape)
        refuse_file(opened_[file].path(), tr("{} is {}; config.json requires {}", requested.name,
                                             shape_text(info.shape), shape_text(requested.shape)));
    places_.emplace(requested.name, Place{file, info});
}

std::vector<float> Decoder::read(const std::string& name, const IndexRange& rows, const Job& job) const {
    const Place& place = places_.find(name)->second;
    const TensorFile& file = opened_[place.file];
    std::vector<float> numbers = file.read_floats(place.info, {}, rows, job.quiet());
    check_finite(numbers, place.info.columns(), rows.begin, file.path(), name);
    return numbers;
}

std::shared_ptr<const std::vector<float>> Decoder::tensor(const std::string& name, const Job& job) const {
    {
        const std::scoped_lock lock(mutex_);
        if (const auto found = cached_.find(name); found != cached_.end()) return found->second;
    }
    auto numbers = std::make_shared<const std::vector<float>>(
        read(name, {0, places_.find(name)->second.info.rows()}, job));
    if (!caches_) return numbers;
    const std::scoped_lock lock(mutex_);
    return cached_.emplace(name, std::move(numbers)).first->second;
}

std::shared_ptr<const DecoderLayer> Decoder::layer(std::int64_t at, const Job& job) const {
    {
        const std::scoped_lock lock(mutex_);
        if (const auto found = layers_.find(at); found != layers_.end()) return found->second;
    }
    auto layer = std::make_shared<DecoderLayer>();
    const auto take = [&](std::string_view tensor, std::vector<float>& numbers) {
        const std::string name = fmt::format("model.layers.{}.{}", at, tensor);
        const auto found = places_.find(name);
        if (found != places_.end()) numbers = read(name, {0, found->second.info.rows()}, job);
    };
    const auto take_product = [&](const std::string& product, std::vector<float>& weight,
                                  std::vector<float>& bias) {
        take(product + ".weight", weight);
        take(product + ".bias", bias);
    };
    take("input_layernorm.weight", layer->attention_norm);
    take_product("self_attn.q_proj", layer->query, layer->query_bias);
    take_product("self_attn.k_proj", layer->key, layer->key_bias);
    take_product("self_attn.v_proj", layer->value, layer->value_bias);
    take_product("self_attn.o_proj", layer->output, layer->output_bias);
    take("self_attn.q_norm.weight", layer->query_norm);
    take("self_attn.k_norm.weight", layer->key_norm);
    take("post_attention_layernorm.weight", layer->mlp_norm);
    take_product("mlp.gate_proj", layer->gate, layer->gate_bias);
    take_product("mlp.up_proj", layer->up, layer->up_bias);
    take_product("mlp.down_proj", layer->down, layer->down_bias);
    if (!caches_) return layer;
    const std::scoped_lock lock(mutex_);
    return layers_.emplace(at, std::move(layer)).first->second;
}

std::shared_ptr<const std::vector<float>> Decoder::final_norm(const Job& job) const {
    return tensor("model.norm.weight", job);
}

std::vector<float> Decoder::embeddings(std::span<const std::int32_t> tokens, const Job& job) const {
    constexpr std::string_view name = "model.embed_tokens.weight";
    const auto width = static_cast<std::size_t>(shape_.width);
    std::vector<float> rows(tokens.size() * width);
    const std::shared_ptr<const std::vector<float>> table =
        caches_ ? tensor(std::string(name), job) : nullptr;
    for (std::size_t n = 0; n < tokens.size(); ++n) {
        const std::int64_t token = tokens[n];
        auto* const out = rows.data() + n * width;
        if (table != nullptr) {
            std::copy_n(table->data() + static_cast<std::size_t>(token) * width, width, out);
        } else {
            const std::vector<float> row = read(std::string(name), {token, token + 1}, job);
            std::copy(row.begin(), row.end(), out);
        }
    }
    return rows;
}

std::shared_ptr<const std::vector<float>> Decoder::output_rows(const IndexRange& rows, const Job& job) const {
    const std::string name = shape_.tied ? "model.embed_tokens.weight" : "lm_head.weight";
    if (rows.begin == 0 && rows.end == shape_.vocabulary) return tensor(name, job);
    return std::make_shared<const std::vector<float>>(read(name, rows, job));
}

}  // namespace poslab
