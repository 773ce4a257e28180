#include "app/gui/status.hpp"

#include "app/gui/shell_text.hpp"
#include "app/gui/viewport.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/slider_scale.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace poslab {
namespace {

constexpr double gap = 12;

/// Writes from left to right, dividers between.
class Strip {
  public:
    Strip(Ui& ui, Rect area) : ui_(ui), x_(area.x + 14), middle_(area.y + area.height / 2) {}

    void text(std::string_view text, Font font, Color color, double after) {
        const TextStyle style{font, 12, color};
        ui_.text(text, x_, middle_, style);
        x_ += ui_.text_width(text, style) + after;
    }
    void dot(Color color) {
        ui_.circle({x_ + 4, middle_}, 3.5, color);
        x_ += 18;
    }
    void divider() {
        ui_.fill({std::round(x_), middle_ - 7, 1, 14}, ui_.colors().divider);
        x_ += 1 + gap;
    }

  private:
    Ui& ui_;
    double x_, middle_;
};

std::string duration(double seconds) {
    std::array<char, 32> text{};
    if (seconds < 0.9995)
        std::snprintf(text.data(), text.size(), "%.1f ms", seconds * 1e3);
    else
        std::snprintf(text.data(), text.size(), "%.2f s", seconds);
    return text.data();
}

std::string superscript(int number) {
    constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char digit : std::to_string(number)) text += digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

std::string cell_count(double cells) {
    if (cells < 1e6) return shown_number(std::to_string(std::llround(cells)));
    const int exponent = static_cast<int>(std::floor(std::log10(cells)));
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f×10", cells / std::pow(10.0, exponent));
    return text.data() + superscript(exponent);
}

double right_item(Ui& ui, std::string_view name, double right, Rect area, std::string_view label, bool icon, const char* tip,
                  bool& clicked) {
    const TextStyle style{Font::regular, 12, ui.colors().text};
    const double width = ui.text_width(label, style) + (icon ? 22 : 0) + 16;
    const Rect rect{right - width, area.y + 3, width, area.height - 6};
    const SpotTouch touch = spot(ui, name, rect, 4);
    double x = rect.x + 8;
    if (icon) {
        draw_icon(ui, Icon::theme, {x + 8, rect.y + rect.height / 2}, ui.colors().text);
        x += 22;
    }
    ui.text(label, x, rect.y + rect.height / 2, style);
    if (touch.hovered) ui.tooltip(id_of(name), rect, tip);
    clicked = touch.clicked;
    return rect.x;
}

}  // namespace

void draw_status(Ui& ui, Store& store, const Canvas& canvas, Rect area) {
    const Palette& colors = ui.colors();
    ui.fill(area, colors.chrome);
    ui.fill({area.x, area.y, area.width, 1}, colors.hairline);
    Strip strip(ui, area);
    const WorkerStatus& status = canvas.status();
    strip.dot(!status.error.empty() ? colors.error : status.running ? colors.warn : colors.ok);
    strip.text(say(store.language, Say::engine), Font::regular, colors.text2, 5);
    const bool done = status.result != nullptr;
    strip.text(done ? status.result->data->engine : "…", Font::mono, colors.text, gap);
    strip.divider();
    strip.text(done ? duration(status.result->seconds) : "…", Font::mono, colors.text, gap);
    if (const auto viewport = viewport_of(store.view(), store.values())) {
        strip.divider();
        const double cells = static_cast<double>(viewport->rows.size()) * static_cast<double>(viewport->columns.size());
        strip.text(cell_count(cells), Font::mono, colors.text, 5);
        strip.text(say(store.language, Say::cells), Font::regular, colors.text2, gap);
    }
    bool clicked = false;
    const auto tip = [&](Say what) { return say(store.language, what).data(); };
    const bool light = store.theme == Theme::light;
    double x = right_item(ui, "status.theme", area.right() - 8, area, tip(light ? Say::light : Say::dark), true,
                          tip(Say::switch_theme), clicked);
    if (clicked) store.theme = light ? Theme::dark : Theme::light;
    ui.fill({x - 6, area.y + 7, 1, 14}, colors.divider);
    right_item(ui, "status.language", x - 12, area, "EN / 中", false, tip(Say::switch_language), clicked);
    if (clicked) store.language = store.language == Language::english ? Language::chinese : Language::english;
}

}  // namespace poslab
