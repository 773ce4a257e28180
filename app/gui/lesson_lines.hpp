#pragma once

#include "core/figure/text_flow.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace poslab {

/// The lines of texts that a page writes in every frame, each laid out once. A text that was not written for
/// a whole frame is dropped.
class LessonLines {
  public:
    struct Entry {
        std::shared_ptr<const std::vector<FlowLine>> lines;
        std::vector<LessonExpression> expressions{};  // of the numbers in the text
        std::vector<std::string> numbers{};           // their values in `lines`
    };

    void begin_frame();
    /// Returns null if the text is unknown. `key` identifies the text, its look and its width.
    [[nodiscard]] const Entry* find(const std::string& key);
    /// Adds a text, unless those of this frame are already four times as long as a lesson can be.
    void add(std::string key, Entry entry);
    /// The number of texts that were laid out so far.
    [[nodiscard]] std::size_t laid_out() const { return laid_out_; }

  private:
    static constexpr std::size_t max_bytes = 4 * max_lesson_bytes;

    std::unordered_map<std::string, Entry> current_, previous_;  // written in this frame and the one before
    std::size_t bytes_ = 0;                                      // of the keys of `current_`
    std::size_t laid_out_ = 0;
};

}  // namespace poslab
