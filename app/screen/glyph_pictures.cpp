#include "app/screen/glyph_pictures.hpp"

#include "app/paint/font_errors.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <imgui.h>

#include <array>
#include <cmath>
#include <optional>

namespace poslab {

namespace {

std::vector<unsigned char> default_font_file() {
    ImFontAtlas atlas;
    atlas.AddFontDefault();
#if IMGUI_VERSION_NUM >= 19200
    const ImFontConfig& config = atlas.Sources[0];
#else
    const ImFontConfig& config = atlas.ConfigData[0];
#endif
    const auto* bytes = static_cast<const unsigned char*>(config.FontData);
    return {bytes, bytes + config.FontDataSize};
}

}  // namespace

/// Separate faces, because another thread may use FontLibrary's at another size.
struct GlyphPictures::Faces {
    Faces(const FontLibrary& fonts, const std::vector<unsigned char>& default_file)
        : library(fonts), default_font(default_file) {
        if (!has_worked(FT_Init_FreeType(&freetype))) freetype = nullptr;
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
        if (freetype == nullptr) return *(slot = nullptr);
        FT_Face opened = nullptr;
        if (which == fallback) {
            const auto size = static_cast<FT_Long>(default_font.size());
            if (!has_worked(FT_New_Memory_Face(freetype, default_font.data(), size, 0, &opened)))
                opened = nullptr;
        } else {
            const FaceFile file = library.file(static_cast<Face>(which));
            if (file.path.empty() ||
                !has_opened(FT_New_Face(freetype, file.path.c_str(), file.index, &opened), file.path))
                opened = nullptr;
        }
        return *(slot = opened);
    }

    /// Rasterises the glyph into face->glyph and returns the face; null on failure.
    FT_Face draw(const Glyph& glyph, char32_t code_point, float size) {
        const bool own = glyph.is_drawable && face(static_cast<std::size_t>(glyph.face)) != nullptr;
        FT_Face from = face(own ? static_cast<std::size_t>(glyph.face) : fallback);
        if (from == nullptr) return nullptr;
        const FT_UInt index = own ? glyph.index : FT_Get_Char_Index(from, code_point);
        const auto height = static_cast<FT_F26Dot6>(std::lround(size * 64.0F));
        if (!has_worked(FT_Set_Char_Size(from, 0, height, 72 * oversampling, 72))) return nullptr;
        // "Light" hinting moves outlines only vertically: crisp baselines, unhinted widths.
        if (!has_worked(
                FT_Load_Glyph(from, index, FT_LOAD_RENDER | FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP)))
            return nullptr;
        return from->glyph->bitmap.pixel_mode == FT_PIXEL_MODE_GRAY ? from : nullptr;
    }

    static constexpr std::size_t fallback = face_count;
    const FontLibrary& library;
    const std::vector<unsigned char>& default_font;
    FT_Library freetype = nullptr;
    std::array<std::optional<FT_Face>, face_count + 1> faces;
};

GlyphPictures::GlyphPictures(const FontLibrary& library)
    : library_(library),
      default_font_(default_font_file()),
      faces_(std::make_unique<Faces>(library, default_font_)) {}

GlyphPictures::~GlyphPictures() = default;

GlyphPicture GlyphPictures::draw(Font font, char32_t code_point, float size) {
    const Glyph glyph = library_.resolve(font, code_point);
    GlyphPicture picture;
    picture.advance = static_cast<float>(glyph.advance) * size;
    FT_Face loaded = faces_->draw(glyph, code_point, size);
    if (loaded == nullptr) return picture;
    const FT_Bitmap& bitmap = loaded->glyph->bitmap;
    if (bitmap.width == 0 || bitmap.rows == 0) return picture;
    picture.columns = static_cast<int>(bitmap.width);
    picture.rows = static_cast<int>(bitmap.rows);
    picture.left = static_cast<float>(loaded->glyph->bitmap_left) / oversampling;
    picture.top = static_cast<float>(loaded->glyph->bitmap_top);
    picture.coverage.reserve(std::size_t{bitmap.width} * bitmap.rows);
    for (int row = 0; row < picture.rows; ++row) {
        const unsigned char* const from = bitmap.buffer + std::ptrdiff_t{row} * bitmap.pitch;
        picture.coverage.insert(picture.coverage.end(), from, from + picture.columns);
    }
    return picture;
}

}  // namespace poslab
