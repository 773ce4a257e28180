#include "app/screen/ui_fonts.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace poslab {

namespace {

constexpr char32_t first_private = 0xE000;
constexpr std::ptrdiff_t private_codes = 6400;

}  // namespace

UiFonts::UiFonts(const FontLibrary& library, int texture_side)
    : pictures_(library),
      library_(library),
      texture_side_(
          static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(min_width, texture_side))))) {
    begin_atlas();
}

UiFonts::Key UiFonts::key_of(Font face, float pixels) {
    return {face, std::clamp(static_cast<int>(std::lround(pixels * steps)), 4 * steps, 256 * steps)};
}

ImFont* UiFonts::font(Font face, float pixels) { return font_for({}, face, pixels); }

std::string UiFonts::encoded(std::string_view text, Font face) {
    if (is_plain(text)) return std::string(text);
    const std::string painted = library_.painted(text, face);
    std::string result;
    for (std::string_view rest = painted; !rest.empty();) {
        const char32_t c = next_code_point(rest);
        append_utf8(result, c > IM_UNICODE_CODEPOINT_MAX ? private_code(c) : c);
    }
    return result;
}

char32_t UiFonts::private_code(char32_t c) {
    auto at = std::ranges::find(beyond_, c) - beyond_.begin();
    if (at == std::ssize(beyond_) && at < private_codes) beyond_.push_back(c);
    at = std::min<std::ptrdiff_t>(at, private_codes - 1);  // the rest share the last code
    return first_private + static_cast<char32_t>(at);
}

char32_t UiFonts::meant_by(char32_t c) const {
    return c >= first_private && c - first_private < beyond_.size() ? beyond_[c - first_private] : c;
}

bool UiFonts::is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

float UiFonts::pixels_of(const Key& key) { return static_cast<float>(key.second) / steps; }

float UiFonts::baseline_of(float size) { return std::round(size * 0.863F); }

float UiFonts::size_of(const ImFont& font) {
#if IMGUI_VERSION_NUM >= 19200
    return font.LegacySize;
#else
    return font.FontSize;
#endif
}

float UiFonts::ascent_of(const ImFont& font) { return baseline_of(size_of(font)); }

}  // namespace poslab
