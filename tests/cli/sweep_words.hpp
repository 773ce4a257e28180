#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace poslab::test {

using Arguments = std::vector<std::string>;

/// A quick sweep over w that draws nothing, with the options `more`.
inline Arguments sweeping_numbers(const Arguments& more) {
    Arguments words{"sweep", "position-matrix", "--length", "64", "--engine", "reference"};
    const bool sweeps_maps = std::any_of(more.begin(), more.end(),
                                         [](const std::string& word) { return word.starts_with("map="); });
    if (!sweeps_maps) words.insert(words.end(), {"--map", "rerope"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// A quick sweep over w with the options `more`; its pictures are small unless these name a size.
inline Arguments sweeping(const Arguments& more) {
    Arguments words;
    if (std::find(more.begin(), more.end(), "--size") == more.end()) words = {"--size", "200x150"};
    words.insert(words.end(), more.begin(), more.end());
    return sweeping_numbers(words);
}

}  // namespace poslab::test
