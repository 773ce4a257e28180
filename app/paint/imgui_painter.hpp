#pragma once

#include "app/paint/heat_map_textures.hpp"
#include "core/figure/draw_list.hpp"

#include <deque>

struct ImDrawCmd;
struct ImDrawList;

namespace poslab {

class UiFonts;

struct PaintPlace {
    double x = 0, y = 0;          // framebuffer pixels, where the figure's origin comes to lie
    double scale = 1;             // framebuffer pixels per CSS pixel
    double opacity = 1;           // of everything
    double heat_map_opacity = 1;  // of heat maps alone, e.g. stale ones
};

/// Paints DrawLists with Dear ImGui and a shader for heat maps. Dear ImGui's unit must be the framebuffer pixel.
/// Needs a current OpenGL 3.3 context for all its life.
class ImGuiPainter {
  public:
    explicit ImGuiPainter(UiFonts& fonts);
    ImGuiPainter(const ImGuiPainter&) = delete;
    ImGuiPainter& operator=(const ImGuiPainter&) = delete;

    /// Before each frame; what was painted into the last one may no longer be rendered.
    void begin_frame();
    void paint(const DrawList& figure, ImDrawList& onto, const PaintPlace& place);

    [[nodiscard]] const HeatMapTextures& textures() const { return textures_; }

  private:
    /// What the callback needs during rendering.
    struct TileDraw {
        const HeatMapProgram* program = nullptr;
        HeatMapTile tile;
    };
    class Painting;

    void paint_heat_map(const HeatMap& map, ImDrawList& onto, const PaintPlace& place);
    [[nodiscard]] HeatMapTile look_of(const HeatMap& map, const PaintPlace& place);
    static void render_tile(const ImDrawList* list, const ImDrawCmd* command);

    UiFonts& fonts_;
    HeatMapTextures textures_;
    HeatMapProgram program_;
    std::deque<TileDraw> tiles_;  // addresses stay while it grows
};

}  // namespace poslab
