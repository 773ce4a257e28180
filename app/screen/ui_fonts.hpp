#pragma once

#include "app/paint/fonts.hpp"
#include "app/screen/glyph_pictures.hpp"
#include "core/figure/text_metrics.hpp"

#include <imgui.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// Dear ImGui fonts at exact sizes in Dear ImGui's atlas, from the same glyphs that FontLibrary resolves.
/// Dear ImGui's FreeType builder is unsuitable: it takes only whole sizes, as line heights, and rounds
/// advances up.
///
/// Before Dear ImGui 1.92, fonts and glyphs requested within a frame are available from the next
/// `begin_frame` on; `ran_out` reports that some are missing (ui_fonts_prebuilt.cpp). Since 1.92 Dear ImGui
/// asks for each glyph when it draws it (ui_fonts_on_demand.cpp). Pointers stay valid as long as the context.
/// Lines are placed so that baseline = middle + 0.363 * size.
///
/// Requires the Dear ImGui context for its lifetime, but no renderer. For one thread.
class UiFonts {
  public:
    /// The atlas is at most `texture_side` pixels wide and high.
    explicit UiFonts(const FontLibrary& library, int texture_side = 4096);
    UiFonts(const UiFonts&) = delete;
    UiFonts& operator=(const UiFonts&) = delete;

    /// Returns a font of `pixels` framebuffer pixels, i.e. size * Platform::scale(), with ASCII, the
    /// program's symbols and the characters of `need`. In the frame of the first call, another size or face
    /// substitutes it.
    [[nodiscard]] ImFont* font(Font face, float pixels);
    /// The same, also with the characters of `text`. Prefer this: only the fonts that show a character load
    /// it.
    [[nodiscard]] ImFont* font_for(std::string_view text, Font face, float pixels);
    /// Returns the text in a form that Dear ImGui can draw: a character that no font has becomes its code;
    /// one beyond the 16 bits to which Dear ImGui may be limited gets a private code point.
    [[nodiscard]] std::string encoded(std::string_view text, Font face);
    /// Adds these characters to all current and future fonts, for text that Dear ImGui draws itself (input
    /// fields).
    void need(std::string_view text);

    /// Call before NewFrame. Returns true if the atlas was rebuilt and the renderer's texture is out of date.
    [[nodiscard]] bool begin_frame();
    /// True if the current frame lacks glyphs that a later one will have.
    [[nodiscard]] bool ran_out() const;

    /// The font's em, and the distance from the top of a line to its baseline, in pixels.
    [[nodiscard]] static float size_of(const ImFont& font);
    [[nodiscard]] static float ascent_of(const ImFont& font);

    [[nodiscard]] std::uint64_t baked_glyphs() const { return baked_glyphs_; }

  private:
    static constexpr int min_width = 1024;  // of the atlas, in pixels
    using Key = std::pair<Font, int>;       // size in eighths of a pixel
    static constexpr int steps = 8;         // sizes per pixel

    /// Prepares the atlas and its default font.
    void begin_atlas();
    [[nodiscard]] static Key key_of(Font face, float pixels);
    [[nodiscard]] static float pixels_of(const Key& key);
    [[nodiscard]] static float baseline_of(float size);
    [[nodiscard]] static bool is_plain(std::string_view text);
    [[nodiscard]] char32_t private_code(char32_t c);
    [[nodiscard]] char32_t meant_by(char32_t c) const;

    GlyphPictures pictures_;
    const FontLibrary& library_;
    int texture_side_;
    std::vector<char32_t> beyond_;  // characters at private code points, in order
    std::uint64_t baked_glyphs_ = 0;

#if IMGUI_VERSION_NUM >= 19200
    friend struct GlyphLoader;

    std::map<Key, ImFont*> fonts_;
#else
    struct Entry {
        ImFont* font = nullptr;  // available from the next build on
        std::map<char32_t, GlyphPicture> glyphs;
        bool common = false;             // has the common characters
        std::uint64_t last_request = 0;  // frame of the last request
    };

    [[nodiscard]] ImFont* stand_in(const Key& key) const;
    [[nodiscard]] std::string common_text() const;
    /// Returns false if not all characters fit.
    bool add(const Key& key, Entry& to, std::string_view text);
    [[nodiscard]] bool can_start_over() const;
    [[nodiscard]] std::int64_t room() const;
    void forget(Entry& entry);
    void build();
    void create(const Key& key, Entry& entry);
    void pack();
    [[nodiscard]] static int fill(const Key& key, const Entry& entry, int rect);

    std::map<Key, Entry> entries_;
    std::set<char32_t> requested_;  // requested by need()
    std::int64_t area_ = 0;         // total area of the atlas's glyphs
    bool pending_ = false;          // the next build has something to do
    bool refused_ = false;          // the atlas was full
    bool started_over_ = false;     // dropped all glyphs; until a frame lacks none
    std::uint64_t frame_ = 0;
#endif
};

}  // namespace poslab
