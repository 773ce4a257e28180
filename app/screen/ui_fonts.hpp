#pragma once

#include "app/paint/fonts.hpp"
#include "app/screen/glyph_pictures.hpp"
#include "core/figure/text_metrics.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct ImFont;

namespace poslab {

/// Dear ImGui fonts at exact sizes, from the very glyphs that FontLibrary resolves, in Dear ImGui's own atlas. (Its FreeType
/// builder is not for it: it knows whole sizes only, takes them as heights of a line and rounds advances up.)
///
/// Whatever is asked for within a frame is there from the next `begin_frame` on, and `ran_out` says that it is not there
/// yet. Pointers stay valid as long as the context. An ImFont's FontSize is its em; its lines are laid so that
/// baseline = middle + 0.363 * size (look.md).
///
/// Needs the Dear ImGui context for all its life, but no renderer; one thread.
class UiFonts {
  public:
    /// The atlas becomes no larger than `texture_side` each way.
    explicit UiFonts(const FontLibrary& library, int texture_side = 4096);
    UiFonts(const UiFonts&) = delete;
    UiFonts& operator=(const UiFonts&) = delete;

    /// `pixels` of the framebuffer, i.e. size * Platform::scale(). Has ASCII, the program's symbols, and what `need` named.
    /// In the frame of the first call, another size or face stands in for it.
    [[nodiscard]] ImFont* font(Font face, float pixels);
    /// The same, and it gets the characters of `text`. Prefer this one: only the fonts that show a character get it.
    [[nodiscard]] ImFont* font_for(std::string_view text, Font face, float pixels);
    /// The text as Dear ImGui can draw it: what no font has stands as its code; a character beyond the 16 bits that Dear ImGui
    /// may be limited to gets one of the private ones.
    [[nodiscard]] std::string encoded(std::string_view text, Font face);
    /// Gives these characters to all fonts, present and future: for text that Dear ImGui draws itself (input fields).
    void need(std::string_view text);

    /// Before NewFrame. True if the atlas was built anew: the renderer's texture is out of date.
    [[nodiscard]] bool begin_frame();
    /// True if the present frame lacks glyphs that another one will have.
    [[nodiscard]] bool ran_out() const { return pending_ || can_start_over(); }

    [[nodiscard]] std::uint64_t baked_glyphs() const { return baked_glyphs_; }

  private:
    using Key = std::pair<Font, int>;  // size in eighths of a pixel
    struct Entry {
        ImFont* font = nullptr;  // from the next build on
        std::map<char32_t, GlyphPicture> glyphs;
        bool common = false;      // has the common ones
        std::uint64_t asked = 0;  // in this frame last
    };

    [[nodiscard]] char32_t private_code(char32_t c);
    [[nodiscard]] char32_t meant_by(char32_t c) const;
    [[nodiscard]] ImFont* stand_in(const Key& key) const;
    [[nodiscard]] std::string common_text() const;
    /// False if there was no room for all of them.
    bool add(const Key& key, Entry& to, std::string_view text);
    [[nodiscard]] bool can_start_over() const;
    [[nodiscard]] std::int64_t room() const;
    void forget(Entry& entry);
    void build();
    void create(const Key& key, Entry& entry);
    void pack();
    [[nodiscard]] static int fill(const Entry& entry, int rect);

    GlyphPictures pictures_;
    const FontLibrary& library_;
    int texture_side_;
    std::map<Key, Entry> entries_;
    std::set<char32_t> asked_;      // by need()
    std::vector<char32_t> beyond_;  // characters that stand at private code points, in order
    std::int64_t area_ = 0;         // of all glyphs in the atlas
    bool pending_ = false;          // something awaits the next build
    bool refused_ = false;          // for lack of room
    bool started_over_ = false;     // for that reason; until a frame lacks nothing
    std::uint64_t frame_ = 0, baked_glyphs_ = 0;
};

}  // namespace poslab
