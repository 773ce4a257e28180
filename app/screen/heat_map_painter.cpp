#include "app/screen/heat_map_painter.hpp"

#include "core/figure/heat_map_raster.hpp"

#include <epoxy/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

/// One axis of a heat map, in framebuffer pixels. Coordinates far outside the view need double; the shader
/// gets only those near it.
struct Along {
    double origin, cell, low, high;
    std::int64_t cells, side;

    struct Part {
        float from, to, start;
        int first, last;
    };

    [[nodiscard]] std::int64_t begin() const { return limited(std::floor((low - origin) / cell) - 1); }
    [[nodiscard]] std::int64_t end() const { return limited(std::ceil((high - origin) / cell) + 1); }

    /// The visible part of a tile.
    [[nodiscard]] Part part(std::int64_t tile) const {
        const std::int64_t first = std::max(begin(), tile * side), past = std::min(end(), (tile + 1) * side);
        return {static_cast<float>(std::max(edge(first), std::floor(low))),
                static_cast<float>(std::min(edge(past), std::ceil(high))),
                static_cast<float>(origin + static_cast<double>(first) * cell),
                static_cast<int>(first - tile * side), static_cast<int>(past - 1 - tile * side)};
    }

  private:
    /// The first pixel whose centre lies in this cell; both tiles at a border get the same number.
    [[nodiscard]] double edge(std::int64_t index) const {
        return std::ceil(origin + static_cast<double>(index) * cell - 0.5);
    }
    [[nodiscard]] std::int64_t limited(double index) const {
        return static_cast<std::int64_t>(std::clamp(index, 0.0, static_cast<double>(cells)));
    }
};

}  // namespace

void HeatMapPainter::begin_frame() {
    tiles_.clear();
    textures_.begin_frame();
}

void HeatMapPainter::paint(const HeatMap& map, ImDrawList& onto, const PaintTransform& transform) {
    if (!is_drawable(map) || !(transform.scale > 0)) return;
    const ImVec2 low = onto.GetClipRectMin(), high = onto.GetClipRectMax();
    const double width = static_cast<double>(map.width), height = static_cast<double>(map.height),
                 s = transform.scale;
    const std::int64_t side = textures_.tile_side();
    const Along across{
        transform.x + map.rect.x * s, map.rect.width * s / width, low.x, high.x, map.width, side};
    const Along down{
        transform.y + map.rect.y * s, map.rect.height * s / height, low.y, high.y, map.height, side};

    HeatMapTile draw = look_of(map, transform);
    draw.cell_size = {static_cast<float>(across.cell), static_cast<float>(down.cell)};
    const std::size_t before = tiles_.size();
    for (std::int64_t row = down.begin() / side; row * side < down.end(); ++row) {
        const Along::Part y = down.part(row);
        for (std::int64_t column = across.begin() / side; column * side < across.end(); ++column) {
            const Along::Part x = across.part(column);
            if (!(x.from < x.to && y.from < y.to)) continue;
            draw.values = textures_.tile(map.values, map.height, map.width, row, column);
            draw.quad = {x.from, y.from, x.to, y.to};
            draw.start = {x.start, y.start};
            draw.first_cell = {x.first, y.first};
            draw.last_cell = {x.last, y.last};
            tiles_.push_back({&program_, draw});
            onto.AddCallback(render_tile, &tiles_.back());
        }
    }
    if (tiles_.size() > before) onto.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

HeatMapTile HeatMapPainter::look_of(const HeatMap& map, const PaintTransform& transform) {
    HeatMapTile draw;
    draw.colors = textures_.colors(map.scale.map, map.scale.proof);
    draw.origin = {static_cast<float>(transform.x), static_cast<float>(transform.y)};
    draw.scale = map.scale;
    draw.hatch_above = static_cast<float>(std::min(map.hatch_above, 3e38));
    const double gap = map.gap * transform.scale;
    draw.gap = gap < 0.75 ? 0.0F : static_cast<float>(gap);  // else a small preview would show only some gaps
    draw.pixels = static_cast<float>(transform.scale);
    draw.opacity = static_cast<float>(std::clamp(transform.opacity * transform.heat_map_opacity, 0.0, 1.0));
    draw.cell_marks = has_cell_marks(map);
    draw.nan_fill = map.nan_fill;
    draw.nan_mark = map.nan_mark;
    return draw;
}

void HeatMapPainter::render_tile(const ImDrawList*, const ImDrawCmd* command) {
    const auto& draw = *static_cast<const TileDraw*>(command->UserCallbackData);
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const ImVec4& clip = command->ClipRect;
    if (clip.z <= clip.x || clip.w <= clip.y) return;
    glScissor(static_cast<int>(clip.x), static_cast<int>(size.y - clip.w), static_cast<int>(clip.z - clip.x),
              static_cast<int>(clip.w - clip.y));
    draw.program->draw(draw.tile, {size.x, size.y});
}

}  // namespace poslab
