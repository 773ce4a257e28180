#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A parameter whose default has changed. Commands in files now always name it; a file that does not name it
/// means the earlier default.
struct EarlierDefault {
    std::string_view view, parameter, value;
};
[[nodiscard]] std::span<const EarlierDefault> earlier_defaults();

/// True if commands name this parameter of the view even at its default.
[[nodiscard]] bool is_always_named(std::string_view view, std::string_view parameter);

/// Returns the words of a command from a file, "VIEW --PARAMETER VALUE …", with the earlier defaults of
/// parameters that it does not name.
[[nodiscard]] std::vector<std::string> with_earlier_defaults(std::string_view view,
                                                             std::vector<std::string> words);
/// The same for a text that is quoted for a shell.
[[nodiscard]] std::string with_earlier_defaults(const std::string& command);

}  // namespace poslab
