#pragma once

#include "core/base/message.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Collects the omissions of a sweep's pictures into a few sentences.
class SweepOmissions {
  public:
    /// Counts an omission of one picture.
    void add(const Message& omission);
    [[nodiscard]] std::vector<Message> of_frames(std::int64_t frames) const;
    /// The same for the figures of a sheet.
    [[nodiscard]] std::vector<Message> of_figures(std::int64_t figures) const;

  private:
    struct Count {
        Message sentence;
        std::int64_t pictures = 1;
    };
    static constexpr std::size_t max_sentences = 4;

    [[nodiscard]] std::int64_t further() const;
    /// `one`: the sentence of a Count; `more`: that of the number of further ones.
    template <class One, class More>
    [[nodiscard]] std::vector<Message> sentences(const One& one, const More& more) const;

    std::vector<Count> counts_;
};

}  // namespace poslab
