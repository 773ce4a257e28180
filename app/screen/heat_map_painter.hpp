#pragma once

#include "app/screen/heat_map_textures.hpp"
#include "app/screen/paint_place.hpp"
#include "core/figure/draw_list.hpp"

#include <deque>

struct ImDrawCmd;
struct ImDrawList;

namespace poslab {

/// Paints heat maps with a shader run by Dear ImGui's draw callbacks. Requires a current OpenGL 3.3 context
/// for its lifetime.
class HeatMapPainter {
  public:
    HeatMapPainter() = default;
    HeatMapPainter(const HeatMapPainter&) = delete;
    HeatMapPainter& operator=(const HeatMapPainter&) = delete;

    /// Call before each frame; the draw lists of the last one become invalid.
    void begin_frame();
    void paint(const HeatMap& map, ImDrawList& onto, const PaintTransform& transform);

    [[nodiscard]] const HeatMapTextures& textures() const { return textures_; }

  private:
    /// The callback's data during rendering.
    struct TileDraw {
        const HeatMapProgram* program = nullptr;
        HeatMapTile tile;
    };

    [[nodiscard]] HeatMapTile look_of(const HeatMap& map, const PaintTransform& transform);
    static void render_tile(const ImDrawList* list, const ImDrawCmd* command);

    HeatMapTextures textures_;
    HeatMapProgram program_;
    std::deque<TileDraw> tiles_;  // stable addresses while it grows
};

}  // namespace poslab
