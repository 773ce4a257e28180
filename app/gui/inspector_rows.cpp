#include "app/gui/inspector_rows.hpp"

#include "app/gui/widgets/button.hpp"
#include "app/gui/widgets/chips.hpp"
#include "app/gui/widgets/choice.hpp"
#include "app/gui/widgets/fitting_text.hpp"
#include "app/gui/widgets/parameter_tip.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "app/state/export_choice.hpp"
#include "app/state/related_choices.hpp"
#include "core/base/errors.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/controls/value_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace poslab {
namespace {

constexpr double field_padding = 10, min_field = 96;

bool is_switch(const Descriptor& descriptor) {
    return descriptor.kind == Kind::toggle && descriptor.domain.states.size() != 2;
}

/// A row while it is drawn.
class Row {
  public:
    Row(Ui& ui, const RowGeometry& geometry, const RowParameter& parameter, Language language)
        : ui_(ui),
          place_(geometry),
          parameter_(parameter),
          descriptor_(parameter.descriptor),
          value_(parameter.value),
          start_(parameter.standard.window),
          language_(language),
          name_(parameter.descriptor.id) {}

    RowResult choice() {
        std::vector<Option> options = offered();
        Rect rect = labelled();
        const int now = std::get<ChoiceIndex>(value_).index;
        if (is_comparable(descriptor_)) return compared(rect, options, now);
        const bool listed = options.size() > 3 || descriptor_.control.widget == Widget::colors;
        if (!listed) return changed(ChoiceIndex{segmented(ui_, name_, rect, options, now)});
        Option& chosen = options[static_cast<std::size_t>(now)];
        const std::string name = shown_name(std::string(chosen.label));
        chosen.label = name;
        const bool refill = refill_button(rect);
        RowResult result = changed(ChoiceIndex{combo(ui_, name_, rect, options, now)});
        result.refill = refill;
        return result;
    }

    /// A choice with pins to compare other choices.
    RowResult compared(Rect rect, const std::vector<Option>& options, int now) {
        const Translator translate(language_);
        const auto related = related_choices(descriptor_, static_cast<std::size_t>(now));
        const std::string all =
            related.empty() ? "" : translate("Compare with: {}", names_of(descriptor_, related, language_));
        CompareMenu compare{in(language_, "Compare with current"_tr), all};
        RowResult result = changed(ChoiceIndex{combo(ui_, name_, rect, options, now, &compare)});
        if (compare.place >= 0) result.compare.emplace_back(ChoiceIndex{compare.place});
        if (compare.all_taken)
            for (const std::size_t index : related)
                result.compare.emplace_back(ChoiceIndex{static_cast<std::int32_t>(index)});
        return result;
    }

    RowResult choice_list() {
        const std::vector<Option> options = offered();
        ChoiceList list = std::get<ChoiceList>(value_);
        std::vector<bool> on;
        for (std::size_t i = 0; i < options.size(); ++i)
            on.push_back(list.contains(static_cast<std::int32_t>(i)));
        const Rect line = labelled();
        const ChipsResult touch = chips(ui_, name_, {line.x, line.y + 4, line.width, 24}, options, on);
        if (touch.toggled >= 0) list.set(touch.toggled, !list.contains(touch.toggled));
        RowResult result = touch.right_clicked ? changed(start_) : changed(list);
        result.pitch += touch.height - 24;
        return result;
    }

    RowResult states() {
        const std::array<Option, 2> options{{{"true", in(language_, descriptor_.domain.states[1])},
                                             {"false", in(language_, descriptor_.domain.states[0])}}};
        const int now = std::get<bool>(value_) ? 0 : 1;
        return changed(segmented(ui_, name_, labelled(), options, now) == 0);
    }

    RowResult switched() {
        label(place_.y + 14, place_.width - 48);
        RowResult result =
            changed(toggle(ui_, name_, place_.x + place_.width, place_.y + 14, std::get<bool>(value_)));
        result.pitch = 32;
        return result;
    }

    RowResult number() {
        const auto& number = std::get<OptionalReal>(value_);
        const std::string plain = number.set ? to_string(descriptor_, value_) : "";
        FieldOptions options;
        options.unit = in(language_, descriptor_.unit);
        options.quiet = !number.set;
        options.numeric = true;
        const FieldResult result =
            text_field(ui_, name_, labelled(), shown_value(descriptor_, value_, language_), plain, options);
        return taken(result, result.entered ? without_separators(*result.entered) : "",
                     std::string(descriptor_.domain.unset.id));
    }

    /// A number with − and + buttons, and for an optional number a button that unsets it ("all", "last").
    RowResult stepped() {
        const Rect all = labelled();
        const auto* optional = std::get_if<OptionalReal>(&value_);
        const bool set = optional == nullptr || optional->set;
        const double now =
            optional != nullptr ? optional->value : static_cast<double>(std::get<std::int64_t>(value_));
        const std::string_view word = in(language_, descriptor_.domain.unset.label);
        const double side = optional == nullptr ? 0 : button_width(ui_, word, false) + 4;
        const Rect less{all.x, all.y, 28, 32}, more{all.right() - side - 28, all.y, 28, 32};
        FieldOptions options;
        options.quiet = !set;
        options.numeric = true;
        const Rect field{less.right() + 4, all.y, more.x - less.right() - 8, 32};
        const FieldResult touch = text_field(ui_, name_, field, shown_value(descriptor_, value_, language_),
                                             set ? to_string(descriptor_, value_) : "", options);
        RowResult result = taken(touch, touch.entered ? without_separators(*touch.entered) : "",
                                 std::string(descriptor_.domain.unset.id));
        if (step_button(".less", less, "−", set && now > descriptor_.domain.minimum))
            result = changed(number_like(now - 1));
        if (step_button(".more", more, "+", !set || now < descriptor_.domain.maximum))
            result = changed(number_like(set ? now + 1 : descriptor_.domain.minimum));
        if (optional == nullptr) return result;
        ButtonOptions look;
        look.look = set ? ButtonLook::bordered : ButtonLook::quiet;
        look.enabled = set;
        if (button(ui_, name_ + ".unset", {all.right() - side + 4, all.y, side - 4, 32}, word, look))
            result = changed(OptionalReal{});
        return result;
    }

    RowResult list() {
        const auto& list = std::get<NumberList>(value_);
        const bool has_numbers = !list.numbers.empty(), typing = is_typed_in(ui_, name_);
        const Rect rect = labelled();
        FieldOptions options;
        options.align = Align::left;
        options.quiet = !has_numbers;
        const std::string count = shown_value(descriptor_, value_, language_);
        std::string shown = count;
        if (has_numbers) {
            const auto width = [&](std::string_view text) {
                return ui_.text_width(text, {Font::mono, options.text_size, {}});
            };
            const double count_width = ui_.text_width(count, {Font::regular, 12, {}}) + 8;
            const double room = rect.width - 2 * field_padding;
            shown = shown_numbers(list, width, room);
            if (shown.find("…") != std::string::npos) {
                shown = shown_numbers(list, width, room - count_width);
                if (!typing) options.unit = count;
                options.unit_width = count_width + 4;
            }
        }
        const FieldResult result =
            text_field(ui_, name_, rect, shown, has_numbers ? to_string(descriptor_, value_) : "", options);
        return taken(result, result.entered ? separated_by_commas(*result.entered) : "", "none");
    }

    RowResult file() {
        const auto& file = std::get<FileName>(value_);
        const bool has_file = !file.path.empty();
        Rect all = labelled();
        const bool refill = refill_button(all);
        const Rect button{all.right() - 32, all.y, 32, 32}, cross{button.x - 28, all.y + 4, 24, 24};
        const Rect field{all.x, all.y, (has_file ? cross.x : button.x) - 4 - all.x, 32};
        FieldOptions options;
        options.align = Align::left;
        options.quiet = !has_file;
        const auto width = [&](std::string_view text) {
            return ui_.text_width(text, {Font::mono, options.text_size, {}});
        };
        const std::string shown = middle_elided(shown_name(shown_value(descriptor_, value_, language_)),
                                                width, field.width - 2 * field_padding);
        const FieldResult touch = text_field(ui_, name_, field, shown, file.path, options);
        if (touch.hovered && has_file && !ui_.editing()) ui_.tooltip(touch.id, field, file.path);
        RowResult result = taken(touch, touch.entered ? whole_path(*touch.entered) : "", "none");
        if (has_file && icon(".clear", cross, Icon::cross, in(language_, "Clear"_tr), 12))
            result.value = FileName{};
        ui_.fill(button, ui_.colors().raised, 6);
        result.pick_file = icon(".pick", button, Icon::folder, in(language_, "Choose a file"_tr), 16);
        ui_.frame(button, ui_.colors().border, 1, 6);
        result.refill = refill;
        return result;
    }

  private:
    /// "Llama 3.1 8B, modified" for a preset or file whose values were changed.
    [[nodiscard]] std::string shown_name(const std::string& name) const {
        return parameter_.modified ? Translator(language_)("{}, modified", name) : name;
    }

    /// Draws the button that restores the values of a modified preset or file, and shrinks `rect` by its
    /// width.
    bool refill_button(Rect& rect) {
        if (!parameter_.modified) return false;
        const Rect spot{rect.right() - 24, rect.y + 4, 24, 24};
        rect.width -= 28;
        return icon(".refill", spot, Icon::reset, in(language_, "Restore values"_tr), 12);
    }

    [[nodiscard]] std::vector<Option> offered() const {
        std::vector<Option> options;
        for (const Choice& choice : descriptor_.domain.choices)
            options.push_back(
                {choice.id, in(language_, choice.label), choice.sketch,
                 descriptor_.control.widget == Widget::colors ? find_color_map(choice.id) : std::nullopt,
                 in(language_, choice.effect)});
        return options;
    }

    /// Draws the label and returns the rectangle for the control, narrower next to a long label.
    [[nodiscard]] Rect labelled() {
        if (place_.stacked) {
            label(place_.y + RowGeometry::label_line / 2, place_.width);
            return {place_.x, place_.y + RowGeometry::label_line, place_.width, 32};
        }
        const double needed =
            std::ceil(ui_.text_width(in(language_, descriptor_.label), {Font::regular, 13, {}})) + 8;
        const double column = std::max(place_.label, std::min(needed, place_.width - min_field));
        label(place_.y + 16, column - 8);
        return {place_.x + column, place_.y, place_.width - column, 32};
    }

    void label(double middle, double width) {
        const TextStyle style{Font::regular, 13, ui_.colors().text2};
        const Rect rect{place_.x, middle - 12, width, 24};
        draw_elided(ui_, in(language_, descriptor_.label), style, rect);
        parameter_tip(ui_, descriptor_, rect, value_, parameter_.standard, language_);
    }

    [[nodiscard]] RowResult changed(Value next) const {
        RowResult result;
        if (!(next == value_)) result.value = std::move(next);
        return result;
    }

    /// Parses the typed text as a value; an empty text is parsed as `nothing`.
    [[nodiscard]] RowResult taken(const FieldResult& touch, const std::string& text,
                                  const std::string& nothing) {
        if (touch.right_clicked) return changed(start_);
        if (!touch.entered) return {};
        const bool unset = text.empty() || text == in(language_, descriptor_.domain.unset.label) ||
                           text == in(language_, "none"_tr);
        try {
            return changed(parse_value(descriptor_, unset ? nothing : text));
        } catch (const Error&) {
            const std::string message = range_sentence(descriptor_, language_);
            RowResult result;
            if (touch.by_leaving)
                result.complaint = Translator(language_)("{}: {}", descriptor_.label, message);
            else
                fail_edit(ui_, name_, *touch.entered, message);
            return result;
        }
    }

    bool step_button(std::string_view part, Rect rect, std::string_view sign, bool enabled) {
        ButtonOptions options;
        options.enabled = enabled;
        return button(ui_, name_ + std::string(part), rect, sign, options);
    }

    [[nodiscard]] Value number_like(double number) const {
        if (std::holds_alternative<OptionalReal>(value_)) return OptionalReal{number, true};
        return static_cast<std::int64_t>(number);
    }

    bool icon(std::string_view part, Rect rect, Icon icon, std::string_view tip, double size) {
        const std::string name = name_ + std::string(part);
        const ItemState item = spot(ui_, name, rect);
        draw_icon(ui_, icon, {rect.x + rect.width / 2, rect.y + rect.height / 2}, ui_.colors().text2, size);
        if (item.hovered) ui_.tooltip(item.id, rect, std::string(tip));
        return item.clicked;
    }

    /// Returns the absolute path, valid for any working folder.
    [[nodiscard]] std::string whole_path(const std::string& typed) const {
        std::error_code ignored;
        if (typed.empty() || typed == "none" || typed == in(language_, "none"_tr)) return {};
        const auto path = std::filesystem::absolute(expanded_path(typed), ignored);
        return ignored ? typed : path.lexically_normal().string();
    }

    Ui& ui_;
    const RowGeometry& place_;
    const RowParameter& parameter_;
    const Descriptor& descriptor_;
    const Value& value_;
    const Value& start_;
    Language language_;
    std::string name_;
};

}  // namespace

RowResult parameter_row(Ui& ui, const RowGeometry& geometry, const RowParameter& parameter,
                        Language language) {
    const Descriptor& descriptor = parameter.descriptor;
    Row row(ui, geometry, parameter, language);
    if (descriptor.control.widget == Widget::buttons) return row.stepped();
    switch (descriptor.kind) {
        case Kind::choice:
            return row.choice();
        case Kind::choice_list:
            return row.choice_list();
        case Kind::toggle:
            return is_switch(descriptor) ? row.switched() : row.states();
        case Kind::optional_real:
            return row.number();
        case Kind::list:
            return row.list();
        case Kind::file:
            return row.file();
        default:
            return {};
    }
}

}  // namespace poslab
