#include "app/gui/widgets/ui.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double tooltip_delay = 0.4;

std::size_t index_of(Layer layer) { return static_cast<std::size_t>(layer); }

}  // namespace

Id id_of(std::string_view name, Id parent) {
    Id hash = 1469598103934665603ULL ^ (parent * 0x9E3779B97F4A7C15ULL);
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash == 0 ? 1 : hash;
}

Color mixed(Color a, Color b, double t) {
    const auto part = [t](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(std::lround(from + (to - from) * std::clamp(t, 0.0, 1.0)));
    };
    return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b), part(a.a, b.a)};
}

Ui::Ui(const TextMetrics& metrics) : metrics_(metrics), palette_(&palette(Theme::light)) {}

void Ui::begin(const Input& input, double width, double height, Theme theme, bool reduced_motion) {
    input_ = input;
    width_ = width;
    height_ = height;
    theme_ = theme;
    palette_ = &palette(theme);
    reduced_motion_ = reduced_motion;
    for (DrawList& list : lists_) {
        list.commands.clear();
        list.width = width;
        list.height = height;
    }
    for (auto& clips : clips_) clips.clear();
    layer_ = Layer::base;
    top_ = menu_ != 0 ? Layer::menu : dialog_ ? Layer::dialog : Layer::over;
    order_.clear();
    tab_place_ = 0;
    marks_.clear();
    tip_ = {};
    pointer_ = PointerShape::arrow;
    moving_ = false;
    wake_in_ = -1;
    const auto& pressed = input_.pressed;
    if (std::find(pressed.begin(), pressed.end(), true) != pressed.end()) focus_visible_ = false;
}

void Ui::end() {
    move_focus();
    if (!input_.down[0]) active_ = 0;
    draw_tooltip();
}

void Ui::move_focus() {
    for (const KeyPress& press : take(Key::tab)) {
        if (order_.empty()) return;
        std::stable_sort(order_.begin(), order_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        const auto at = std::find_if(order_.begin(), order_.end(), [&](const auto& entry) { return entry.second == focus_; });
        const auto n = static_cast<std::ptrdiff_t>(order_.size());
        const std::ptrdiff_t from = at == order_.end() ? (press.shift ? 0 : -1) : at - order_.begin();
        focus_ = order_[static_cast<std::size_t>((from + (press.shift ? n - 1 : 1)) % n)].second;
        focus_visible_ = true;
        edit_ = {};
        moving_ = true;
    }
}

void Ui::focus(Id id, bool by_keyboard) {
    focus_ = id;
    focus_visible_ = by_keyboard;
}

bool Ui::over(Rect rect) const {
    const bool mine = top_ == Layer::over ? layer_ <= Layer::over : layer_ == top_;
    if (!mine || !rect.contains(input_.mouse)) return false;
    const auto& clips = clips_[index_of(layer_)];
    return std::all_of(clips.begin(), clips.end(), [&](const Rect& clip) { return clip.contains(input_.mouse); });
}

Touch Ui::interact(Id id, Rect rect, bool focusable) {
    Touch touch;
    const bool mine = top_ == Layer::over ? layer_ <= Layer::over : layer_ == top_;
    touch.hovered = over(rect) && (active_ == 0 || active_ == id);
    if (touch.hovered && input_.pressed[0]) {
        active_ = id;
        touch.pressed = true;
        touch.double_clicked = input_.double_clicked;
        if (focusable) focus(id);
    }
    touch.right_clicked = touch.hovered && input_.pressed[1];
    touch.held = active_ == id && (input_.down[0] || input_.released[0]);  // the last move comes with the release
    touch.clicked = active_ == id && input_.released[0] && touch.hovered;
    if (focusable && mine) {
        order_.emplace_back(tab_place_, id);
        touch.focused = focus_ == id;
        if (touch.focused) {
            focus_rect_ = rect;
            focus_place_ = tab_place_;
        }
        touch.ring = touch.focused && focus_visible_;
        if (touch.focused && !editing() && (!take(Key::enter).empty() || !take(Key::space).empty())) touch.clicked = true;
    }
    return touch;
}

std::vector<KeyPress> Ui::take(Key key) {
    std::vector<KeyPress> taken;
    std::erase_if(input_.keys, [&](const KeyPress& press) {
        if (press.key != key) return false;
        taken.push_back(press);
        return true;
    });
    return taken;
}

bool Ui::take_letter(char letter, bool ctrl) {
    return std::erase_if(input_.keys, [&](const KeyPress& press) {
               return press.key == Key::letter && press.letter == letter && press.ctrl == ctrl && !press.alt;
           }) > 0;
}

void Ui::tooltip(Id id, Rect anchor, std::string text, std::string key) { tip_ = {id, anchor, std::move(text), std::move(key)}; }

void Ui::draw_tooltip() {
    const Id id = input_.down[0] ? 0 : tip_.id;
    if (id != resting_) {
        resting_ = id;
        resting_since_ = input_.time;
    }
    if (id == 0) return;
    const double rested = input_.time - resting_since_;
    if (rested < tooltip_delay) return wake_after(tooltip_delay - rested + 0.01);
    set_layer(Layer::tip);
    const TextStyle style{Font::regular, 12, palette_->tooltip_text};
    const TextStyle key_style{Font::mono, 11, palette_->tooltip_label};
    const auto lines = wrapped(tip_.text, style, 280);
    double width = tip_.key.empty() ? 0 : text_width(tip_.key, key_style) + 20;
    double widest = 0;
    for (const auto& line : lines) widest = std::max(widest, text_width(line, style));
    width += widest + 20;
    const double height = static_cast<double>(lines.size()) * 18 + 8;
    Rect box{tip_.anchor.x + tip_.anchor.width / 2 - width / 2, tip_.anchor.bottom() + 6, width, height};
    box.x = std::round(std::clamp(box.x, 8.0, std::max(8.0, width_ - width - 8)));
    if (box.bottom() > height_ - 8) box.y = tip_.anchor.y - 6 - height;
    fill(box, palette_->tooltip, 5);
    for (std::size_t i = 0; i < lines.size(); ++i) text(lines[i], box.x + 10, box.y + 13 + 18 * static_cast<double>(i), style);
    if (!tip_.key.empty()) text(tip_.key, box.right() - 10, box.y + 13, {Font::mono, 11, palette_->tooltip_label, Align::right});
}

void Ui::wake_after(double seconds) { wake_in_ = wake_in_ < 0 ? seconds : std::min(wake_in_, seconds); }

double Ui::animated(Id id, double target, double seconds) {
    auto [entry, fresh] = animations_.try_emplace(id, Animation{target, input_.time});
    Animation& animation = entry->second;
    if (fresh || reduced_motion_ || seconds <= 0) return animation.value = target;
    // After idle time the clock has run on although nothing moved: one step is never more than a frame.
    const double step = std::min(input_.time - animation.time, 1.0 / 30) / seconds;
    animation.time = input_.time;
    animation.value =
        animation.value < target ? std::min(target, animation.value + step) : std::max(target, animation.value - step);
    if (animation.value != target) moving_ = true;
    return animation.value;
}

}  // namespace poslab
