#include "app/gui/export_rows.hpp"

#include "app/cli/options.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "app/state/slider_scale.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace poslab {
namespace {

constexpr double label_column = 88;

/// Goes down the column row by row.
class Rows {
  public:
    Rows(Ui& ui, ExportChoice& choice, const ExportPlaces& places)
        : ui_(ui), choice_(choice), row_(places.column), pitch_(places.pitch), toggle_pitch_(places.toggle_pitch) {}

    void content() {
        const std::array<Option, 2> options{{{"figure", text("Figure"_tr)}, {"numbers", text("Numbers"_tr)}}};
        const int before = choice_.numbers ? 1 : 0;
        const int chosen = segmented(ui_, "export.content", next("Content"_tr), options, before);
        if (chosen != before) choice_.set_numbers(chosen == 1);
    }

    void format() {
        std::vector<Option> options;
        for (const ExportFormat& format : choice_.formats()) options.push_back({format.ending, in(choice_.language, format.label)});
        const int chosen = segmented(ui_, "export.format", next("Format"_tr), options, choice_.format());
        if (chosen != choice_.format()) choice_.set_format(chosen);
    }

    void panels() {
        std::vector<Option> options;
        int before = 0;
        for (const FigureInfo& figure : choice_.view->info().figures) {
            if (figure.id == choice_.figure) before = static_cast<int>(options.size());
            options.push_back({figure.id, in(choice_.language, figure.title)});
        }
        const int chosen = combo(ui_, "export.panels", next("Panels"_tr), options, before);
        choice_.figure = options[static_cast<std::size_t>(chosen)].id;
    }

    void preset(const CanvasSize& canvas) {
        std::vector<Option> options;
        options.reserve(export_presets.size() + 1);
        for (const ExportPreset& preset : export_presets) options.push_back({preset.id, text(preset.label)});
        options.push_back({"custom", text("Custom"_tr)});
        const int chosen = combo(ui_, "export.preset", next("Preset"_tr), options, choice_.preset);
        if (chosen != choice_.preset) choice_.set_preset(chosen, canvas);
    }

    void size() {
        const Rect field = next("Size"_tr);
        const double width = (field.width - 24) / 2, middle = field.y + 16;
        side("export.width", {field.x, field.y, width, 32}, {}, least_picture.first, choice_.width);
        ui_.text("×", field.x + field.width / 2, middle, {Font::regular, 13, ui_.colors().text2, Align::center});
        side("export.height", {field.right() - width, field.y, width, 32}, "px", least_picture.second, choice_.height);
    }

    void theme() {
        const std::array<Option, 2> options{{{"light", text("Light"_tr)}, {"dark", text("Dark"_tr)}}};
        const int before = choice_.theme == Theme::dark ? 1 : 0;
        const int chosen = segmented(ui_, "export.theme", next("Theme"_tr), options, before);
        choice_.theme = chosen == 1 ? Theme::dark : Theme::light;
    }

    void toggles() {
        double middle = row_.y + 12;
        choice_.titles = switched("export.titles", "Title and legend"_tr, middle, choice_.titles);
        middle += toggle_pitch_;
        choice_.transparent = switched("export.transparent", "Transparent background"_tr, middle, choice_.transparent);
    }

    void array() {
        std::vector<Option> options;
        int before = 0;
        for (const ArrayInfo& array : choice_.view->info().arrays) {
            if (array.name == choice_.array) before = static_cast<int>(options.size());
            options.push_back({array.name, array.name});
        }
        if (options.empty()) return;
        const int chosen = combo(ui_, "export.array", next("Array"_tr), options, before);
        choice_.array = options[static_cast<std::size_t>(chosen)].id;
    }

  private:
    [[nodiscard]] std::string_view text(Text what) const { return in(choice_.language, what); }

    /// Writes the label and goes on; what it returns is the room for the control.
    Rect next(Text label) {
        const Rect row = row_;
        row_.y += pitch_;
        const TextStyle style{Font::regular, 13, ui_.colors().text2};
        draw_fitting(ui_, text(label), style, {row.x, row.y, label_column - 8, 32});
        return {row.x + label_column, row.y, row.width - label_column, 32};
    }

    bool switched(std::string_view name, Text label, double middle, bool on) {
        ui_.text(text(label), row_.x, middle, {Font::regular, 13, ui_.colors().text2});
        return toggle(ui_, name, row_.right(), middle, on);
    }

    void side(std::string_view name, Rect rect, std::string_view unit, int least, double& value) {
        FieldOptions options;
        options.unit = unit;
        options.unit_width = 28;
        options.align = Align::left;
        options.numeric = true;
        const std::string shown = std::to_string(std::llround(value));
        const FieldTouch touch = text_field(ui_, name, rect, shown, shown, options);
        if (!touch.entered) return;
        int entered = 0;
        const std::string& typed = *touch.entered;
        const char* const end = typed.data() + typed.size();
        const auto result = std::from_chars(typed.data(), end, entered);
        if (result.ec == std::errc{} && result.ptr == end && entered >= least && entered <= most_picture) {
            value = entered;
            choice_.preset = custom_preset;
        } else if (!touch.by_leaving) {
            const std::string range = std::to_string(least) + " … " + shown_number(std::to_string(most_picture)) + " px";
            fail_edit(ui_, name, typed, range);
        }
    }

    Ui& ui_;
    ExportChoice& choice_;
    Rect row_;
    double pitch_, toggle_pitch_;
};

}  // namespace

void draw_export_rows(Ui& ui, ExportChoice& choice, const ExportPlaces& places, const CanvasSize& canvas) {
    Rows rows(ui, choice, places);
    rows.content();
    rows.format();
    if (choice.numbers) {
        if (!choice.all_arrays()) rows.array();
        return;
    }
    rows.panels();
    rows.preset(canvas);
    rows.size();
    rows.theme();
    rows.toggles();
}

bool enter_exports(const Ui& ui) {
    if (!ui.focus_visible()) return true;
    constexpr std::array<std::string_view, 3> segments{"export.content", "export.format", "export.theme"};
    return std::any_of(segments.begin(), segments.end(),
                       [](std::string_view name) { return Ui::focused() == ImGui::GetID(name.data()); });
}

}  // namespace poslab
