#pragma once

#include "core/base/job.hpp"
#include "core/tokens/json_part.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// The changes that a tokenizer makes to a text before splitting: the steps of `normalizer` in a
/// tokenizer.json.
class Normalizer {
  public:
    Normalizer() = default;
    /// Supports Sequence, NFC, NFD, NFKC, NFKD, Prepend and Replace. Throws InputError for others; Cancelled.
    explicit Normalizer(const JsonPart& part, const Job& job = {});

    [[nodiscard]] std::string operator()(std::string_view utf8, const Job& job) const;

  private:
    using Step = std::function<std::string(std::string, const Job&)>;
    void add(const JsonPart& part, const Job& job);

    std::vector<Step> steps_;
};

}  // namespace poslab
