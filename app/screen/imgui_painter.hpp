#pragma once

#include "app/screen/paint_place.hpp"
#include "core/figure/draw_list.hpp"

#include <functional>

struct ImDrawList;

namespace poslab {

class HeatMapPainter;
class UiFonts;

/// Paints DrawLists with Dear ImGui, whose unit must be the framebuffer pixel. Needs Dear ImGui's context for all its life.
class ImGuiPainter {
  public:
    /// Heat maps are painted by `heat_maps`, which needs OpenGL; not at all if it is null.
    explicit ImGuiPainter(UiFonts& fonts, HeatMapPainter* heat_maps = nullptr);
    ImGuiPainter(const ImGuiPainter&) = delete;
    ImGuiPainter& operator=(const ImGuiPainter&) = delete;

    /// Before each frame; what was painted into the last one may no longer be rendered.
    void begin_frame();
    /// Clip rectangles that the list leaves open end with it.
    void paint(const DrawList& figure, ImDrawList& onto, const PaintPlace& place);
    /// One command; who pushes a clip rectangle must pop it.
    void paint(const DrawCommand& command, ImDrawList& onto, const PaintPlace& place);

    /// Called for each text that is painted, if set: its box from the baseline to the top of its capitals, and what it is
    /// clipped to, both in framebuffer pixels.
    std::function<void(const TextRun& text, const Rect& pixels, const Rect& clip, ImDrawList& onto)> on_text;

  private:
    class Painting;

    UiFonts& fonts_;
    HeatMapPainter* heat_maps_;
};

}  // namespace poslab
