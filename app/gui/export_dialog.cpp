#include "app/gui/export_dialog.hpp"

#include "app/cli/live_page.hpp"
#include "app/gui/export_clipboard.hpp"
#include "app/gui/export_rows.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/state/shell_export.hpp"
#include "core/base/errors.hpp"
#include "core/files/file_status.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace poslab {
namespace {

namespace fs = std::filesystem;

constexpr double pad = PopUp::padding;

}  // namespace

ExportDialog::ExportDialog(Exporter exporter, std::function<void()> wake, bool desktop_dialogs)
    : exporter_(std::move(exporter)),
      files_(wake, desktop_dialogs),
      preview_(wake),
      film_preview_(wake),
      job_(std::move(wake)) {}

void ExportDialog::open(Ui& ui, const Store& store, const Player& player, const CanvasSize& canvas) {
    const ViewInfo& info = store.view().info();
    canvas_ = canvas;
    choice_.values = store.values();
    choice_.versus = versus_of(store);
    choice_.comparison = store.current().comparison;
    choice_.theme = store.theme;
    choice_.language = store.language;
    choice_.set_preset(choice_.preset, canvas);
    if (choice_.view != &store.view()) {
        const std::string folder =
            choice_.path.empty() ? default_export_folder() : fs::path(choice_.path).parent_path().string();
        choice_.view = &store.view();
        choice_.array = info.arrays.empty() ? "" : std::string(info.arrays.front().name);
        choice_.path =
            (fs::path(folder) / (std::string(info.id) + "." + std::string(choice_.ending()))).string();
    }
    if (window_figure_ != &store.figure()) choice_.figure = store.figure().id;
    window_figure_ = &store.figure();
    prepare_slider(store, player);
    commanded_.reset();
    faults_.clear();
    error_.clear();
    to_confirm_.clear();
    confirmed_.clear();
    pop_up_.open(ui, "export.do");
}

void ExportDialog::open_to_record(Ui& ui, const Store& store, const Player& player, const CanvasSize& canvas,
                                  std::size_t parameter) {
    open(ui, store, player, canvas);
    choice_.figure = store.figure().id;
    choose_slider(store, player, parameter);
    choice_.set_content(ExportContent::animation);
}

/// Takes over how the slider is played: its range, the slider playing along, and the motion.
void ExportDialog::choose_slider(const Store& store, const Player& player, std::size_t parameter) {
    AnimationChoice& film = choice_.animation;
    film = with_slider(film, store.view(), store.values(), parameter, played_[parameter]);
    film.along.reset();
    if (const auto along = player.along_with(store.view(), parameter); along && *along < played_.size())
        film = with_slider_along(film, store.view(), store.values(), *along, played_[*along]);
    film.eased = player.course() == PlayCourse::eased;
    if (player.course() != PlayCourse::steps) return;
    film.frames = player.steps();
    film.fps = std::clamp(player.steps() / player.seconds(), AnimationChoice::min_fps, max_fps(gif_ending));
}

/// Takes over a changed range or slider of the player; values typed for the same one stay.
void ExportDialog::prepare_slider(const Store& store, const Player& player) {
    const auto playable = playable_parameters(store.view(), choice_.figure_info(), store.values());
    played_.assign(store.values().size(), {});
    for (const std::size_t index : playable) played_[index] = player.range_of(store, index);
    if (playable.empty()) {
        if (choice_.animates()) choice_.set_content(ExportContent::figure);
        return;
    }
    const std::size_t requested = playable_parameter(store, player).value_or(playable.front());
    const std::size_t slider = std::find(playable.begin(), playable.end(), requested) == playable.end()
                                   ? playable.front()
                                   : requested;
    const AnimationChoice before = std::exchange(choice_.animation, {});
    choose_slider(store, player, slider);
    const AnimationChoice offer = std::exchange(choice_.animation, before);
    if (std::exchange(offered_, offer) == offer && sliders_view_ == &store.view()) return;
    sliders_view_ = &store.view();
    choose_slider(store, player, slider);
}

void ExportDialog::draw(Ui& ui, const Store& store, std::span<const Variant> shown, Toast& toast) {
    choice_.language = store.language;
    finish(toast);
    const bool picking = files_.is_open();  // the Enter that chooses a file must not export, too
    if (!pop_up_.is_open() && !picking) files_.cancel();
    if (!pop_up_.is_open()) film_preview_.stop();
    take_file(ui);
    // A dropped file may have changed the view.
    const bool is_of_view = choice_.view == &store.view();
    if (pop_up_.is_open() && !picking) draw_dialog(ui, is_of_view ? shown : std::span<const Variant>());
}

void ExportDialog::follow_choice() {
    if (commanded_ == choice_) return;
    commanded_ = choice_;
    command_ = exporter_.command(choice_);
    film_.reset();
    if (!choice_.animates()) return film_preview_.stop();
    try {
        film_ = exporter_.film(choice_);
    } catch (const Error& error) {
        error_ = Translator(choice_.language)(error.message());
    }
}

void ExportDialog::draw_dialog(Ui& ui, std::span<const Variant> shown) {
    const ExportChoice before = choice_;
    follow_choice();
    const int rows = rows_of(choice_);
    auto lines = CommandBox::lines(ui, command_, export_width - 2 * pad);
    const auto begun = pop_up_.begin(ui, {"export", text("Export"_tr), text("Close"_tr), export_width,
                                          export_height(lines.size(), rows), true});
    if (!begun) return;
    const PopUpLayout& layout = *begun;
    const bool entered =
        !ui.editing() && ImGui::IsWindowFocused() && enter_exports(ui) && ui.take(ImGuiKey_Enter) > 0;
    const bool command_below = has_room_below(layout.body.height, lines.size(), rows);
    const double width = command_width(layout.body, command_below);
    lines = CommandBox::lines(ui, command_, width);
    const ExportLayout places = place_export(layout.body, command_below, lines.size(), rows);
    draw_export_rows(ui, choice_, places, canvas_, played_, faults_);
    draw_content(ui, shown, places);
    box_.draw(ui, choice_.language, command_, lines, places.command);
    draw_footer(ui, layout.footer);
    if (entered) start(ui);
    if (!(choice_ == before)) {
        error_.clear();
        to_confirm_.clear();
        ui.request_frame();
    }
    pop_up_.end(ui);
}

void ExportDialog::draw_content(Ui& ui, std::span<const Variant> shown, const ExportLayout& places) {
    if (choice_.numbers()) return draw_array_list(ui, choice_, exporter_.arrays(choice_), places.preview);
    if (choice_.animates()) return draw_first_frame(ui, places);
    ExportChoice previewed = choice_;
    if (choice_.is_live()) previewed.page = live_page_size;
    preview_.update(previewed, exporter_, shown, ui.metrics());
    preview_.draw(ui, previewed, places.preview);
    draw_under_preview(ui, places, preview_.rect(), preview_.omitted());
}

void ExportDialog::draw_first_frame(Ui& ui, const ExportLayout& places) {
    if (!film_) return;
    if (!records()) film_preview_.update(choice_, exporter_);  // recording the film uses the machine
    const FirstFrame* frame = film_preview_.frame();
    const DrawList nothing;
    const Page& page = frame != nullptr ? film_preview_.page() : choice_.page;
    const Rect picture =
        ExportPreview::draw_page(ui, choice_, page, frame != nullptr ? frame->draw : nothing, places.preview);
    draw_under_preview(ui, places, picture,
                       frame != nullptr ? frame->omitted : std::span<const ReportedOmission>());
    if (frame == nullptr || frame->omitted.empty())
        draw_film_line(
            ui, {places.preview.x, picture.bottom() + places.caption_drop + 9, places.preview.width, 18});
    if (film_preview_.busy()) ui.wake_after(0.1);
}

void ExportDialog::draw_film_line(Ui& ui, Rect area) {
    const Translator translate(choice_.language);
    std::vector<std::string> parts;
    if (!film_preview_.error().empty()) parts.push_back(translate(film_preview_.error()));
    for (const Message& note : film_preview_.notes()) parts.push_back(translate(note));
    parts.push_back(translate("first frame, {}", film_->first));
    const FirstFrame* frame = film_preview_.frame();
    if (film_preview_.busy() && (frame == nullptr || !frame->final))
        parts.push_back(translate("fitting axes: {} %", static_cast<int>(100 * film_preview_.progress())));
    const std::string line = fmt::format("{}", fmt::join(parts, "  ·  "));
    const TextStyle style{Font::regular, 12,
                          film_preview_.error().empty() ? ui.colors().text2 : ui.colors().error};
    ui.text(ui.fitted(line, style, area.width), area.x, area.y + 9, style);
    if (ui.over(area))
        ui.tooltip(ImGui::GetID("export.film"), area, fmt::format("{}", fmt::join(parts, "\n")));
    ui.mark("export.film", area);
}

void ExportDialog::draw_under_preview(Ui& ui, const ExportLayout& places, Rect picture,
                                      std::span<const ReportedOmission> omitted) {
    const TextStyle style{Font::regular, 12, ui.colors().text2};
    const double line = picture.bottom() + places.caption_drop;
    constexpr double proof_width = 124;
    if (!choice_.is_live())
        draw_proof_choice(ui, choice_, {places.preview.right() - proof_width, line - 13, proof_width, 32});
    ui.text(ui.fitted(caption(), style, places.preview.width - proof_width - 12), places.preview.x, line,
            style);
    if (omitted.empty()) return;
    const TextStyle warn{Font::regular, 12, ui.colors().warn};
    const Translator translate(choice_.language);
    std::vector<std::string> sentences;
    for (const ReportedOmission& report : omitted) sentences.push_back(translate(omission_sentence(report)));
    if (choice_.animates())
        for (const Message& note : film_preview_.notes()) sentences.push_back(translate(note));
    const Rect area{places.preview.x, line + 9, places.preview.width, 18};
    std::string shown = fmt::format("{}", fmt::join(sentences, "; "));
    if (ui.text_width(shown, warn) > area.width)  // the tooltip shows all of it
        shown = sentences.size() == 1 ? translate("1 note on this page"_tr)
                                      : translate("{} notes on this page", sentences.size());
    ui.text(shown, area.x, line + 18, warn);
    if (ui.over(area))
        ui.tooltip(ImGui::GetID("export.omitted"), area, fmt::format("{}", fmt::join(sentences, "\n")));
    ui.mark("export.omitted", area);
}

std::string ExportDialog::caption() const {
    if (choice_.animates()) return film_caption();
    if (choice_.is_live()) return std::string(text(choice_.chosen_format().about));
    const std::string size = shown_page_size(choice_.page);
    if (!choice_.chosen_format().in_pixels)
        return fmt::format("{}  ·  {}", size, text(choice_.chosen_format().about));
    const std::string at = Translator(choice_.language)("at {:g} dpi", choice_.dpi);
    if (choice_.dpi == 96) return fmt::format("{} {}", size, at);
    const double scale = choice_.dpi / 96;
    const std::string pixels = fmt::format("{:.0f} × {:.0f}", std::round(choice_.page.width * scale),
                                           std::round(choice_.page.height * scale));
    return fmt::format("{} {}  ·  {}", size, at, Translator(choice_.language)("{} pixels", pixels));
}

/// "1352 × 962  ·  60 frames, 3 s"
std::string ExportDialog::film_caption() const {
    const double scale = choice_.pixels_per_inch() / 96;
    const std::string size = fmt::format("{:.0f} × {:.0f}", std::round(choice_.page.width * scale),
                                         std::round(choice_.page.height * scale));
    const Translator translate(choice_.language);
    const std::int64_t steps = film_ ? film_->steps : 0;
    if (choice_.in_folder())
        return fmt::format("{}  ·  {}", size, translate.plural("{} frame", "{} frames", steps));
    return fmt::format("{}  ·  {}", size,
                       translate.plural("{} frame, {:.3g} s", "{} frames, {:.3g} s", steps,
                                        static_cast<double>(steps) / choice_.animation.fps));
}

void ExportDialog::draw_footer(Ui& ui, Rect footer) {
    const double y = footer.y + 16;
    const bool replaces = to_confirm_ == choice_.path;
    const Translator translate(choice_.language);
    const Text format = choice_.chosen_format().label;
    const std::string label = replaces             ? translate("Replace"_tr)
                              : choice_.animates() ? translate("Record {}", format)
                                                   : translate("Export {}", format);
    const double width = std::max(132.0, button_width(ui, label, false));
    const Rect go{footer.right() - pad - width, y, width, 32};
    const double cancel_width = button_width(ui, text("Cancel"_tr), false);
    const Rect cancel{go.x - 16 - cancel_width, y, cancel_width, 32};
    ButtonOptions quiet;
    quiet.look = ButtonLook::quiet;
    const double copy_width = button_width(ui, text("Copy figure"_tr), false);
    const Rect copy{cancel.x - 8 - copy_width, y, copy_width, 32};
    const bool copies = can_copy(choice_);
    const Rect room{footer.x + pad, footer.y, (copies ? copy.x : cancel.x) - 16 - footer.x - pad,
                    footer.height};
    if (job_.running())
        draw_progress(ui, room);
    else
        draw_file(ui, room);
    if (copies && button(ui, "export.clipboard", copy, text("Copy figure"_tr), quiet)) start_copy(choice_);
    if (button(ui, "export.cancel", cancel, text("Cancel"_tr), quiet))
        return job_.running() ? job_.cancel() : pop_up_.close();
    ButtonOptions primary;
    primary.look = ButtonLook::primary;
    primary.enabled = !job_.running();
    if (button(ui, "export.do", go, label, primary)) start(ui);
}

std::string ExportDialog::progress_text(double fraction) const {
    const Translator translate(choice_.language);
    if (!records()) {
        if (fraction >= 1) return translate("Writing the file"_tr);
        return translate("Computing {} %", static_cast<int>(100 * fraction));
    }
    const SweepStages::At at = recorded_.stages.at(fraction);
    const std::int64_t done = std::llround(at.part * static_cast<double>(recorded_.steps));
    const std::int64_t frame = std::min(recorded_.steps, done + 1);
    switch (at.stage) {
        case SweepStage::limits:
            return translate("Computing frame {} of {}", frame, recorded_.steps);
        case SweepStage::frames:
            return translate("Drawing frame {} of {}", frame, recorded_.steps);
        case SweepStage::film:
            break;
    }
    return translate("Encoding: {} %", static_cast<int>(100 * at.part));
}

/// Draws the progress of the export, which continues after the dialog closes.
void ExportDialog::draw_progress(Ui& ui, Rect room) {
    const double done = std::clamp(job_.progress(), 0.0, 1.0);
    const std::string text = progress_text(done);
    const TextStyle style{Font::regular, 12, ui.colors().text};
    const double middle = room.y + room.height / 2, width = std::min(room.width, 280.0);
    ui.text(ui.fitted(text, style, width), room.x, middle - 8, style);
    ui.fill({room.x, middle + 8, width, 4}, ui.colors().track, 2);
    ui.fill({room.x, middle + 8, std::max(4.0, width * done), 4}, ui.colors().accent, 2);
    ui.mark("export.progress", {room.x, room.y, width, room.height});
    ui.wake_after(0.1);
}

void ExportDialog::draw_file(Ui& ui, Rect room) {
    const double middle = room.y + room.height / 2;
    const double change = button_width(ui, text("Change…"_tr), false);
    const double free = room.width - change - 16;
    double used = free;
    if (!error_.empty()) {
        draw_sentence(ui, {room.x, room.y, free, room.height}, error_, ui.colors().error);
    } else if (!faults_.empty()) {
        draw_sentence(ui, {room.x, room.y, free, room.height}, faults_.begin()->second.message,
                      ui.colors().error);
    } else if (to_confirm_ == choice_.path) {
        const bool frames = choice_.animates() && !prompt_file_status(choice_.path).exists();
        const std::string name = fs::path(frames ? frames_folder(choice_) : choice_.path).filename().string();
        draw_sentence(ui, {room.x, room.y, free, room.height},
                      Translator(choice_.language)("{} exists. Press Replace to overwrite it.", name),
                      ui.colors().warn);
    } else {
        const fs::path path(choice_.path);
        const TextStyle mono{Font::mono, 12, ui.colors().text}, quiet{Font::regular, 12, ui.colors().text2};
        const std::string folder = Translator(choice_.language)(
            "in {}", shown_folder(choice_.language, path.parent_path().string()));
        const std::string name = ui.fitted(path.filename().string(), mono, free * 0.6);
        const double start = ui.text_width(name, mono) + 10;
        const std::string where = ui.fitted(folder, quiet, free - start);
        ui.text(name, room.x, middle, mono);
        ui.text(where, room.x + start, middle, quiet);
        used = start + ui.text_width(where, quiet);
    }
    ButtonOptions quiet;
    quiet.look = ButtonLook::quiet;
    if (button(ui, "export.change", {room.x + used + 16, middle - 16, change, 32}, text("Change…"_tr), quiet))
        ask_for_file(ui);
}

void ExportDialog::ask_for_file(Ui& ui) {
    FileDialogRequest request;
    request.task = FileTask::save;
    request.title = text("Save as"_tr);
    request.button = text("Choose"_tr);
    for (const ExportFormat& format : choice_.formats()) request.endings.emplace_back(format.ending);
    std::rotate(request.endings.begin(), request.endings.begin() + choice_.format(),
                request.endings.begin() + choice_.format() + 1);
    request.path = choice_.path;
    files_.ask(ui, std::move(request), false);
    if (files_.is_open()) pop_up_.close();  // reopened after the picker
}

void ExportDialog::draw_sentence(Ui& ui, Rect room, const std::string& message, Color color) {
    footer_notice(ui, room, message, color);
    ui.mark(error_.empty() ? "export.ask" : "export.error", room);
}

void ExportDialog::take_file(Ui& ui) {
    const bool picking = files_.is_open();
    const auto answer = files_.draw(ui, choice_.language);
    if (files_.is_open()) return pop_up_.close();  // the desktop's dialog failed
    if (answer) {
        choice_.set_path(answer->path);
        confirmed_ = answer->overwrite_confirmed ? choice_.path : "";
        error_.clear();
        to_confirm_.clear();
    }
    if (!picking) return;
    pop_up_.open(ui, answer ? "export.do" : "export.change", false);
    ui.request_frame();
}

/// True if the export would overwrite files, including the frames of an animation.
bool ExportDialog::is_taken() const {
    for (const std::string& path : choice_.paths())
        if (prompt_file_status(path).kind == FileKind::file) return true;
    const std::string facts = (fs::path(frames_folder(choice_)) / "sweep.json").string();
    return choice_.animates() && prompt_file_status(facts, Patience::of_action).exists();
}

void ExportDialog::start(Ui& ui) {
    if (job_.running() || !pop_up_.is_open()) return;
    error_.clear();
    if (!faults_.empty()) {
        ui.focus("##" + faults_.begin()->first);
        return ui.request_frame();
    }
    writing_ = choice_.paths();
    const auto is_unknown = [](const std::string& path) {
        return prompt_file_status(path, Patience::of_action).kind == FileKind::unknown;
    };
    if (const auto unknown = std::find_if(writing_.begin(), writing_.end(), is_unknown);
        unknown != writing_.end()) {
        error_ = Translator(choice_.language)("{} cannot be written: its drive or server does not answer.",
                                              *unknown);
        return;
    }
    const bool overwrite_confirmed = confirmed_ == choice_.path || to_confirm_ == choice_.path;
    const bool taken = is_taken();
    if (!overwrite_confirmed && taken) {
        to_confirm_ = choice_.path;
        ui.focus("export.do");
        return ui.request_frame();
    }
    to_confirm_.clear();
    for (const std::string& path : writing_) {
        const FileStatus status = prompt_file_status(path);
        if (choice_.in_folder() || !status.exists() || status.kind == FileKind::file) continue;
        error_ =
            Translator(choice_.language)("{} is not a regular file.", path);  // a pipe could block forever
        return;
    }
    copying_ = false;
    recorded_ = choice_.animates() && film_ ? *film_ : FilmFacts{};
    film_preview_.stop();
    ExportChoice choice = choice_;
    choice.animation.fresh = taken;
    job_.start([write = exporter_.write, choice = std::move(choice)](const Job& job) { write(choice, job); });
}

void ExportDialog::copy_figure(const Store& store, const CanvasSize& canvas) {
    choice_.language = store.language;  // for the messages
    start_copy(present_choice(store, canvas));
}

void ExportDialog::start_copy(ExportChoice choice) {
    if (job_.running() || !faults_.empty()) return;
    error_.clear();
    copying_ = true;
    recorded_ = {};
    job_.start([exporter = exporter_, choice = std::move(choice)](const Job& job) {
        copy_picture(exporter, choice, job);
    });
}

void ExportDialog::finish(Toast& toast) {
    const auto outcome = job_.ended();
    if (!outcome || outcome->cancelled) return;
    error_ = Translator(choice_.language)(outcome->error);
    if (!error_.empty()) {
        copying_ = false;
        if (!is_open()) toast = {error_, false, {}, -1};
        return;
    }
    if (std::exchange(copying_, false)) {
        toast = {std::string(text("Figure copied"_tr)), true, {}, -1};
        return;
    }
    std::vector<std::string> names;
    for (const std::string& path : writing_) names.push_back(fs::path(path).filename().string());
    toast = {Translator(choice_.language)("Saved {}", fmt::format("{}", fmt::join(names, ", "))), true,
             std::string(text("Copy path"_tr)), -1};
    if (pop_up_.is_open()) pop_up_.close();
}

}  // namespace poslab
