#pragma once

#include "core/views/view_of.hpp"

#include <algorithm>
#include <span>

namespace poslab {

/// Writes the warnings of all variants' data under the figure, each once.
template <class Params>
void add_data_warnings(std::span<const TypedVariant<Params>> variants, const Style& style, Figure& figure) {
    for (const TypedVariant<Params>& variant : variants) {
        if (variant.data == nullptr) continue;
        for (const Sentence& warning : variant.data->warnings) {
            const std::string text = Words(style.language)(warning);
            if (std::find(figure.warnings.begin(), figure.warnings.end(), text) == figure.warnings.end())
                figure.warnings.push_back(text);
        }
    }
}

}  // namespace poslab
