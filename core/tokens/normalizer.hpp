#pragma once

#include "core/base/job.hpp"
#include "core/tokens/json_part.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// What a tokenizer does to a text before anything is cut: the steps of `normalizer` in a tokenizer.json.
class Normalizer {
  public:
    Normalizer() = default;
    /// Sequence, NFC, NFD, NFKC, NFKD, Prepend and Replace. Throws InputError for others.
    explicit Normalizer(const JsonPart& part);

    [[nodiscard]] std::string operator()(std::string_view utf8, const Job& job) const;

  private:
    using Step = std::function<std::string(std::string, const Job&)>;
    void add(const JsonPart& part);

    std::vector<Step> steps_;
};

}  // namespace poslab
