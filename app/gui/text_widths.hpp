#pragma once

#include "app/paint/fonts.hpp"

#include <string>
#include <string_view>
#include <unordered_map>

namespace poslab {

/// The widths of texts, each measured once: a window measures the same texts in every frame. For one thread.
class TextWidths final : public TextMetrics {
  public:
    /// `fonts` must outlive the object.
    explicit TextWidths(const FontLibrary& fonts) : metrics_(fonts) {}
    [[nodiscard]] double width(std::string_view text, Font font, double size) const override;

  private:
    FontMetrics metrics_;
    mutable std::unordered_map<std::string, double> widths_;  // by text, font and size
    mutable std::size_t bytes_ = 0;                           // of the texts
    mutable std::string key_;                                 // of the last text
};

}  // namespace poslab
