#pragma once

#include "core/base/sentence.hpp"
#include "core/views/frequencies/frequencies.hpp"

namespace poslab::frequencies {

/// The scaling as JSON to be pasted into a model's config.json.
struct ConfigText {
    std::string name;                 // "rope_scaling" (old schema) or "rope_parameters" (Transformers v5)
    std::optional<std::string> json;  // none: cannot be written so
    std::vector<Sentence> notes;      // why not, or what it does not say
};
[[nodiscard]] std::vector<ConfigText> config_texts(const Params& params);

}  // namespace poslab::frequencies
