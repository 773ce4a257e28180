#pragma once

#include "app/screen/imgui_painter.hpp"
#include "app/screen/ui_fonts.hpp"

#include <functional>
#include <string>

struct ImGuiContext;

namespace poslab {

class HeatMapPainter;

/// A clipboard for text.
struct Clipboard {
    std::function<std::string()> read;
    std::function<void(const std::string&)> write;
};

/// A Dear ImGui context with PosLab's fonts, painter and keys, which becomes the current one. It also works
/// without a back end, for windows that are never shown. Heat maps need `heat_maps`; the glyph atlas is at
/// most `texture_side` pixels wide and high.
class GuiContext {
  public:
    GuiContext(const FontLibrary& fonts, Clipboard clipboard, HeatMapPainter* heat_maps = nullptr,
               int texture_side = 4096);
    ~GuiContext();
    GuiContext(const GuiContext&) = delete;
    GuiContext& operator=(const GuiContext&) = delete;

    [[nodiscard]] UiFonts& fonts() { return fonts_; }
    [[nodiscard]] ImGuiPainter& painter() { return painter_; }

  private:
    /// Constructed first, destroyed last.
    struct Context {
        Context();
        ~Context();
        Context(const Context&) = delete;
        Context& operator=(const Context&) = delete;
        ImGuiContext* made;
    };

    Context context_;
    Clipboard clipboard_;
    std::string pasted_;  // Dear ImGui gets a pointer to it
    UiFonts fonts_;
    ImGuiPainter painter_;
};

}  // namespace poslab
