#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/text_metrics.hpp"

#include <imgui.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct ImGuiWindow;

namespace poslab {

class ImGuiPainter;
class UiFonts;

/// The state of an item in this frame, from Dear ImGui.
struct ItemState {
    ImGuiID id = 0;
    bool hovered = false;
    bool held = false;     // by the mouse; up to and including the frame of the release
    bool pressed = false;  // the button went down in this frame
    bool clicked = false;  // released over it, or Enter or Space with the focus
    bool by_key = false;   // the click came from a key
    bool double_clicked = false;
    bool right_clicked = false;
    bool focused = false;
    bool ring = false;  // focused by keyboard: draw a focus ring
};

/// How an item gets the focus: by Tab, by the keys of its group or a click, or not at all.
enum class FocusPolicy { tab, group, mouse };

struct TextStyle {
    Font font = Font::regular;
    double size = 13;
    Color color;
    Align align = Align::left;
};

/// The text being typed into an item, Dear ImGui's buffer. There is one at a time.
struct TextEntry {
    ImGuiID id = 0;
    std::string text;
    std::string error;    // why the last entry was rejected
    int since = 0;        // the last frame in which its field was drawn
    bool begins = false;  // not yet passed to Dear ImGui
    struct Replacement {
        std::string text;
        std::size_t caret = 0, anchor = 0;  // bytes; the text between them is selected
        int typed_in = -1;                  // frame whose typed characters the text holds
    };
    /// Replaces the current text; letters typed in the same frame go to its caret.
    std::optional<Replacement> replacement;
    std::size_t caret = 0, anchor = 0;       // in the last frame
};

/// Letters typed to find a row of the open menu.
struct MenuTyping {
    std::string typed;
    double at = 0;
};

/// The settings and input of a frame.
struct UiFrame {
    double scale = 1;  // framebuffer pixels per CSS pixel
    double width = 0, height = 0;
    Theme theme = Theme::light;
    bool reduced_motion = false;
    std::vector<int> keys;  // presses, including repeats
};

/// PosLab's layer over Dear ImGui: draws in CSS pixels onto the current window's list, turns rectangles into
/// items, and adds what Dear ImGui 1.86 lacks: the Tab order, the positions of named items, and the time of
/// the next frame. Dear ImGui's own unit is the framebuffer pixel.
class Ui {
  public:
    Ui(const TextMetrics& metrics, ImGuiPainter& painter, UiFonts& fonts);

    /// Begins a frame. Call this and everything below between NewFrame and EndFrame.
    void begin(UiFrame frame);
    /// Ends the frame: draws the tooltip and handles Tab.
    void end();

    [[nodiscard]] const Palette& colors() const { return *palette_; }
    [[nodiscard]] Theme theme() const { return frame_.theme; }
    [[nodiscard]] double width() const { return frame_.width / enlarged_; }
    [[nodiscard]] double height() const { return frame_.height / enlarged_; }
    [[nodiscard]] const TextMetrics& metrics() const { return metrics_; }

    // Conversion between CSS pixels and Dear ImGui's.
    [[nodiscard]] double scale() const { return frame_.scale * enlarged_; }
    [[nodiscard]] ImVec2 pixels(Point at) const;
    [[nodiscard]] Point css(ImVec2 at) const { return {at.x / scale(), at.y / scale()}; }
    /// Far outside of the window if the pointer is not in it.
    [[nodiscard]] Point mouse() const;
    [[nodiscard]] static double time() { return ImGui::GetTime(); }
    [[nodiscard]] ImFont* font(Font face, double size) const;

    // Drawing onto the list of the current window.
    void draw(const DrawCommand& command);
    /// Draws a whole list with its origin at `origin`, scaled by `zoom`.
    void draw(const DrawList& list, Point origin, double zoom = 1);
    void fill(Rect rect, Color color, double radius = 0);
    /// Sets the background of a part of the window, under everything else: the platform clears it, which
    /// costs a software rasteriser a tenth of a fill.
    void ground(Rect rect, Color color);
    [[nodiscard]] const std::vector<FillRect>& grounds() const { return grounds_; }
    void frame(Rect rect, Color color, double width = 1, double radius = 0);  // drawn inside the rectangle
    void circle(Point center, double radius, Color color);
    void ring(Point center, double radius, Color color, double width);
    /// Draws one line, vertically centred at `center_y`.
    void text(std::string_view text, double x, double center_y, const TextStyle& style);
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) const;
    /// Returns the text, cut with an ellipsis to `width`.
    [[nodiscard]] std::string fitted(std::string_view text, const TextStyle& style, double width) const;
    [[nodiscard]] std::vector<std::string> wrapped(std::string_view text, const TextStyle& style,
                                                   double width) const;
    void shadow(Rect rect, double radius);
    /// Draws a raised card over the window.
    void card(Rect rect);
    void focus_ring(Rect rect, double radius);
    void push_clip(Rect rect);
    void pop_clip();
    /// Sets the opacity of everything drawn from now on.
    void set_opacity(double opacity) { opacity_ = opacity; }

    // Items.
    /// Makes the rectangle an item of the current window with this label and returns its state.
    ItemState item(std::string_view label, Rect rect, FocusPolicy reach = FocusPolicy::tab);
    /// The same without the state, for items that Dear ImGui creates.
    void note_item(ImGuiID id, std::string_view label, Rect rect, FocusPolicy reach);
    /// True if the pointer is over this part of the current window; for rectangles that are not items.
    [[nodiscard]] bool over(Rect rect) const;
    /// True if a part of the rectangle is inside of the current window's clip rectangle.
    [[nodiscard]] bool in_view(Rect rect) const;
    /// Adds a name to the ids and paths of the items made during its lifetime; ImGui::PushID().
    class Scope {
      public:
        Scope(Ui& ui, std::string_view name);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        Ui& ui_;
        std::size_t length_;
    };
    /// Enlarges everything drawn during its lifetime; coordinates are divided by the factor.
    class Enlarged {
      public:
        Enlarged(Ui& ui, double factor);
        ~Enlarged();
        Enlarged(const Enlarged&) = delete;
        Enlarged& operator=(const Enlarged&) = delete;

      private:
        Ui& ui_;
        double before_;
    };
    /// Records the position of a named item or area by path ("Parameters/w"), for tests and replays.
    void mark(std::string_view name, Rect rect);
    struct Mark {
        Rect rect;
        ImGuiID id = 0;  // 0 if it is not an item
    };
    [[nodiscard]] const std::map<std::string, Mark>& marks() const { return marks_; }
    /// Finds a mark by its whole path or its last components: "Parameters/w", "w".
    [[nodiscard]] std::optional<Mark> find(std::string_view path) const;

    // The keyboard.
    /// Focuses the item with this label when it is next made.
    void focus(std::string_view label);
    void release_focus();
    /// Focuses an item of the current window, with a ring only if one is visible already.
    void move_focus_to(const ItemState& item);
    [[nodiscard]] bool focus_visible() const;
    [[nodiscard]] static ImGuiID focused();
    [[nodiscard]] const Rect& focus_rect() const { return focus_rect_; }
    /// Sets the position in the Tab order of the items made from now on; equal positions keep the order of
    /// creation.
    void set_tab_place(int index) { tab_place_ = index; }
    /// Returns how often this key was pressed, including repeats, and hides the key from others in this
    /// frame.
    int take(ImGuiKey key);
    [[nodiscard]] bool pressed(ImGuiKey key) const;
    /// True if the key with this printed letter was pressed, with or without Ctrl; never with Alt.
    [[nodiscard]] bool letter(char letter, bool ctrl = false) const;
    /// True if this key of F1 to F12 was pressed.
    [[nodiscard]] bool function_key(int number) const;
    /// True if this character was typed, wherever it is on the keyboard.
    [[nodiscard]] static bool typed(char sign);
    /// True if keys belong to the window: no text is being typed and no pop-up is open.
    [[nodiscard]] bool keys_are_free() const;

    // Typing; see text_field().
    [[nodiscard]] TextEntry& entry() { return entry_; }
    [[nodiscard]] const TextEntry& entry() const { return entry_; }
    [[nodiscard]] MenuTyping& menu_typing() { return menu_typing_; }
    /// The upper end of the caret, for input methods. GLFW does not pass it on, only takes what they commit.
    [[nodiscard]] std::optional<Point> caret() const;
    [[nodiscard]] bool editing() const { return entry_.id != 0; }

    /// Shows a tooltip after the pointer rests; `key` is right-aligned. `to_right`: to the right of the
    /// anchor, not under it.
    void tooltip(ImGuiID id, Rect anchor, std::string text, std::string key = {}, bool to_right = false);
    /// Shows a tooltip with quieter paragraphs below the text, for reference; empty ones are omitted.
    void tooltip(ImGuiID id, Rect anchor, std::string text, std::vector<std::string> quiet);

    /// Returns a value that moves evenly to `target` within `seconds`; requests frames while it moves.
    double animated(ImGuiID id, double target, double seconds);
    [[nodiscard]] bool moving() const { return moving_; }
    [[nodiscard]] double wake_in() const { return wake_in_; }  // seconds; negative: no request
    void wake_after(double seconds);
    /// Requests another frame as soon as possible.
    void request_frame() { wake_after(0); }

    /// Requests glyphs for text that Dear ImGui draws itself.
    void need_glyphs(std::string_view text);

  private:
    struct Tip {
        ImGuiID id = 0;
        Rect anchor;
        std::string text, key;
        std::vector<std::string> quiet{};
        bool to_right = false;
    };
    struct TipLine {
        std::string text;
        double y = 0;  // its middle, relative to the top of the box
        bool quiet = false;
    };
    struct Animation {
        double value = 0;
        double time = 0;
    };
    struct Stop {
        int place = 0;
        ImGuiID id = 0;
        ImGuiWindow* window = nullptr;
        Rect rect;
        bool lands = true;  // Tab stops here; else Tab only continues from here
    };

    /// Converts to CSS pixels of the window, without Enlarged.
    [[nodiscard]] Rect in_window(Rect rect) const {
        return {rect.x * enlarged_, rect.y * enlarged_, rect.width * enlarged_, rect.height * enlarged_};
    }
    void move_focus();
    void go_to(const Stop& stop);
    void draw_tooltip();
    [[nodiscard]] TextStyle tip_style(bool quiet) const;
    [[nodiscard]] std::vector<TipLine> tip_lines() const;
    void draw_tip_box(const std::vector<TipLine>& lines);

    const TextMetrics& metrics_;
    ImGuiPainter& painter_;
    UiFonts& fonts_;
    const Palette* palette_;
    UiFrame frame_;
    double enlarged_ = 1;
    double opacity_ = 1;
    bool moving_ = false;
    std::vector<FillRect> grounds_;
    double wake_in_ = -1;
    std::string path_;  // of the current scope, with a trailing slash
    std::map<std::string, Mark> marks_;
    std::string wanted_focus_;
    int wanted_since_ = 0;                                                       // the frame of the request
    bool popup_open_ = false, ring_before_ = false, ring_before_popup_ = false;  // in the last frame
    Rect focus_rect_;
    std::vector<Stop> stops_;
    int tab_place_ = 0;
    TextEntry entry_;
    MenuTyping menu_typing_;
    Tip tip_;
    ImGuiID resting_ = 0, silenced_ = 0;  // the tooltip's item; the item with a hidden tooltip
    double resting_since_ = 0;
    std::map<ImGuiID, Animation> animations_;
};

[[nodiscard]] Color mixed(Color a, Color b, double t);

}  // namespace poslab
