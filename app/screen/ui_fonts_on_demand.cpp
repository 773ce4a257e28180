// Fonts of Dear ImGui 1.92 and later, which asks its font loader for each glyph when it is drawn.

#include "app/screen/ui_fonts.hpp"

#include "core/base/utf8.hpp"

#if IMGUI_VERSION_NUM >= 19200
#include <imgui_internal.h>

namespace poslab {

namespace {

ImFontAtlas& atlas() { return *ImGui::GetIO().Fonts; }

}  // namespace

/// Loads glyphs for Dear ImGui: ImFontAtlas::UserData is the UiFonts, ImFontConfig::FontNo the face.
struct GlyphLoader {
    static bool contains(ImFontAtlas* /*atlas*/, ImFontConfig* /*source*/, ImWchar c) {
        return !is_control(c);
    }

    static bool begin(ImFontAtlas* /*atlas*/, ImFontConfig* /*source*/, ImFontBaked* baked, void* /*data*/) {
        baked->Ascent = UiFonts::baseline_of(baked->Size);
        baked->Descent = baked->Ascent - baked->Size;
        return true;
    }

    /// Fills in the glyph, or only its `advance` if that is requested.
    static bool load(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* /*data*/, ImWchar c,
                     ImFontGlyph* glyph, float* advance) {
        auto& fonts = *static_cast<UiFonts*>(atlas->UserData);
        if (is_control(c)) return false;
        const GlyphPicture picture =
            fonts.pictures_.draw(static_cast<Font>(source->FontNo), fonts.meant_by(c), baked->Size);
        ++fonts.baked_glyphs_;
        if (advance != nullptr) {
            *advance = picture.advance;
            return true;
        }
        glyph->Codepoint = c;
        glyph->AdvanceX = picture.advance;
        if (picture.coverage.empty() || picture.columns >= fonts.texture_side_) return true;
        glyph->PackId = ImFontAtlasPackAddRect(atlas, picture.columns, picture.rows);
        if (glyph->PackId == ImFontAtlasRectId_Invalid) return true;  // the texture is full
        glyph->X0 = picture.left;
        glyph->Y0 = baked->Ascent - picture.top;
        glyph->X1 = glyph->X0 + static_cast<float>(picture.columns) / GlyphPictures::oversampling;
        glyph->Y1 = glyph->Y0 + static_cast<float>(picture.rows);
        glyph->Visible = 1;
        ImTextureRect* const place = ImFontAtlasPackGetRect(atlas, glyph->PackId);
        ImFontAtlasBakedSetFontGlyphBitmap(atlas, baked, source, glyph, place, picture.coverage.data(),
                                           ImTextureFormat_Alpha8, picture.columns);
        return true;
    }

    static const ImFontLoader& functions() {
        static const ImFontLoader loader = [] {
            ImFontLoader made;
            made.Name = "PosLab";
            made.FontSrcContainsGlyph = contains;
            made.FontBakedInit = begin;
            made.FontBakedLoadGlyph = load;
            return made;
        }();
        return loader;
    }
};

void UiFonts::begin_atlas() {
    atlas().Flags |= ImFontAtlasFlags_NoBakedLines | ImFontAtlasFlags_NoMouseCursors;
    atlas().TexMinWidth = min_width;
    atlas().TexMaxWidth = atlas().TexMaxHeight = texture_side_;
    atlas().UserData = this;
    (void)font(Font::regular, 13);  // Fonts[0] is Dear ImGui's default
}

ImFont* UiFonts::font_for(std::string_view /*text*/, Font face, float pixels) {
    const Key key = key_of(face, pixels);
    ImFont*& found = fonts_[key];
    if (found == nullptr) {
        ImFontConfig config;
        config.SizePixels = pixels_of(key);
        config.FontNo = static_cast<ImU32>(face);
        config.FontLoader = &GlyphLoader::functions();
        config.EllipsisChar = 0x2026;
        found = atlas().AddFont(&config);
    }
    return found;
}

void UiFonts::need(std::string_view /*text*/) {}
bool UiFonts::begin_frame() { return false; }
bool UiFonts::ran_out() const { return false; }

}  // namespace poslab

#endif
