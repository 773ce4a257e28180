// Actions of keys, tools and the command palette.

#include "app/gui/figure_tabs.hpp"
#include "app/gui/window_content.hpp"
#include "app/state/actions.hpp"
#include "app/state/readout_text.hpp"
#include "app/state/shell_export.hpp"
#include "core/base/errors.hpp"
#include "core/figure/formula.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
#include <variant>

namespace poslab {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// True if this shortcut, in the notation of the action table, was pressed; only letters, signs and F keys.
/// Space, Home, digits and Page Up/Down first belong to the focused item and are handled elsewhere.
bool is_struck(const Ui& ui, Text keys) {
    std::string_view name = in(Language::english, keys);
    const auto takes = [&name](std::string_view modifier) {
        const bool begins = name.starts_with(modifier);
        if (begins) name.remove_prefix(modifier.size());
        return begins;
    };
    const bool ctrl = takes("Ctrl "), shift = takes("Shift ");
    if (ctrl && name == "−") name = "-";
    if (ctrl && name == "+") name = "=";  // the key with the plus sign
    if (name.size() > 1 && name.front() == 'F') {
        int number = 0;
        const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
        return error == std::errc{} && end == name.data() + name.size() && ui.function_key(number) && !ctrl &&
               !shift;
    }
    if (name.size() != 1) return false;
    const char sign = name.front();
    const bool letter = sign >= 'A' && sign <= 'Z';
    if (!ctrl && !letter) return (sign < '0' || sign > '9') && Ui::typed(sign);
    return ui.letter(sign, ctrl) && (!letter || ImGui::GetIO().KeyShift == shift);
}

/// True if the action exports the whole figure or its numbers.
bool gives_away(Action action) {
    return action == Action::open_export || action == Action::record || action == Action::copy_figure ||
           action == Action::copy_values;
}

}  // namespace

/// Pins the current values, or unpins them if they are pinned already.
void WindowContent::pin() {
    const Pins& pins = store_.pins();
    const auto found =
        std::find_if(pins.begin(), pins.end(), [&](const Pin& pin) { return pin.values == store_.values(); });
    if (found != pins.end()) return store_.unpin(static_cast<std::size_t>(found - pins.begin()));
    if (!store_.pin())
        toast_ = {
            Translator(store_.language)("Already {} pins: unpin one first.", std::to_string(pins.size())),
            true,
            {},
            -1};
    else if (pins.size() == 1)
        toast_ = {
            Translator(store_.language)("Pinned. Your next changes appear next to it."_tr), true, {}, -1};
}

void WindowContent::toggle_play() {
    if (const auto parameter = playable_parameter(store_, player_))
        player_.toggle(store_, *parameter, Ui::time());
}

void WindowContent::record(const ViewParameter& parameter) {
    player_.pause();
    if (parameter.view == &store_.view())
        export_.open_to_record(ui_, store_, player_, figure_size(), parameter.index);
}

void WindowContent::shortcuts() {
    if (is_struck(ui_, info_of(Action::quit).keys)) perform(Action::quit);
    if (!ui_.keys_are_free()) return;
    for (const ActionInfo& info : all_actions())
        if (info.action != Action::quit && (is_struck(ui_, info.keys) || is_struck(ui_, info.also)))
            perform(info.action);
    if (!ui_.focus_visible() && ui_.take(ImGuiKey_Space) > 0) perform(Action::play);
    figure_keys(store_);
    if (!ImGui::IsAnyItemActive() && ui_.take(ImGuiKey_Escape) > 0) ui_.release_focus();
}

/// Handles Ctrl with Page Up and Page Down.
void WindowContent::view_keys() {
    if (!ImGui::GetIO().KeyCtrl) return;
    if (ui_.take(ImGuiKey_PageUp) > 0) perform(Action::view_before);
    if (ui_.take(ImGuiKey_PageDown) > 0) perform(Action::view_after);
}

bool WindowContent::hides_curve() {
    if (course_.open_drawing(store_) == nullptr) return false;
    toast_ = {
        Translator(store_.language)("Draw the curve first, or choose Show me: an export would reveal it."_tr),
        true,
        {},
        -1};
    return true;
}

void WindowContent::perform(Action action) {
    if (gives_away(action) && hides_curve()) return;
    switch (action) {
        case Action::pin:
            return pin();
        case Action::unpin_all:
            return store_.replace_pins({});
        case Action::show_side_by_side:
            return compare_as(Comparison::How::side_by_side);
        case Action::show_difference:
            return compare_as(Comparison::How::difference);
        case Action::show_wipe:
            return compare_as(Comparison::How::wipe);
        case Action::open_export:
            return export_.open(ui_, store_, player_, figure_size());
        case Action::record:
            if (const auto index = playable_parameter(store_, player_)) record({&store_.view(), *index});
            return;
        case Action::train:
            return open_training();
        case Action::open_file:
            return open_file();
        case Action::open_recent:
            return open_recent();
        case Action::undo:
            return undo(false);
        case Action::redo:
            return undo(true);
        case Action::play:
            return toggle_play();
        case Action::slower:
            return player_.change_speed(1);
        case Action::faster:
            return player_.change_speed(-1);
        case Action::turn_round:
            return player_.set_mode(player_.mode() == PlayMode::bounce ? PlayMode::loop : PlayMode::bounce);
        case Action::change_course:
            return player_.change_course();
        case Action::go_home:
            return canvas_.go_home(store_);
        case Action::pan_tool:
        case Action::zoom_tool:
            store_.tool = action == Action::pan_tool ? Tool::pan : Tool::zoom;
            return;
        case Action::lock_axes:
            return lock_axes();
        case Action::measure:
            return canvas_.measure_from(store_);
        case Action::copy_figure:
            return export_.copy_figure(store_, figure_size());
        case Action::copy_command:
        case Action::copy_values:
        case Action::copy_formula:
            return copy(action);
        case Action::view_before:
            return go_by_views(-1);
        case Action::view_after:
            return go_by_views(1);
        case Action::show_lessons:
            return open_side(SidePage::lessons);
        case Action::explain:
            return open_side(SidePage::explanation);
        case Action::show_glossary:
            return open_side(SidePage::glossary);
        case Action::present:
            return present();
        case Action::full_screen:
            return full_screen_.toggle(presenting());
        case Action::switch_side:
            if (!shows_visit_alone()) store_.lessons.switch_side();
            return;
        case Action::step_before:
            return go_by_steps(-1);
        case Action::step_after:
            return go_by_steps(1);
        case Action::step_again:
            return course_.back_to_step(store_);
        case Action::reset_answers:
            return reset_answers();
        case Action::make_step:
            return make_step();
        case Action::other_theme:
            store_.theme = store_.theme == Theme::light ? Theme::dark : Theme::light;
            return;
        case Action::other_language:
            store_.language = store_.language.next();
            return;
        case Action::larger:
            return change_size(1);
        case Action::smaller:
            return change_size(-1);
        case Action::usual_size:
            store_.percent = 100;
            return;
        case Action::less_motion:
            store_.reduced_motion = !store_.reduced_motion;
            toast_ = {
                Translator(store_.language)(store_.reduced_motion ? "Reduced motion"_tr : "Normal motion"_tr),
                true,
                {},
                -1};
            return;
        case Action::show_keys:
            return keys_.open(ui_, !store_.reduced_motion);
        case Action::open_palette:
            return open_palette();
        case Action::save_preset:
        case Action::save_all_preset:
            return;  // the palette asks for the name
        case Action::import_presets:
            return ask_for_presets(FileDialogPurpose::preset_import);
        case Action::export_presets:
            return ask_for_presets(FileDialogPurpose::preset_export);
        case Action::quit:
            quit_ = true;
            return;
    }
}

/// Models are saved next to the session or, without one, below the working folder.
void WindowContent::open_training() {
    train_.open(ui_, keeper_.folder().value_or(first_folder() + "poslab"), !store_.reduced_motion);
}

void WindowContent::undo(bool again) {
    if (!again && (undo_reset() || sketch_.undo(store_))) return;
    player_.pause();
    const bool done = again ? store_.redo() : store_.undo();
    if (!done && !again) toast_ = {Translator(store_.language)("Nothing to undo"_tr), true, {}, -1};
}

void WindowContent::go_by_views(std::ptrdiff_t steps) {
    const auto views = store_.views();
    const auto at = std::find_if(views.begin(), views.end(),
                                 [&](const ViewState& s) { return s.view == &store_.view(); });
    const std::ptrdiff_t index = at - views.begin() + steps;
    if (index >= 0 && index < std::ssize(views))
        store_.choose(views[static_cast<std::size_t>(index)].view->info().id);
}

void WindowContent::change_size(std::ptrdiff_t steps) {
    constexpr auto sizes = Store::sizes;
    const std::ptrdiff_t index =
        std::find(sizes.begin(), sizes.end(), store_.percent) - sizes.begin() + steps;
    if (index >= 0 && index < std::ssize(sizes)) store_.percent = sizes[static_cast<std::size_t>(index)];
}

void WindowContent::compare_as(Comparison::How how) {
    Comparison comparison = store_.current().comparison;
    comparison.how = how;
    store_.compare(comparison);
}

/// Copies the command, the values under the pointer or the formula to the clipboard.
void WindowContent::copy(Action what) {
    const Readout readout = store_.view().readout(canvas_.variants(store_), store_.style(), canvas_.cursor());
    const Translator translate(store_.language);
    const auto copied = [&](const std::string& text, std::string message) {
        ImGui::SetClipboardText(text.c_str());
        toast_ = {std::move(message), true, {}, -1};
    };
    if (what == Action::copy_values)
        copied(readout_text(readout), translate("{}: {}", "Values copied"_tr, readout.where));
    else if (what == Action::copy_command)
        copied(present_command(store_, figure_size(), exporter_), translate("Command copied"_tr));
    else if (!readout.formula.empty())
        copied(latex_of(joined_lines(readout.formula)), translate("Formula copied as LaTeX"_tr));
}

CanvasSize WindowContent::figure_size() const {
    return {regions_.canvas.width, regions_.header.height + regions_.tabs.height + regions_.canvas.height,
            std::round(96 * pixels_)};
}

void WindowContent::lock_axes() {
    if (!canvas_.shown().can_lock_limits(store_)) return;
    const bool locked = canvas_.limits_are_locked(store_);
    if (locked)
        FigureOnScreen::release_limits(store_);
    else
        canvas_.shown().lock_limits(store_);
    const Text message =
        locked ? "Axes and colours unlocked."_tr : "Axes and colours locked. Home unlocks them."_tr;
    toast_ = {Translator(store_.language)(message), true, {}, -1};
}

PaletteSource WindowContent::palette_source() {
    return {store_, player_, presets_, &canvas_.figure(), &topics_};
}

void WindowContent::open_palette() {
    if (const auto why = presets_.read()) toast_ = {Translator(store_.language)(*why), false, {}, -1};
    topics_.prepare(course_.all());
    palette_.open(ui_, palette_source(), !store_.reduced_motion);
}

void WindowContent::open_lesson(const OpenLesson& requested) {
    store_.lessons.begin(requested.lesson);
    if (!requested.step.empty()) store_.lessons.step = requested.step;
}

void WindowContent::carry_out(const PaletteEntry& entry) {
    try {
        std::visit(
            Overloaded{[&](const StateChange& change) {
                           if (Toast toast = change(store_, presets_); !toast.text.empty())
                               toast_ = std::move(toast);
                       },
                       [&](Action action) { perform(action); },
                       [&](const OpenPath& file) { opening_.add({file.path}); },
                       [&](const PickFile& pick) { open_file(pick.parameter); },
                       [&](const OpenLesson& lesson) { open_lesson(lesson); },
                       [&](const OpenTerm& term) {
                           lesson_page_.show_term(term.term);
                           store_.lessons.present(false);
                           store_.lessons.page = SidePage::glossary;
                       },
                       [&](const OpenClaim& claim) {
                           begin_visit(store_, claim.command, claim.lines);
                           if (store_.lessons.page != SidePage::lesson)
                               store_.lessons.page = SidePage::parameters;
                       },
                       [&](const OpenExplanation& explained) {
                           begin_visit(store_, explained.command, explained.lines);
                           static_cast<void>(store_.choose_figure(explained.view, explained.figure, true));
                           store_.lessons.page = SidePage::explanation;
                       },
                       [](const auto&) {}},
            entry.palette_action);
    } catch (const Error& error) {
        toast_ = {Translator(store_.language)(error.message()), false, {}, -1};
    }
}

void WindowContent::ask_for_presets(FileDialogPurpose what) {
    dialog_purpose_ = what;
    const bool saves = what == FileDialogPurpose::preset_export;
    FileDialogRequest request;
    request.task = saves ? FileTask::save : FileTask::open;
    request.title = in(store_.language, saves ? "Export presets"_tr : "Import presets"_tr);
    request.button = in(store_.language, saves ? "Export"_tr : "Import"_tr);
    request.endings = {"json"};
    request.path = folder_to_open() + (saves ? "poslab-presets.json" : "");
    files_.ask(ui_, std::move(request), !store_.reduced_motion);
}

void WindowContent::take_preset_file(const std::string& path) {
    try {
        if (dialog_purpose_ == FileDialogPurpose::preset_import) {
            toast_ = presets_.read_from(path, store_);
            return;
        }
        presets_.write_to(path);
        toast_ = {Translator(store_.language)("Saved {}", path), true, {}, -1};
    } catch (const Error& error) {
        toast_ = {Translator(store_.language)(error.message()), false, {}, -1};
    }
}

}  // namespace poslab
