#include "core/decoder/decoder_files.hpp"

#include <filesystem>
#include <utility>

namespace poslab {

DecoderFiles::DecoderFiles(const BuiltInModel& model) : name_(model.id) {
    in_memory_["config.json"] = std::make_shared<const MemoryFile>("config.json", model.config());
    in_memory_["model.safetensors"] =
        std::make_shared<const MemoryFile>("model.safetensors", model.weights());
}

std::string DecoderFiles::path_of(std::string_view file) const {
    if (const auto found = in_memory_.find(file); found != in_memory_.end()) return found->second->path();
    return (std::filesystem::path(name_) / file).string();
}

}  // namespace poslab
