#pragma once

#include "app/paint/fonts.hpp"
#include "core/figure/text_metrics.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct ImFont;

namespace poslab {

/// Dear ImGui fonts at exact sizes, from the very glyphs that FontLibrary resolves. Glyphs are drawn into one texture
/// when first needed and can be used at once, in the same frame: no atlas is ever built anew, and pointers stay valid.
/// An ImFont's FontSize is its em; its lines are laid so that baseline = middle + 0.363 * size (look.md).
///
/// Needs the Dear ImGui context and a current OpenGL context for all its life; one thread.
class UiFonts {
  public:
    explicit UiFonts(const FontLibrary& library);
    ~UiFonts();
    UiFonts(const UiFonts&) = delete;
    UiFonts& operator=(const UiFonts&) = delete;

    /// `pixels` of the framebuffer, i.e. size * Platform::scale(). Has ASCII, the program's symbols, and what `need` named.
    [[nodiscard]] ImFont* font(Font face, float pixels);
    /// The same, and sure to have the characters of `text`. Prefer this one: only the fonts that show a character get it.
    [[nodiscard]] ImFont* font_for(std::string_view text, Font face, float pixels);
    /// The text as Dear ImGui can draw it: what no font has stands as its code; a character beyond the 16 bits that Dear ImGui
    /// may be limited to gets one of the private ones.
    [[nodiscard]] std::string encoded(std::string_view text, Font face);
    /// Gives these characters to all fonts, present and future: for text that Dear ImGui draws itself (input fields).
    void need(std::string_view text);

    /// Before NewFrame: makes room if the texture ran out of it.
    void begin_frame();
    /// Before rendering: sends new glyphs to the texture.
    void upload();
    /// True if glyphs are missing from the present frame; another frame will have them.
    [[nodiscard]] bool ran_out() const { return ran_out_; }

    [[nodiscard]] std::uint64_t baked_glyphs() const { return baked_glyphs_; }

  private:
    struct Faces;  // FreeType
    struct Shelf {
        int top = 0, height = 0, used = 0;
    };
    struct Spot {
        int x = 0, y = 0;
        bool found = false;
    };
    using Key = std::pair<Font, int>;  // size in eighths of a pixel

    [[nodiscard]] char32_t private_code(char32_t c);
    ImFont* create(const Key& key);
    [[nodiscard]] std::string common_text() const;
    /// False if there was no room for all of them.
    bool add(ImFont& font, Font face, std::string_view text);
    void add_common(const Key& key);
    bool bake(ImFont& font, Font face, char32_t code_point);
    [[nodiscard]] Spot place(int width, int height);
    void copy(const Spot& spot, const unsigned char* pixels, int pitch, int width, int height);
    void touch(int from_row, int to_row);
    void allocate(int height);
    void grow(int height);
    void start_over();
    void paint_white_pixel();

    const FontLibrary& library_;
    std::unique_ptr<Faces> faces_;
    std::map<Key, ImFont*> fonts_;
    std::set<Key> incomplete_;      // there was no room for all of their common glyphs
    std::set<char32_t> asked_;      // by need()
    std::vector<char32_t> beyond_;  // characters that stand at private code points, in order
    std::vector<unsigned char> pixels_;
    std::vector<Shelf> shelves_;
    int height_ = 0, largest_ = 0, filled_ = 0;
    int touched_from_ = 0, touched_to_ = 0;  // rows
    unsigned texture_ = 0;
    bool ran_out_ = false;
    std::uint64_t baked_glyphs_ = 0;
};

}  // namespace poslab
