#include "app/gui/text_widths.hpp"

namespace poslab {

double TextWidths::width(std::string_view text, Font font, double size) const {
    constexpr std::size_t max_texts = 20'000, max_bytes = std::size_t{1} << 23U;
    key_.assign(text);
    key_.append(reinterpret_cast<const char*>(&size), sizeof(size));
    key_.push_back(static_cast<char>(font));
    if (const auto known = widths_.find(key_); known != widths_.end()) return known->second;
    if (widths_.size() == max_texts || bytes_ > max_bytes) {
        widths_.clear();
        bytes_ = 0;
    }
    bytes_ += key_.size();
    return widths_.emplace(key_, metrics_.width(text, font, size)).first->second;
}

}  // namespace poslab
