#include "app/gui/export_rows.hpp"

#include "app/cli/every_figure.hpp"
#include "app/cli/options.hpp"
#include "app/cli/sweep_steps.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"
#include "core/base/errors.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/controls/value_text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace poslab {
namespace {

constexpr double label_column = 88;
constexpr int max_shown_digits = 4;

/// Draws the rows from top to bottom.
class Rows {
  public:
    Rows(Ui& ui, ExportChoice& choice, const ExportLayout& places, FieldFaults& faults)
        : ui_(ui),
          choice_(choice),
          fields_(ui, choice.language, faults),
          row_(places.column),
          pitch_(places.pitch),
          toggle_pitch_(places.toggle_pitch) {}

    void content() {
        std::vector<Option> options{{"figure", text("Figure"_tr)}, {"numbers", text("Numbers"_tr)}};
        std::vector<ExportContent> contents{ExportContent::figure, ExportContent::numbers};
        if (!playable().empty()) {
            options.push_back({"animation", text("Animation"_tr)});
            contents.push_back(ExportContent::animation);
        }
        options.push_back({"page", text("Page"_tr)});
        contents.push_back(ExportContent::page);
        const auto current = std::find(contents.begin(), contents.end(), choice_.content);
        const auto before = static_cast<int>(current - contents.begin());
        const int chosen = segmented(ui_, "export.content", next("Content"_tr), options, before);
        if (chosen == before) return;
        fields_.forget_all();
        choice_.set_content(contents[static_cast<std::size_t>(chosen)]);
    }

    void format() {
        std::vector<Option> options;
        for (const ExportFormat& format : choice_.formats())
            options.push_back({format.ending, in(choice_.language, format.label)});
        const int chosen = segmented(ui_, "export.format", next("Format"_tr), options, choice_.format());
        if (chosen == choice_.format()) return;
        fields_.forget({"export.fps"});
        choice_.set_format(chosen);
    }

    void panels() {
        std::vector<Option> options;
        int before = 0;
        for (const FigureInfo& figure : choice_.view->info().figures) {
            if (figure.id == choice_.figure) before = static_cast<int>(options.size());
            options.push_back({figure.id, in(choice_.language, figure.title)});
        }
        if (choice_.content == ExportContent::figure && offered_figures(*choice_.view).size() > 1) {
            if (choice_.each_figure()) before = static_cast<int>(options.size());
            options.push_back({every_figure, text("All, one file each"_tr)});
        }
        const int chosen = combo(ui_, "export.panels", next("Panels"_tr), options, before);
        choice_.figure = options[static_cast<std::size_t>(chosen)].id;
    }

    void slider(const PlayRanges& played) {
        const std::vector<std::size_t> list = playable();
        if (list.empty()) return choice_.set_content(ExportContent::figure);
        const std::vector<std::string> labels = labels_of(list);
        std::vector<Option> options;
        int before = 0;
        for (std::size_t n = 0; n < list.size(); ++n) {
            if (list[n] == choice_.animation.parameter) before = static_cast<int>(n);
            options.push_back({choice_.view->parameters()[list[n]].id, labels[n]});
        }
        const int chosen = combo(ui_, "export.slider", next("Slider"_tr), options, before);
        const std::size_t index = list[static_cast<std::size_t>(chosen)];
        if (index == choice_.animation.parameter) return;
        fields_.forget({"export.from", "export.to"});
        choice_.animation =
            with_slider(choice_.animation, *choice_.view, choice_.values, index, played[index]);
    }

    /// The range of the slider.
    void ends() {
        AnimationChoice& film = choice_.animation;
        ends_of(next("Range"_tr), "export.from", "export.to", film.parameter, film.from, film.to);
    }

    /// A second slider.
    void along(const PlayRanges& played) {
        std::vector<std::size_t> list = playable();
        std::erase(list, choice_.animation.parameter);
        const std::vector<std::string> labels = labels_of(list);
        std::vector<Option> options{{"none", text("nothing"_tr)}};
        int before = 0;
        for (std::size_t n = 0; n < list.size(); ++n) {
            if (choice_.animation.along && choice_.animation.along->parameter == list[n])
                before = static_cast<int>(n) + 1;
            options.push_back({choice_.view->parameters()[list[n]].id, labels[n]});
        }
        const int chosen = combo(ui_, "export.along", next("Also move"_tr), options, before);
        if (chosen == before) return;
        fields_.forget({"export.along.from", "export.along.to"});
        choice_.animation.along.reset();
        if (chosen == 0) return;
        const std::size_t index = list[static_cast<std::size_t>(chosen) - 1];
        choice_.animation =
            with_slider_along(choice_.animation, *choice_.view, choice_.values, index, played[index]);
    }

    void ends_along() {
        AnimationChoice::Along& film = *choice_.animation.along;
        ends_of(next("Its range"_tr), "export.along.from", "export.along.to", film.parameter, film.from,
                film.to);
    }

    void course() {
        const std::array<Option, 2> options{
            {{"even", text("Constant speed"_tr)}, {"eased", text("Ease in and out"_tr)}}};
        const int before = choice_.animation.eased ? 1 : 0;
        choice_.animation.eased = segmented(ui_, "export.course", next("Motion"_tr), options, before) == 1;
    }

    void frames() {
        constexpr double gap = 8;
        const Rect field = next("Frames"_tr);
        const double width = (field.width - gap) / 2;
        const double minimum = AnimationChoice::min_frames, maximum = max_sweep_steps;
        double frames = static_cast<double>(choice_.animation.frames);
        fields_.number_field("export.frames", {field.x, field.y, width, 32}, {}, minimum, maximum, frames);
        if (frames == std::floor(frames)) choice_.animation.frames = static_cast<std::int64_t>(frames);
        if (choice_.in_folder()) return;
        fields_.number_field("export.fps", {field.x + width + gap, field.y, width, 32}, text("per second"_tr),
                             AnimationChoice::min_fps, max_fps(choice_.ending()), choice_.animation.fps);
    }

    void preset(const CanvasSize& canvas) {
        std::vector<int> presets = choice_.presets();
        std::vector<Option> options;
        for (const int index : presets) {
            if (index == screen_preset) {
                options.push_back({"screen", text("Screen size"_tr)});
                continue;
            }
            const PagePreset& preset = page_presets()[static_cast<std::size_t>(index - 1)];
            options.push_back({preset.id, text(preset.label)});
        }
        presets.push_back(custom_preset());
        options.push_back({"custom", text("Custom"_tr)});
        const auto before = std::find(presets.begin(), presets.end(), choice_.preset) - presets.begin();
        const int chosen = presets[static_cast<std::size_t>(
            combo(ui_, "export.preset", next("Preset"_tr), options, static_cast<int>(before)))];
        if (chosen == choice_.preset) return;
        fields_.forget({"export.width", "export.height", "export.type"});
        choice_.set_preset(chosen, canvas);
    }

    void size() {
        constexpr double times = 24, unit_width = 68, gap = 8;
        const Rect field = next("Size"_tr);
        const double width = (field.width - times - gap - unit_width) / 2, middle = field.y + 16;
        side("export.width", {field.x, field.y, width, 32}, min_picture.first, choice_.page.width);
        ui_.text("×", field.x + width + times / 2, middle,
                 {Font::regular, 13, ui_.colors().text2, Align::center});
        side("export.height", {field.x + width + times, field.y, width, 32}, min_picture.second,
             choice_.page.height);
        std::vector<Option> options;
        int before = 0;
        for (const LengthUnit& unit : length_units) {
            if (unit.id == choice_.page.unit) before = static_cast<int>(options.size());
            options.push_back({unit.id, unit.id});
        }
        const int chosen =
            combo(ui_, "export.unit", {field.right() - unit_width, field.y, unit_width, 32}, options, before);
        if (chosen == before) return;
        fields_.forget({"export.width", "export.height"});
        choice_.set_unit(length_units.at(static_cast<std::size_t>(chosen)));
    }

    /// Text size in points, and font; empty: sizes as on screen.
    void type() {
        constexpr double gap = 8, min_width = 116;
        const Rect row = next("Font"_tr);
        const Rect field{row.x, row.y, min_width, row.height};
        FieldOptions options;
        options.unit = choice_.page.for_print() ? "pt" : "";
        options.unit_width = 28;
        options.align = Align::left;
        const std::string edited =
            choice_.page.for_print() ? fmt::format("{:g}", choice_.page.font_points) : "";
        const std::string shown = choice_.page.for_print() ? edited : std::string(text("screen size"_tr));
        const FieldResult result = fields_.text_field("export.type", field, shown, edited, options);
        font({field.right() + gap, row.y, row.right() - field.right() - gap, row.height});
        if (!result.entered) return;
        const std::optional<double> points = result.entered->empty() ? 0.0 : parse_number(*result.entered);
        if (points && (*points == 0 || (*points >= min_font_points && *points <= max_font_points)))
            choice_.set_font_points(*points);
        else
            fields_.reject("export.type", result,
                           fmt::format("{:g} … {:g} pt", min_font_points, max_font_points));
    }

    void font(Rect rect) {
        const std::array<Option, 2> options{{{"inter", "Inter"}, {"stix", "STIX"}}};
        const int before = static_cast<int>(choice_.typeface);
        choice_.typeface = static_cast<Typeface>(segmented(ui_, "export.font", rect, options, before));
    }

    void translate() {
        constexpr double gap = 8;
        const bool none = choice_.page.for_print() || !choice_.titles;
        const Rect row = next("Title"_tr);
        const double width = (row.width - gap) / 2;
        line("export.title", {row.x, row.y, width, row.height}, none ? "none"_tr : "default title"_tr,
             choice_.title);
        line("export.caption", {row.x + width + gap, row.y, width, row.height}, "no caption"_tr,
             choice_.caption);
    }

    /// The theme, and the digits of numbers in cells.
    void theme() {
        constexpr double gap = 8, digits_width = 126;
        const Rect row = next("Theme"_tr);
        theme({row.x, row.y, row.width - digits_width - gap, row.height});
        digits({row.right() - digits_width, row.y, digits_width, row.height});
    }

    void digits(Rect rect) {
        std::vector<CellDigits> all{{}};
        std::vector<Option> options{{"auto", text("Digits: auto"_tr)}};
        for (int decimals = 0; decimals <= max_shown_digits; ++decimals) {
            all.push_back({.decimals = decimals});
            options.push_back(
                {digits_text(all.back()), Translator(choice_.language)("Digits: {}", decimals)});
        }
        all.push_back({.decimals = std::nullopt, .fractions = true});
        options.push_back({fractions_id, text("Fractions ⅓"_tr)});
        const auto before = std::find(all.begin(), all.end(), choice_.digits);
        const int chosen = combo(ui_, "export.digits", rect, options,
                                 static_cast<int>(before == all.end() ? 0 : before - all.begin()));
        choice_.digits = all[static_cast<std::size_t>(chosen)];
    }

    void theme(Rect rect) {
        const std::array<Option, 2> options{{{"light", text("Light"_tr)}, {"dark", text("Dark"_tr)}}};
        const int before = choice_.theme == Theme::dark ? 1 : 0;
        const int chosen = segmented(ui_, "export.theme", rect, options, before);
        choice_.theme = chosen == 1 ? Theme::dark : Theme::light;
    }

    void theme_and_font() {
        constexpr double gap = 8;
        const Rect row = next("Theme"_tr);
        const double width = (row.width - gap) / 2;
        theme({row.x, row.y, width, row.height});
        font({row.x + width + gap, row.y, width, row.height});
    }

    void toggles() {
        double middle = row_.y + 12;
        choice_.titles = switched("export.titles", "Title and legend"_tr, middle, choice_.titles);
        middle += toggle_pitch_;
        if (!choice_.may_be_transparent()) return;
        choice_.transparent =
            switched("export.transparent", "Transparent background"_tr, middle, choice_.transparent);
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

    /// Draws the label and advances; returns the rectangle for the control.
    Rect next(Text label) {
        const Rect row = row_;
        row_.y += pitch_;
        const TextStyle style{Font::regular, 13, ui_.colors().text2};
        draw_elided(ui_, text(label), style, {row.x, row.y, label_column - 8, 32});
        return {row.x + label_column, row.y, row.width - label_column, 32};
    }

    bool switched(std::string_view name, Text label, double middle, bool on) {
        ui_.text(text(label), row_.x, middle, {Font::regular, 13, ui_.colors().text2});
        return toggle(ui_, name, row_.right(), middle, on);
    }

    /// An optional text.
    void line(std::string_view name, Rect rect, Text empty, std::string& value) {
        FieldOptions options;
        options.align = Align::left;
        options.quiet = value.empty();
        const std::string shown = value.empty() ? std::string(text(empty)) : value;
        const FieldResult result = text_field(ui_, name, rect, shown, value, options);
        if (result.entered) value = *result.entered;
    }

    /// Labels with symbols, because several parameters share a name.
    [[nodiscard]] std::vector<std::string> labels_of(const std::vector<std::size_t>& list) const {
        std::vector<std::string> labels;
        for (const std::size_t index : list) {
            const Descriptor& descriptor = choice_.view->parameters()[index];
            const std::string_view name = text(descriptor.label);
            labels.push_back(descriptor.symbol.empty() ? std::string(name)
                                                       : fmt::format("{}  {}", name, descriptor.symbol));
        }
        return labels;
    }

    void ends_of(Rect field, std::string_view from_name, std::string_view to_name, std::size_t parameter,
                 Value& from, Value& to) {
        constexpr double between = 24;
        const double width = (field.width - between) / 2;
        end(from_name, {field.x, field.y, width, 32}, parameter, from);
        ui_.text("…", field.x + width + between / 2, field.y + 16,
                 {Font::regular, 13, ui_.colors().text2, Align::center});
        end(to_name, {field.x + width + between, field.y, width, 32}, parameter, to);
    }

    [[nodiscard]] std::vector<std::size_t> playable() const {
        return playable_parameters(*choice_.view, choice_.figure_info(), choice_.values);
    }

    /// A value of the slider, parsed like the slider's own.
    void end(std::string_view name, Rect rect, std::size_t parameter, Value& value) {
        const Descriptor& descriptor = choice_.view->parameters()[parameter];
        FieldOptions options;
        options.align = Align::left;
        options.numeric = true;
        const std::string shown = shown_value(descriptor, value, choice_.language);
        const std::string_view unit = text(descriptor.unit);
        const double unit_width =
            std::max(options.unit_width, std::ceil(ui_.text_width(unit, {Font::regular, 12, {}})) + 10);
        if (ui_.text_width(shown, {Font::mono, options.text_size, {}}) + unit_width + 20 <= rect.width)
            options.unit = unit;
        options.unit_width = unit_width;
        const FieldResult result =
            fields_.text_field(name, rect, shown, to_string(descriptor, value), options);
        if (!result.entered) return;
        try {
            const Value next = parse_value(descriptor, without_separators(*result.entered));
            const auto* optional = std::get_if<OptionalReal>(&next);
            if (optional == nullptr || optional->set) value = next;
        } catch (const Error&) {
            fields_.reject(name, result, range_sentence(descriptor, choice_.language));
        }
    }

    /// Width or height of the page, in its unit.
    void side(std::string_view name, Rect rect, int least, double& value) {
        const LengthUnit& unit = *find_unit(choice_.page.unit);
        FieldOptions options;
        options.align = Align::left;
        options.numeric = true;
        const std::string shown = fmt::format("{:.5g}", value / unit.pixels);
        const FieldResult result = fields_.text_field(name, rect, shown, shown, options);
        if (!result.entered) return;
        const std::optional<double> typed = parse_number(*result.entered);
        const bool whole = typed && (unit.decimals > 0 || *typed == std::floor(*typed));
        if (whole && *typed * unit.pixels >= least && *typed * unit.pixels <= max_picture) {
            value = *typed * unit.pixels;
            choice_.preset = custom_preset();
        } else {
            fields_.reject(
                name, result,
                fmt::format("{:.5g} … {:.5g} {}", least / unit.pixels, max_picture / unit.pixels, unit.id));
        }
    }

    Ui& ui_;
    ExportChoice& choice_;
    DialogFields fields_;
    Rect row_;
    double pitch_, toggle_pitch_;
};

}  // namespace

int rows_of(const ExportChoice& choice) {
    if (!choice.animates()) return export_rows;
    return animation_rows + (choice.animation.along ? 1 : 0);
}

void draw_export_rows(Ui& ui, ExportChoice& choice, const ExportLayout& places, const CanvasSize& canvas,
                      const PlayRanges& played, FieldFaults& faults) {
    Rows rows(ui, choice, places, faults);
    rows.content();
    rows.format();
    if (choice.animates()) {
        const bool all = places.rows >= animation_rows;  // low windows omit rows
        if (all) rows.panels();
        rows.slider(played);
        rows.ends();
        if (all) rows.along(played);
        if (all && choice.animation.along) rows.ends_along();
        if (all) rows.course();
        rows.frames();
        rows.preset(canvas);
        rows.size();
        if (!all) {
            rows.theme_and_font();
            return rows.toggles();
        }
        rows.type();
        rows.translate();
        rows.theme();
        return rows.toggles();
    }
    if (choice.numbers()) {
        if (!choice.all_arrays()) rows.array();
        return;
    }
    rows.panels();
    if (choice.is_live()) return;
    rows.preset(canvas);
    rows.size();
    rows.type();
    rows.translate();
    rows.theme();
    rows.toggles();
}

bool enter_exports(const Ui& ui) {
    if (!ui.focus_visible()) return true;
    constexpr std::array<std::string_view, 5> segments{"export.content", "export.format", "export.font",
                                                       "export.theme", "export.course"};
    return std::any_of(segments.begin(), segments.end(),
                       [](std::string_view name) { return Ui::focused() == ImGui::GetID(name.data()); });
}

}  // namespace poslab
