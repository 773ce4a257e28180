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
    std::string_view (*training)();  // training.json
};
[[nodiscard]] std::span<const BuiltInModel> built_in_models();

/// Genesis, King James Version: what a model is trained with where nothing else is named. No built-in model's held-out text has it.
struct BuiltInText {
    std::string_view name;  // of a file
    std::string_view text;  // UTF-8
};
[[nodiscard]] BuiltInText built_in_training_text();

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
