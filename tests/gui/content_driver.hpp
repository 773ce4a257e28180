#pragma once

#include "app/gui/shell_text.hpp"
#include "app/gui/window_content.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace poslab::test {

/// Uses the content of the window without a display: what a hand would do, frame by frame, on a clock of its own.
class ContentDriver {
  public:
    static constexpr WindowSize usual_size{1440, 900, 1};

    explicit ContentDriver(WindowOptions options = {}, WindowSize window = usual_size, SessionKeeper keeper = {})
        : size(window),
          content(fonts(), options, {[this] { return clipboard; }, [this](const std::string& t) { clipboard = t; }, [] {}},
                  std::move(keeper)) {
        settle();
    }

    static const FontLibrary& fonts() {
        static const FontLibrary library;
        return library;
    }

    void frame(Input input = {}) {
        time += 1.0 / 60;
        input.time = time;
        if (input.mouse == Point{-1, -1}) input.mouse = mouse;
        content.frame(input, size);
    }

    /// Until all is drawn; false if that takes too long.
    bool settle() {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        for (int quiet = 0; quiet < 3;) {
            frame();
            quiet = content.settled() ? quiet + 1 : 0;
            if (quiet == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (std::chrono::steady_clock::now() > deadline) return false;
        }
        return true;
    }

    [[nodiscard]] Rect rect(const std::string& widget) const {
        const auto found = content.ui().marks().find(widget);
        if (found == content.ui().marks().end()) {
            ADD_FAILURE() << "no widget " << widget;
            return {};
        }
        return found->second;
    }
    [[nodiscard]] bool has(const std::string& widget) const { return content.ui().marks().contains(widget); }
    [[nodiscard]] Point at(const std::string& widget, double fx = 0.5, double fy = 0.5) const {
        const Rect r = rect(widget);
        return {r.x + fx * r.width, r.y + fy * r.height};
    }

    void press(Point where, int button = 0) {
        mouse = where;
        frame();
        Input down;
        down.down[static_cast<std::size_t>(button)] = down.pressed[static_cast<std::size_t>(button)] = true;
        frame(down);
    }
    void move(Point where, int button = 0) {
        mouse = where;
        Input held;
        held.down[static_cast<std::size_t>(button)] = true;
        frame(held);
    }
    void release(int button = 0) {
        Input up;
        up.released[static_cast<std::size_t>(button)] = true;
        frame(up);
        frame();
    }
    void click(const std::string& widget, int button = 0) {
        press(at(widget), button);
        release(button);
    }
    void key(KeyPress press) {
        Input input;
        input.keys.push_back(press);
        input.shift = press.shift;
        input.ctrl = press.ctrl;
        input.alt = press.alt;
        frame(input);
        frame();
    }
    void key(Key name) { key(KeyPress{name, 0, false, false, false}); }
    void letter(char c, bool ctrl = false, bool shift = false) { key({Key::letter, c, ctrl, shift, false}); }
    void type(const std::string& text) {
        Input input;
        input.text = text;
        frame(input);
        frame();
    }
    /// Nothing happens for so long.
    void pass(double seconds) {
        for (const double until = time + seconds; time < until;) frame();
    }

    [[nodiscard]] std::string value(const std::string& id) const {
        const View& view = content.store().view();
        const int index = parameter_index(view, id);
        if (index < 0) return {};
        const auto place = static_cast<std::size_t>(index);
        return to_string(view.parameters()[place], content.store().values()[place]);
    }

    std::string clipboard;
    WindowSize size;
    double time = 0;
    Point mouse{-1, -1};
    WindowContent content;
};

/// A text of the window as it was painted: where it lies, what of it the clip leaves.
struct PaintedText {
    std::string text;
    Rect rect;
    Rect seen;  // what no clip hides
    double size = 0;
    std::size_t layer = 0;
};

inline Rect intersection(const Rect& a, const Rect& b) {
    const double x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(0.0, std::min(a.right(), b.right()) - x), std::max(0.0, std::min(a.bottom(), b.bottom()) - y)};
}

/// All texts that can be seen at least in part. The box of a text is its width and the height of its letters.
inline std::vector<PaintedText> painted_texts(const WindowContent& content, const WindowSize& size) {
    const FontMetrics metrics(ContentDriver::fonts());
    std::vector<PaintedText> texts;
    std::size_t layer = 0;
    for (const PaintedList& painted : content.painted()) {
        std::vector<Rect> clips{{0, 0, size.width, size.height}};
        const auto placed = [&](const Rect& r) {
            return Rect{painted.origin.x + r.x * painted.scale, painted.origin.y + r.y * painted.scale, r.width * painted.scale,
                        r.height * painted.scale};
        };
        for (const DrawCommand& command : painted.list->commands) {
            if (const auto* clip = std::get_if<PushClip>(&command)) clips.push_back(intersection(clips.back(), placed(clip->rect)));
            if (std::holds_alternative<PopClip>(command) && clips.size() > 1) clips.pop_back();
            const auto* run = std::get_if<TextRun>(&command);
            if (run == nullptr || run->text.empty()) continue;
            const double width = metrics.width(run->text, run->font, run->size);
            const double left = run->align == Align::left     ? run->anchor.x
                                : run->align == Align::center ? run->anchor.x - width / 2
                                                              : run->anchor.x - width;
            const Rect box = placed({left, run->anchor.y - 0.72 * run->size, width, 0.72 * run->size});
            const Rect seen = intersection(box, clips.back());
            if (seen.width > 0.5 && seen.height > 0.5) texts.push_back({run->text, box, seen, run->size, layer});
        }
        ++layer;
    }
    return texts;
}

}  // namespace poslab::test
