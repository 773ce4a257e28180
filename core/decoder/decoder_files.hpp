#pragma once

#include "core/base/text.hpp"
#include "core/files/given_file.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// A language model built into the program (assets/models/ID): an ordinary model folder, and a text on which
/// it was not trained.
struct BuiltInModel {
    std::string_view id;
    Text label;
    std::string_view (*config)();
    std::string_view (*weights)();
    std::string_view (*held_out)();  // UTF-8
    std::string_view (*training)();  // training.json
};
[[nodiscard]] std::span<const BuiltInModel> built_in_models();

/// Genesis, King James Version: the default training text. No built-in model's held-out text contains it.
struct BuiltInText {
    std::string_view name;  // file name
    std::string_view text;  // UTF-8
};
[[nodiscard]] BuiltInText built_in_training_text();

/// The location of a decoder's files: a folder on disk, or memory.
class DecoderFiles {
  public:
    explicit DecoderFiles(std::string folder) : name_(std::move(folder)) {}
    explicit DecoderFiles(const BuiltInModel& model);

    /// The folder's name as the user wrote it.
    [[nodiscard]] const std::string& name() const { return name_; }
    /// The path for opening "config.json" or "model.safetensors"; the file may be missing.
    [[nodiscard]] std::string path_of(std::string_view file) const;

  private:
    std::string name_;
    std::map<std::string, std::shared_ptr<const GivenFile>, std::less<>> in_memory_;
};

}  // namespace poslab
