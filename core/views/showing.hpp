#pragma once

#include "core/views/marks.hpp"
#include "core/views/typed_variant.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace poslab {

template <class Params, class Prepared = NothingPrepared>
struct PartOf;
template <class Params, class Prepared = NothingPrepared>
class DrawOf;

/// A mandatory function: aggregates with such a member do not compile without it.
template <class Function>
struct NonNull {
    constexpr NonNull(Function* target) : function(target) {}
    Function* function;
};

/// The variants on display and how they are shown; shared by drawing and reading.
template <class Params, class Prepared = NothingPrepared>
struct ShowingOf {
    using Variant = TypedVariant<Params, Prepared>;

    std::span<const Variant> variants;
    Style style;
    Cursor cursor;                          // inactive if the pointer is over another figure
    const DrawOf<Params, Prepared>* parts;  // the parts of the figure
    Translator translate{style.language};
    const Palette& colors = palette(style.theme);
    bool names_variant = false;  // the panel being drawn has the name of its only variant

    [[nodiscard]] const Variant& first() const { return variants.front(); }
    [[nodiscard]] bool single_variant() const { return variants.size() == 1; }
    /// Returns the colour of the n-th variant; the first one has the view's own colour.
    [[nodiscard]] Color color(std::size_t n) const { return colors.curves[variant_color(n)]; }
    /// Returns the label of the n-th of several variants, or `single` if there is only one.
    [[nodiscard]] std::string label(std::size_t n, std::string single = {}) const {
        return single_variant() ? std::move(single) : variants[n].label;
    }
    [[nodiscard]] std::string label(std::size_t n, Text single) const { return label(n, translate(single)); }
    /// True if `of(variant)` is the same for all.
    template <class Of>
    [[nodiscard]] bool common(const Of& of) const {
        const auto value = of(first());
        return std::all_of(variants.begin(), variants.end(),
                           [&](const Variant& variant) { return of(variant) == value; });
    }
    /// Returns the label of a guide that shows `of(first())`. If another variant has another value, the first
    /// variant's name is added, unless the panel is of one variant.
    template <class Of>
    [[nodiscard]] std::string guide_label(const std::string& label, const Of& of) const {
        return label.empty() || names_variant || common(of) ? label : label + " · " + first().label;
    }
    /// Calls `draw` for each variant from the last to the first, so that the first one is drawn on top.
    template <class Draw>
    void each_from_last(const Draw& draw) const {
        for (std::size_t n = variants.size(); n-- > 0;) draw(n, variants[n]);
    }

    /// Returns the x coordinate of the pointer, over any part.
    [[nodiscard]] std::optional<double> x() const {
        return cursor.active && std::isfinite(cursor.x) ? std::optional(cursor.x) : std::nullopt;
    }
    [[nodiscard]] bool over(const PartOf<Params, Prepared>& part) const { return which(part).has_value(); }
    /// Returns which panel of the part the pointer is over, 0 for its first.
    [[nodiscard]] std::optional<std::size_t> which(const PartOf<Params, Prepared>& part) const;
    [[nodiscard]] std::optional<double> x_over(const PartOf<Params, Prepared>& part) const {
        return over(part) ? x() : std::nullopt;
    }
    /// Returns the position of the pointer over a matrix or map of the main panels.
    [[nodiscard]] std::optional<Point> in_main() const {
        const bool here = cursor.active && !cursor.companion && !cursor.marginal;
        if (!here || !std::isfinite(cursor.x) || !std::isfinite(cursor.y)) return std::nullopt;
        return Point{cursor.x, cursor.y};
    }
    /// Returns the x coordinate of the pointer over a companion plot.
    [[nodiscard]] std::optional<double> x_in_companion() const {
        return cursor.companion ? x() : std::nullopt;
    }
};

/// A figure being drawn.
template <class Params, class Prepared = NothingPrepared>
struct DrawingOf : ShowingOf<Params, Prepared> {
    using Swatch = KeyEntry::Swatch;

    Figure& figure;
    const TypedVariant<Params, Prepared>* part_variant =
        &this->first();      // the variant of the part being drawn
    std::size_t number = 0;  // the index of the panel within its part

    [[nodiscard]] const TypedVariant<Params, Prepared>& variant() const { return *part_variant; }
    /// Returns this drawing restricted to one variant.
    [[nodiscard]] DrawingOf only(const TypedVariant<Params, Prepared>& typed_variant) const {
        DrawingOf single = *this;
        single.variants = {&typed_variant, 1};
        single.part_variant = &typed_variant;
        return single;
    }
    void key(Swatch swatch, Color color, std::string label) const {
        figure.key.push_back({swatch, color, std::move(label), ""});
    }
    void key(Swatch swatch, Color color, Text label) const { key(swatch, color, this->translate(label)); }
};

/// A readout being written.
template <class Params, class Prepared = NothingPrepared>
struct ReadingOf : ShowingOf<Params, Prepared> {
    Readout& readout;

    void set_source(bool pointed, Text otherwise) const {
        readout.where = this->translate(pointed ? "pointer"_tr : otherwise);
    }
    void head(std::string label, ReadoutValue value, std::string unit = {}) const {
        readout.heads.push_back(
            {std::move(label), std::move(value.text), std::move(unit), no_swatch, false, value.number});
    }
    void head(Text label, ReadoutValue value) const { head(this->translate(label), std::move(value)); }
    void row(std::string label, ReadoutValue value, std::string unit = {}, Color swatch = no_swatch) const {
        readout.rows.push_back(
            {std::move(label), std::move(value.text), std::move(unit), swatch, false, value.number});
    }
    void row(Text label, ReadoutValue value, std::string unit = {}, Color swatch = no_swatch) const {
        row(this->translate(label), std::move(value), std::move(unit), swatch);
    }
    void row(std::string label, ReadoutValue value, Color swatch) const {
        row(std::move(label), std::move(value), {}, swatch);
    }
    void row(Text label, ReadoutValue value, Color swatch) const { row(label, std::move(value), {}, swatch); }
    /// Adds a row with a swatch in the colour that `scale` gives a cell of that value, if it is finite.
    void cell(std::string label, ReadoutValue value, std::string unit, const ColorScale& scale) const {
        const bool finite = std::isfinite(value.number);
        const Color swatch = finite ? color_of(scale, value.number) : no_swatch;
        row(std::move(label), std::move(value), std::move(unit), swatch);
        if (finite) readout.rows.back().scale = scale;
    }
    /// Folds away all rows from the n-th on, which are seldom needed.
    void fold_after(std::size_t n) const {
        for (std::size_t row = n; row < readout.rows.size(); ++row) readout.rows[row].rare = true;
    }
    void formula(std::string line) const { readout.formula.push_back(std::move(line)); }
};

/// How often a part is drawn.
enum class Repeat {
    once,         // for all variants together, or for the first
    each,         // for each variant, titled with its name if there are several
    where_alone,  // once, and only if there is a single variant
};
enum class PanelRole { main, companion, marginal };

/// A panel of a figure.
template <class Params, class Prepared>
struct PartOf {
    Text title;
    NonNull<void(DrawingOf<Params, Prepared>&, Panel&)> draw;
    Repeat repeat = Repeat::once;
    PanelRole place = PanelRole::main;
    bool shares_x_below = false;  // has the x axis of the panel below it, if any
    double weight = 1;
    // shows the first variant only: its quantity ends with that variant's name if there are several
    bool of_first = false;
    bool (*visible_if)(const ShowingOf<Params, Prepared>&) =
        nullptr;  // true if the panel exists; null: always
    // number of panels; null: follows from `repeat`
    std::size_t (*how_many)(const ShowingOf<Params, Prepared>&) = nullptr;

    [[nodiscard]] std::size_t count(const ShowingOf<Params, Prepared>& on) const {
        if (visible_if != nullptr && !visible_if(on)) return 0;
        if (how_many != nullptr) return how_many(on);
        return repeat == Repeat::each                          ? on.variants.size()
               : repeat == Repeat::once || on.single_variant() ? 1
                                                               : 0;
    }
};

/// How a figure is drawn: its parts in order, then a function that adds everything outside panels, such as
/// the key. Either may be missing.
template <class Params, class Prepared>
class DrawOf {
  public:
    using Drawing = DrawingOf<Params, Prepared>;
    using Part = PartOf<Params, Prepared>;
    using Function = void(Drawing&);

    template <class... Parts>
    requires(sizeof...(Parts) > 0 &&
             (std::same_as<Parts, Part> && ...)) constexpr DrawOf(const Parts&... parts)
        : parts_(parts...) {}
    template <class... Parts>
    requires(std::same_as<Parts, Part>&&...) constexpr DrawOf(Function* function, const Parts&... parts)
        : parts_(parts...), function_(function) {}

    void operator()(Drawing& drawing) const {
        for (const Part* part : parts_)
            for (std::size_t n = 0; n < part->count(drawing); ++n) add(*part, n, drawing);
        for (std::size_t n = 0; n + 1 < drawing.figure.main.size(); ++n)
            if (joined(n, drawing)) join_to_next(drawing.figure.main[n]);
        if (function_ != nullptr) function_(drawing);
    }
    /// Returns the index of the part's first panel among those with the same location; empty if it is not
    /// drawn.
    [[nodiscard]] std::optional<std::size_t> first_panel(const Part& requested,
                                                         const ShowingOf<Params, Prepared>& on) const {
        std::size_t panel = 0;
        for (const Part* part : parts_) {
            if (part == &requested) return panel;
            if (part->place == requested.place) panel += part->count(on);
        }
        return std::nullopt;
    }

  private:
    static void add(const Part& part, std::size_t n, Drawing& drawing) {
        drawing.number = n;
        drawing.part_variant = &drawing.variants[part.repeat == Repeat::each ? n : 0];
        drawing.names_variant = part.repeat == Repeat::each;
        Panel panel;
        if (part.repeat == Repeat::each && !drawing.single_variant())
            panel.title = drawing.variant().label;
        else if (!part.title.empty())
            panel.title = drawing.translate(part.title);
        panel.weight = part.weight;
        if (part.repeat == Repeat::each) panel.of_variant = n;
        part.draw.function(drawing, panel);
        if (part.of_first && !drawing.single_variant())
            panel.quantity += (panel.quantity.empty() ? "" : " · ") + drawing.first().label;
        drawing.part_variant = &drawing.first();
        drawing.names_variant = false;
        if (part.place == PanelRole::marginal)
            drawing.figure.marginal = std::move(panel);
        else
            (part.place == PanelRole::main ? drawing.figure.main : drawing.figure.companions)
                .push_back(std::move(panel));
    }
    [[nodiscard]] bool joined(std::size_t panel, const ShowingOf<Params, Prepared>& on) const {
        std::size_t end = 0;
        for (const Part* part : parts_) {
            if (part->place != PanelRole::main) continue;
            end += part->count(on);
            if (panel < end) return part->shares_x_below;
        }
        return false;
    }

    RowList<Part> parts_;
    Function* function_ = nullptr;
};

template <class Params, class Prepared>
std::optional<std::size_t> ShowingOf<Params, Prepared>::which(const PartOf<Params, Prepared>& part) const {
    const auto begin = parts == nullptr ? std::nullopt : parts->first_panel(part, *this);
    const PanelRole place = cursor.marginal    ? PanelRole::marginal
                            : cursor.companion ? PanelRole::companion
                                               : PanelRole::main;
    if (!cursor.active || !begin || place != part.place) return std::nullopt;
    if (cursor.panel < *begin || cursor.panel >= *begin + part.count(*this)) return std::nullopt;
    return cursor.panel - *begin;
}

}  // namespace poslab
