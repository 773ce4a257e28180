#include "core/decoder/decoder_files.hpp"

#include <filesystem>
#include <utility>
#include <vector>

namespace poslab {

namespace {

/// The program's own bytes, which no one has to keep.
std::shared_ptr<const GivenFile> file_of(const std::string& name, const std::string& ending,
                                         std::string_view bytes) {
    const std::span part(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return std::make_shared<const GivenFile>(name, ending, std::vector{part}, nullptr);
}

}  // namespace

DecoderFiles::DecoderFiles(const BuiltInModel& model) : name_(model.id) {
    in_memory_["config.json"] = file_of("config", ".json", model.config());
    in_memory_["model.safetensors"] = file_of("model", ".safetensors", model.weights());
}

std::string DecoderFiles::path_of(std::string_view file) const {
    if (const auto found = in_memory_.find(file); found != in_memory_.end()) return found->second->path();
    return (std::filesystem::path(name_) / file).string();
}

}  // namespace poslab
