#include "app/screen/ui_fonts.hpp"

#include "app/screen/imgui_painter.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>
#include <functional>

// The atlas that PosLab builds itself, before Dear ImGui 1.92.
#if IMGUI_VERSION_NUM < 19200

namespace poslab {
namespace {

/// Dear ImGui without a renderer.
class UiFontsTest : public testing::Test {
  protected:
    UiFontsTest() : context_(ImGui::CreateContext()) {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {640, 480};
    }
    ~UiFontsTest() override { ImGui::DestroyContext(context_); }

    /// Returns true if the atlas was rebuilt before the frame.
    static bool frame(UiFonts& fonts, const std::function<void()>& draw) {
        const bool anew = fonts.begin_frame();
        ImGui::GetIO().DeltaTime = 1.0F / 60;
        ImGui::NewFrame();
        draw();
        ImGui::Render();
        return anew;
    }

    static const ImFontGlyph* glyph(const ImFont* font, char32_t c) {
        return font->FindGlyphNoFallback(static_cast<ImWchar>(c));
    }

    FontLibrary library_;

  private:
    ImGuiContext* context_;
};

TEST_F(UiFontsTest, AFontStandsInForANewOneUntilTheNextFrame) {
    UiFonts fonts(library_);
    ImFont *first = nullptr, *second = nullptr;
    EXPECT_FALSE(frame(fonts, [&] {
        first = fonts.font(Font::mono, 17.3F);
        ImGui::GetBackgroundDrawList()->AddText(first, first->FontSize, {10, 10}, IM_COL32_BLACK, "at once");
        EXPECT_TRUE(fonts.ran_out());
    }));
    EXPECT_EQ(first, fonts.font(Font::regular, 13));
    EXPECT_TRUE(frame(fonts, [&] { second = fonts.font(Font::mono, 17.3F); }));
    EXPECT_FALSE(fonts.ran_out());
    EXPECT_EQ(second->FontSize, 17.25F);
    EXPECT_FLOAT_EQ(second->GetCharAdvance('m'),
                    static_cast<float>(library_.resolve(Font::mono, 'm').advance) * 17.25F);
    EXPECT_FALSE(frame(fonts, [&] { EXPECT_EQ(fonts.font(Font::mono, 17.3F), second); }));
    ImFont* near = nullptr;
    frame(fonts, [&] { near = fonts.font(Font::mono, 30); });
    EXPECT_EQ(near, second);
}

TEST_F(UiFontsTest, ANewCharacterComesWithTheNextFrameAndPointersStay) {
    UiFonts fonts(library_);
    ImFont* const font = fonts.font(Font::regular, 13);
    EXPECT_NE(glyph(font, 'A'), nullptr);
    EXPECT_NE(glyph(font, U'≤'), nullptr);
    frame(fonts, [&] {
        const std::string text = fonts.encoded("中😀", Font::regular);
        EXPECT_EQ(fonts.font_for(text, Font::regular, 13), font);
        ImGui::GetBackgroundDrawList()->AddText(font, 13, {10, 10}, IM_COL32_BLACK, text.c_str());
    });
    EXPECT_EQ(glyph(font, U'中'), nullptr);
    EXPECT_TRUE(frame(fonts, [&] { EXPECT_EQ(fonts.font_for("中", Font::regular, 13), font); }));
    ASSERT_NE(glyph(font, U'中'), nullptr);
    EXPECT_EQ(font->FontSize, 13);
    EXPECT_EQ(font->EllipsisChar, 0x2026);
    EXPECT_EQ(font->FallbackChar, U'?') << "U+FFFD would cost each font a table of 65,000 entries";
    EXPECT_FALSE(fonts.ran_out());
}

TEST_F(UiFontsTest, GivesNeededCharactersToAllFonts) {
    UiFonts fonts(library_);
    frame(fonts, [&] { static_cast<void>(fonts.font(Font::mono, 12)); });
    frame(fonts, [&] { fonts.need("文"); });
    frame(fonts, [&] { static_cast<void>(fonts.font(Font::semibold, 20)); });
    frame(fonts, [] {});
    EXPECT_NE(glyph(fonts.font(Font::regular, 13), U'文'), nullptr);
    EXPECT_NE(glyph(fonts.font(Font::mono, 12), U'文'), nullptr);
    EXPECT_NE(glyph(fonts.font(Font::semibold, 20), U'文'), nullptr);
}

TEST_F(UiFontsTest, TheAtlasHoldsThePicturesOfFreeType) {
    UiFonts fonts(library_);
    GlyphPictures pictures(library_);
    constexpr float size = 15.125F;
    frame(fonts, [&] { static_cast<void>(fonts.font_for("中", Font::regular, size)); });
    static_cast<void>(fonts.begin_frame());
    const ImFont* const font = fonts.font(Font::regular, size);
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    for (const char32_t c : U"Ag…中") {
        if (c == 0) continue;
        const GlyphPicture picture = pictures.draw(Font::regular, c, size);
        const ImFontGlyph* const made = glyph(font, c);
        ASSERT_NE(made, nullptr);
        EXPECT_FLOAT_EQ(made->X0, picture.left);
        EXPECT_FLOAT_EQ(made->X1 - made->X0,
                        static_cast<float>(picture.columns) / GlyphPictures::oversampling);
        EXPECT_FLOAT_EQ(made->Y0, std::round(size * 0.863F) - picture.top);
        EXPECT_FLOAT_EQ(made->AdvanceX, picture.advance);
        const auto x = std::lround(made->U0 * static_cast<float>(atlas.TexWidth));
        const auto y = std::lround(made->V0 * static_cast<float>(atlas.TexHeight));
        EXPECT_EQ(std::lround(made->U1 * static_cast<float>(atlas.TexWidth)) - x, picture.columns);
        for (int row = 0; row <= picture.rows; ++row) {
            for (int column = 0; column <= picture.columns; ++column) {
                const bool gap = row == picture.rows || column == picture.columns;
                const auto at = static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.columns) +
                                static_cast<std::size_t>(column);
                ASSERT_EQ(atlas.TexPixelsAlpha8[(y + row) * atlas.TexWidth + x + column],
                          gap ? 0 : picture.coverage[at]);
            }
        }
    }
}

TEST_F(UiFontsTest, AFullAtlasKeepsWhatIsAskedForFromThenOn) {
    UiFonts fonts(library_, 1024);
    ImFont* const before = fonts.font(Font::regular, 13);
    for (int size = 20; size < 60; ++size) {
        const auto ask = [&] { static_cast<void>(fonts.font(Font::regular, static_cast<float>(size))); };
        frame(fonts, ask);
        for (int more = 0; more < 3 && fonts.ran_out(); ++more) frame(fonts, ask);
        EXPECT_FALSE(fonts.ran_out());
        const ImFont* const made = fonts.font(Font::regular, static_cast<float>(size));
        EXPECT_EQ(made->FontSize, static_cast<float>(size));
        EXPECT_NE(glyph(made, 'A'), nullptr) << size;
        EXPECT_LE(ImGui::GetIO().Fonts->TexHeight, 1024);
    }
    EXPECT_EQ(before, ImGui::GetIO().Fonts->Fonts[0]);
    EXPECT_EQ(before->FontSize, 13);
}

TEST_F(UiFontsTest, MoreThanTheAtlasHoldsDoesNotAskForFramesWithoutEnd) {
    UiFonts fonts(library_, 1024);
    const auto ask = [&] {
        for (int size = 20; size < 60; ++size) {
            ImFont* const font = fonts.font_for("中文", Font::regular, static_cast<float>(size));
            ImGui::GetBackgroundDrawList()->AddText(font, font->FontSize, {10, 10}, IM_COL32_BLACK,
                                                    "as far as it goes 中文");
        }
    };
    int frames = 0;
    do frame(fonts, ask);
    while (fonts.ran_out() && ++frames < 10);
    EXPECT_LT(frames, 10);
    const auto little = [&] { static_cast<void>(fonts.font(Font::mono, 21)); };
    do frame(fonts, little);
    while (fonts.ran_out() && ++frames < 20);
    EXPECT_NE(glyph(fonts.font(Font::mono, 21), 'A'), nullptr);
}

TEST_F(UiFontsTest, PaintsWithoutOpenGlAndTellsOfTexts) {
    UiFonts fonts(library_);
    ImGuiPainter painter(fonts);
    std::vector<std::pair<Rect, Rect>> seen;
    painter.on_text = [&seen](const TextRun&, const Rect& pixels, const Rect& clip, ImDrawList&) {
        seen.emplace_back(pixels, clip);
    };
    const TextRun text{"right", {100, 50}, Font::regular, 10, rgb(0), Align::right};
    const auto paint = [&] {
        ImDrawList& onto = *ImGui::GetBackgroundDrawList();
        const PaintTransform transform{.x = 5, .y = 7, .scale = 2};
        painter.begin_frame();
        painter.paint(DrawCommand(PushClip{{10, 10, 200, 100}}), onto, transform);
        painter.paint(DrawCommand(text), onto, transform);
        painter.paint(DrawCommand(PopClip{}), onto, transform);
        DrawList figure;
        figure.commands = {PopClip{}, PushClip{{0, 0, 50, 50}}, HeatMap{}, text};
        painter.paint(figure, onto, transform);
        painter.paint(DrawCommand(text), onto, transform);
    };
    frame(fonts, paint);
    seen.clear();
    frame(fonts, paint);
    ASSERT_EQ(seen.size(), 3U);
    const double width = FontMetrics(library_).width("right", Font::regular, 20);
    EXPECT_NEAR(seen[0].first.x, 5 + 200 - width, 0.5);
    EXPECT_NEAR(seen[0].first.width, width, 0.01);
    EXPECT_DOUBLE_EQ(seen[0].first.bottom(), 7 + 100);
    EXPECT_DOUBLE_EQ(seen[0].first.height, 0.72 * 20);
    EXPECT_EQ(seen[0].second, (Rect{25, 27, 400, 200}));
    EXPECT_EQ(seen[1].second, (Rect{5, 7, 100, 100}));
    EXPECT_EQ(seen[2].second, (Rect{0, 0, 640, 480}));
}

}  // namespace
}  // namespace poslab

#endif
