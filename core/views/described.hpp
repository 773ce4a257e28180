#pragma once

#include "core/engine/engine.hpp"
#include "core/views/axes.hpp"
#include "core/views/colors.hpp"
#include "core/views/figure_limits.hpp"
#include "core/views/figure_of.hpp"
#include "core/views/guides.hpp"
#include "core/views/sampling.hpp"

#include <algorithm>
#include <stdexcept>

namespace poslab {

/// Adapts a view's parts to the interface that ViewOf expects. `V` is a struct with Params, check, adjust,
/// prepare and the other members that ViewOf takes, and
///     struct SampleContext : SamplingOf<Params, Prepared>    input of its rows; inherits its constructor
///     static ViewInfo about();                       without the lists
///     static constexpr … figures, arrays, values;    all_of(…): the objects themselves
///     static std::string subtitle(const ShowingOf<Params>&), formula(const ShowingOf<Params>&);
///                                                    for figures without their own
///     static Params fitted(Params, const Prepared&); optional: the parameters to sample with, if the
///     prepared
///                                                    data do not support those requested
///     static void begin(SampleContext&), end(SampleContext&);    optional: warnings, Data::detail
template <class V>
struct ViewAdapter : V {
    using Params = typename V::Params;
    using SampleContext = typename V::SampleContext;
    using Variants = std::span<const TypedVariant<Params>>;

    [[nodiscard]] static ViewInfo info() {
        ViewInfo info = V::about();
        for (const auto* row : V::arrays)
            info.arrays.push_back({row->name, row->axes, row->unit, row->help,
                                   row->availability == Availability::when_named,
                                   row->availability == Availability::conditional, row->reduction});
        for (const auto* row : V::values) info.values.push_back({row->name, row->help});
        for (const auto* figure : V::figures) {
            FigureInfo listed{
                figure->id,   figure->title, {}, figure->offered, {figure->idle.begin(), figure->idle.end()},
                figure->fixed};
            for (const auto* row : figure->arrays) {
                if (std::find(V::arrays.begin(), V::arrays.end(), row) == V::arrays.end())
                    throw std::logic_error("a figure draws " + std::string(row->name) +
                                           ", which its view does not list");
                listed.arrays.push_back(row->name);
            }
            info.figures.push_back(std::move(listed));
        }
        return info;
    }

    [[nodiscard]] static Data sample(const Params& params, const typename SampleContext::Prepared& prepared,
                                     const SampleRequest& request, const Engine& engine, const Job& job) {
        if constexpr (requires { V::fitted(params, prepared); })
            return sampled(V::fitted(params, prepared), prepared, request, engine, job);
        else
            return sampled(params, prepared, request, engine, job);
    }

    [[nodiscard]] static Figure figure(std::string_view id, Variants variants, const Style& style,
                                       const Cursor& cursor) {
        const auto& definition = by_id(id);
        Figure figure;
        DrawingOf<Params> drawing{{variants, style, over(definition, cursor), &definition.draw}, figure};
        figure.title = drawing.translate(title());
        figure.subtitle =
            definition.subtitle != nullptr ? definition.subtitle(drawing) : V::subtitle(drawing);
        if (const std::string text = headline_of(definition, drawing); !text.empty())
            figure.subtitle = figure.subtitle.empty() ? text : text + "  ·  " + figure.subtitle;
        figure.formula = definition.formula != nullptr ? definition.formula(drawing) : V::formula(drawing);
        if (definition.warned == Warned::everywhere || definition.warned == Warned::in_figure)
            add_warnings(drawing, figure.warnings);
        if (definition.one_each && !drawing.single_variant())
            draw_each(definition, drawing);
        else
            definition.draw(drawing);
        if constexpr (requires { variants.front().params.axes.guides; })
            if (variants.front().params.axes.guides == Guides::none) remove_guides(figure);
        if constexpr (requires { variants.front().params.axes.axes; })
            apply_axes(figure, definition.id, variants.front().params.axes.axes);
        if constexpr (requires { variants.front().params.axes.signed_colors; }) {
            apply_colors(figure, variants.front().params.axes, style.theme);
            limit_colors(figure, definition.id, variants.front().params.axes.axes);
        }
        return figure;
    }

    [[nodiscard]] static Readout readout(Variants variants, const Style& style, const Cursor& cursor) {
        const auto& read = by_id(cursor.figure);
        if (read.one_each && variants.size() > 1) return readout_of_each(read, variants, style, cursor);
        return readout_of(read, variants, style, cursor);
    }

  private:
    template <class Read>
    [[nodiscard]] static Readout readout_of(const Read& read, Variants variants, const Style& style,
                                            const Cursor& cursor) {
        Readout readout;
        ReadingOf<Params> reading{{variants, style, cursor, &read.draw}, readout};
        read.read.function(reading);
        if ((read.warned == Warned::everywhere || read.warned == Warned::in_readout) &&
            variants.front().data != nullptr)
            for (const Message& warning : variants.front().data->warnings)
                readout.warnings.push_back(reading.translate(warning));
        return readout;
    }
    /// Returns the readout of the variant under the pointer.
    template <class Read>
    [[nodiscard]] static Readout readout_of_each(const Read& read, Variants variants, const Style& style,
                                                 const Cursor& cursor) {
        const PanelCounts counts = panels_of(read, {variants.first(1), style, Cursor{}, &read.draw});
        const std::size_t panels = cursor.companion ? counts.companions : counts.main;
        const std::size_t index =
            cursor.active && panels > 0 ? std::min(cursor.panel / panels, variants.size() - 1) : 0;
        Readout readout = readout_of(read, variants.subspan(index, 1), style, in_block(cursor, counts));
        readout.rows.insert(readout.rows.begin(), ReadoutRow{variants[index].label, {}, {}, no_swatch});
        return readout;
    }

    [[nodiscard]] static Data sampled(const Params& params, const typename SampleContext::Prepared& prepared,
                                      const SampleRequest& request, const Engine& engine, const Job& job) {
        job.check();
        Data data;
        data.engine = engine.name();
        SampleContext context(params, prepared, request, engine, job, data);
        if constexpr (requires { V::begin(context); }) V::begin(context);
        add_arrays(context, V::arrays);
        add_values(context, V::values);
        if constexpr (requires { V::end(context); }) V::end(context);
        return data;
    }
    /// The headline comes first: in a narrow figure the parameters are cut off.
    [[nodiscard]] static std::string headline_of(const auto& definition, const ShowingOf<Params>& on) {
        const bool known = on.single_variant() && on.first().data != nullptr;
        return definition.headline != nullptr && known ? definition.headline(on) : std::string();
    }
    [[nodiscard]] static Text title() {
        static const Text title = V::about().title;
        return title;
    }
    /// Returns the figure with this id, or the first one if there is none.
    [[nodiscard]] static const auto& by_id(std::string_view id) {
        const auto found = std::find_if(V::figures.begin(), V::figures.end(),
                                        [&](const auto* figure) { return figure->id == id; });
        return **(found == V::figures.end() ? V::figures.begin() : found);
    }
    template <class Repeat>
    [[nodiscard]] static Cursor over(const Repeat& definition, Cursor cursor) {
        cursor.active = cursor.active && (cursor.figure.empty() || &by_id(cursor.figure) == &definition);
        return cursor;
    }
    /// Numbers of panels in the figure of a single variant.
    struct PanelCounts {
        std::size_t main = 0, companions = 0;
    };
    template <class Repeat>
    [[nodiscard]] static PanelCounts panels_of(const Repeat& definition, const ShowingOf<Params>& single) {
        Figure figure;
        DrawingOf<Params> drawing{single, figure};
        definition.draw(drawing);
        return {figure.main.size(), figure.companions.size()};
    }
    /// Maps a pointer over any variant's block of panels to the same panel of a single variant's figure.
    [[nodiscard]] static Cursor in_block(Cursor cursor, const PanelCounts& counts) {
        const std::size_t panels = cursor.companion ? counts.companions : counts.main;
        if (panels > 0) cursor.panel %= panels;
        return cursor;
    }
    template <class Repeat>
    static void draw_each(const Repeat& definition, const DrawingOf<Params>& all) {
        const PanelCounts counts =
            panels_of(definition, {all.variants.first(1), all.style, Cursor{}, all.parts});
        std::vector<Figure> singles(all.variants.size());
        FigureLimits limits;  // shared, so that equal colours and heights mean equal numbers
        for (std::size_t n = 0; n < singles.size(); ++n) {
            DrawingOf<Params> drawing{
                {all.variants.subspan(n, 1), all.style, in_block(all.cursor, counts), all.parts}, singles[n]};
            definition.draw(drawing);
            include(limits_of(singles[n]), limits);
        }
        for (std::size_t n = 0; n < singles.size(); ++n) {
            hold_all(singles[n], limits);
            append_figure(std::move(singles[n]), n, all.variants[n].label, all.figure);
        }
    }
    /// Adds the warnings of all variants, without repeats.
    static void add_warnings(const DrawingOf<Params>& drawing, std::vector<std::string>& warnings) {
        for (const TypedVariant<Params>& variant : drawing.variants) {
            if (variant.data == nullptr) continue;
            for (const Message& warning : variant.data->warnings)
                if (std::string text = drawing.translate(warning);
                    std::find(warnings.begin(), warnings.end(), text) == warnings.end())
                    warnings.push_back(std::move(text));
        }
    }
};

}  // namespace poslab
