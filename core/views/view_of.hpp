#pragma once

#include "core/base/number_format.hpp"
#include "core/engine/engine.hpp"
#include "core/params/filling.hpp"
#include "core/params/parameters.hpp"
#include "core/views/colors.hpp"
#include "core/views/figure_limits.hpp"
#include "core/views/figure_of.hpp"
#include "core/views/guides.hpp"
#include "core/views/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <mutex>
#include <numeric>
#include <stdexcept>

namespace poslab {

/// Sets whether the parameter with this id has an effect.
using SetUsed = std::function<void(std::string_view id, bool used)>;

/// The function that prepares a computation; mandatory unless nothing is prepared. Only some take what the
/// last one left for reuse (or null).
template <class Params, class Prepared, class Reusable>
class PrepareOf {
  public:
    using Plain = Prepared(const Params&, const Engine&, const Job&);
    using Reusing = Prepared(const Params&, const Engine&, const Job&, const Reusable*);
    constexpr PrepareOf() requires std::same_as<Prepared, NothingPrepared>
    = default;
    constexpr PrepareOf(Plain* plain) : plain_(plain) {}
    constexpr PrepareOf(Reusing* reusing) : reusing_(reusing) {}
    [[nodiscard]] Prepared operator()(const Params& params, const Engine& engine, const Job& job,
                                      const Reusable* reusable) const {
        if (reusing_ != nullptr) return reusing_(params, engine, job, reusable);
        if constexpr (std::same_as<Prepared, NothingPrepared>)
            if (plain_ == nullptr) return {};
        return plain_(params, engine, job);
    }

  private:
    Plain* plain_ = nullptr;
    Reusing* reusing_ = nullptr;
};

/// A view, made from its parts: docs/writing-a-view.md explains them with a small example.
///     Params         an aggregate of parameter groups
///     SampleContext  derived from SamplingOf<Params, Prepared>: the input of the arrays' functions
///     Reusable       what one preparation leaves for the next; most views have none
template <class ViewParams, class SampleContext, class Reusable = std::monostate>
class ViewOf final : public View {
    using Params = ViewParams;
    using PreparedData = typename SampleContext::Prepared;
    using Shown = typename SampleContext::Shown;  // NothingPrepared if figures see nothing of it
    using TypedVariant = poslab::TypedVariant<Params, Shown>;
    using Showing = ShowingOf<Params, Shown>;
    using Drawing = DrawingOf<Params, Shown>;
    using Variants = std::span<const TypedVariant>;
    using TextFunction = std::string(const Showing&);

  public:
    using FigureRow = FigureOf<Params, SampleContext>;

    /// The parts by name. A misspelt name does not compile, nor does a description without those that have no
    /// default.
    struct Description {            // NOLINT(cppcoreguidelines-pro-type-member-init): `about` has no default
        NonNull<ViewInfo()> about;  // without the lists below
        std::span<const FigureRow* const> figures;
        std::span<const ArrayOf<SampleContext>* const> arrays;
        std::span<const ValueOf<SampleContext>* const> values{};
        PrepareOf<Params, PreparedData, Reusable> prepare{};
        TextFunction* subtitle = nullptr;  // of figures without their own
        TextFunction* formula = nullptr;   // of figures without their own
        /// Throws UsageError for values that are each in range but cannot be combined.
        void (*check)(const Params&) = nullptr;
        /// Sets the nearest values that can be combined.
        void (*adjust)(Params&) = nullptr;
        /// Sets the use of parameters that depends on several groups.
        void (*refine_used)(const Params&, const SetUsed&) = nullptr;
        Params (*opening)() = nullptr;  // View::opening
        std::optional<double> (*resolved_auto_value)(const Params&, std::string_view parameter) =
            nullptr;  // View::resolved_auto_value
        void (*apply_stroke)(Params&, std::string_view parameter,
                             std::span<const Point> stroke) = nullptr;               // View::apply_stroke
        std::shared_ptr<const Reusable> (*reusable)(const PreparedData&) = nullptr;  // View::reusable
        /// The parameters to sample with, if the prepared data do not support those requested.
        Params (*fitted)(Params, const PreparedData&) = nullptr;
        void (*begin)(SampleContext&) = nullptr, (*end)(SampleContext&) = nullptr;  // warnings, Data::detail
    };

    explicit ViewOf(const Description& description) : parts_(description), info_(listed(description)) {}

    [[nodiscard]] const ViewInfo& info() const override { return info_; }
    [[nodiscard]] std::span<const Descriptor> parameters() const override { return descriptors_; }
    [[nodiscard]] Values defaults() const override { return values_of(Params{}); }
    [[nodiscard]] Values opening() const override {
        if (parts_.opening == nullptr) return defaults();
        return with_resolved_auto_values(descriptors_, defaults(), values_of(parts_.opening()));
    }
    [[nodiscard]] std::vector<bool> used(const Values& values) const override {
        const auto params = params_of(values);
        std::vector<bool> used = used_in(*params);
        if (parts_.refine_used != nullptr)
            parts_.refine_used(*params, [&](std::string_view id, bool is_used) {
                for (std::size_t i = 0; i < descriptors_.size(); ++i)
                    if (descriptors_[i].id == id) used[i] = is_used;
            });
        return used;
    }
    [[nodiscard]] Values checked(const Values& values) const override {
        if (parts_.check != nullptr) parts_.check(*params_of(values));
        return values;
    }
    [[nodiscard]] Values adjusted(const Values& values) const override {
        if (parts_.adjust == nullptr) return values;
        Params params = *params_of(values);
        parts_.adjust(params);
        Values nearest = values_of(params);
        params_of(nearest, [&] { return std::move(params); });
        return nearest;
    }
    [[nodiscard]] Values apply_stroke(const Values& values, std::string_view parameter,
                                      std::span<const Point> stroke) const override {
        if (parts_.apply_stroke == nullptr) return values;
        Params params = *params_of(values);
        parts_.apply_stroke(params, parameter, stroke);
        return values_of(params);
    }
    [[nodiscard]] std::optional<double> resolved_auto_value(const Values& values,
                                                            std::string_view parameter) const override {
        if (parts_.resolved_auto_value == nullptr) return std::nullopt;
        return parts_.resolved_auto_value(*params_of(values), parameter);
    }
    [[nodiscard]] Held reusable(const Held& prepared) const override {
        if (parts_.reusable == nullptr) return {};
        return parts_.reusable(*held<PreparedData>(prepared));
    }
    [[nodiscard]] Held prepare(const Values& values, const Engine& engine, const Job& job,
                               const Held& reusable) const override {
        return std::make_shared<const PreparedData>(
            parts_.prepare(*params_of(values), engine, job, held<Reusable>(reusable)));
    }
    [[nodiscard]] Data sample(const Values& values, const Held& prepared, const SampleRequest& request,
                              const Engine& engine, const Job& job) const override {
        job.check();
        const PreparedData& data_for = *held<PreparedData>(prepared);
        Params params = *params_of(values);
        if (parts_.fitted != nullptr) params = parts_.fitted(std::move(params), data_for);
        Data data;
        data.engine = engine.name();
        if constexpr (std::same_as<Shown, PreparedData>) data.prepared = prepared;
        SampleContext context(params, data_for, request, engine, job, data);
        if (parts_.begin != nullptr) parts_.begin(context);
        add_arrays(context, parts_.arrays);
        add_values(context, parts_.values);
        if (parts_.end != nullptr) parts_.end(context);
        return data;
    }
    [[nodiscard]] Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style,
                                const Cursor& cursor) const override {
        return typed_figure(by_id(id), typed(variants), style, cursor);
    }
    [[nodiscard]] Readout readout(std::span<const Variant> variants, const Style& style,
                                  const Cursor& cursor) const override {
        const auto& read = by_id(cursor.figure);
        const auto list = typed(variants);
        if (read.one_each && list.size() > 1) return readout_of_each(read, list, style, cursor);
        return readout_of(read, list, style, cursor);
    }

  private:
    /// Returns the parameters of these values, made by `make` at first. The latest are cached, so that values
    /// are converted once when they change, not at each stage or in each frame.
    template <class Make>
    std::shared_ptr<const Params> params_of(const Values& values, const Make& make) const {
        constexpr std::size_t max_kept = 32;  // more than a window shows and computes at a time
        const std::lock_guard lock(mutex_);
        const auto known = std::find_if(latest_.begin(), latest_.end(),
                                        [&](const auto& entry) { return entry.first == values; });
        if (known != latest_.end()) return known->second;
        if (latest_.size() == max_kept) latest_.pop_back();
        return latest_.emplace_front(values, std::make_shared<const Params>(make())).second;
    }
    [[nodiscard]] std::shared_ptr<const Params> params_of(const Values& values) const {
        return params_of(values, [&] { return params_from<Params>(values); });
    }
    [[nodiscard]] std::vector<TypedVariant> typed(std::span<const Variant> variants) const {
        std::vector<TypedVariant> list;
        list.reserve(variants.size());
        for (const Variant& variant : variants) {
            const Data* const data = variant.data.get();
            list.push_back({*params_of(variant.values), data,
                            data == nullptr ? nullptr : held<Shown>(data->prepared), variant.label});
        }
        return list;
    }
    [[nodiscard]] static ViewInfo listed(const Description& parts) {
        ViewInfo info = parts.about.function();
        for (const auto* row : parts.arrays)
            info.arrays.push_back({row->name, row->axes, row->unit, row->help,
                                   row->availability == Availability::when_named,
                                   row->availability == Availability::conditional, row->reduction});
        for (const auto* row : parts.values) info.values.push_back({row->name, row->help});
        for (const auto* figure : parts.figures) {
            FigureInfo listed_figure{
                figure->id,   figure->title, {}, figure->offered, {figure->idle.begin(), figure->idle.end()},
                figure->fixed};
            for (const auto* row : figure->arrays) {
                if (std::find(parts.arrays.begin(), parts.arrays.end(), row) == parts.arrays.end())
                    throw std::logic_error("a figure draws " + std::string(row->name) +
                                           ", which its view does not list");
                listed_figure.arrays.push_back(row->name);
            }
            info.figures.push_back(std::move(listed_figure));
        }
        return info;
    }

    [[nodiscard]] Figure typed_figure(const FigureRow& definition, Variants variants, const Style& style,
                                      const Cursor& cursor) const {
        Figure figure;
        Drawing drawing{{variants, style, over(definition, cursor), &definition.draw}, figure};
        figure.title = drawing.translate(info_.title);
        figure.subtitle = text_of(definition.subtitle, parts_.subtitle, drawing);
        if (const std::string text = headline_of(definition, drawing); !text.empty())
            figure.subtitle = figure.subtitle.empty() ? text : text + "  ·  " + figure.subtitle;
        figure.formula = text_of(definition.formula, parts_.formula, drawing);
        if (definition.warned == Warned::everywhere || definition.warned == Warned::in_figure)
            add_warnings(drawing, figure.warnings);
        if (definition.one_each && !drawing.single_variant())
            draw_each(definition, drawing);
        else
            definition.draw(drawing);
        if constexpr (requires { variants.front().params.axes; })
            apply_settings(figure, definition.id, variants.front().params.axes, style.theme);
        return figure;
    }

    [[nodiscard]] static Readout readout_of(const FigureRow& read, Variants variants, const Style& style,
                                            const Cursor& cursor) {
        Readout readout;
        ReadingOf<Params, Shown> reading{{variants, style, cursor, &read.draw}, readout};
        read.read.function(reading);
        if ((read.warned == Warned::everywhere || read.warned == Warned::in_readout) &&
            variants.front().data != nullptr)
            for (const Message& warning : variants.front().data->warnings)
                readout.warnings.push_back(reading.translate(warning));
        return readout;
    }
    /// Returns the readout of the variant under the pointer.
    [[nodiscard]] static Readout readout_of_each(const FigureRow& read, Variants variants, const Style& style,
                                                 const Cursor& cursor) {
        const PanelCounts counts = panels_of(read, {variants.first(1), style, Cursor{}, &read.draw});
        const std::size_t panels = cursor.companion ? counts.companions : counts.main;
        const std::size_t index =
            cursor.active && panels > 0 ? std::min(cursor.panel / panels, variants.size() - 1) : 0;
        Readout readout = readout_of(read, variants.subspan(index, 1), style, in_block(cursor, counts));
        readout.rows.insert(readout.rows.begin(), ReadoutRow{variants[index].label, {}, {}, no_swatch});
        return readout;
    }

    /// The headline comes first: in a narrow figure the parameters are cut off.
    [[nodiscard]] static std::string headline_of(const auto& definition, const Showing& on) {
        const bool known = on.single_variant() && on.first().data != nullptr;
        return definition.headline != nullptr && known ? definition.headline(on) : std::string();
    }
    /// Returns the text of the figure, else of the view, else none.
    [[nodiscard]] static std::string text_of(TextFunction* own, TextFunction* common, const Showing& on) {
        TextFunction* const text = own != nullptr ? own : common;
        return text != nullptr ? text(on) : std::string();
    }
    /// Returns the figure with this id, or the first one if there is none.
    [[nodiscard]] const FigureRow& by_id(std::string_view id) const {
        const auto found = std::find_if(parts_.figures.begin(), parts_.figures.end(),
                                        [&](const auto* figure) { return figure->id == id; });
        return **(found == parts_.figures.end() ? parts_.figures.begin() : found);
    }
    [[nodiscard]] Cursor over(const FigureRow& definition, Cursor cursor) const {
        cursor.active = cursor.active && (cursor.figure.empty() || &by_id(cursor.figure) == &definition);
        return cursor;
    }
    /// Numbers of panels in the figure of a single variant.
    struct PanelCounts {
        std::size_t main = 0, companions = 0;
    };
    [[nodiscard]] static PanelCounts panels_of(const FigureRow& definition, const Showing& single) {
        Figure figure;
        Drawing drawing{single, figure};
        definition.draw(drawing);
        return {figure.main.size(), figure.companions.size()};
    }
    /// Maps a pointer over any variant's block of panels to the same panel of a single variant's figure.
    [[nodiscard]] static Cursor in_block(Cursor cursor, const PanelCounts& counts) {
        const std::size_t panels = cursor.companion ? counts.companions : counts.main;
        if (panels > 0) cursor.panel %= panels;
        return cursor;
    }
    static void draw_each(const FigureRow& definition, const Drawing& all) {
        const PanelCounts counts =
            panels_of(definition, {all.variants.first(1), all.style, Cursor{}, all.parts});
        std::vector<Figure> singles(all.variants.size());
        FigureLimits limits;  // shared, so that equal colours and heights mean equal numbers
        for (std::size_t n = 0; n < singles.size(); ++n) {
            Drawing drawing{{all.variants.subspan(n, 1), all.style, in_block(all.cursor, counts), all.parts},
                            singles[n]};
            definition.draw(drawing);
            include(limits_of(singles[n]), limits);
        }
        for (std::size_t n = 0; n < singles.size(); ++n) {
            hold_all(singles[n], limits);
            append_figure(std::move(singles[n]), n, all.variants[n].label, all.figure);
        }
    }
    /// Adds the warnings of all variants, without repeats.
    static void add_warnings(const Drawing& drawing, std::vector<std::string>& warnings) {
        for (const TypedVariant& variant : drawing.variants) {
            if (variant.data == nullptr) continue;
            for (const Message& warning : variant.data->warnings)
                if (std::string text = drawing.translate(warning);
                    std::find(warnings.begin(), warnings.end(), text) == warnings.end())
                    warnings.push_back(std::move(text));
        }
    }

    Description parts_;
    ViewInfo info_;
    std::vector<Descriptor> descriptors_ = descriptors_of<Params>();
    mutable std::mutex mutex_;
    mutable std::deque<std::pair<Values, std::shared_ptr<const Params>>> latest_;
};

}  // namespace poslab
