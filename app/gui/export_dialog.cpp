#include "app/gui/export_dialog.hpp"

#include "app/gui/shell_text.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/slider_scale.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "core/errors.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace poslab {
namespace {

constexpr double dialog_width = 800, dialog_height = 584;
constexpr double row_pitch = 44, label_column = 88;
constexpr double appear_seconds = 0.12;

std::array<Option, 3> format_options(bool numbers) {
    if (numbers) return {{{"csv", "CSV"}, {"npy", "NPY"}, {"json", "JSON"}}};
    return {{{"png", "PNG"}, {"svg", "SVG"}, {"pdf", "PDF"}}};
}

}  // namespace

ExportDialog::ExportDialog(Exporter exporter, std::function<void()> wake) : exporter_(std::move(exporter)), job_(std::move(wake)) {}

void ExportDialog::open(Ui& ui, const Store& store, const CanvasSize& canvas) {
    const std::string path = choice_.path;
    const bool same_view = choice_.view == &store.view();
    choice_.view = &store.view();
    choice_.theme = store.theme;
    choice_.language = store.language;
    choice_.width = std::round(canvas.width);
    choice_.height = std::round(canvas.height);
    if (!same_view || path.empty()) {
        choice_.array = store.view().info().arrays.empty() ? "" : std::string(store.view().info().arrays.front().name);
        choice_.path = default_export_path(std::string(store.view().info().id) + "." + std::string(ending_of(choice_)));
    }
    open_ = true;
    arrived_ = false;
    error_.clear();
    ui.set_dialog(true);
    ui.focus(id_of("export.do"), true);
}

void ExportDialog::close(Ui& ui) {
    open_ = false;
    ui.set_dialog(false);
    ui.release_focus();
    ui.edit() = {};
}

void ExportDialog::draw(Ui& ui, const Store& store, std::span<const Variant> shown, Toast& toast) {
    finish(ui, store, toast);
    if (!open_) return;
    choice_.values = store.values();
    ui.set_layer(Layer::dialog);
    const Id id = id_of("export.appear");
    if (!arrived_) ui.animated(id, 0, 0);
    const double here = ui.animated(id, 1, appear_seconds);
    arrived_ = true;
    const Rect box{std::round((ui.width() - dialog_width) / 2), std::round((ui.height() - dialog_height) / 2 + 4 * (1 - here)),
                   dialog_width, dialog_height};
    ui.fill({0, 0, ui.width(), ui.height()}, ui.colors().scrim.with_alpha(ui.colors().scrim.a / 255.0 * here));
    draw_frame(ui, store, box);
    const Rect left{box.x + 24, box.y + 60 + 20, 352, 264};
    draw_preview(ui, shown, left, store);
    draw_options(ui, store, {box.x + 400, box.y + 60 + 20, dialog_width - 424, 32});
    draw_file(ui, store, {box.x + 24, box.y + 372, dialog_width - 48, 32});
    draw_command(ui, store, {box.x + 24, box.y + 420, dialog_width - 48, 84});
    draw_footer(ui, store, {box.x, box.bottom() - 64, box.width, 64});
    if (!ui.editing() && ui.top() == Layer::dialog && !ui.take(Key::escape).empty()) close(ui);
    ui.set_layer(Layer::base);
}

void ExportDialog::draw_frame(Ui& ui, const Store& store, Rect box) {
    const Palette& colors = ui.colors();
    ui.shadow(box, 10);
    ui.fill(box, colors.raised, 10);
    if (ui.theme() == Theme::dark) ui.frame(box, colors.divider, 1, 10);
    ui.text(say(store.language, Say::export_), box.x + 24, box.y + 30, {Font::semibold, 16, colors.text});
    ui.fill({box.x, box.y + 59, box.width, 1}, colors.hairline);
    const Rect cross{box.right() - 48, box.y + 14, 32, 32};
    const SpotTouch touch = spot(ui, "export.close", cross);
    draw_icon(ui, Icon::cross, {cross.x + 16, cross.y + 16}, colors.text2);
    if (touch.hovered) ui.tooltip(id_of("export.close"), cross, std::string(say(store.language, Say::close)), "Esc");
    if (touch.clicked) close(ui);
}

void ExportDialog::draw_preview(Ui& ui, std::span<const Variant> shown, Rect room, const Store& store) {
    const void* data = shown.empty() ? nullptr : shown.front().data.get();
    ExportChoice key = choice_;
    key.path.clear();
    if (!previewed_ || !(*previewed_ == key) || previewed_data_ != data) {
        const Figure figure =
            store.view().figure(store.view().info().figures.front().id, shown, {choice_.theme, choice_.language}, {});
        preview_ = layout(figure, ui.metrics(), {choice_.width, choice_.height, 24, true, choice_.theme}).draw;
        previewed_ = std::move(key);
        previewed_data_ = data;
    }
    const double scale = std::min(room.width / choice_.width, room.height / choice_.height);
    const double width = choice_.width * scale, height = choice_.height * scale;
    preview_rect_ = {std::round(room.x + (room.width - width) / 2), std::round(room.y + (room.height - height) / 2), width, height};
    ui.fill(preview_rect_, palette(choice_.theme).canvas);
    ui.frame(preview_rect_.inset(-1), ui.colors().divider, 1);
}

void ExportDialog::set_format(int format) {
    choice_.format = format;
    std::filesystem::path path(choice_.path);
    path.replace_extension(std::string(ending_of(choice_)));
    choice_.path = path.string();
}

void ExportDialog::draw_options(Ui& ui, const Store& store, Rect column) {
    const auto text = [&](Say what) { return say(store.language, what); };
    const TextStyle label{Font::regular, 13, ui.colors().text2};
    const Rect field{column.x + label_column, column.y, column.width - label_column, 32};
    Rect row = field;
    ui.text(text(Say::content), column.x, row.y + 16, label);
    const std::array<Option, 2> contents{{{"figure", text(Say::figure)}, {"numbers", text(Say::numbers)}}};
    const bool numbers = segmented(ui, "export.content", row, contents, choice_.numbers ? 1 : 0) == 1;
    if (numbers != choice_.numbers) {
        choice_.numbers = numbers;
        set_format(0);
    }
    row.y += row_pitch;
    ui.text(text(Say::format), column.x, row.y + 16, label);
    const auto formats = format_options(choice_.numbers);
    const int format = segmented(ui, "export.format", row, formats, choice_.format);
    if (format != choice_.format) set_format(format);
    row.y += row_pitch;
    if (choice_.numbers)
        draw_numbers_options(ui, store, row);
    else
        draw_figure_options(ui, store, row);
}

void ExportDialog::draw_numbers_options(Ui& ui, const Store& store, Rect row) {
    if (ending_of(choice_) == "json") return;  // holds all arrays
    std::vector<Option> arrays;
    int chosen = 0;
    for (const ArrayInfo& array : store.view().info().arrays) {
        if (array.name == choice_.array) chosen = static_cast<int>(arrays.size());
        arrays.push_back({array.name, array.name});
    }
    if (arrays.empty()) return;
    ui.text(say(store.language, Say::array), row.x - label_column, row.y + 16, {Font::regular, 13, ui.colors().text2});
    choice_.array = arrays[static_cast<std::size_t>(combo(ui, "export.array", row, arrays, chosen))].id;
}

void ExportDialog::size_field(Ui& ui, std::string_view name, Rect rect, double& value) {
    const std::string shown = std::to_string(std::llround(value));
    const FieldTouch touch = text_field(ui, name, rect, shown, shown, {"px", 28, Align::left});
    if (!touch.entered) return;
    int entered = 0;
    const std::string& text = *touch.entered;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), entered);
    if (result.ec == std::errc{} && result.ptr == text.data() + text.size() && entered >= 200 && entered <= 10'000)
        value = entered;
    else if (!touch.by_leaving)
        fail_edit(ui, name, text, "200 … 10,000 px");
}

void ExportDialog::draw_figure_options(Ui& ui, const Store& store, Rect row) {
    const auto text = [&](Say what) { return say(store.language, what); };
    const TextStyle label{Font::regular, 13, ui.colors().text2};
    const double half = (row.width - 28) / 2;
    ui.text(text(Say::size), row.x - label_column, row.y + 16, label);
    size_field(ui, "export.width", {row.x, row.y, half, 32}, choice_.width);
    ui.text("×", row.x + row.width / 2, row.y + 16, {Font::regular, 13, ui.colors().text2, Align::center});
    size_field(ui, "export.height", {row.right() - half, row.y, half, 32}, choice_.height);
    row.y += row_pitch;
    ui.text(text(Say::theme), row.x - label_column, row.y + 16, label);
    const std::array<Option, 2> themes{{{"light", text(Say::light)}, {"dark", text(Say::dark)}}};
    choice_.theme =
        segmented(ui, "export.theme", row, themes, choice_.theme == Theme::dark ? 1 : 0) == 1 ? Theme::dark : Theme::light;
}

void ExportDialog::draw_file(Ui& ui, const Store& store, Rect row) {
    ui.text(say(store.language, Say::file), row.x, row.y + 16, {Font::regular, 13, ui.colors().text2});
    FieldOptions options;
    options.align = Align::left;
    const Rect field{row.x + 64, row.y, row.width - 64, 32};
    const FieldTouch touch = text_field(ui, "export.path", field, choice_.path, choice_.path, options);
    if (touch.entered) {
        choice_.path = expanded_path(*touch.entered);
        choice_.format = format_by_ending(choice_);
        error_.clear();
    }
}

void ExportDialog::draw_command(Ui& ui, const Store& store, Rect box) {
    const Palette& colors = ui.colors();
    ui.text(say(store.language, Say::same_command), box.x, box.y + 8, {Font::regular, 12, colors.text2});
    const Rect frame{box.x, box.y + 20, box.width, 56};
    ui.fill(frame, colors.chrome, 6);
    ui.frame(frame, colors.hairline, 1, 6);
    try {
        command_ = exporter_.command(choice_);
    } catch (const Error&) {
        command_.clear();
        error_ = std::string(say(store.language, Say::must_end)) + std::string(ending_of(choice_));
    }
    const TextStyle style{Font::mono, 12, colors.text};
    const auto lines = ui.wrapped(command_, style, frame.width - 72);
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 2); ++i) {
        const bool cut = i == 1 && lines.size() > 2;
        ui.text(cut                    ? lines[i] + " …"
                : i + 1 < lines.size() ? lines[i] + " \\"
                                       : lines[i],
                frame.x + 12, frame.y + (lines.size() > 1 ? 18 : 28) + 20 * static_cast<double>(i), style);
    }
    const Rect copy{frame.right() - 40, frame.y + 12, 32, 32};
    const SpotTouch touch = spot(ui, "export.copy", copy);
    const bool just_copied = ui.input().time - copied_at_ < 1.5;
    draw_icon(ui, just_copied ? Icon::check : Icon::copy, {copy.x + 16, copy.y + 16}, just_copied ? colors.ok : colors.text2);
    if (just_copied) ui.wake_after(1.6 - (ui.input().time - copied_at_));
    if (touch.hovered)
        ui.tooltip(id_of("export.copy"), copy, std::string(say(store.language, just_copied ? Say::copied : Say::copy)));
    if (touch.clicked && ui.write_clipboard) {
        ui.write_clipboard(command_);
        copied_at_ = ui.input().time;
    }
}

void ExportDialog::draw_footer(Ui& ui, const Store& store, Rect footer) {
    const Palette& colors = ui.colors();
    const auto text = [&](Say what) { return std::string(say(store.language, what)); };
    ui.fill({footer.x, footer.y, footer.width, 1}, colors.hairline);
    std::string ending(ending_of(choice_));
    std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    const std::string label = text(Say::do_export) + " " + ending;
    const double width = std::max(132.0, button_width(ui, label, false));
    const Rect go{footer.right() - 24 - width, footer.y + 16, width, 32};
    const double cancel_width = button_width(ui, text(Say::cancel), false);
    const Rect cancel{go.x - 12 - cancel_width, go.y, cancel_width, 32};
    if (!error_.empty()) {
        const TextStyle style{Font::regular, 12, colors.error};
        const auto lines = ui.wrapped(error_, style, cancel.x - footer.x - 24 - 24 - 16);
        draw_icon(ui, Icon::warning, {footer.x + 32, footer.y + 32}, colors.error);
        for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3); ++i)
            ui.text(
                lines[i], footer.x + 48,
                footer.y + 32 + 16 * (static_cast<double>(i) - static_cast<double>(std::min<std::size_t>(lines.size(), 3) - 1) / 2),
                style);
        ui.mark("export.error", {footer.x + 24, footer.y, cancel.x - footer.x - 24, footer.height});
    }
    ButtonOptions quiet;
    quiet.look = ButtonLook::quiet;
    if (button(ui, "export.cancel", cancel, text(Say::cancel), quiet)) close(ui);
    ButtonOptions primary;
    primary.look = ButtonLook::primary;
    primary.enabled = !job_.running();
    if (button(ui, "export.do", go, label, primary) && open_) {
        error_.clear();
        writing_ = choice_.path;
        job_.start([write = exporter_.write, choice = choice_] { write(choice); });
    }
}

void ExportDialog::finish(Ui& ui, const Store& store, Toast& toast) {
    const auto outcome = job_.ended();
    if (!outcome) return;
    error_ = *outcome;
    if (!error_.empty()) {
        if (!open_) toast = {error_, false, {}, -1};
        return;
    }
    const std::string name = std::filesystem::path(writing_).filename().string();
    toast = {std::string(say(store.language, Say::saved)) + " " + name, true, std::string(say(store.language, Say::copy_path)), -1};
    if (open_) close(ui);
}

}  // namespace poslab
