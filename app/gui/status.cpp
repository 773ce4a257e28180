#include "app/gui/status.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/state/actions.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/controls/value_text.hpp"
#include "core/controls/viewport.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

namespace poslab {
namespace {

constexpr double status_gap = 12;

/// Writes items from left to right, separated by dividers.
class Strip {
  public:
    Strip(Ui& ui, Rect area) : ui_(ui), x_(area.x + 16), middle_(area.y + area.height / 2) {}

    void text(std::string_view text, Font font, Color color, double after) {
        const TextStyle style{font, 12, color};
        ui_.text(text, x_, middle_, style);
        x_ += ui_.text_width(text, style) + after;
    }
    void dot(Color color) {
        ui_.circle({x_ + 4, middle_}, 3.5, color);
        x_ += 18;
    }
    [[nodiscard]] double left() const { return x_; }
    /// Returns true if clicked.
    bool link(std::string_view name, std::string_view text, Rect area) {
        divider();
        const TextStyle style{Font::medium, 12, ui_.colors().accent};
        const double width = ui_.text_width(text, style);
        const ItemState item = spot(ui_, name, {x_ - 6, area.y + 3, width + 12, area.height - 6}, 4);
        ui_.text(text, x_, middle_, style);
        x_ += width + status_gap;
        return item.clicked;
    }
    void divider() {
        ui_.fill({std::round(x_), middle_ - 7, 1, 14}, ui_.colors().divider);
        x_ += 1 + status_gap;
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

struct RightItem {
    std::string_view name;
    std::string label;
    std::optional<Icon> icon{};
    std::string value{};  // monospaced, after the label
    std::string tip{}, key{};
    bool strong = false;  // the label is a value rather than a name
};

/// Draws items of the right half from right to left, separated by dividers; item() returns true if clicked.
class RightStrip {
  public:
    RightStrip(Ui& ui, Rect area) : ui_(ui), area_(area), x_(area.right() - 8) {}

    bool item(const RightItem& item) {
        const Palette& colors = ui_.colors();
        const TextStyle style{Font::regular, 12, item.strong ? colors.text : colors.text2};
        const TextStyle mono{Font::mono, 12, colors.text};
        const double label = ui_.text_width(item.label, style);
        const double value =
            item.value.empty() ? 0 : ui_.text_width(item.value, mono) + (item.label.empty() ? 0 : 5);
        const double width = label + value + (item.icon ? 16 + (label + value > 0 ? 5 : 0) : 0) + 16;
        if (any_) {
            ui_.fill({std::round(x_ - 6), area_.y + 7, 1, 14}, colors.divider);
            x_ -= 12;
        }
        any_ = true;
        rect_ = {x_ - width, area_.y + 3, width, area_.height - 6};
        x_ = rect_.x;
        ui_.set_tab_place(--tab_place_);  // drawn from right to left, but Tab goes from left to right
        const ItemState touch = spot(ui_, item.name, rect_, 4);
        double x = rect_.x + 8;
        const double middle = area_.y + area_.height / 2;
        if (item.icon) {
            draw_icon(ui_, *item.icon, {x + 8, middle}, colors.text2, 14);
            x += 21;
        }
        ui_.text(item.label, x, middle, style);
        if (!item.value.empty()) ui_.text(item.value, x + label + (item.label.empty() ? 0 : 5), middle, mono);
        if (touch.hovered && !item.tip.empty()) ui_.tooltip(touch.id, rect_, item.tip, item.key);
        return touch.clicked;
    }
    [[nodiscard]] const Rect& last() const { return rect_; }
    [[nodiscard]] double left() const { return x_; }

  private:
    Ui& ui_;
    Rect area_, rect_;
    double x_;
    bool any_ = false;
    int tab_place_ = 100;
};

/// The menu of interface sizes; 150 % suits a projector.
void size_item(Ui& ui, Store& store, RightStrip& strip, int percent) {
    constexpr auto sizes = Store::sizes;
    constexpr std::array<std::string_view, sizes.size()> ids{"100", "125", "150", "175", "200"};
    const std::string now = std::to_string(percent) + " %";
    const Text tip = percent < store.percent ? "Limited by the window size"_tr : "Interface size"_tr;
    const bool clicked =
        strip.item({"status.size", "", std::nullopt, now, std::string(in(store.language, tip)), "Ctrl + −"});
    std::vector<std::string> labels;
    std::vector<Option> options;
    int chosen = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        labels.push_back(std::string(ids[i]) + " %" +
                         (sizes[i] == 150 ? "  " + Translator(store.language)("Projector"_tr) : ""));
        if (sizes[i] == store.percent) chosen = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) options.push_back({ids[i], labels[i]});
    const int next = menu_button(ui, "status.size", strip.last(), 148, options, chosen, clicked);
    store.percent = sizes[static_cast<std::size_t>(next)];
}

struct RightHalf {
    StatusResult touch;
    double left = 0;
};

RightHalf draw_right(Ui& ui, Store& store, Rect area, int percent) {
    const auto text = [&](Text what) { return std::string(in(store.language, what)); };
    const auto keys = [&](Action action) { return keys_of(action, store.language); };
    const bool light = store.theme == Theme::light;
    RightStrip strip(ui, area);
    StatusResult result;
    result.help = strip.item(
        {"status.help", "?", std::nullopt, "", text("Keyboard shortcuts"_tr), keys(Action::show_keys)});
    size_item(ui, store, strip, percent);
    if (strip.item({"status.theme", text(light ? "Light"_tr : "Dark"_tr), Icon::theme, "",
                    text("Switch between light and dark"_tr), keys(Action::other_theme), true}))
        store.theme = light ? Theme::dark : Theme::light;
    const Language next = store.language.next();
    const std::string in_itself = Translator(next)("Switch to English"_tr);  // readable for those who need it
    const bool other = strip.item({"status.language", std::string(next.name()), std::nullopt, "", in_itself,
                                   keys(Action::other_language), true});
    if (store.history().redo_steps() > 0) {
        const std::string again = Translator(store.language)("{}: {}", "Redo"_tr, redo_text(store));
        result.redo = strip.item({"status.redo", "", Icon::redo, std::to_string(store.history().redo_steps()),
                                  again, keys(Action::redo)});
    }
    const std::string steps = std::to_string(store.history().undo_steps());
    const std::string what = undo_text(store);
    result.undo = strip.item(
        {"status.undo", text("Undo"_tr), Icon::undo, steps,
         what.empty() ? text("Nothing to undo"_tr) : Translator(store.language)("{}: {}", "Undo"_tr, what),
         keys(Action::undo)});
    if (other) store.language = next;
    return {result, strip.left()};
}

}  // namespace

std::optional<double> cells_of_matrix(const View& view, const Values& values, const Data* data) {
    const auto viewport = viewport_of(view, values);
    if (!viewport) return std::nullopt;
    const double tokens = data == nullptr ? std::nan("") : data->number("tokens");
    const double side = std::isfinite(tokens) ? tokens : static_cast<double>(viewport->total);
    return side * side;
}

StatusResult draw_status(Ui& ui, Store& store, const Canvas& canvas, Rect area, const StatusNews& news) {
    const Palette& colors = ui.colors();
    const Pane pane(ui, "status", area);
    ui.ground(area, colors.chrome);
    ui.fill({area.x, area.y, area.width, 1}, colors.hairline);
    Strip strip(ui, area);
    const WorkerStatus& status = canvas.status();
    strip.dot(!status.error.empty() ? colors.error : status.running ? colors.warn : colors.ok);
    strip.text(in(store.language, "engine"_tr), Font::regular, colors.text2, 5);
    const bool done = status.result != nullptr;
    const std::string none = status.error.empty() ? "…" : "–";  // pending, or failed
    strip.text(done ? status.result->data->engine : none, Font::mono, colors.text, status_gap);
    strip.divider();
    strip.text(done ? duration(status.result->seconds) : none, Font::mono, colors.text, status_gap);
    const bool is_of_view = done && status.result->request.view == &store.view();
    const Data* const data = is_of_view ? status.result->data.get() : nullptr;
    if (const auto cells = cells_of_matrix(store.view(), store.values(), data)) {
        strip.divider();
        strip.text(cell_count(*cells), Font::mono, colors.text, 5);
        strip.text(in(store.language, *cells == 1 ? "cell"_tr : "cells"_tr), Font::regular, colors.text2,
                   status_gap);
    }
    const bool training = !news.training.empty() && strip.link("status.training", news.training, area);
    const bool stop_opening = !news.opening.empty() && strip.link("status.opening", news.opening, area);
    const RightHalf right = draw_right(ui, store, area, news.percent);
    const TextStyle hint{Font::regular, 12, colors.text2};
    const std::string of_engine = Translator(store.language)(status.notice);
    const std::string& text = canvas.hint().empty() ? of_engine : canvas.hint();
    if (!text.empty() && strip.left() + 2 * status_gap + ui.text_width(text, hint) < right.left) {
        strip.divider();
        strip.text(text, Font::regular, colors.text2, status_gap);
    }
    StatusResult result = right.touch;
    result.training = training;
    result.stop_opening = stop_opening;
    result.free = {area.x, area.y, right.left - area.x, area.height};
    return result;
}

namespace {

/// The changed parameter with its value after (or before) the change.
std::string change_text(const Store& store, const Change* change, bool after) {
    if (change == nullptr) return {};
    if (change->links) return Translator(store.language)("Shared parameters"_tr);
    if (change->parameters.empty()) return Translator(store.language)("Pins"_tr);
    const auto descriptor_of = [&](const ParameterChange& parameter_change) -> const Descriptor& {
        return store.views()[parameter_change.view].view->parameters()[parameter_change.index];
    };
    const auto& all = change->parameters;  // the preset or file comes first, the rest follows from it
    const auto filling = std::find_if(
        all.begin(), all.end(), [&](const auto& one) { return descriptor_of(one).expand_preset != nullptr; });
    const ParameterChange& first = filling == all.end() ? all.front() : *filling;
    const Descriptor& descriptor = descriptor_of(first);
    std::string text(in(store.language, descriptor.label));
    if (!descriptor.symbol.empty()) text += " " + std::string(descriptor.symbol);
    return Translator(store.language)(
        "{}: {}", text, shown_value(descriptor, after ? first.after : first.before, store.language));
}

}  // namespace

std::string undo_text(const Store& store) { return change_text(store, store.history().next_undo(), false); }
std::string redo_text(const Store& store) { return change_text(store, store.history().next_redo(), true); }

}  // namespace poslab
