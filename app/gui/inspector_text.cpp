// Texts of the inspector: readout, formula, notes.

#include "app/gui/inspector.hpp"
#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "core/base/utf8.hpp"
#include "core/controls/slider_scale.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double sign_column = 20;  // of the warnings
constexpr double snippet_pitch = 40;

bool numeric(const std::string& text) {
    return !text.empty() && text.find_first_of("0123456789") != std::string::npos &&
           text.find(' ') == std::string::npos;
}

/// Line pitch; larger for full-width characters.
double pitch_of(std::string_view text) {
    while (!text.empty())
        if (is_wide(next_code_point(text))) return 20;
    return 18;
}

Formula parsed(const std::string& markup) {
    try {
        return parse_formula(markup);
    } catch (const FormulaError&) {  // a view's mistake must not end the program
        return parse_formula("?");
    }
}

}  // namespace

const Readout& Inspector::readout(const Store& store, const Canvas& canvas) {
    FigureSource source{&store.view(), canvas.variants(store), store.style(), canvas.cursor()};
    if (!read_from_.same(source)) {
        readout_ = store.view().readout(source.variants, source.style, source.cursor);
        read_from_ = std::move(source);
    }
    return readout_;
}

void Inspector::draw_readout(Ui& ui, const Readout& readout) {
    const Palette& colors = ui.colors();
    const double column = width_ / 3;
    double size = 15;
    for (const ReadoutRow& head : readout.heads)
        while (size > 11 &&
               ui.text_width(shown_number(head.value), {Font::mono_medium, size, colors.text}) > column - 8)
            size -= 0.5;
    for (std::size_t i = 0; i < readout.heads.size() && i < 3; ++i) {
        const double x = x_ + column * static_cast<double>(i);
        draw_elided(ui, readout.heads[i].label, {Font::regular, 12, colors.text2}, {x, y_, column - 8, 14});
        ui.text(shown_number(readout.heads[i].value), x, y_ + 27, {Font::mono_medium, size, colors.text});
    }
    if (!readout.heads.empty()) y_ += 46;
    draw_rows(ui, readout, false);
}

void Inspector::draw_rows(Ui& ui, const Readout& readout, bool rare) {
    const Palette& colors = ui.colors();
    for (const ReadoutRow& row : readout.rows) {
        if (row.rare != rare) continue;
        const double middle = y_ + 12;
        const bool number = numeric(row.value);
        const TextStyle style{number ? Font::mono_medium : Font::regular, number ? 13.0 : 12.0, colors.text,
                              Align::right};
        const TextStyle quiet{Font::regular, 12, colors.text3};
        const double unit_room = std::max(50.0, row.unit.empty() ? 0 : ui.text_width(row.unit, quiet) + 8);
        const double right = number || !row.unit.empty() ? x_ + width_ - unit_room : x_ + width_;
        const std::string value = number ? shown_number(row.value) : row.value;
        double left = right - ui.text_width(value, style);
        ui.text(value, right, middle, style);
        if (!row.unit.empty()) ui.text(row.unit, right + 8, middle, quiet);
        if (row.swatch.a != 0) {
            const Rect swatch{left - 20, middle - 6, 12, 12};
            ui.fill(swatch, row.swatch, 2);
            ui.frame(swatch, colors.axis.with_alpha(0.5), 1, 2);  // for dark cells on dark chrome
            left = swatch.x;
        }
        draw_elided(ui, row.label, {Font::regular, 13, colors.text2}, {x_, y_, left - 8 - x_, 24});
        y_ += 24;
    }
}

void Inspector::draw_formula(Ui& ui, const Readout& readout) {
    const Palette& colors = ui.colors();
    FormulaKey key{joined_lines(readout.formula), width_, colors.text, colors.accent};
    if (formula_key_ != key) {
        formula_ = layout_formula(parsed(key.markup), ui.metrics(), {17, colors.text, colors.accent, width_});
        formula_key_ = std::move(key);
    }
    const FormulaBox& box = formula_;
    y_ = std::round(y_ + 4);
    for (const DrawCommand& command : commands_at(box, {std::round(x_), y_})) ui.draw(command);
    ui.mark("formula", {x_, y_, box.width, box.height});
    // Numbers change with the pointer; the largest height so far keeps everything below in place.
    if (formula_of_ != readout.formula.front() || formula_width_ != width_) formula_height_ = 0;
    formula_of_ = readout.formula.front();
    formula_width_ = width_;
    formula_height_ = std::max(formula_height_, box.height);
    y_ += formula_height_ + 8;
}

double Inspector::notes_height(const Ui& ui, const Store& store, const Readout& readout) const {
    const TextStyle style{Font::regular, 12, {}};
    const auto height = [&](std::string_view text, double width, double pitch) {
        return pitch * static_cast<double>(ui.wrapped(text, style, width).size());
    };
    const double pitch = pitch_of(readout.notes);
    double all = height(readout.notes, width_, pitch) + height(store.view().info().source, width_, pitch);
    for (const std::string& warning : readout.warnings)
        all += height(warning, width_ - sign_column, pitch_of(warning)) + 6;
    return all + 12 + snippet_pitch * static_cast<double>(readout.snippets.size());
}

void Inspector::draw_warnings(Ui& ui, const Readout& readout) {
    const TextStyle style{Font::regular, 12, ui.colors().warn};
    for (const std::string& warning : readout.warnings) {
        const double pitch = pitch_of(warning);
        draw_icon(ui, Icon::warning, {x_ + 7, y_ + pitch / 2}, style.color, 14);
        for (const std::string& line : ui.wrapped(warning, style, width_ - sign_column)) {
            ui.text(line, x_ + sign_column, y_ + pitch / 2, style);
            y_ += pitch;
        }
        y_ += 6;
    }
}

void Inspector::draw_snippets(Ui& ui, const Store& store, const Readout& readout) {
    const Translator translate(store.language);
    for (const Snippet& snippet : readout.snippets) {
        const std::string label = translate("Copy {}", snippet.label);
        const Rect rect{x_, y_ + 4, std::min(width_, button_width(ui, label, true)), 32};
        ButtonOptions options;
        options.icon = Icon::copy;
        if (button(ui, "copy." + snippet.label, rect, label, options)) {
            ImGui::SetClipboardText(snippet.text.c_str());
            notice_ = Toast{translate("{} copied", snippet.label), true, {}, -1};
        }
        y_ += snippet_pitch;
    }
}

void Inspector::draw_notes(Ui& ui, const Store& store, const Readout& readout) {
    const Palette& colors = ui.colors();
    const TextStyle style{Font::regular, 12, colors.text2};
    const double pitch = pitch_of(readout.notes);
    draw_warnings(ui, readout);
    if (!readout.notes.empty())
        for (const std::string& line : ui.wrapped(readout.notes, style, width_)) {
            ui.text(line, x_, y_ + pitch / 2, style);
            y_ += pitch;
        }
    draw_snippets(ui, store, readout);
    const std::string_view source = store.view().info().source;
    y_ += 4;
    for (const std::string& line : ui.wrapped(source, style, width_)) {
        ui.text(ui.fitted(line, style, width_), x_, y_ + pitch / 2, {Font::regular, 12, colors.accent});
        y_ += pitch;
    }
    y_ += 8;
}

}  // namespace poslab
