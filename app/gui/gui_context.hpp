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

/// A context of Dear ImGui with PosLab's fonts, painter and keys; without a back end it runs a window that nobody sees. It is the
/// present context from its making on. Heat maps are painted where there is someone to do it. The atlas of glyphs becomes no larger
/// than `texture_side` each way.
class GuiContext {
  public:
    GuiContext(const FontLibrary& fonts, Clipboard clipboard, HeatMapPainter* heat_maps = nullptr, int texture_side = 4096);
    ~GuiContext();
    GuiContext(const GuiContext&) = delete;
    GuiContext& operator=(const GuiContext&) = delete;

    [[nodiscard]] UiFonts& fonts() { return fonts_; }
    [[nodiscard]] ImGuiPainter& painter() { return painter_; }

  private:
    /// First made, last gone.
    struct Context {
        Context();
        ~Context();
        Context(const Context&) = delete;
        Context& operator=(const Context&) = delete;
        ImGuiContext* made;
    };

    Context context_;
    Clipboard clipboard_;
    std::string pasted_;  // Dear ImGui is handed a pointer
    UiFonts fonts_;
    ImGuiPainter painter_;
};

}  // namespace poslab
