#pragma once

#include "app/gui/widgets/input.hpp"
#include "core/figure/draw_list.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/text_metrics.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

using Id = std::uint64_t;

[[nodiscard]] Id id_of(std::string_view name, Id parent = 0);

/// Painted in this order; the figure comes between `base` and `over`. A pop-up takes the pointer and the keys from what is below
/// it.
enum class Layer { base, over, dialog, menu, tip, count };

enum class PointerShape { arrow, hand, text, move, cross, resize, draw };

/// What a widget learns about pointer and keyboard in this frame.
struct Touch {
    bool hovered = false;
    bool held = false;     // pressed here; up to the frame of the release, which brings the last move
    bool pressed = false;  // went down in this frame
    bool clicked = false;  // released over it, or Enter or Space while it has the focus
    bool double_clicked = false;
    bool right_clicked = false;
    bool focused = false;
    bool ring = false;  // focused by keyboard: show it
};

/// Text being typed; there is one at a time.
struct TextEdit {
    Id id = 0;
    std::string text;
    std::size_t caret = 0, anchor = 0;  // bytes; between them: selected
    std::string error;                  // why the last Enter was not taken
    bool fresh = false;                 // the press that began it still lasts: all stays selected
};

/// The list that a combo has opened; there is one at a time.
struct MenuState {
    double offset = 0;   // how far it is scrolled
    bool follow = true;  // the chosen row is to be brought into view
    std::string typed;   // letters that lead to a row
    double typed_at = 0;
};

struct TextStyle {
    Font font = Font::regular;
    double size = 13;
    Color color;
    Align align = Align::left;
};

/// What all widgets share: where to draw, what the user did, who has the focus. One per window; nothing of it is global.
class Ui {
  public:
    explicit Ui(const TextMetrics& metrics);

    void begin(const Input& input, double width, double height, Theme theme, bool reduced_motion);
    void end();

    [[nodiscard]] const Input& input() const { return input_; }
    [[nodiscard]] const Palette& colors() const { return *palette_; }
    [[nodiscard]] Theme theme() const { return theme_; }
    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double height() const { return height_; }
    [[nodiscard]] const TextMetrics& metrics() const { return metrics_; }

    // Drawing, into the layer in force.
    void set_layer(Layer layer) { layer_ = layer; }
    [[nodiscard]] Layer layer() const { return layer_; }
    [[nodiscard]] const DrawList& list(Layer layer) const { return lists_[static_cast<std::size_t>(layer)]; }
    void draw(DrawCommand command);
    void fill(Rect rect, Color color, double radius = 0);
    void frame(Rect rect, Color color, double width = 1, double radius = 0);  // drawn inside the rectangle
    void line(Point a, Point b, Color color, double width = 1);
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
    /// At the right edge of `area`, which shows a part of `content` pixels from `offset` on; nothing where all of it is seen.
    void scroll_bar(Rect area, double content, double offset);
    void focus_ring(Rect rect, double radius);
    /// Multiplies the alpha of all that the layer holds so far.
    void fade(Layer layer, double alpha);
    void push_clip(Rect rect);
    void pop_clip();

    // Pointer and keyboard.
    Touch interact(Id id, Rect rect, bool focusable = true);
    [[nodiscard]] bool over(Rect rect) const;
    [[nodiscard]] bool active(Id id) const { return active_ == id; }
    [[nodiscard]] bool anything_active() const { return active_ != 0; }
    void focus(Id id, bool by_keyboard = false);
    [[nodiscard]] bool has_focus(Id id) const { return focus_ == id; }
    [[nodiscard]] bool focus_visible() const { return focus_visible_; }
    void release_focus() { focus_ = 0; }
    [[nodiscard]] bool anything_focused() const { return focus_ != 0; }
    [[nodiscard]] Id focused() const { return focus_; }
    /// Where the focused widget was drawn in this frame.
    [[nodiscard]] const Rect& focus_rect() const { return focus_rect_; }
    /// Whether the focused widget was drawn at this place in the order of Tab.
    [[nodiscard]] bool focus_is_at(int tab_place) const { return focus_ != 0 && focus_place_ == tab_place; }
    /// Widgets drawn from now on come there in the order of Tab; those of one place come as they are drawn.
    void set_tab_place(int place) { tab_place_ = place; }
    /// Removes and returns the presses of this key.
    std::vector<KeyPress> take(Key key);
    bool take_letter(char letter, bool ctrl = false);
    void set_pointer(PointerShape shape) { pointer_ = shape; }
    [[nodiscard]] PointerShape pointer() const { return pointer_; }
    [[nodiscard]] double drag_offset() const { return drag_offset_; }
    void set_drag_offset(double offset) { drag_offset_ = offset; }

    // Pop-ups. A menu lies over a dialog, a dialog over all else.
    void open_menu(Id id) {
        menu_ = id;
        menu_state_ = {};
    }
    [[nodiscard]] MenuState& menu_state() { return menu_state_; }
    void close_menu() { menu_ = 0; }
    [[nodiscard]] bool menu_is(Id id) const { return menu_ == id; }
    void set_dialog(bool open) { dialog_ = open; }
    [[nodiscard]] bool dialog() const { return dialog_; }
    /// The layer that the pointer belongs to in this frame.
    [[nodiscard]] Layer top() const { return top_; }

    // Typing.
    [[nodiscard]] TextEdit& edit() { return edit_; }
    [[nodiscard]] const TextEdit& edit() const { return edit_; }
    [[nodiscard]] bool editing() const { return edit_.id != 0; }

    // Tooltips appear after the pointer rests; `key` is set apart at the right.
    void tooltip(Id id, Rect anchor, std::string text, std::string key = {});

    /// Moves evenly to `target` within `seconds`; asks for frames while it moves.
    double animated(Id id, double target, double seconds);
    [[nodiscard]] bool moving() const { return moving_; }
    [[nodiscard]] double wake_in() const { return wake_in_; }  // seconds; negative: not
    void wake_after(double seconds);

    std::function<std::string()> read_clipboard;
    std::function<void(const std::string&)> write_clipboard;

    /// Where named widgets lie, for tests that drive the window.
    void mark(std::string name, Rect rect) { marks_[std::move(name)] = rect; }
    [[nodiscard]] const std::map<std::string, Rect>& marks() const { return marks_; }

  private:
    struct Tip {
        Id id = 0;
        Rect anchor;
        std::string text, key;
    };
    struct Animation {
        double value = 0;
        double time = 0;
    };

    void move_focus();
    void draw_tooltip();

    const TextMetrics& metrics_;
    Input input_;
    const Palette* palette_;
    Theme theme_ = Theme::light;
    double width_ = 0, height_ = 0;
    bool reduced_motion_ = false;
    Layer layer_ = Layer::base, top_ = Layer::base;
    std::array<DrawList, static_cast<std::size_t>(Layer::count)> lists_;
    std::array<std::vector<Rect>, static_cast<std::size_t>(Layer::count)> clips_;
    Id active_ = 0, focus_ = 0, menu_ = 0;
    bool dialog_ = false, focus_visible_ = false, moving_ = false;
    double drag_offset_ = 0, wake_in_ = -1;
    Rect focus_rect_;
    std::vector<std::pair<int, Id>> order_;  // focusable widgets of the top layer with their places, as drawn
    int tab_place_ = 0, focus_place_ = 0;
    TextEdit edit_;
    MenuState menu_state_;
    Tip tip_;
    Id resting_ = 0;
    double resting_since_ = 0;
    PointerShape pointer_ = PointerShape::arrow;
    std::map<Id, Animation> animations_;
    std::map<std::string, Rect> marks_;
};

[[nodiscard]] Color mixed(Color a, Color b, double t);

}  // namespace poslab
