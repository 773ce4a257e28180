#pragma once

#include "core/base/number_buffer.hpp"
#include "core/figure/color_scale.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace poslab {

/// One tile of one heat map, ready to draw; lengths in framebuffer pixels.
struct HeatMapTile {
    unsigned values = 0, colors = 0;               // textures
    std::array<float, 4> quad{};                   // left, top, right, bottom
    std::array<float, 2> start{};                  // the left and top edge of `first_cell`
    std::array<float, 2> cell_size{};              // including the gap
    std::array<int, 2> first_cell{}, last_cell{};  // column, row in the tile
    std::array<float, 2> origin{};                 // of the figure
    ColorScale scale;
    float hatch_above = 0, gap = 0, opacity = 1;
    float pixels = 1;  // per CSS pixel
    bool cell_marks = false;
    Color nan_fill, nan_mark;
};

/// The shader of shaders/heat_map.*. Requires a current OpenGL 3.3 context for its lifetime.
class HeatMapProgram {
  public:
    HeatMapProgram();
    ~HeatMapProgram();
    HeatMapProgram(const HeatMapProgram&) = delete;
    HeatMapProgram& operator=(const HeatMapProgram&) = delete;

    /// Draws a tile. Changes program, vertex array and textures; the caller sets scissor and blending.
    void draw(const HeatMapTile& tile, std::array<float, 2> framebuffer) const;

  private:
    unsigned id_ = 0, vertex_array_ = 0;
    struct Places {
        int framebuffer, quad, start, cell_size, first_cell, last_cell, kind, limits, hatch_above, gap,
            origin, hatch, nan_hatch, cell_marks, nan_fill, nan_mark, opacity;
    } at_{};
};

using CellValues = std::shared_ptr<const NumberBuffer>;

/// Textures of cell values and of colour maps. Requires a current OpenGL 3.3 context for its lifetime.
///
/// Each array is uploaded once, tile by tile, and only the requested tiles; arrays that were not used for
/// some frames, or that have no other owner, are dropped. Masked cells are `masked_code`, NaN and infinities
/// `nan_code` (GLSL's isnan is not reliable).
class HeatMapTextures {
  public:
    static constexpr float masked_code = -3e38F, nan_code = 3e38F, largest_value = 2.9e38F;

    HeatMapTextures();
    ~HeatMapTextures();
    HeatMapTextures(const HeatMapTextures&) = delete;
    HeatMapTextures& operator=(const HeatMapTextures&) = delete;

    /// Side of a tile in cells.
    [[nodiscard]] std::int64_t tile_side() const { return tile_side_; }

    /// Returns the texture of cells [row * side, (row + 1) * side) x [column * side, …) of a row-major height
    /// x width array.
    [[nodiscard]] unsigned tile(const CellValues& values, std::int64_t height, std::int64_t width,
                                std::int64_t row, std::int64_t column);
    [[nodiscard]] unsigned colors(ColorMap map, Proof proof);

    /// Counts frames; call once before each frame.
    void begin_frame();

    [[nodiscard]] std::uint64_t uploaded_tiles() const { return uploaded_tiles_; }

  private:
    struct Entry {
        std::weak_ptr<const NumberBuffer> values;
        const void* identity = nullptr;
        std::int64_t height = 0, width = 0;
        std::uint64_t used = 0;
        std::vector<unsigned> tiles;  // 0: not uploaded
    };

    [[nodiscard]] std::int64_t tiles_along(std::int64_t cells) const {
        return (cells + tile_side_ - 1) / tile_side_;
    }
    Entry& entry_of(const CellValues& values, std::int64_t height, std::int64_t width);
    [[nodiscard]] unsigned upload(const NumberBuffer& values, std::int64_t height, std::int64_t width,
                                  std::int64_t row, std::int64_t column);
    static void forget(Entry& entry);

    std::int64_t tile_side_ = 0;
    std::uint64_t frame_ = 0, uploaded_tiles_ = 0;
    std::vector<Entry> entries_;
    std::array<unsigned, color_map_count * proof_count> colors_{};
    std::vector<float> staging_;
};

}  // namespace poslab
