#include "app/gui/lesson_lines.hpp"

#include <utility>

namespace poslab {

void LessonLines::begin_frame() {
    previous_ = std::exchange(current_, {});
    bytes_ = 0;
}

const LessonLines::Entry* LessonLines::find(const std::string& key) {
    if (const auto found = current_.find(key); found != current_.end()) return &found->second;
    auto known = previous_.extract(key);
    if (known.empty()) return nullptr;
    bytes_ += key.size();
    return &current_.insert(std::move(known)).position->second;
}

void LessonLines::add(std::string key, Entry entry) {
    ++laid_out_;
    if (!current_.contains(key)) {
        if (bytes_ + key.size() > max_bytes) return;
        bytes_ += key.size();
    }
    current_.insert_or_assign(std::move(key), std::move(entry));
}

}  // namespace poslab
