#pragma once

#include "core/base/message.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace poslab {

/// True for the names of a model's files.
[[nodiscard]] bool is_model_file(const std::filesystem::path& file);
/// Returns the files of a model in the folder. Others are no inputs: a command may replace its own picture.
[[nodiscard]] std::vector<std::filesystem::path> model_files(const std::string& folder);

/// The files that a command reads, so that its output replaces none of them.
class InputFiles {
  public:
    /// Adds FILE or FILE#NAME; `reader` is the option that names it. A folder adds the files of a model in
    /// it. A file that does not exist is ignored.
    void add(const Message& reader, const std::string& path);
    void add(const std::string& reader, const std::string& path) { add(verbatim(reader), path); }
    /// Throws OutputError if the output is one of the files, by whatever path or link.
    void refuse(const std::string& output) const;

  private:
    struct Named {
        Message reader;
        std::uint64_t device = 0, inode = 0;
    };
    std::vector<Named> files_;
};

}  // namespace poslab
