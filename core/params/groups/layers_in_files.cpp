#include "core/params/groups/layers_in_files.hpp"

#include "core/attention/file_vectors.hpp"
#include "core/base/errors.hpp"
#include "core/decoder/decoder_files.hpp"
#include "core/decoder/decoder_shape.hpp"
#include "core/files/file_deadline.hpp"
#include "core/files/input_file.hpp"
#include "core/files/open_file.hpp"
#include "core/models/model_config.hpp"
#include "core/params/groups/decoder_source.hpp"

#include <map>
#include <mutex>

namespace poslab {

namespace {

struct Known {
    FileIdentity file;
    std::optional<LayersAndHeads> sizes;
};

/// Returns the cached result for the file, or calls `read`. `key` distinguishes several results from one
/// file.
template <class Read>
std::optional<LayersAndHeads> known_or_read(const std::string& file, const std::string& key,
                                            const Read& read) {
    static std::mutex mutex;
    static std::map<std::string, Known> known;
    const std::optional<FileIdentity> identity = file_identity(file);
    if (!identity) return std::nullopt;
    {
        const std::scoped_lock lock(mutex);
        const auto found = known.find(key);
        if (found != known.end() && found->second.file == *identity) return found->second.sizes;
    }
    Known now{*identity, std::nullopt};
    try {
        now.sizes = read();   // without the lock: another thread may wait for another file
    } catch (const Error&) {  // reported when the contents are needed
    }
    const std::scoped_lock lock(mutex);
    known.insert_or_assign(key, now);
    return now.sizes;
}

/// Returns the last known sizes if this thread has a deadline and the file does not answer until then.
template <class Find>
std::optional<LayersAndHeads> by_deadline(const std::string& key, const Find& find) {
    return FileDeadline::answer(key, find).last.value_or(std::nullopt);
}

}  // namespace

std::optional<LayersAndHeads> sizes_in_folder(const std::string& path) {
    if (path.empty()) return std::nullopt;
    return by_deadline("sizes of " + path, [path] {
        const std::string config = DecoderFiles(model_folder(path)).path_of("config.json");
        return known_or_read(config, config, [&] {
            const std::string text = read_beginning(config, max_config_bytes + 1);
            const DecoderShape shape = parse_decoder_shape(text, config);
            return LayersAndHeads{shape.layers, shape.heads};
        });
    });
}

std::optional<std::int64_t> layers_in_file(const std::string& path, std::span<const std::string_view> names) {
    if (path.empty()) return std::nullopt;
    const std::string key = path + (names.empty() ? "" : "\n" + std::string(names.front()));
    const auto sizes = by_deadline("layers of " + key, [path, key, names] {
        return known_or_read(split_tensor_name(path).path, key, [&] {
            const HeadTensor tensor(path, names);
            return LayersAndHeads{tensor.layers(), tensor.heads()};
        });
    });
    return sizes ? std::optional(sizes->layers) : std::nullopt;
}

}  // namespace poslab
