#pragma once

#include "core/engine/engine.hpp"
#include "core/params/filling.hpp"
#include "core/params/parameters.hpp"
#include "core/views/typed_variant.hpp"
#include "core/views/view.hpp"

namespace poslab {

/// Turns a typed view into a View. `V` is a struct with
///     struct Params;                                an aggregate of parameter groups
///     static ViewInfo info();
///     static Params opening();                      optional: View::opening
///     static void check(const Params&);             throws UsageError
///     static void refine_used(const Params&, set)   optional: calls set(id, bool) if use depends on several
///     groups static void adjust(Params&); static void draw(Params&, std::string_view parameter,
///     std::span<const Point> stroke)
///                                                   optional: View::apply_stroke
///     static std::optional<double> resolved_auto_value(const Params&, std::string_view parameter)
///                                                   optional: View::resolved_auto_value
///     static Prepared prepare(const Params&, const Engine&, const Job&);   any type
///     struct Reusable;
///     static std::shared_ptr<const Reusable> reusable(const Prepared&);
///                                                   optional: View::reusable; prepare then takes a pointer
///                                                   to it (or null) as its fourth argument
///     static Data sample(const Params&, const Prepared&, const SampleRequest&, const Engine&, const Job&);
///     static Figure figure(std::string_view id, std::span<const TypedVariant<Params>>, const Style&, const
///     Cursor&); static Readout readout(std::span<const TypedVariant<Params>>, const Style&, const Cursor&);
template <class V>
class ViewOf final : public View {
    using Params = typename V::Params;

  public:
    [[nodiscard]] const ViewInfo& info() const override { return info_; }
    [[nodiscard]] std::span<const Descriptor> parameters() const override { return descriptors_; }
    [[nodiscard]] Values defaults() const override { return values_of(Params{}); }
    [[nodiscard]] Values opening() const override {
        if constexpr (requires { V::opening(); })
            return with_resolved_auto_values(descriptors_, defaults(), values_of(V::opening()));
        else
            return defaults();
    }
    [[nodiscard]] std::vector<bool> used(const Values& values) const override {
        const Params params = params_from<Params>(values);
        std::vector<bool> used = used_in(params);
        const auto set = [&](std::string_view id, bool is_used) {
            for (std::size_t i = 0; i < descriptors_.size(); ++i)
                if (descriptors_[i].id == id) used[i] = is_used;
        };
        if constexpr (requires { V::refine_used(params, set); }) V::refine_used(params, set);
        return used;
    }
    [[nodiscard]] Values checked(const Values& values) const override {
        V::check(params_from<Params>(values));
        return values;
    }
    [[nodiscard]] Values adjusted(const Values& values) const override {
        Params params = params_from<Params>(values);
        V::adjust(params);
        return values_of(params);
    }
    [[nodiscard]] Values apply_stroke(const Values& values, std::string_view parameter,
                                      std::span<const Point> stroke) const override {
        Params params = params_from<Params>(values);
        if constexpr (requires { V::draw(params, parameter, stroke); }) V::draw(params, parameter, stroke);
        return values_of(params);
    }
    [[nodiscard]] std::optional<double> resolved_auto_value(const Values& values,
                                                            std::string_view parameter) const override {
        if constexpr (requires { V::resolved_auto_value(params_from<Params>(values), parameter); })
            return V::resolved_auto_value(params_from<Params>(values), parameter);
        else
            return std::nullopt;
    }
    [[nodiscard]] Reusable reusable(const Prepared& prepared) const override {
        if constexpr (requires { typename V::Reusable; })
            return V::reusable(
                *static_cast<const decltype(V::prepare(std::declval<Params>(), std::declval<const Engine&>(),
                                                       std::declval<const Job&>()))*>(prepared.get()));
        else
            return nullptr;
    }
    [[nodiscard]] Prepared prepare(const Values& values, const Engine& engine, const Job& job,
                                   [[maybe_unused]] const Reusable& reusable) const override {
        using Result = decltype(V::prepare(std::declval<Params>(), engine, job));
        const Params params = params_from<Params>(values);
        if constexpr (requires { typename V::Reusable; })
            return std::make_shared<const Result>(
                V::prepare(params, engine, job, static_cast<const typename V::Reusable*>(reusable.get())));
        else
            return std::make_shared<const Result>(V::prepare(params, engine, job));
    }
    [[nodiscard]] Data sample(const Values& values, const Prepared& prepared, const SampleRequest& request,
                              const Engine& engine, const Job& job) const override {
        using Result = decltype(V::prepare(std::declval<Params>(), engine, job));
        return V::sample(params_from<Params>(values), *static_cast<const Result*>(prepared.get()), request,
                         engine, job);
    }
    [[nodiscard]] Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style,
                                const Cursor& cursor) const override {
        return V::figure(id, typed(variants), style, cursor);
    }
    [[nodiscard]] Readout readout(std::span<const Variant> variants, const Style& style,
                                  const Cursor& cursor) const override {
        return V::readout(typed(variants), style, cursor);
    }

  private:
    [[nodiscard]] static std::vector<TypedVariant<Params>> typed(std::span<const Variant> variants) {
        std::vector<TypedVariant<Params>> list;
        list.reserve(variants.size());
        for (const Variant& variant : variants)
            list.push_back({params_from<Params>(variant.values), variant.data.get(), variant.label});
        return list;
    }

    ViewInfo info_ = V::info();
    std::vector<Descriptor> descriptors_ = descriptors_of<Params>();
};

}  // namespace poslab
