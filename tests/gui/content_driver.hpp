#pragma once

#include "app/gui/window_content.hpp"
#include "core/views/registry.hpp"
#include "tests/gui/gui_driver.hpp"
#include "tests/support/patience.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace poslab::test {

/// Options for a window that opens on this view.
inline WindowOptions of_view(const std::string& id) {
    WindowOptions options;
    options.view = &find_view(id);
    return options;
}

/// Drives the content of the window without a display. Items are found by the path of their labels:
/// "Parameters/w", or "w".
class ContentDriver : public GuiDriver {
  public:
    static constexpr WindowSize usual_size{1440, 900, 1};

    enum class Start { settled, without_frame };

    explicit ContentDriver(const WindowOptions& options = {}, WindowSize window = usual_size,
                           SessionKeeper keeper = {}, Start start = Start::settled)
        : GuiDriver(fonts()),
          size(window),
          content(
              fonts(), gui, options, [] {}, std::move(keeper)) {
        if (start == Start::settled) settle();
    }

    static const FontLibrary& fonts() {
        static const FontLibrary library;
        return library;
    }

    /// Runs frames until everything is drawn; false on a timeout.
    bool settle() {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        for (int quiet = 0; quiet < 3;) {
            frame();
            quiet = content.settled() && !queue.has_events() ? quiet + 1 : 0;
            if (quiet == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (std::chrono::steady_clock::now() > deadline) return false;
        }
        return true;
    }

    [[nodiscard]] Rect rect(const std::string& item) const {
        const auto found = content.ui().find(item);
        if (!found) ADD_FAILURE() << "no item " << item;
        return found.value_or(Ui::Mark{}).rect;
    }
    [[nodiscard]] bool has(const std::string& item) const { return content.ui().find(item).has_value(); }
    [[nodiscard]] Point at(const std::string& item, double fx = 0.5, double fy = 0.5) const {
        const Rect r = rect(item);
        return {r.x + fx * r.width, r.y + fy * r.height};
    }
    /// Returns the items that Tab visits in one round; each must then be in the window.
    std::set<std::string> tabbed_through() {
        std::set<std::string> seen;
        std::vector<ImGuiID> ids;
        for (int n = 0; n < 300; ++n) {
            key(Key::tab);
            frame();  // hidden items are scrolled into view
            const ImGuiID now = Ui::focused();
            if (!ids.empty() && now == ids.front()) break;
            ids.push_back(now);
            const Rect& at = content.ui().focus_rect();
            EXPECT_GE(at.y, -1) << "the focused control is in view";
            EXPECT_LE(at.bottom(), size.height + 1);
            for (const auto& [path, mark] : content.ui().marks())
                if (mark.id == now) seen.insert(path.substr(path.rfind('/') + 1));
        }
        return seen;
    }
    /// True if the item has the keyboard focus.
    [[nodiscard]] bool has_focus(const std::string& item) const {
        const auto found = content.ui().find(item);
        return found && found->id != 0 && found->id == Ui::focused();
    }

    void click(const std::string& item, int button = 0) {
        press(at(item), button);
        release(button);
    }

    [[nodiscard]] std::string value(const std::string& id) const {
        const View& view = content.store().view();
        const int index = parameter_index(view, id);
        if (index < 0) return {};
        const auto place = static_cast<std::size_t>(index);
        return to_string(view.parameters()[place], content.store().values()[place]);
    }

    WindowSize size;
    WindowContent content;

  protected:
    [[nodiscard]] ImVec2 display() const override {
        return {static_cast<float>(size.width * size.pixels), static_cast<float>(size.height * size.pixels)};
    }
    void draw(FrameInput input) override {
        set_pixels(size.pixels);
        content.frame(size, std::move(input));
        queue.set_typing(content.ui().editing());
    }
};

}  // namespace poslab::test
