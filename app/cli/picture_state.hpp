#pragma once

#include "core/views/comparison.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// What a picture shows, as the command in it says.
struct PictureState {
    const View* view = nullptr;
    Values values;
    std::string figure;  // empty: the view's first
    std::vector<Values> pins;
    std::vector<std::string> pin_names{};  // of each; empty: what sets it apart
    Comparison comparison;
};

/// None for a file that is no picture. Throws InputError "PATH: why" for a picture that this program did not make, for one of a
/// newer version that has what this one does not know, and for files that are gone.
[[nodiscard]] std::optional<PictureState> state_of_picture(const std::string& path);

/// The words of a command line as a shell takes it apart: blanks, single quotes, and a backslash before a quote.
[[nodiscard]] std::vector<std::string> shell_words(const std::string& command);

}  // namespace poslab
