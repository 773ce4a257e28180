#pragma once

#include "core/files/input_files.hpp"
#include "core/params/descriptor.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Adds the file that a parameter names; one of a model adds all files of its model. `reader` is the option.
void add_input(const Descriptor& parameter, std::string_view reader, const std::string& path,
               InputFiles& inputs);
/// Adds the files among the values, each with the option of its parameter.
void add_inputs(std::span<const Descriptor> parameters, const Values& values, InputFiles& inputs);

// Files that a document names: a picture, a result, a session. A document may be opened on another machine,
// and may come from somebody else.

/// Returns the path of a file in the form that a document stores: relative to the document's folder if the
/// file is in it or both are in another folder, else relative to the home folder (~/…), else its name alone.
/// So a document does not show the user's folders. A name alone has that many of its folders.
[[nodiscard]] std::string portable_path(const std::string& path, const std::string& document,
                                        std::ptrdiff_t folders = 0);
/// Applies it to all files among the values.
[[nodiscard]] Values with_portable_paths(Values values, const std::string& document);
/// Applies it to values of one parameter: names that several files share get the fewest folders by which
/// the files differ.
[[nodiscard]] std::vector<Value> with_distinct_paths(std::vector<Value> values, const std::string& document);
/// Applies it to the words of a command that name a file of one of these values.
[[nodiscard]] std::string with_portable_paths(std::string command, std::span<const Values> named,
                                              const std::string& document);

/// Finds the files that a document names, before any of them is read.
class DocumentFiles {
  public:
    /// Files that are not in the document's folder: read, ignored, or an error.
    enum class Foreign { found, left_out, refused };

    explicit DocumentFiles(const std::string& document, Foreign foreign = Foreign::found);

    /// Returns the path of a named file: relative paths begin in the document's folder, or in the current one
    /// if only that has the file; ~/ is the home folder. Empty for a foreign file that is left out. Throws
    /// InputError for one that is refused.
    [[nodiscard]] std::string found(const std::string& named);
    /// Returns the named files that are not in the document's folder, links resolved; each once.
    [[nodiscard]] const std::vector<std::string>& foreign() const { return foreign_; }

  private:
    std::filesystem::path folder_;
    std::string document_;  // its name, for messages
    Foreign policy_;
    std::vector<std::string> foreign_;
};

}  // namespace poslab
