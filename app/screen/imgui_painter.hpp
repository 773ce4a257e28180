#pragma once

#include "app/screen/paint_place.hpp"
#include "core/figure/draw_list.hpp"

#include <functional>

struct ImDrawList;

namespace poslab {

class HeatMapPainter;
class UiFonts;

/// Paints DrawLists with Dear ImGui, whose unit must be the framebuffer pixel. Requires a Dear ImGui context
/// for its lifetime.
class ImGuiPainter {
  public:
    /// `heat_maps` paints heat maps and requires OpenGL; if it is null, they are omitted.
    explicit ImGuiPainter(UiFonts& fonts, HeatMapPainter* heat_maps = nullptr);
    ImGuiPainter(const ImGuiPainter&) = delete;
    ImGuiPainter& operator=(const ImGuiPainter&) = delete;

    /// Call before each frame; the draw lists of the last one become invalid.
    void begin_frame();
    /// Paints a draw list; clip rectangles that it leaves open end with it.
    void paint(const DrawList& figure, ImDrawList& onto, const PaintTransform& transform);
    /// Paints one command; each pushed clip rectangle must be popped.
    void paint(const DrawCommand& command, ImDrawList& onto, const PaintTransform& transform);

    /// Called for each painted text, if set: its box from the baseline to the top of the capitals, and its
    /// clip rectangle, both in framebuffer pixels.
    std::function<void(const TextRun& text, const Rect& pixels, const Rect& clip, ImDrawList& onto)> on_text;

  private:
    class Painting;

    UiFonts& fonts_;
    HeatMapPainter* heat_maps_;
};

}  // namespace poslab
