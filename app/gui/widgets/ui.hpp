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

/// What Dear ImGui says of an item in this frame.
struct Touch {
    ImGuiID id = 0;
    bool hovered = false;
    bool held = false;     // by the mouse; up to the frame of the release, which brings the last move
    bool pressed = false;  // went down in this frame
    bool clicked = false;  // released over it, or Enter or Space while it has the focus
    bool by_key = false;   // that click came from a key
    bool double_clicked = false;
    bool right_clicked = false;
    bool focused = false;
    bool ring = false;  // focused by keyboard: show it
};

/// How an item gets the focus: by Tab, by the keys of a group that it belongs to or a click, or not at all.
enum class Reach { tab, group, mouse };

struct TextStyle {
    Font font = Font::regular;
    double size = 13;
    Color color;
    Align align = Align::left;
};

/// A text that is being typed into an item: what Dear ImGui writes into. There is one at a time.
struct TextEntry {
    ImGuiID id = 0;
    std::string text;
    std::string error;    // why the last Enter was not taken
    int since = 0;        // the frame that it began in
    bool begins = false;  // Dear ImGui has not got it yet
    struct Wanted {
        std::string text;
        std::size_t caret = 0, anchor = 0;  // bytes; between them: selected
    };
    std::optional<Wanted> wanted;       // to be put in the place of what is there
    std::size_t caret = 0, anchor = 0;  // as of the last frame
};

/// Letters that lead to a row of the menu that is open.
struct MenuTyping {
    std::string typed;
    double at = 0;
};

/// What a frame begins with.
struct UiFrame {
    double scale = 1;  // framebuffer pixels of a CSS pixel
    double width = 0, height = 0;
    Theme theme = Theme::light;
    bool reduced_motion = false;
    std::vector<int> keys;  // presses, repeats included
};

/// The look of the window over Dear ImGui: draws in CSS pixels onto the present window's list, makes items of rectangles, and
/// knows what Dear ImGui 1.86 does not: the order of Tab, where named items lie, and when the next frame is wanted.
/// Dear ImGui's own unit is the framebuffer pixel.
class Ui {
  public:
    Ui(const TextMetrics& metrics, ImGuiPainter& painter, UiFonts& fonts);

    /// Between NewFrame and EndFrame; so is all that follows.
    void begin(UiFrame frame);
    /// Tooltip and Tab.
    void end();

    [[nodiscard]] const Palette& colors() const { return *palette_; }
    [[nodiscard]] Theme theme() const { return frame_.theme; }
    [[nodiscard]] double width() const { return frame_.width / enlarged_; }
    [[nodiscard]] double height() const { return frame_.height / enlarged_; }
    [[nodiscard]] const TextMetrics& metrics() const { return metrics_; }

    // CSS pixels and Dear ImGui's.
    [[nodiscard]] double scale() const { return frame_.scale * enlarged_; }
    [[nodiscard]] ImVec2 pixels(Point at) const;
    [[nodiscard]] Point css(ImVec2 at) const { return {at.x / scale(), at.y / scale()}; }
    [[nodiscard]] Point mouse() const { return css(ImGui::GetIO().MousePos); }
    [[nodiscard]] static double time() { return ImGui::GetTime(); }
    [[nodiscard]] ImFont* font(Font face, double size) const;

    // Drawing onto the list of the present window.
    void draw(const DrawCommand& command);
    /// A whole list, its origin at `origin`, `zoom` CSS pixels of the window to one of its own.
    void draw(const DrawList& list, Point origin, double zoom = 1);
    void fill(Rect rect, Color color, double radius = 0);
    /// The ground of a part of the window, under all that the frame draws: the platform clears it, which costs a software
    /// rasteriser a tenth of a fill.
    void ground(Rect rect, Color color);
    [[nodiscard]] const std::vector<FillRect>& grounds() const { return grounds_; }
    void frame(Rect rect, Color color, double width = 1, double radius = 0);  // drawn inside the rectangle
    void circle(Point center, double radius, Color color);
    void ring(Point center, double radius, Color color, double width);
    /// One line, its middle at `center_y`.
    void text(std::string_view text, double x, double center_y, const TextStyle& style);
    [[nodiscard]] double text_width(std::string_view text, const TextStyle& style) const;
    /// Cut with an ellipsis to `width`.
    [[nodiscard]] std::string fitted(std::string_view text, const TextStyle& style, double width) const;
    [[nodiscard]] std::vector<std::string> wrapped(std::string_view text, const TextStyle& style, double width) const;
    void shadow(Rect rect, double radius);
    /// A raised card that lies over the window.
    void card(Rect rect);
    void focus_ring(Rect rect, double radius);
    void push_clip(Rect rect);
    void pop_clip();
    /// Of all that is drawn from now on.
    void set_opacity(double opacity) { opacity_ = opacity; }

    // Items.
    /// The rectangle becomes an item of the present window with this label; Dear ImGui decides what happens to it.
    Touch item(std::string_view label, Rect rect, Reach reach = Reach::tab);
    /// The same without its behaviour, for what Dear ImGui makes itself.
    void note_item(ImGuiID id, std::string_view label, Rect rect, Reach reach);
    /// Whether the pointer is over a part of the present window that is no item.
    [[nodiscard]] bool over(Rect rect) const;
    /// Items made until the end of the scope have it in their ids and paths; ImGui::PushID().
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
    /// Until its end everything is drawn larger; places are in CSS pixels of that size, divided by the factor.
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
    /// Where named items and areas lie, by path ("Parameters/w"): for tests and replays.
    void mark(std::string_view name, Rect rect);
    struct Mark {
        Rect rect;
        ImGuiID id = 0;  // 0: no item
    };
    [[nodiscard]] const std::map<std::string, Mark>& marks() const { return marks_; }
    /// By the whole path or its last parts: "Parameters/w", "w".
    [[nodiscard]] std::optional<Mark> find(std::string_view path) const;

    // The keyboard.
    /// The item with this label gets the focus when it is next made.
    void focus(std::string_view label);
    void release_focus();
    /// To an item of the present window, without a ring unless there is one already.
    void move_focus_to(const Touch& touch);
    [[nodiscard]] bool focus_visible() const;
    [[nodiscard]] static ImGuiID focused();
    [[nodiscard]] const Rect& focus_rect() const { return focus_rect_; }
    /// Items made from now on come there in the order of Tab; those of one place come as they are made.
    void set_tab_place(int place) { tab_place_ = place; }
    /// How often this key was pressed, repeats included; from then on nobody else is told of it in this frame.
    int take(ImGuiKey key);
    [[nodiscard]] bool pressed(ImGuiKey key) const;
    /// A letter key as it is printed on the keyboard, with Ctrl or without; not with Alt.
    [[nodiscard]] bool letter(char letter, bool ctrl = false) const;
    /// F1 to F12.
    [[nodiscard]] bool function_key(int number) const;
    /// A sign that was typed, wherever it lies on the keyboard.
    [[nodiscard]] static bool typed(char sign);
    /// Whether keys belong to the window: nothing is typed and nothing lies over it.
    [[nodiscard]] bool keys_are_free() const;

    // Typing; see text_field().
    [[nodiscard]] TextEntry& entry() { return entry_; }
    [[nodiscard]] const TextEntry& entry() const { return entry_; }
    [[nodiscard]] MenuTyping& menu_typing() { return menu_typing_; }
    /// Where Dear ImGui says that the caret is, its upper end: for input methods. GLFW tells them no place, only takes what they
    /// commit.
    [[nodiscard]] std::optional<Point> caret() const;
    [[nodiscard]] bool editing() const { return entry_.id != 0; }

    /// Appears after the pointer rests; `key` is set apart at the right. `beside`: to the right of the anchor, not under it.
    void tooltip(ImGuiID id, Rect anchor, std::string text, std::string key = {}, bool beside = false);
    /// With quieter paragraphs below the text, for what one looks up; empty ones are left out.
    void tooltip(ImGuiID id, Rect anchor, std::string text, std::vector<std::string> quiet);

    /// Moves evenly to `target` within `seconds`; asks for frames while it moves.
    double animated(ImGuiID id, double target, double seconds);
    [[nodiscard]] bool moving() const { return moving_; }
    [[nodiscard]] double wake_in() const { return wake_in_; }  // seconds; negative: not
    void wake_after(double seconds);

    /// Characters that Dear ImGui itself draws.
    void need_glyphs(std::string_view text);

  private:
    struct Tip {
        ImGuiID id = 0;
        Rect anchor;
        std::string text, key;
        std::vector<std::string> quiet{};
        bool beside = false;
    };
    struct TipLine {
        std::string text;
        double y = 0;  // its middle, from the top of the box
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
        bool lands = true;  // Tab stops here; else it goes on from here
    };

    /// In CSS pixels of the window, not of what is enlarged.
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
    std::string path_;  // of the scope in force, with its last slash
    std::map<std::string, Mark> marks_;
    std::string wanted_focus_;
    int wanted_since_ = 0;                                                       // the frame
    bool popup_open_ = false, ring_before_ = false, ring_before_popup_ = false;  // as of the last frame; before it opened
    Rect focus_rect_;
    std::vector<Stop> stops_;
    int tab_place_ = 0;
    TextEntry entry_;
    MenuTyping menu_typing_;
    Tip tip_;
    ImGuiID resting_ = 0, silenced_ = 0;  // the tooltip's item; the one whose tooltip a click has ended
    double resting_since_ = 0;
    std::map<ImGuiID, Animation> animations_;
};

[[nodiscard]] Color mixed(Color a, Color b, double t);

}  // namespace poslab
