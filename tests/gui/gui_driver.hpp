#pragma once

#include "app/gui/gui_context.hpp"
#include "app/gui/imgui_input.hpp"
#include "app/window/input_queue.hpp"
#include "core/base/utf8.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <string>
#include <string_view>
#include <vector>

namespace poslab::test {

enum class Key {
    tab = GLFW_KEY_TAB,
    enter = GLFW_KEY_ENTER,
    escape = GLFW_KEY_ESCAPE,
    space = GLFW_KEY_SPACE,
    left = GLFW_KEY_LEFT,
    right = GLFW_KEY_RIGHT,
    up = GLFW_KEY_UP,
    down = GLFW_KEY_DOWN,
    home = GLFW_KEY_HOME,
    end = GLFW_KEY_END,
    page_up = GLFW_KEY_PAGE_UP,
    page_down = GLFW_KEY_PAGE_DOWN,
    backspace = GLFW_KEY_BACKSPACE,
    erase = GLFW_KEY_DELETE,
    letter = 0
};

struct KeyPress {
    Key key = Key::letter;
    char letter = 0;
    bool ctrl = false, shift = false, alt = false;
};

/// A painted text: its box and the part inside the clip rectangle.
struct PaintedText {
    std::string text;
    Rect rect;
    Rect seen;  // the visible part
    double size = 0;
    std::string window;  // name of the Dear ImGui window
    Font font = Font::regular;
};

inline Rect intersection(const Rect& a, const Rect& b) {
    const double x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(0.0, std::min(a.right(), b.right()) - x),
            std::max(0.0, std::min(a.bottom(), b.bottom()) - y)};
}

/// Runs Dear ImGui windows without a back end: user input passes through the queue of a real window as
/// events, frame by frame, on a separate clock. Derived classes define what a frame draws.
class GuiDriver {
  public:
    explicit GuiDriver(const FontLibrary& fonts)
        : metrics_(fonts),
          gui(fonts, {[this] { return clipboard; }, [this](const std::string& text) { clipboard = text; }}) {
        // as with every OpenGL version that a window uses
        ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
        gui.painter().on_text = [this](const TextRun& run, Rect box, const Rect& clip, ImDrawList& list) {
            const auto css = [this](const Rect& r) {
                return Rect{r.x / pixels_, r.y / pixels_, r.width / pixels_, r.height / pixels_};
            };
            if (ImGui::GetCurrentWindow()->Hidden) return;
            // The width from the fonts, since very small painted letters have another.
            const double zoom = box.height / (0.72 * run.size),
                         width = zoom * metrics_.width(run.text, run.font, run.size);
            const double left = run.align == Align::left     ? box.x
                                : run.align == Align::center ? box.x + (box.width - width) / 2
                                                             : box.right() - width;
            box = {left, box.y, width, box.height};
            const Rect seen = css(test::intersection(box, clip));
            if (seen.width > 0.5 && seen.height > 0.5)
                texts.push_back({run.text, css(box), seen, run.size, list._OwnerName, run.font});
        };
    }
    virtual ~GuiDriver() = default;
    GuiDriver(const GuiDriver&) = delete;
    GuiDriver& operator=(const GuiDriver&) = delete;

    /// Runs one frame of 1/60 s, with as many events as fit into one.
    void frame() {
        const std::vector<InputEvent> events = queue.next_frame();
        for (const InputEvent& event : events) tell_imgui(event);
        const ImVec2 size = display();
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = size;
        io.DeltaTime = 1.0F / 60;
        static_cast<void>(gui.fonts().begin_frame());
        gui.painter().begin_frame();
        texts.clear();
        ImGui::NewFrame();
        draw(frame_input(events, pixels_));
        ImGui::Render();
    }
    /// Runs frames until all events are processed, and one more, which shows their effect.
    void drain() {
        do frame();
        while (queue.has_events());
        frame();
    }

    void point(Point where) {
        mouse = where;
        queue.push(PointerMove{where.x * pixels_, where.y * pixels_});
    }
    void press(Point where, int button = 0) {
        point(where);
        frame();
        queue.push(ButtonChange{button, true, 0});
        frame();
    }
    void move(Point where) {
        point(where);
        frame();
    }
    void release(int button = 0) {
        queue.push(ButtonChange{button, false, 0});
        drain();
    }
    void wheel(double turns) {
        queue.push(WheelTurn{0, turns});
        drain();
    }
    void key(KeyPress press) {
        const auto modifiers = [&](bool down) {
            if (press.ctrl) queue.push(KeyChange{GLFW_KEY_LEFT_CONTROL, down, 0});
            if (press.shift) queue.push(KeyChange{GLFW_KEY_LEFT_SHIFT, down, 0});
            if (press.alt) queue.push(KeyChange{GLFW_KEY_LEFT_ALT, down, 0});
        };
        const int bits = (press.ctrl ? GLFW_MOD_CONTROL : 0) | (press.shift ? GLFW_MOD_SHIFT : 0) |
                         (press.alt ? GLFW_MOD_ALT : 0);
        const int code = press.key == Key::letter ? key_of(press.letter) : static_cast<int>(press.key);
        modifiers(true);
        if (code != 0) queue.push(KeyChange{code, true, bits});
        if (press.key == Key::letter && !press.ctrl)
            queue.push(CharacterInput{static_cast<unsigned char>(press.letter)});
        if (code != 0) queue.push(KeyChange{code, false, bits});
        modifiers(false);
        drain();
    }
    void key(Key name) { key(KeyPress{name, 0, false, false, false}); }
    void letter(char c, bool ctrl = false, bool shift = false) { key({Key::letter, c, ctrl, shift, false}); }
    void type(std::string_view text) {
        while (!text.empty()) queue.push(CharacterInput{static_cast<std::uint32_t>(next_code_point(text))});
        drain();
    }
    /// Lets this time pass without input.
    void pass(double seconds) {
        for (double gone = 0; gone < seconds; gone += 1.0 / 60) frame();
    }

  private:
    double pixels_ = 1;  // per CSS pixel
    FontMetrics metrics_;

  public:
    std::string clipboard;
    GuiContext gui;
    InputQueue queue;
    Point mouse{-1, -1};
    std::vector<PaintedText> texts;  // all that were at least partly visible in the last frame

  protected:
    /// Size in framebuffer pixels.
    [[nodiscard]] virtual ImVec2 display() const = 0;
    virtual void draw(FrameInput input) = 0;
    void set_pixels(double pixels) { pixels_ = pixels; }

  private:
    /// Letters, digits and signs with their own key.
    static int key_of(char sign) {
        if ((sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9') || sign == '-' || sign == ' ')
            return sign;
        return sign == '+' ? GLFW_KEY_EQUAL : 0;
    }
};

}  // namespace poslab::test
