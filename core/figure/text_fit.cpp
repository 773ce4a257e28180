#include "core/figure/text_fit.hpp"

#include "core/figure/utf8.hpp"

#include <algorithm>
#include <array>

namespace poslab {

std::string fitted_text(std::string_view text, const TextMetrics& metrics, Font font, double size, double room) {
    if (metrics.width(text, font, size) <= room) return std::string(text);
    std::string kept;
    while (!text.empty()) {
        std::string longer = kept;
        append_utf8(longer, next_code_point(text));
        if (metrics.width(longer + "…", font, size) > room) break;
        kept = std::move(longer);
    }
    return kept + "…";
}

std::string fitted_parts(std::string_view text, const TextMetrics& metrics, Font font, double size, double room) {
    constexpr std::array<std::string_view, 4> separators{"  ·  ", ", ", "，", "、"};
    while (metrics.width(text, font, size) > room) {
        std::size_t end = 0;
        for (const std::string_view separator : separators)
            if (const std::size_t at = text.rfind(separator); at != std::string_view::npos) end = std::max(end, at);
        if (end == 0) return fitted_text(text, metrics, font, size, room);
        text = text.substr(0, end);
    }
    return std::string(text);
}

}  // namespace poslab
