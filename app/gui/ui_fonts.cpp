#include "app/gui/ui_fonts.hpp"

#include "core/figure/utf8.hpp"

#include <epoxy/gl.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

static_assert(IMGUI_VERSION_NUM < 19200, "Dear ImGui 1.92 draws glyphs when needed by itself: this class is not for it");

namespace poslab {

namespace {

constexpr int texture_width = 2048;
constexpr int first_height = 2048;  // enough for the program at 200 %
constexpr int padding = 1;
constexpr int oversampling = 2;  // across; glyphs stand at fractional places on a line
constexpr int steps = 8;         // sizes per pixel
constexpr char32_t first_private = 0xE000;
constexpr std::ptrdiff_t private_codes = 6400;

constexpr std::string_view symbols = "·×−–—…‘’“”°±²³µ≤≥≠≈→←↑↓↗↘⇧⌘⌊⌋√∞∑∈αβγδεθλμπστφψωΔΣΘ⁰¹⁴⁵⁶⁷⁸⁹₀₁₂₃\uFFFD";

std::string ascii() {
    std::string all;
    for (char c = ' '; c <= '~'; ++c) all.push_back(c);
    return all;
}

/// Dear ImGui's own font, for machines that have none.
std::vector<unsigned char> default_font_file() {
    ImFontAtlas atlas;
    atlas.AddFontDefault();
    const ImFontConfig& config = atlas.ConfigData[0];
    const auto* bytes = static_cast<const unsigned char*>(config.FontData);
    return {bytes, bytes + config.FontDataSize};
}

float baseline_of(float size) { return std::round(size * 0.863F); }

}  // namespace

/// Faces of our own: FontLibrary's may be in use by another thread, at another size.
struct UiFonts::Faces {
    explicit Faces(const FontLibrary& fonts) : library(fonts) {
        if (FT_Init_FreeType(&freetype) != 0) freetype = nullptr;
    }
    ~Faces() {
        for (const auto& face : faces) {
            if (face && *face != nullptr) FT_Done_Face(*face);
        }
        if (freetype != nullptr) FT_Done_FreeType(freetype);
    }
    Faces(const Faces&) = delete;
    Faces& operator=(const Faces&) = delete;

    FT_Face face(std::size_t which) {
        std::optional<FT_Face>& slot = faces.at(which);
        if (slot) return *slot;
        slot = nullptr;
        if (freetype == nullptr) return nullptr;
        FT_Face opened = nullptr;
        if (which == fallback) {
            fallback_file = default_font_file();
            const auto size = static_cast<FT_Long>(fallback_file.size());
            if (FT_New_Memory_Face(freetype, fallback_file.data(), size, 0, &opened) == 0) slot = opened;
        } else {
            const FaceFile file = library.file(static_cast<Face>(which));
            if (!file.path.empty() && FT_New_Face(freetype, file.path.c_str(), file.index, &opened) == 0) slot = opened;
        }
        return *slot;
    }

    /// The glyph as a picture in face->glyph, null if there is none.
    FT_Face draw(const Glyph& glyph, char32_t code_point, float size) {
        const bool own = glyph.drawn && face(static_cast<std::size_t>(glyph.face)) != nullptr;
        FT_Face from = face(own ? static_cast<std::size_t>(glyph.face) : fallback);
        if (from == nullptr) return nullptr;
        const FT_UInt index = own ? glyph.index : FT_Get_Char_Index(from, code_point);
        const auto height = static_cast<FT_F26Dot6>(std::lround(size * 64.0F));
        if (FT_Set_Char_Size(from, 0, height, 72 * oversampling, 72) != 0) return nullptr;
        // "Light" moves outlines up and down only: crisp baselines, unhinted widths.
        if (FT_Load_Glyph(from, index, FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) != 0) return nullptr;
        return from->glyph->bitmap.pixel_mode == FT_PIXEL_MODE_GRAY ? from : nullptr;
    }

    static constexpr std::size_t fallback = face_count;
    const FontLibrary& library;
    FT_Library freetype = nullptr;
    std::array<std::optional<FT_Face>, face_count + 1> faces;
    std::vector<unsigned char> fallback_file;
};

UiFonts::UiFonts(const FontLibrary& library) : library_(library), faces_(std::make_unique<Faces>(library)) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    largest_ = std::clamp(static_cast<int>(most), first_height, 4096);
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Flags |= ImFontAtlasFlags_NoBakedLines | ImFontAtlasFlags_NoMouseCursors;
    // One pixel stands in for a built atlas until the renderer has made its own texture, which is not used.
    atlas.TexPixelsAlpha8 = static_cast<unsigned char*>(ImGui::MemAlloc(1));
    *atlas.TexPixelsAlpha8 = 255;
    atlas.TexWidth = atlas.TexHeight = 1;
    atlas.TexReady = true;
    glGenTextures(1, &texture_);
    allocate(first_height);
    (void)font(Font::regular, 13);  // Fonts[0] is Dear ImGui's default
}

UiFonts::~UiFonts() { glDeleteTextures(1, &texture_); }

ImFont* UiFonts::font(Font face, float pixels) {
    const Key key{face, std::clamp(static_cast<int>(std::lround(pixels * steps)), 4 * steps, 256 * steps)};
    const auto found = fonts_.find(key);
    if (found == fonts_.end()) return create(key);
    if (!ran_out_ && incomplete_.erase(key) > 0) add_common(key);
    return found->second;
}

ImFont* UiFonts::font_for(std::string_view text, Font face, float pixels) {
    ImFont* const made = font(face, pixels);
    const bool plain = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (!plain) add(*made, face, text);
    return made;
}

std::string UiFonts::encoded(std::string_view text, Font face) {
    if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return std::string(text);
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
    at = std::min<std::ptrdiff_t>(at, private_codes - 1);  // thousands of them at once: the last one stands for the rest
    return first_private + static_cast<char32_t>(at);
}

void UiFonts::need(std::string_view text) {
    std::string fresh;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c >= 0x80 && asked_.insert(c).second) append_utf8(fresh, c);
    }
    if (fresh.empty()) return;
    for (const auto& [key, font] : fonts_) add(*font, key.first, fresh);
}

ImFont* UiFonts::create(const Key& key) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    auto* const font = IM_NEW(ImFont);
    atlas.Fonts.push_back(font);  // owns it
    font->ContainerAtlas = &atlas;
    font->FontSize = static_cast<float>(key.second) / steps;
    font->Ascent = baseline_of(font->FontSize);
    font->Descent = font->Ascent - font->FontSize;
    font->EllipsisChar = 0x2026;
    font->DotChar = '.';
    fonts_.emplace(key, font);
    add_common(key);
    return font;
}

void UiFonts::add_common(const Key& key) {
    if (!add(*fonts_.at(key), key.first, common_text())) incomplete_.insert(key);
}

std::string UiFonts::common_text() const {
    std::string text = ascii();
    text += symbols;
    for (const char32_t c : asked_) append_utf8(text, c);
    return text;
}

bool UiFonts::add(ImFont& font, Font face, std::string_view text) {
    bool added = false, complete = true;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c > IM_UNICODE_CODEPOINT_MAX || is_control(c)) continue;
        if (font.FindGlyphNoFallback(static_cast<ImWchar>(c)) != nullptr) continue;
        const bool baked = bake(font, face, c);
        added = added || baked;
        complete = complete && baked;
    }
    if (added) font.BuildLookupTable();
    return complete;
}

bool UiFonts::bake(ImFont& font, Font face, char32_t code_point) {
    const std::size_t nth = code_point - first_private;
    const bool stands_for_other = code_point >= first_private && nth < beyond_.size();
    const char32_t meant = stands_for_other ? beyond_[nth] : code_point;
    const Glyph glyph = library_.resolve(face, meant);
    FT_Face drawn = faces_->draw(glyph, meant, font.FontSize);
    const FT_Bitmap none{};
    const FT_Bitmap& picture = drawn != nullptr ? drawn->glyph->bitmap : none;
    const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.rows);
    const Spot spot = place(width, height);
    if (!spot.found) {
        ran_out_ = true;
        return false;
    }
    copy(spot, picture.buffer, picture.pitch, width, height);
    const float left = drawn != nullptr ? static_cast<float>(drawn->glyph->bitmap_left) / oversampling : 0;
    const float top = font.Ascent - (drawn != nullptr ? static_cast<float>(drawn->glyph->bitmap_top) : 0);
    const auto u = [](int x) { return static_cast<float>(x) / texture_width; };
    const auto v = [this](int y) { return static_cast<float>(y) / static_cast<float>(height_); };
    font.AddGlyph(nullptr, static_cast<ImWchar>(code_point), left, top, left + static_cast<float>(width) / oversampling,
                  top + static_cast<float>(height), u(spot.x), v(spot.y), u(spot.x + width), v(spot.y + height),
                  static_cast<float>(glyph.advance) * font.FontSize);
    ++baked_glyphs_;
    return true;
}

UiFonts::Spot UiFonts::place(int width, int height) {
    const int w = width + padding, h = height + padding;
    const auto fits = [&](const Shelf& s) { return s.height >= h && s.height <= h + 3 && s.used + w <= texture_width; };
    auto shelf = std::ranges::find_if(shelves_, fits);
    if (shelf == shelves_.end()) {
        const int rounded = (h + 3) / 4 * 4;
        if (filled_ + rounded > height_ || w > texture_width) return {};
        shelves_.push_back({filled_, rounded, 0});
        filled_ += rounded;
        shelf = shelves_.end() - 1;
    }
    const Spot spot{shelf->used, shelf->top, true};
    shelf->used += w;
    return spot;
}

void UiFonts::copy(const Spot& spot, const unsigned char* pixels, int pitch, int width, int height) {
    if (width == 0 || height == 0) return;
    for (int row = 0; row < height; ++row) {
        std::copy_n(pixels + std::ptrdiff_t{row} * pitch, width,
                    pixels_.begin() + std::ptrdiff_t{spot.y + row} * texture_width + spot.x);
    }
    touch(spot.y, spot.y + height);
}

void UiFonts::touch(int from_row, int to_row) {
    const bool none = touched_from_ == touched_to_;
    touched_from_ = none ? from_row : std::min(touched_from_, from_row);
    touched_to_ = none ? to_row : std::max(touched_to_, to_row);
}

void UiFonts::allocate(int height) {
    height_ = height;
    pixels_.resize(static_cast<std::size_t>(texture_width) * static_cast<std::size_t>(height));
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, texture_width, height, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
    const std::array<GLint, 4> white_with_alpha{GL_ONE, GL_ONE, GL_ONE, GL_RED};
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, white_with_alpha.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    paint_white_pixel();
    touch(0, height);
}

void UiFonts::paint_white_pixel() {
    // Fills use the middle of a white square; it is the first thing in the texture.
    if (shelves_.empty()) {
        const std::array<unsigned char, 9> white{255, 255, 255, 255, 255, 255, 255, 255, 255};
        copy(place(3, 3), white.data(), 3, 3, 3);
    }
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.TexUvWhitePixel = {1.5F / texture_width, 1.5F / static_cast<float>(height_)};
}

void UiFonts::grow(int height) {
    const float ratio = static_cast<float>(height_) / static_cast<float>(height);
    allocate(height);
    for (const auto& [key, font] : fonts_) {
        for (ImFontGlyph& glyph : font->Glyphs) {
            glyph.V0 *= ratio;
            glyph.V1 *= ratio;
        }
    }
}

/// Sizes come and go with the scale of the window; when the largest texture is full, keep only what comes next.
void UiFonts::start_over() {
    shelves_.clear();
    filled_ = 0;
    std::ranges::fill(pixels_, static_cast<unsigned char>(0));
    allocate(height_);
    for (const auto& [key, font] : fonts_) {
        const ImFont fresh;
        font->Glyphs.clear();
        font->IndexLookup.clear();
        font->IndexAdvanceX.clear();
        font->FallbackGlyph = nullptr;
        font->FallbackChar = fresh.FallbackChar;
        incomplete_.insert(key);
    }
}

void UiFonts::begin_frame() {
    // Not in the constructor: the renderer sets its own when it is ready, before the first frame.
    // NOLINTNEXTLINE(performance-no-int-to-ptr): Dear ImGui's OpenGL back end takes names of textures in this disguise
    ImGui::GetIO().Fonts->SetTexID(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture_)));
    const bool nearly_full = filled_ * 8 > height_ * 7;
    if (!ran_out_ && !nearly_full) return;
    if (height_ * 2 <= largest_) {
        grow(height_ * 2);
    } else if (ran_out_) {
        start_over();
    }
    ran_out_ = false;
}

void UiFonts::upload() {
    if (touched_from_ == touched_to_) return;
    glBindTexture(GL_TEXTURE_2D, texture_);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, touched_from_, texture_width, touched_to_ - touched_from_, GL_RED, GL_UNSIGNED_BYTE,
                    pixels_.data() + std::ptrdiff_t{touched_from_} * texture_width);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    touched_from_ = touched_to_ = 0;
}

}  // namespace poslab
