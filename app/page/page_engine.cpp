#include "app/page/page_engine.hpp"

#include "app/page/page_actions.hpp"
#include "app/page/page_json.hpp"
#include "core/base/errors.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/views/computed.hpp"
#include "core/views/figure_pixels.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

LayoutOptions layout_options(const PageRequest& request) {
    LayoutOptions options;
    options.width = request.width;
    options.height = request.height;
    options.padding = 16;
    options.titles = false;  // the page has them as text
    options.theme = request.theme;
    return options;
}

Cursor cursor_at(const Layout& layout, const std::optional<Point>& pointer, const std::string& figure) {
    const PanelFrame* frame = pointer ? frame_at(layout, *pointer) : nullptr;
    if (frame == nullptr) return {};
    const Point data = frame->to_data(*pointer);
    return {true, frame->companion, frame->index, data.x, data.y, figure, frame->marginal};
}

/// Returns the variants of a state with the data computed for them, as far as there are any.
std::vector<Variant> with_data(const ShownState& state, const std::vector<PageVariant>& computed,
                               Language language) {
    std::vector<Variant> variants = variants_of(state, language);
    for (std::size_t n = 0; n < variants.size() && n < computed.size(); ++n)
        variants[n].data = computed[n].data;
    return variants;
}

/// Returns the values of the state, then those of its pins.
std::vector<const Values*> values_of(const ShownState& state) {
    std::vector<const Values*> all{&state.values};
    for (const Values& pin : state.pins) all.push_back(&pin);
    return all;
}

/// Applies the request's actions to its state. Throws Error.
ShownState acted(const PageRequest& request, const SeenFigure& seen) {
    ShownState state = read_shown_state(request.state, all_views());
    for (const PageAction& action : request.actions) apply_page_action(action, seen, state);
    return state;
}

Json figures_json(const View& view, Language language) {
    Json list = Json::array();
    for (const FigureInfo& figure : view.info().figures)
        if (figure.offered) list.push_back({{"id", figure.id}, {"title", in(language, figure.title)}});
    return list;
}

PageAnswer fault(const std::string& sentence) {
    PageAnswer answer;
    answer.json = Json{{"error", sentence}}.dump(-1, ' ', false, Json::error_handler_t::replace);
    return answer;
}

}  // namespace

bool PageVariant::is_prepared(const View& view, const Values& requested) const {
    return prepared.has_value() && values.size() == requested.size() &&
           same_stages(view, values, requested, {Stage::prepare});
}

bool PageVariant::is_sampled(const View& view, const Values& requested, const SampleRequest& request) const {
    return is_prepared(view, requested) && data != nullptr && !data->partial && arrays == request.arrays &&
           same_stages(view, values, requested, {Stage::sample, Stage::window});
}

PageEngine::PageEngine(const TextMetrics& metrics)
    : metrics_(metrics), engine_(EngineChoice{"cpu"}.engine()) {}

PageAnswer PageEngine::answer(std::string_view text) {
    Language language = Language::english;
    try {
        const PageRequest request = read_page_request(text);
        language = request.language;
        return answered(request);
    } catch (const Error& error) {
        return fault(error.message().in(language));
    } catch (const std::exception& error) {
        return fault(error.what());
    }
}

Figure PageEngine::figure_with(const ShownState& state, const std::vector<Variant>& variants,
                               const Style& style, const Cursor& cursor) const {
    const Comparison comparison = variants.size() == 2 ? state.comparison : Comparison{};
    Figure figure = compared_figure(*state.view, state.figure_info().id, variants, style, cursor, comparison);
    lesson_.hide_curves(state, figure);
    return figure;
}

PageAnswer PageEngine::answered(const PageRequest& request) {
    const Style style{request.theme, request.language};
    const std::vector<Variant> seen =
        state_.view == nullptr ? std::vector<Variant>{} : with_data(state_, variants_, request.language);
    lesson_.open(request.step);
    ShownState next = acted(request, {figure_, layout_, seen});
    Figure computed;
    Layout placed;
    try {
        placed = compute(next, request, computed);
    } catch (...) {
        variants_.clear();  // some may be of the state that failed
        throw;
    }
    state_ = std::move(next);
    const FigureInfo& info = state_.figure_info();

    const std::vector<Variant> variants = with_data(state_, variants_, request.language);
    figure_ = std::move(computed);
    layout_ = std::move(placed);
    const Cursor cursor = cursor_at(layout_, request.pointer, std::string(info.id));
    if (cursor.active) {
        figure_ = figure_with(state_, variants, style, cursor);
        layout_ = layout_of(state_, figure_, request);
    }

    lesson_.add_marks(state_, variants, figure_, request.theme, layout_);

    Json panels = page_panels(state_, figure_, layout_);
    lesson_.add_sketch(state_, figure_, layout_, request.language, panels);
    PageAnswer answer;
    Json json{{"state", shown_state_words(state_)},
              {"error", nullptr},
              {"title", figure_.title},
              {"headline", figure_.subtitle},
              {"figures", figures_json(*state_.view, request.language)},
              {"figure", info.id},
              {"controls", page_controls(state_, request.controls, request.language)},
              {"draw", page_drawing(layout_.draw, request.pixel_ratio, answer)},
              {"panels", std::move(panels)},
              {"readout", page_readout(state_.view->readout(variants, style, cursor))},
              {"lesson", lesson_.json(state_, variants)},
              {"coarse", coarse_},
              {"comparing", !state_.pins.empty()},
              {"words", page_words(request.language)},
              {"languages", page_languages()}};
    answer.json = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return answer;
}

Layout PageEngine::layout_of(const ShownState& state, const Figure& figure,
                             const PageRequest& request) const {
    return layout_with(lesson_.needed_panels(state), figure, metrics_, layout_options(request));
}

/// Computes what the figure of `state` shows and the last request did not. Returns its layout.
Layout PageEngine::compute(const ShownState& state, const PageRequest& request, Figure& figure) {
    if (state_.view != state.view) {  // nothing of another view can be reused
        variants_.clear();
        reusable_ = {};
    }
    const Style style{request.theme, request.language};
    SampleRequest sample_request = sample_for(state.figure_info());
    lesson_.add_arrays(state, sample_request.arrays);
    const std::vector<const Values*> wanted = values_of(state);
    variants_.resize(wanted.size());
    bool current = true;
    for (std::size_t n = 0; n < wanted.size(); ++n)
        current = current && variants_[n].is_sampled(*state.view, *wanted[n], sample_request);
    if (current) sample_request.width = variants_.front().width;
    if (current) sample_request.height = variants_.front().height;
    bool usable = current;
    const auto place = [&] {
        const auto variants =
            usable ? with_data(state, variants_, request.language) : variants_of(state, request.language);
        figure = figure_with(state, variants, style, {});
        return layout_of(state, figure, request);
    };
    coarse_ = false;
    return sampled_layout(place, request.pixel_ratio, sample_request, current, [&] {
        sample(state, request, sample_request);
        usable = true;
        return !coarse_;
    });
}

/// Samples every variant that has no such data yet; stops at coarse data if the request says so.
void PageEngine::sample(const ShownState& state, const PageRequest& request, SampleRequest sample_request) {
    const View& view = *state.view;
    const std::vector<const Values*> wanted = values_of(state);
    std::optional<Data> coarse;
    sample_request.publish = [&](Data data) {
        if (!request.coarse) return;
        coarse = std::move(data);
        throw Cancelled{};
    };
    for (std::size_t n = 0; n < wanted.size(); ++n) {
        PageVariant& variant = variants_[n];
        const Values& values = *wanted[n];
        if (variant.is_sampled(view, values, sample_request) && variant.width == sample_request.width &&
            variant.height == sample_request.height)
            continue;
        if (!variant.is_prepared(view, values)) {
            variant.prepared = view.prepare(values, *engine_, Job{}, reusable_);
            reusable_ = view.reusable(variant.prepared);
        }
        variant.values = values;
        Data data;
        try {
            data = view.sample(values, variant.prepared, sample_request, *engine_, Job{});
        } catch (const Cancelled&) {
            data = std::move(*coarse);
            data.partial = coarse_ = true;
        }
        variant.data = with_engine(std::move(data), engine_);
        variant.width = sample_request.width;
        variant.height = sample_request.height;
        variant.arrays = sample_request.arrays;
    }
}

}  // namespace poslab
