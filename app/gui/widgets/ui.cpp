#include "app/gui/widgets/ui.hpp"

#include "app/gui/imgui_input.hpp"
#include "app/gui/imgui_versions.hpp"
#include "app/screen/ui_fonts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace poslab {
namespace {

constexpr double tooltip_delay = 0.4;
constexpr int first_frames = 2;  // frames in which Dear ImGui focuses the first item

ImRect box_of(const Ui& ui, Rect rect) {
    return {ui.pixels({rect.x, rect.y}), ui.pixels({rect.right(), rect.bottom()})};
}

bool any_popup() {
    return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

bool by_mouse(const ImGuiContext& g, ImGuiID id) {
    return g.ActiveId == id && g.ActiveIdSource == ImGuiInputSource_Mouse;
}

}  // namespace

Color mixed(Color a, Color b, double t) {
    const auto part = [t](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(std::lround(from + (to - from) * std::clamp(t, 0.0, 1.0)));
    };
    return {part(a.r, b.r), part(a.g, b.g), part(a.b, b.b), part(a.a, b.a)};
}

Ui::Ui(const TextMetrics& metrics, ImGuiPainter& painter, UiFonts& fonts)
    : metrics_(metrics), painter_(painter), fonts_(fonts), palette_(&palette(Theme::light)) {}

void Ui::begin(UiFrame frame) {
    frame_ = std::move(frame);
    palette_ = &palette(frame_.theme);
    opacity_ = 1;
    stops_.clear();
    tab_place_ = 0;
    path_.clear();
    marks_.clear();
    grounds_.clear();
    tip_ = {};
    moving_ = false;
    wake_in_ = -1;
    // Ends editing if the field disappeared.
    if (entry_.id != ImGui::GetCurrentContext()->ActiveId && ImGui::GetFrameCount() > entry_.since + 1)
        entry_ = {};
    // Dear ImGui 1.90 closes a pop-up by Escape before anything is drawn; the key must not act again.
    if (popup_open_ && !any_popup()) static_cast<void>(take(ImGuiKey_Escape));
}

void Ui::end() {
    move_focus();
    draw_tooltip();
    ImGuiContext& g = *ImGui::GetCurrentContext();
    if (g.DimBgRatio > 0 && g.DimBgRatio < 1) moving_ = true;  // Dear ImGui's own animation
    // Alt makes finer steps and Ctrl Tab does nothing: there are no menu bars or windows to switch to.
    g.NavWindowingToggleLayer = false;
    g.NavWindowingTarget = nullptr;
    // If the focus ring was hidden before a pop-up, hide it afterwards.
    const bool popup = any_popup();
    if (popup && !popup_open_) ring_before_popup_ = ring_before_;
    if (!popup && popup_open_ && !ring_before_popup_) show_focus_ring(g, false);
    if (ImGui::GetFrameCount() <= first_frames) release_focus();
    popup_open_ = popup;
    ring_before_ = focus_visible();
    // Before Tab is pressed, arrow keys and Space belong to the figure; then to Dear ImGui's navigation.
    ImGuiIO& io = ImGui::GetIO();
    const bool navigates = ring_before_ || popup;
    io.ConfigFlags = navigates ? io.ConfigFlags | ImGuiConfigFlags_NavEnableKeyboard
                               : io.ConfigFlags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

ImVec2 Ui::pixels(Point at) const {
    return {static_cast<float>(at.x * scale()), static_cast<float>(at.y * scale())};
}

Point Ui::mouse() const {
    constexpr double far_outside = -1e6;  // unlike Dear ImGui's -FLT_MAX, good for whole numbers of rows
    return ImGui::IsMousePosValid() ? css(ImGui::GetIO().MousePos) : Point{far_outside, far_outside};
}

ImFont* Ui::font(Font face, double size) const {
    return fonts_.font(face, static_cast<float>(size * scale()));
}

void Ui::need_glyphs(std::string_view text) { fonts_.need(text); }

Ui::Scope::Scope(Ui& ui, std::string_view name) : ui_(ui), length_(ui.path_.size()) {
    ImGui::PushID(name.data(), name.data() + name.size());
    ui_.path_.append(name).append("/");
}

Ui::Scope::~Scope() {
    ImGui::PopID();
    ui_.path_.resize(length_);
}

Ui::Enlarged::Enlarged(Ui& ui, double factor)
    : ui_(ui), before_(std::exchange(ui.enlarged_, ui.enlarged_ * factor)) {}

Ui::Enlarged::~Enlarged() { ui_.enlarged_ = before_; }

void Ui::mark(std::string_view name, Rect rect) { marks_[path_ + std::string(name)].rect = in_window(rect); }

std::optional<Ui::Mark> Ui::find(std::string_view path) const {
    const std::string tail = "/" + std::string(path);
    for (const auto& [name, mark] : marks_)
        if (name == path || name.ends_with(tail)) return mark;
    return std::nullopt;
}

ItemState Ui::item(std::string_view label, Rect rect, FocusPolicy reach) {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    ItemState item;
    item.id = ImGui::GetCurrentWindow()->GetID(label.data(), label.data() + label.size());
    const ImRect box = box_of(*this, rect);
    const bool was_held = by_mouse(g, item.id);
    const bool focusable = reach != FocusPolicy::mouse;
    const bool shown =
        ImGui::ItemAdd(box, item.id, nullptr, focusable ? ImGuiItemFlags_None : ImGuiItemFlags_NoNav);
    note_item(item.id, label, rect, reach);
    item.focused = focusable && g.NavId == item.id;
    item.ring = item.focused && focus_visible();
    if (!shown) return item;
    bool held = false;
    item.clicked = ImGui::ButtonBehavior(
        box, item.id, &item.hovered, &held,
        ImGuiButtonFlags_NoHoveredOnFocus | (focusable ? 0 : ImGuiButtonFlags_NoNavFocus));
    item.by_key = item.clicked && g.NavActivateId == item.id;
    item.pressed = by_mouse(g, item.id) && !was_held;
    item.held = was_held || by_mouse(g, item.id);
    item.double_clicked = item.pressed && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    item.right_clicked = item.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    const bool clicked_before = item.focused && !item.ring && !editing() && pressed(ImGuiKey_Enter);
    if (is_entered(g, item.id) || clicked_before) item.clicked = item.by_key = true;
    if (item.pressed || item.clicked) silenced_ = item.id;
    return item;
}

void Ui::note_item(ImGuiID id, std::string_view label, Rect rect, FocusPolicy reach) {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    if (label.starts_with("##")) label.remove_prefix(2);  // Dear ImGui's prefix of hidden labels
    marks_[path_ + std::string(label)] = {in_window(rect), id};
    stops_.push_back({tab_place_, id, g.CurrentWindow, in_window(rect), reach == FocusPolicy::tab});
    const int frame = ImGui::GetFrameCount();
    if (wanted_focus_ == label && frame > first_frames &&
        frame <= std::max(wanted_since_, first_frames) + 2) {
        wanted_focus_.clear();
        go_to(stops_.back());
    }
    if (g.NavId == id) focus_rect_ = in_window(rect);
}

bool Ui::over(Rect rect) const {
    const ImRect box = box_of(*this, rect);
    return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
           ImGui::IsMouseHoveringRect(box.Min, box.Max);
}

bool Ui::in_view(Rect rect) const {
    const ImRect box = box_of(*this, rect);
    return ImGui::IsRectVisible(box.Min, box.Max);
}

void Ui::focus(std::string_view label) {
    wanted_focus_ = label;
    wanted_since_ = ImGui::GetFrameCount();
    moving_ = true;
}

void Ui::release_focus() {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    g.NavId = 0;
    for (ImGuiWindow* window : g.Windows) window->NavLastIds[0] = 0;  // else a click would restore it
    show_focus_ring(g, false);
}

void Ui::move_focus_to(const ItemState& item) {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    const bool visible = has_focus_ring(g);
    ImGui::SetFocusID(item.id, g.CurrentWindow);
    show_focus_ring(g, visible);
    moving_ = true;
}

bool Ui::focus_visible() const {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    return g.NavId != 0 && has_focus_ring(g);
}

ImGuiID Ui::focused() { return ImGui::GetCurrentContext()->NavId; }

void Ui::go_to(const Stop& stop) {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    ImGuiWindow& window = *stop.window;
    const double enlarged = std::exchange(enlarged_, 1.0);  // stop.rect is in the window's coordinates
    const ImRect box = box_of(*this, stop.rect);
    ImGui::FocusWindow(&window);
    ImGui::SetNavID(stop.id, ImGuiNavLayer_Main, 0, ImGui::WindowRectAbsToRel(&window, box));
    const float margin = pixels({0, 12}).y;
    ImGui::ScrollToRect(&window, {box.Min.x, box.Min.y - margin, box.Max.x, box.Max.y + margin});
    keep_focus_from_first_item(g);
    show_focus_ring(g, true);
    ignore_resting_pointer(g);
    focus_rect_ = stop.rect;
    moving_ = true;
    enlarged_ = enlarged;
}

/// Replaces Dear ImGui 1.86's Tab, which stops only at text fields; here those exist only while edited.
void Ui::move_focus() {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    if (!pressed(ImGuiKey_Tab) || g.IO.KeyCtrl || g.IO.KeyAlt) return;
    ImGui::NavMoveRequestCancel();  // from 1.89 on, its own Tab stops at buttons, too
    const ImGuiWindow* const over = g.OpenPopupStack.empty() ? nullptr : g.OpenPopupStack.back().Window;
    std::erase_if(stops_,
                  [&](const Stop& stop) { return over != nullptr && stop.window->RootWindow != over; });
    if (stops_.empty()) return;
    std::stable_sort(stops_.begin(), stops_.end(),
                     [](const Stop& a, const Stop& b) { return a.place < b.place; });
    const auto count = static_cast<std::ptrdiff_t>(stops_.size());
    const std::ptrdiff_t step = g.IO.KeyShift ? count - 1 : 1;
    const auto at = std::ranges::find(stops_, g.NavId, &Stop::id);
    std::ptrdiff_t next = at == stops_.end() ? (g.IO.KeyShift ? 0 : count - 1) : at - stops_.begin();
    for (std::ptrdiff_t n = 0; n < count; ++n) {
        next = (next + step) % count;
        if (stops_[static_cast<std::size_t>(next)].lands) break;
    }
    if (editing()) ImGui::ClearActiveID();
    go_to(stops_[static_cast<std::size_t>(next)]);
}

bool Ui::pressed(ImGuiKey key) const {
    const bool same = std::ranges::find(frame_.keys, key_code(key)) != frame_.keys.end();
    return same || (key == ImGuiKey_Enter && pressed(keypad_enter));
}

std::optional<Point> Ui::caret() const {
    if (!editing() || entry_.begins) return std::nullopt;
    return css(caret_of(*ImGui::GetCurrentContext()));
}

int Ui::take(ImGuiKey key) {
    auto count = static_cast<int>(std::erase(frame_.keys, key_code(key)));
    if (key == ImGuiKey_Enter) count += static_cast<int>(std::erase(frame_.keys, key_code(keypad_enter)));
    if (count == 0) return 0;
    ImGui::NavMoveRequestCancel();  // the key must not also move the focus
    if (key == ImGuiKey_Enter || key == ImGuiKey_Space) forget_activation(*ImGui::GetCurrentContext());
    return count;
}

bool Ui::letter(char letter, bool ctrl) const {
    const ImGuiIO& io = ImGui::GetIO();
    // The code of a letter key is the ASCII code of its printed letter.
    return io.KeyCtrl == ctrl && !io.KeyAlt &&
           std::ranges::find(frame_.keys, int{letter}) != frame_.keys.end();
}

bool Ui::function_key(int number) const {
    constexpr int first = 290;  // GLFW's number of F1
    return std::ranges::find(frame_.keys, first + number - 1) != frame_.keys.end();
}

bool Ui::typed(char sign) {
    const auto& characters = ImGui::GetIO().InputQueueCharacters;
    return std::find(characters.begin(), characters.end(), static_cast<ImWchar>(sign)) != characters.end();
}

bool Ui::keys_are_free() const { return !editing() && !any_popup(); }

void Ui::tooltip(ImGuiID id, Rect anchor, std::string text, std::string key, bool to_right) {
    tip_ = {id, in_window(anchor), std::move(text), std::move(key), {}, to_right};
}

void Ui::tooltip(ImGuiID id, Rect anchor, std::string text, std::vector<std::string> quiet) {
    tip_ = {id, in_window(anchor), std::move(text), {}, std::move(quiet)};
}

void Ui::draw_tooltip() {
    if (tip_.id != silenced_) silenced_ = 0;
    const ImGuiID id = ImGui::IsAnyMouseDown() || tip_.id == silenced_ ? 0 : tip_.id;
    if (id != resting_) {
        resting_ = id;
        resting_since_ = time();
    }
    if (id == 0 || has_new_popup(*ImGui::GetCurrentContext())) return;
    const double rested = time() - resting_since_;
    if (rested < tooltip_delay) return wake_after(tooltip_delay - rested + 0.01);
    draw_tip_box(tip_lines());
}

TextStyle Ui::tip_style(bool quiet) const {
    return {Font::regular, 12, quiet ? palette_->tooltip_label : palette_->tooltip_text};
}

std::vector<Ui::TipLine> Ui::tip_lines() const {
    constexpr double pitch = 18, gap = 4;
    const double room = tip_.quiet.empty() ? 280 : 320;
    std::vector<TipLine> lines;
    const auto add = [&](const std::string& paragraph, bool quiet) {
        double y = lines.empty() ? 13 : lines.back().y + pitch;
        if (quiet && !lines.empty() && !lines.back().quiet) y += gap;
        for (std::string& line : wrapped(paragraph, tip_style(quiet), room)) {
            lines.push_back({std::move(line), y, quiet});
            y += pitch;
        }
    };
    add(tip_.text, false);
    for (const std::string& paragraph : tip_.quiet)
        if (!paragraph.empty()) add(paragraph, true);
    return lines;
}

void Ui::draw_tip_box(const std::vector<TipLine>& lines) {
    const TextStyle key_style{Font::mono, 11, palette_->tooltip_label, Align::right};
    double width = 20 + (tip_.key.empty() ? 0 : text_width(tip_.key, key_style) + 20), widest = 0;
    for (const TipLine& line : lines) widest = std::max(widest, text_width(line.text, tip_style(line.quiet)));
    width += widest;
    const double height = (lines.empty() ? 0 : lines.back().y) + 13;
    const Rect& anchor = tip_.anchor;
    Rect box{anchor.x + anchor.width / 2 - width / 2, anchor.bottom() + 6, width, height};
    if (tip_.to_right) box = {anchor.right() + 8, anchor.y + anchor.height / 2 - height / 2, width, height};
    box.x = std::round(std::clamp(box.x, 8.0, std::max(8.0, this->width() - width - 8)));
    if (box.bottom() > this->height() - 8)
        box.y = (tip_.to_right ? this->height() - 8 : anchor.y - 6) - height;
    box.y = std::round(box.y);
    ImGui::SetNextWindowPos(pixels({box.x, box.y}));
    ImGui::SetNextWindowSize(pixels({box.width, box.height}));
    ImGui::BeginTooltip();
    if (ImGui::IsWindowAppearing()) moving_ = true;  // Dear ImGui does not show its first frame
    fill(box, palette_->tooltip, 5);
    for (const TipLine& line : lines) text(line.text, box.x + 10, box.y + line.y, tip_style(line.quiet));
    if (!tip_.key.empty()) text(tip_.key, box.right() - 10, box.y + 13, key_style);
    ImGui::EndTooltip();
}

void Ui::wake_after(double seconds) { wake_in_ = wake_in_ < 0 ? seconds : std::min(wake_in_, seconds); }

double Ui::animated(ImGuiID id, double target, double seconds) {
    auto [entry, fresh] = animations_.try_emplace(id, Animation{target, time()});
    Animation& animation = entry->second;
    if (fresh || frame_.reduced_motion || seconds <= 0) return animation.value = target;
    // The clock also runs while idle, so one step is at most a frame of 1/30 s.
    const double step = std::min(time() - animation.time, 1.0 / 30) / seconds;
    animation.time = time();
    animation.value = animation.value < target ? std::min(target, animation.value + step)
                                               : std::max(target, animation.value - step);
    if (animation.value != target) moving_ = true;
    return animation.value;
}

}  // namespace poslab
