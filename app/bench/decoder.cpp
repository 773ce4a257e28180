// A language model reads a text: the built-in one, and one with SmolLM-135M's shape and random weights.
#include "core/decoder/decoder.hpp"
#include "app/bench/probes.hpp"
#include "core/base/random.hpp"
#include "core/decoder/forward.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/left_behind.hpp"
#include "core/files/new_folder.hpp"
#include "core/files/safetensors_writer.hpp"
#include "core/files/temporary_folder.hpp"
#include "core/files/unfinished_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace poslab {
namespace {

constexpr std::string_view name_start = "poslab-bench-", config_name = "/config.json",
                           weights_name = "/model.safetensors";

std::string file_in(const std::string& folder, std::string_view name) { return folder + std::string(name); }

/// Removes the models of killed processes.
void remove_earlier_models() {
    for (const std::string& folder : left_behind(temporary_folder(), name_start)) {
        remove_left_behind(folder);
        // the folder after its files
        const UnfinishedFile empty(folder), config(file_in(folder, config_name)),
            weights(file_in(folder, weights_name));
    }
}

/// A model in a temporary folder, which is removed by the destructor or at a forced end of the program.
class TemporaryModel {
  public:
    TemporaryModel(std::string_view config, std::uint64_t seed)
        : folder_(fmt::format("{}/{}{}", temporary_folder(), name_start, getpid())),
          config_(file_in(folder_.path(), config_name)),
          weights_(file_in(folder_.path(), weights_name)) {
        remove_earlier_models();
        create_folder(folder_.path());
        write_file_atomically(config_.path(), config);
        write_weights(parse_decoder_shape(config, config_.path()), seed);
    }

    [[nodiscard]] const std::string& path() const { return folder_.path(); }

  private:
    /// Writes matrices with standard deviation 0.02 and norms of ones.
    void write_weights(const DecoderShape& shape, std::uint64_t seed) const {
        std::vector<TensorSpec> specs = outer_tensors(shape);
        for (std::int64_t layer = 0; layer < shape.layers; ++layer)
            for (TensorSpec& spec : layer_tensors(shape, layer)) specs.push_back(std::move(spec));
        std::vector<std::vector<float>> numbers;
        std::vector<WrittenTensor> tensors;
        for (const TensorSpec& spec : specs) {
            std::int64_t count = 1;
            for (const std::int64_t size : spec.shape) count *= size;
            std::vector<float>& own = numbers.emplace_back(static_cast<std::size_t>(count), 1.0F);
            if (spec.shape.size() > 1)
                for (std::size_t n = 0; n < own.size(); ++n)
                    own[n] = 0.07F *
                             (static_cast<float>(random_bits(seed, numbers.size(), n) >> 40U) / 16777216.0F -
                              0.5F);
        }
        for (std::size_t n = 0; n < specs.size(); ++n)
            tensors.push_back({specs[n].name, specs[n].shape, numbers[n], NumberType::float16});
        write_safetensors(weights_.path(), tensors);
    }

    UnfinishedFile folder_, config_, weights_;  // removed in reverse order
};

constexpr std::string_view smollm_config =
    R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 576,
"intermediate_size": 1536, "num_hidden_layers": 30, "num_attention_heads": 9, "num_key_value_heads": 3, "vocab_size": 49152,
"max_position_embeddings": 2048, "rope_theta": 10000.0, "rms_norm_eps": 1e-05, "tie_word_embeddings": true, "hidden_act": "silu"})";

/// Objects that must live while the trial is measured.
struct Opened {
    std::unique_ptr<const TemporaryModel> folder{};
    std::unique_ptr<const Decoder> decoder{};
    std::vector<std::int32_t> tokens{};
};

DecoderScheme scheme_of(const DecoderShape& shape, std::int64_t tokens, OneOf<PositionMap> map) {
    DecoderScheme scheme{own_attention(shape, tokens)};
    scheme.attention.map.map = map;
    scheme.attention.map.w = tokens / 4;
    return scheme;
}

Subject subject(const std::shared_ptr<const Opened>& opened, const std::string& name,
                const std::vector<double>& work) {
    const DecoderScheme scheme =
        scheme_of(opened->decoder->shape(), std::ssize(opened->tokens), std::string_view(name));
    return {name,
            work,
            [opened, scheme](const Engine& engine, const Job& job) {
                static_cast<void>(
                    token_predictions(*opened->decoder, opened->tokens, std::span(&scheme, 1), engine, job));
            },
            false,
            {.float32 = work[0], .exponentials = work[1], .bytes = work[2]}};
}

/// Returns multiply-adds of all products with weights, and of queries with keys and weights with values for
/// keys that are not ahead; exponentials of softmax, gates and losses; and bytes of the float32 weights,
/// which must be read from memory once.
std::vector<double> work_of(const DecoderShape& shape, std::int64_t tokens) {
    const auto count = static_cast<double>(tokens);
    double weights = 0;
    for (std::int64_t layer = 0; layer < shape.layers; ++layer)
        for (const TensorSpec& spec : layer_tensors(shape, layer))
            if (spec.shape.size() == 2)
                weights += static_cast<double>(spec.shape[0]) * static_cast<double>(spec.shape[1]);
    weights += static_cast<double>(shape.vocabulary) * static_cast<double>(shape.width);
    const double cells = static_cast<double>(shape.layers * shape.heads) * count * (count + 1) / 2;
    const double gates = static_cast<double>(shape.layers * shape.intermediate) * count;
    return {count * weights + 2 * cells * static_cast<double>(shape.head_dim),
            cells + gates + count * static_cast<double>(shape.vocabulary),
            4 * static_cast<double>(parameter_count(shape))};
}

Trial trial_of(Opened&& made, std::string_view name) {
    const auto opened = std::make_shared<const Opened>(std::move(made));
    const DecoderShape& shape = opened->decoder->shape();
    const std::int64_t tokens = std::ssize(opened->tokens);
    const std::vector<double> work = work_of(shape, tokens);
    const auto tokens_a_second = [tokens](std::span<const double> seconds) {
        return static_cast<double>(tokens) / seconds[0];
    };
    return {fmt::format("{}, {} parameters, {} tokens", name, parameter_count(shape), tokens),
            {subject(opened, "rope", work), subject(opened, "rerope", work)},
            {matrix_bound(tokens, shape.width, shape.intermediate), exponential_bound(std::int64_t{1} << 23),
             result_bound(std::min<std::int64_t>(4 * parameter_count(shape), std::int64_t{1} << 27))},
            {{"rope", "tokens per second", tokens_a_second}}};
}

Trial shipped_trial(Precision /*only float32*/, std::int64_t length) {
    const BuiltInModel& model = built_in_models().front();
    Opened opened{nullptr, std::make_unique<const Decoder>(DecoderFiles(model))};
    for (const char byte : model.held_out().substr(0, static_cast<std::size_t>(length)))
        opened.tokens.push_back(static_cast<unsigned char>(byte));
    return trial_of(std::move(opened), model.label.en);
}

Trial smollm_trial(Precision /*only float32*/, std::int64_t length) {
    Opened opened{std::make_unique<const TemporaryModel>(smollm_config, 1)};
    opened.decoder = std::make_unique<const Decoder>(opened.folder->path());
    for (std::int64_t n = 0; n < length; ++n)
        opened.tokens.push_back(
            static_cast<std::int32_t>(random_bits(1, 2, static_cast<std::uint64_t>(n)) % 49152));
    return trial_of(std::move(opened), "SmolLM-135M's shape");
}

constexpr std::string_view decoder_help = "a language model's losses on a text, the whole model; float32";

}  // namespace

Benchmark decoder_benchmark() {
    return {.name = "decoder",
            .help = decoder_help,
            .length = 1024,
            .quick_length = 64,
            .prepare = shipped_trial};
}

Benchmark large_decoder_benchmark() {
    return {.name = "decoder-large",
            .help = decoder_help,
            .length = 2048,
            .quick_length = 32,
            .rounds = 3,
            .by_default = ByDefault::never,
            .prepare = smollm_trial};
}

}  // namespace poslab
