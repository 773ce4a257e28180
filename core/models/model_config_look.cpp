#include "core/models/model_config_look.hpp"
#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/model_config_reading.hpp"

#include <algorithm>
#include <set>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t head_bytes = std::size_t{1} << 20U;

/// Collects the keys of the outermost object, up to the first JSON error.
class OuterKeys {
  public:
    bool null() { return inside(); }
    bool boolean(bool /*v*/) { return inside(); }
    bool number_integer(Json::number_integer_t /*v*/) { return inside(); }
    bool number_unsigned(Json::number_unsigned_t /*v*/) { return inside(); }
    bool number_float(Json::number_float_t /*v*/, const std::string& /*text*/) { return inside(); }
    bool string(std::string& /*v*/) { return inside(); }
    bool binary(Json::binary_t& /*v*/) { return false; }
    bool start_object(std::size_t /*size*/) { return ++depth_ > 0; }
    bool end_object() { return --depth_ >= 0; }
    bool start_array(std::size_t /*size*/) { return depth_++ > 0; }
    bool end_array() { return --depth_ >= 0; }
    bool key(std::string& name) {
        if (depth_ == 1) keys.insert(name);
        return true;
    }
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) {
        return false;
    }

    std::set<std::string, std::less<>> keys;

  private:
    [[nodiscard]] bool inside() const { return depth_ > 0; }
    int depth_ = 0;
};

}  // namespace

bool looks_like_model_config(std::string_view bytes) {
    OuterKeys reader;
    static_cast<void>(Json::sax_parse(bytes.begin(), bytes.end(), &reader));
    const auto has = [&](std::string_view key) { return reader.keys.contains(key); };
    if (has("poslab_session") || (has("view") && has("parameters"))) return false;
    for (const std::string_view key :
         {"model_type", "architectures", "rope_theta", "rope_scaling", "rope_parameters", "hidden_size",
          "num_attention_heads", "max_position_embeddings", "head_dim", "n_positions", "rotary_pct",
          "n_heads", "use_scaled_rope"}) {
        if (has(key)) return true;
    }
    return std::any_of(nested_models.begin(), nested_models.end(), has);
}

bool model_config_file(const std::string& path) {
    const std::size_t mark = path.rfind('#');
    const bool layer = mark != std::string::npos && !file_exists(path);
    try {
        const std::string file = layer ? path.substr(0, mark) : path;
        return is_gguf_file(file) || looks_like_model_config(read_beginning(file, head_bytes));
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace poslab
