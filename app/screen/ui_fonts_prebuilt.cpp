// Fonts of Dear ImGui before 1.92: an atlas that is built between frames.

#include "app/screen/ui_fonts.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#if IMGUI_VERSION_NUM < 19200

namespace poslab {

namespace {

constexpr int padding = 1;
constexpr std::array<ImWchar, 3> only_space{' ', ' ', 0};

constexpr std::string_view symbols = "·×−–—…‘’“”°±²³µ≤≥≠≈→←↑↓↗↘⇧⌘⌊⌋√∞∑∈αβγδεθλμπστφψωΔΣΘ⁰¹⁴⁵⁶⁷⁸⁹₀₁₂₃";

std::string ascii() {
    std::string all;
    for (char c = ' '; c <= '~'; ++c) all.push_back(c);
    return all;
}

std::int64_t area_of(const GlyphPicture& picture) {
    return std::int64_t{picture.columns + padding} * (picture.rows + padding);
}

/// Sets the glyph's rectangle: Dear ImGui does not pad custom ones, and the picture is oversampled.
void correct(ImFontGlyph& glyph, const GlyphPicture& picture, ImVec2 texel) {
    glyph.X1 = glyph.X0 + static_cast<float>(picture.columns) / GlyphPictures::oversampling;
    glyph.Y1 = glyph.Y0 + static_cast<float>(picture.rows);
    glyph.U1 = glyph.U0 + static_cast<float>(picture.columns) * texel.x;
    glyph.V1 = glyph.V0 + static_cast<float>(picture.rows) * texel.y;
    glyph.Visible = picture.coverage.empty() ? 0 : 1;
}

void copy(const GlyphPicture& picture, unsigned char* to, int pitch) {
    for (int row = 0; row < picture.rows; ++row)
        std::copy_n(picture.coverage.begin() + std::ptrdiff_t{row} * picture.columns, picture.columns,
                    to + std::ptrdiff_t{row} * pitch);
}

}  // namespace

void UiFonts::begin_atlas() {
    ImGui::GetIO().Fonts->Flags |= ImFontAtlasFlags_NoBakedLines | ImFontAtlasFlags_NoMouseCursors;
    create({Font::regular, 13 * steps},
           entries_[{Font::regular, 13 * steps}]);  // Fonts[0] is Dear ImGui's default
    (void)font(Font::regular, 13);
    build();
}

ImFont* UiFonts::font_for(std::string_view text, Font face, float pixels) {
    const Key key = key_of(face, pixels);
    Entry& requested = entries_[key];
    requested.last_request = frame_;
    if (!requested.common) requested.common = add(key, requested, common_text());
    if (!is_plain(text)) add(key, requested, text);
    return requested.font != nullptr ? requested.font : stand_in(key);
}

/// The nearest size of the face; Dear ImGui's default if there is none yet.
ImFont* UiFonts::stand_in(const Key& key) const {
    ImFont* nearest = ImGui::GetIO().Fonts->Fonts[0];
    int best = std::numeric_limits<int>::max();
    for (const auto& [other, made] : entries_) {
        const int distance = std::abs(other.second - key.second);
        if (made.font == nullptr || other.first != key.first || distance >= best) continue;
        nearest = made.font;
        best = distance;
    }
    return nearest;
}

void UiFonts::need(std::string_view text) {
    std::string fresh;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c >= 0x80 && requested_.insert(c).second) append_utf8(fresh, c);
    }
    if (fresh.empty()) return;
    for (auto& [key, entry] : entries_) entry.common = add(key, entry, fresh) && entry.common;
}

std::string UiFonts::common_text() const {
    std::string text = ascii();
    text += symbols;
    for (const char32_t c : requested_) append_utf8(text, c);
    return text;
}

bool UiFonts::add(const Key& key, Entry& to, std::string_view text) {
    bool complete = true;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c > IM_UNICODE_CODEPOINT_MAX || is_control(c) || to.glyphs.contains(c)) continue;
        if (area_ >= room()) {
            refused_ = true;
            complete = false;
            continue;
        }
        GlyphPicture picture = pictures_.draw(key.first, meant_by(c), pixels_of(key));
        if (picture.columns >= min_width) picture.coverage.clear(), picture.columns = picture.rows = 0;
        area_ += area_of(picture);
        to.glyphs.emplace(c, std::move(picture));
        pending_ = true;
        ++baked_glyphs_;
    }
    return complete;
}

bool UiFonts::begin_frame() {
    if (!pending_ && !refused_) started_over_ = false;
    const bool start_over = can_start_over();
    const bool rebuilds = pending_ || start_over;
    if (start_over) {
        started_over_ = true;
        requested_.clear();
    }
    if (start_over || (rebuilds && area_ > room() / 2)) {
        for (auto& [key, entry] : entries_)
            if (start_over || entry.last_request != frame_) forget(entry);
    }
    ++frame_;
    refused_ = false;
    if (rebuilds) build();
    return rebuilds;
}

bool UiFonts::ran_out() const { return pending_ || can_start_over(); }

/// Avoids starting over repeatedly for a frame that needs more than the atlas can hold.
bool UiFonts::can_start_over() const {
    const auto unused = [this](const auto& made) {
        return made.second.last_request != frame_ && !made.second.glyphs.empty();
    };
    return refused_ && (!started_over_ || std::ranges::any_of(entries_, unused));
}

/// Four fifths of the atlas, because rectangles do not pack without gaps.
std::int64_t UiFonts::room() const { return std::int64_t{texture_side_} * texture_side_ / 5 * 4; }

void UiFonts::forget(Entry& entry) {
    for (const auto& [c, picture] : entry.glyphs) area_ -= area_of(picture);
    entry.glyphs.clear();
    entry.common = false;
}

void UiFonts::build() {
    pending_ = false;
    for (auto& [key, entry] : entries_)
        if (entry.font == nullptr) create(key, entry);
    pack();
    if (ImGui::GetIO().Fonts->TexHeight <= texture_side_) return;
    for (auto& [key, entry] : entries_) forget(entry);
    refused_ = true;
    pack();
}

/// Dear ImGui requires a source for each font: its default font, from which only the space is loaded.
void UiFonts::create(const Key& key, Entry& entry) {
    const std::vector<unsigned char>& file = pictures_.default_font();
    ImFontConfig config;
    // Dear ImGui never writes to it.
    config.FontData =
        const_cast<unsigned char*>(file.data());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    config.FontDataSize = static_cast<int>(file.size());
    config.SizePixels = pixels_of(key);
    config.GlyphRanges = only_space.data();
    config.EllipsisChar = 0x2026;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    entry.font = atlas.AddFont(&config);
    // Only now, because AddFont copies data that the atlas does not own.
    atlas.ConfigData.back().FontDataOwnedByAtlas = false;
}

void UiFonts::pack() {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.CustomRects.clear();
    atlas.PackIdMouseCursors = -1;  // the rectangle of the white pixel
    atlas.TexDesiredWidth = min_width;
    while (atlas.TexDesiredWidth < texture_side_ &&
           std::int64_t{atlas.TexDesiredWidth} * atlas.TexDesiredWidth < area_)
        atlas.TexDesiredWidth *= 2;
    for (const auto& [key, entry] : entries_) {
        const float baseline = baseline_of(pixels_of(key));
        entry.font->FallbackChar = IM_UNICODE_CODEPOINT_INVALID;
        for (const auto& [c, picture] : entry.glyphs)
            atlas.AddCustomRectFontGlyph(entry.font, static_cast<ImWchar>(c), picture.columns + padding,
                                         picture.rows + padding, picture.advance,
                                         {picture.left, baseline - picture.top});
    }
    atlas.ClearTexData();
    atlas.Build();
    int rect = 0;
    for (const auto& [key, entry] : entries_) rect = fill(key, entry, rect);
}

/// Fills in the glyphs of one font, whose rectangles begin at `rect`. Returns the first of the next font.
int UiFonts::fill(const Key& key, const Entry& entry, int rect) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFont& font = *entry.font;
    font.FontSize = pixels_of(key);  // Dear ImGui 1.90 rounds it down
    font.Ascent = baseline_of(font.FontSize);
    font.Descent = font.Ascent - font.FontSize;
    for (const auto& [c, picture] : entry.glyphs) {
        const ImFontAtlasCustomRect& area = *atlas.GetCustomRectByIndex(rect++);
        const ImFontGlyph* const glyph = font.FindGlyphNoFallback(static_cast<ImWchar>(c));
        correct(font.Glyphs[font.Glyphs.index_from_ptr(glyph)], picture, atlas.TexUvScale);
        copy(picture, atlas.TexPixelsAlpha8 + std::ptrdiff_t{area.Y} * atlas.TexWidth + area.X,
             atlas.TexWidth);
    }
    return rect;
}

}  // namespace poslab

#endif
