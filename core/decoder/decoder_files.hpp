#pragma once

#include "core/base/text.hpp"
#include "core/files/memory_file.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// A language model that is part of the program (assets/models/ID): an ordinary folder, and a text that it has not seen.
struct BuiltInModel {
    std::string_view id;
    Text label;
    std::string_view (*config)();
    std::string_view (*weights)();
    std::string_view (*held_out)();  // UTF-8
};
[[nodiscard]] std::span<const BuiltInModel> built_in_models();

/// Where the files of a decoder are: in a folder on disk, or in the program.
class DecoderFiles {
  public:
    explicit DecoderFiles(std::string folder) : name_(std::move(folder)) {}
    explicit DecoderFiles(const BuiltInModel& model);

    /// Of the folder, as the user wrote it.
    [[nodiscard]] const std::string& name() const { return name_; }
    /// "config.json", "model.safetensors": something to be opened, which need not be there.
    [[nodiscard]] std::string path_of(std::string_view file) const;

  private:
    std::string name_;
    std::map<std::string, std::shared_ptr<const MemoryFile>, std::less<>> in_memory_;
};

}  // namespace poslab
