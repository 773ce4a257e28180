#include "app/gui/train_dialog.hpp"

#include "app/cli/train.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "app/state/export_choice.hpp"
#include "core/base/errors.hpp"
#include "core/base/number_format.hpp"
#include "core/training/parameter_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace poslab {
namespace {

constexpr double train_pad = PopUp::padding, train_width = 796, train_label = 112, train_pitch = 42,
                 min_train_pitch = 34;
constexpr int train_rows = 8, number_columns = 3;  // paths and choices, then numbers in columns
constexpr double about_height = 30, above_box = 30;

TextStyle train_label_style(const Ui& ui) { return {Font::regular, 13, ui.colors().text2}; }

template <class Kind>
OneOf<Kind> chosen_kind(Ui& ui, std::string_view name, Rect rect, OneOf<Kind> now, Language language,
                        bool few) {
    std::vector<Option> options;
    int before = 0;
    for (const Kind* kind : Kind::all()) {
        if (kind == &*now) before = static_cast<int>(options.size());
        options.push_back({kind->id, in(language, kind->label)});
    }
    const int next =
        few ? segmented(ui, name, rect, options, before) : combo(ui, name, rect, options, before);
    return *Kind::all()[static_cast<std::size_t>(next)];
}

std::string minutes_left(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    return fmt::format("{}:{:02d}", whole / 60, whole % 60);
}

}  // namespace

void TrainDialog::open(Ui& ui, const std::string& folder, bool animated) {
    folder_ = folder;
    if (!training_.running() && (request_.folder.empty() || request_.folder == offered_))
        request_.folder = offered_ = free_model_folder(folder_, request_.settings.model.scheme->id);
    error_.clear();
    pop_up_.open(ui, training_.running() ? "train.leave" : "train.do", animated);
}

void TrainDialog::draw(Ui& ui, Store& store, Toast& toast) {
    language_ = store.language;
    if (auto found = training_.follow(store)) toast = std::move(*found);
    if (training_.running()) ui.wake_after(0.1);
    take_file(ui);
    if (pop_up_.is_open() && !files_.is_open()) draw_dialog(ui);
}

std::string TrainDialog::status(Language language) const {
    if (!training_.running()) return {};
    const TrainingProgress now = training_.progress();
    const double done =
        100 * static_cast<double>(now.step) / static_cast<double>(std::max<std::int64_t>(now.steps, 1));
    return Translator(language)("Training {} %", fmt::format("{:.0f}", done));
}

void TrainDialog::take_file(Ui& ui) {
    const bool picking = files_.is_open();
    const auto answer = files_.draw(ui, language_);
    if (answer) request_.text = answer->path;
    if (picking && !files_.is_open()) pop_up_.open(ui, "train.do", false);
}

void TrainDialog::ask_for_text(Ui& ui) {
    FileDialogRequest request;
    request.title = text("Training text"_tr);
    request.button = text("Choose"_tr);
    request.path = request_.text.empty() ? "" : request_.text;
    files_.ask(ui, std::move(request), false);
    if (files_.is_open()) pop_up_.close();  // reopened after the picker
}

void TrainDialog::draw_dialog(Ui& ui) {
    const bool running = training_.running();
    const std::string command = train_command(running ? training_.request() : request_);
    const auto lines = CommandBox::lines(ui, command, train_width - 2 * train_pad);
    const double box_height = CommandBox::height(lines.size());
    const double height = PopUp::header_height + PopUp::footer_height + 2 * 16 + train_rows * train_pitch +
                          about_height + above_box + box_height;
    const auto begun =
        pop_up_.begin(ui, {"train", text("Train a small model"_tr), text("Close"_tr), train_width, height});
    if (!begun) return;
    const Rect body = begun->body.inset(0);
    const Rect inner{body.x + train_pad, body.y + 16, body.width - 2 * train_pad, body.height - 32};
    const bool entered = !running && !ui.editing() && ImGui::IsWindowFocused() && Ui::focused() == 0 &&
                         ui.take(ImGuiKey_Enter) > 0;
    const double left = inner.height - train_rows * min_train_pitch - about_height - above_box;
    const bool boxed = left >= box_height;
    if (running)
        draw_progress(ui, inner);
    else
        draw_settings(ui,
                      {inner.x, inner.y, inner.width, inner.height - (boxed ? above_box + box_height : 0)});
    if (boxed)
        box_.draw(ui, language_, command, lines,
                  {inner.x, inner.bottom() - box_height, inner.width, box_height});
    draw_footer(ui, begun->footer);
    if (entered) start();
    pop_up_.end(ui);
}

void TrainDialog::draw_settings(Ui& ui, Rect body) {
    const double pitch = std::clamp((body.height - about_height) / train_rows, min_train_pitch, train_pitch);
    Rect row{body.x, body.y, body.width, 32};
    draw_paths(ui, row, pitch);
    draw_choices(ui, row, pitch);
    draw_numbers(ui, row, pitch);
    const Rect line{body.x, body.y + train_rows * pitch, body.width, about_height - 8};
    draw_elided(ui, about(), {Font::regular, 12, ui.colors().text2}, line);
}

void TrainDialog::draw_paths(Ui& ui, Rect& row, double pitch) {
    const auto field = [&](Text label) {
        draw_elided(ui, text(label), train_label_style(ui), {row.x, row.y, train_label - 8, 32});
        Rect room{row.x + train_label, row.y, row.width - train_label, 32};
        row.y += pitch;
        return room;
    };
    FieldOptions options;
    options.align = Align::left;
    const Rect reads = field("Text"_tr);
    const double change = button_width(ui, text("Choose…"_tr), false);
    const bool none = request_.text.empty();
    FieldOptions quiet = options;
    quiet.quiet = none;
    const std::string shown = none ? std::string(text("Genesis, included with PosLab"_tr)) : request_.text;
    const FieldResult typed = text_field(ui, "train.text", {reads.x, reads.y, reads.width - change - 8, 32},
                                         shown, request_.text, quiet);
    if (typed.entered) request_.text = expanded_path(*typed.entered);
    if (button(ui, "train.choose", {reads.right() - change, reads.y, change, 32}, text("Choose…"_tr)))
        ask_for_text(ui);
    const FieldResult into =
        text_field(ui, "train.folder", field("Folder"_tr), request_.folder, request_.folder, options);
    if (into.entered && !into.entered->empty()) request_.folder = expanded_path(*into.entered);
}

void TrainDialog::draw_choices(Ui& ui, Rect& row, double pitch) {
    draw_elided(ui, text("Task"_tr), train_label_style(ui), {row.x, row.y, train_label - 8, 32});
    const Rect task{row.x + train_label, row.y, row.width - train_label, 32};
    request_.settings.task = chosen_kind(ui, "train.task", task, request_.settings.task, language_, true);
    row.y += pitch;
    draw_elided(ui, text("Encoding"_tr), train_label_style(ui), {row.x, row.y, train_label - 8, 32});
    ModelSettings& model = request_.settings.model;
    const auto before = model.scheme;
    model.scheme = chosen_kind(ui, "train.scheme", {row.x + train_label, row.y, row.width - train_label, 32},
                               before, language_, false);
    if (&*before != &*model.scheme && request_.folder == offered_)
        request_.folder = offered_ = free_model_folder(folder_, model.scheme->id);
    row.y += pitch;
}

void TrainDialog::draw_numbers(Ui& ui, Rect room, double pitch) {
    constexpr double gap = 24;
    const double width = (room.width - (number_columns - 1) * gap) / number_columns;
    DialogFields fields(ui, language_, faults_);
    int index = 0;
    const auto next = [&](Text label) {
        const double x = room.x + (width + gap) * (index % number_columns),
                     y = room.y + pitch * (index / number_columns);
        ++index;
        draw_elided(ui, text(label), train_label_style(ui), {x, y, train_label - 8, 32});
        return Rect{x + train_label, y, width - train_label, 32};
    };
    const auto numbers = [&](const auto& all) {
        for (const auto& row : all) {
            if (row.label.empty()) continue;
            if (row.id == "window" && !request_.settings.model.scheme->takes_window) {
                fields.forget({"train.window"});  // a hidden field has no fault
                continue;
            }
            auto& number = row.of(request_.settings);
            using Number = std::remove_reference_t<decltype(number)>;
            auto value = static_cast<double>(number);
            fields.number_field("train." + std::string(row.id), next(row.label), {},
                                static_cast<double>(row.least), static_cast<double>(row.most), value);
            if (std::is_floating_point_v<Number> || value == std::floor(value))
                number = static_cast<Number>(value);
        }
    };
    numbers(integer_settings());
    numbers(real_settings());
}

/// "428,672 parameters; reads 3,072,000 bytes, 17 times the text"
std::string TrainDialog::about() const {
    const TrainingSettings& settings = request_.settings;
    const auto parameters = static_cast<std::int64_t>(parameter_layout(settings.model).size);
    const std::int64_t bytes = settings.steps * settings.batch * settings.model.train_length;
    const std::uint64_t there = training_text_bytes(request_.text);
    if (there == 0) return Translator(language_)("{}: there is no such file", request_.text);
    const double times = static_cast<double>(bytes) / (0.9 * static_cast<double>(there));
    return Translator(language_)(
        "{} parameters; trains on {} bytes, {} × the text; its last tenth is held out",
        format_integer(parameters), format_integer(bytes), format_number(times, times < 10 ? 1 : 0));
}

void TrainDialog::draw_progress(Ui& ui, Rect body) const {
    const TrainingProgress now = training_.progress();
    const Translator translate(language_);
    const double done =
        static_cast<double>(now.step) / static_cast<double>(std::max<std::int64_t>(now.steps, 1));
    const TextStyle large{Font::semibold, 20, ui.colors().text}, small{Font::regular, 13, ui.colors().text2};
    const std::string step = translate("Step {} of {}", format_integer(now.step), format_integer(now.steps));
    ui.text(step, body.x, body.y + 24, large);
    std::string text;
    if (now.step > 0)
        text = translate("loss {}  ·  {} tokens/s  ·  {} left", fmt::format("{:.3f}", now.loss),
                         format_integer(std::llround(now.tokens_per_second)), minutes_left(now.seconds_left));
    ui.text(ui.fitted(text, small, body.width), body.x, body.y + 56, small);
    ui.fill({body.x, body.y + 78, body.width, 4}, ui.colors().track, 2);
    ui.fill({body.x, body.y + 78, std::max(4.0, body.width * done), 4}, ui.colors().accent, 2);
    ui.mark("train.progress", {body.x, body.y, body.width, 84});
    const std::string message =
        translate("The view Extrapolation shows the latest checkpoint; you can close this dialog."_tr);
    draw_elided(ui, message, small, {body.x, body.y + 96, body.width, 24});
}

void TrainDialog::draw_footer(Ui& ui, Rect footer) {
    const bool running = training_.running();
    const std::string_view label = text(running ? "Stop"_tr : "Train"_tr);
    const double y = footer.y + 16, width = std::max(120.0, button_width(ui, label, false));
    const Rect go{footer.right() - train_pad - width, y, width, 32};
    const double close_width = button_width(ui, text("Close"_tr), false);
    const Rect close{go.x - 16 - close_width, y, close_width, 32};
    const Rect room{footer.x + train_pad, footer.y, close.x - 16 - footer.x - train_pad, footer.height};
    const std::string wrong = !faults_.empty() ? faults_.begin()->second.message : error_;
    if (!wrong.empty()) {
        footer_notice(ui, room, wrong, ui.colors().error);
        ui.mark("train.error", room);
    }
    ButtonOptions quiet, primary;
    quiet.look = ButtonLook::quiet;
    primary.look = running ? ButtonLook::bordered : ButtonLook::primary;
    if (button(ui, "train.leave", close, text("Close"_tr), quiet)) pop_up_.close();
    if (!button(ui, "train.do", go, label, primary)) return;
    if (running)
        training_.stop();
    else
        start();
}

void TrainDialog::start() {
    error_.clear();
    if (!faults_.empty()) return;
    try {
        check_settings(request_.settings);
    } catch (const Error& error) {
        error_ = Translator(language_)(error.message());
        return;
    }
    training_.start(request_);
    pop_up_.close();
}

}  // namespace poslab
