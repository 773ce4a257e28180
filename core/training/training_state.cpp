#include "core/training/training_state.hpp"

#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/safetensors_writer.hpp"
#include "core/files/strict_json.hpp"
#include "core/files/tensor_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

constexpr const char* identity_name = "poslab_training";
constexpr const char* record_name = "poslab_checkpoints";

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (const char byte : text) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 1'099'511'628'211U;
    }
    return hash;
}

/// Returns the metadata of the header, which TensorFile has validated.
nlohmann::json stored_metadata(const std::string& path) {
    const OpenFile file(path);
    constexpr std::size_t size_bytes = 8;
    std::array<unsigned char, size_bytes> size{};
    file.read(0, size);
    std::uint64_t bytes = 0;
    for (std::size_t n = size_bytes; n-- > 0;) bytes = bytes << 8U | size[n];
    const nlohmann::json header = parse_strict_json(file.read_text(size_bytes, bytes), path, 4);
    return header.value("__metadata__", nlohmann::json::object());
}

nlohmann::json stored_json(const nlohmann::json& metadata, const char* name, const std::string& path) {
    if (!metadata.is_object() || !metadata.contains(name) || !metadata.at(name).is_string())
        refuse_file(path, "is not a training state"_tr);
    return parse_strict_json(metadata.at(name).get<std::string>(), path, 5);
}

void expect_equal(const std::string& path, const std::string& name, const nlohmann::json& stored,
                  const nlohmann::json& requested) {
    if (requested.is_object() && stored.is_object()) {
        for (const auto& [key, value] : requested.items())
            expect_equal(path, key, stored.contains(key) ? stored[key] : nlohmann::json(), value);
        return;
    }
    if (stored == requested) return;
    refuse_file(path, tr("was trained with {} {}, not {}; resuming requires unchanged settings", name,
                         printable_text(stored.dump()), printable_text(requested.dump())));
}

std::vector<float> numbers_of(const TensorFile& file, const char* name, std::size_t count) {
    const TensorInfo& info = file.tensor(name);
    std::vector<float> numbers;
    if (info.shape.size() == 1) numbers = file.read_floats(info, {}, {0, 1});
    if (numbers.empty() || (count != 0 && numbers.size() != count))
        refuse_file(file.path(), tr("its '{}' does not have the size that this model requires", name));
    if (!std::all_of(numbers.begin(), numbers.end(), [](float number) { return std::isfinite(number); }))
        refuse_file(file.path(), tr("its '{}' contains a value that is not finite", name));
    return numbers;
}

}  // namespace

nlohmann::ordered_json training_identity(const TrainingSettings& settings, std::string_view text) {
    return {{"version", POSLAB_VERSION},
            {"settings", settings_json(settings)},
            {"text", {{"bytes", text.size()}, {"hash", fmt::format("{:016x}", hash_of(text))}}}};
}

void write_state(const std::string& path, const TrainingState& state,
                 const nlohmann::ordered_json& identity) {
    const auto size = static_cast<std::int64_t>(state.parameters.size());
    const std::vector<WrittenTensor> tensors{{"parameters", {size}, state.parameters},
                                             {"means", {size}, state.means},
                                             {"squares", {size}, state.squares},
                                             {"losses", {state.step()}, state.losses}};
    write_safetensors(path, tensors,
                      {{identity_name, identity.dump()}, {record_name, record_json(state.record).dump()}});
}

TrainingState read_state(const std::string& path, const nlohmann::ordered_json& identity) {
    const TensorFile file(path);
    const nlohmann::json metadata = stored_metadata(path);
    expect_equal(path, "state", stored_json(metadata, identity_name, path), nlohmann::json(identity));
    TrainingState state;
    state.record = read_record(stored_json(metadata, record_name, path), path);
    const TensorInfo& parameters = file.tensor("parameters");
    const auto size = static_cast<std::size_t>(parameters.columns());
    state.parameters = numbers_of(file, "parameters", size);
    state.means = numbers_of(file, "means", size);
    state.squares = numbers_of(file, "squares", size);
    state.losses = numbers_of(file, "losses", 0);
    return state;
}

}  // namespace poslab
