#include "app/page/page_engine.hpp"

#include "app/page/page_actions.hpp"
#include "app/page/page_json.hpp"
#include "core/base/errors.hpp"
#include "core/engine/engine_choice.hpp"
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
    options.padding = 8;
    options.titles = false;  // the page has them as text
    options.theme = request.theme;
    return options;
}

SampleRequest sample_for(const FigureInfo& figure) {
    SampleRequest sample;
    sample.arrays.assign(figure.arrays.begin(), figure.arrays.end());
    sample.curve_points = SampleRequest::figure_curve_points;
    return sample;
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

Figure figure_with(const ShownState& state, const std::vector<Variant>& variants, const Style& style,
                   const Cursor& cursor) {
    const Comparison comparison = variants.size() == 2 ? state.comparison : Comparison{};
    return compared_figure(*state.view, figure_of(state).id, variants, style, cursor, comparison);
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

PageEngine::PageEngine(const TextMetrics& metrics) : metrics_(metrics), engine_(EngineChoice{"cpu"}.engine()) {}

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

PageAnswer PageEngine::answered(const PageRequest& request) {
    const Style style{request.theme, request.language};
    const std::vector<Variant> seen = state_.view == nullptr
                                          ? std::vector<Variant>{}
                                          : with_data(state_, variants_, request.language);
    ShownState next = acted(request, {figure_, layout_, seen});
    forget_other_view(*next.view);
    state_ = std::move(next);
    const FigureInfo& info = figure_of(state_);
    compute(request, info);

    const std::vector<Variant> variants = with_data(state_, variants_, request.language);
    figure_ = figure_with(state_, variants, style, {});
    layout_ = layout(figure_, metrics_, layout_options(request));
    const Cursor cursor = cursor_at(layout_, request.pointer, std::string(info.id));
    if (cursor.active) {
        figure_ = figure_with(state_, variants, style, cursor);
        layout_ = layout(figure_, metrics_, layout_options(request));
    }

    PageAnswer answer;
    Json json{{"state", shown_state_words(state_)},
              {"error", nullptr},
              {"title", figure_.title},
              {"headline", figure_.subtitle},
              {"figures", figures_json(*state_.view, request.language)},
              {"figure", info.id},
              {"controls", page_controls(state_, request.controls, request.language)},
              {"draw", page_drawing(layout_.draw, request.pixel_ratio, answer)},
              {"panels", page_panels(state_, figure_, layout_)},
              {"readout", page_readout(state_.view->readout(variants, style, cursor))},
              {"coarse", coarse_},
              {"words", page_words(request.language)},
              {"languages", page_languages()}};
    answer.json = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return answer;
}

/// Data of another view cannot be reused.
void PageEngine::forget_other_view(const View& view) {
    if (state_.view == &view) return;
    variants_.clear();
    reusable_ = nullptr;
}

/// Computes what the figure shows and the last request did not: first as many cells as the empty figure has
/// pixels, then again if the figure with its data has others.
void PageEngine::compute(const PageRequest& request, const FigureInfo& figure) {
    coarse_ = false;
    const Style style{request.theme, request.language};
    SampleRequest sample_request = sample_for(figure);
    const auto fitted = [&](const std::vector<Variant>& variants) {
        const Layout placed =
            layout(figure_with(state_, variants, style, {}), metrics_, layout_options(request));
        return match_device_resolution(placed, request.pixel_ratio, sample_request);
    };
    static_cast<void>(fitted(variants_of(state_, request.language)));
    if (!sample(request, figure, sample_request)) return;
    if (fitted(with_data(state_, variants_, request.language))) sample(request, figure, sample_request);
}

/// Samples every variant whose data are out of date. Returns false if nothing was computed or it ended with
/// coarse data.
bool PageEngine::sample(const PageRequest& request, const FigureInfo& figure, SampleRequest sample_request) {
    const View& view = *state_.view;
    std::vector<const Values*> wanted{&state_.values};
    for (const Values& pin : state_.pins) wanted.push_back(&pin);
    variants_.resize(wanted.size());
    bool computed = false;
    for (std::size_t n = 0; n < wanted.size(); ++n) {
        PageVariant& variant = variants_[n];
        const Values& values = *wanted[n];
        const bool prepared = variant.prepared != nullptr && variant.values.size() == values.size() &&
                              same_stages(view, variant.values, values, {Stage::prepare});
        const auto has_arrays = [&] {
            for (const std::string_view array : figure.arrays)
                if (std::find(variant.arrays.begin(), variant.arrays.end(), array) == variant.arrays.end())
                    return false;
            return true;
        };
        const bool sampled = prepared && variant.data != nullptr && !variant.data->partial &&
                             variant.width == sample_request.width &&
                             variant.height == sample_request.height && has_arrays() &&
                             same_stages(view, variant.values, values, {Stage::sample, Stage::window});
        variant.values = values;
        if (sampled) continue;
        if (!prepared) {
            variant.prepared = view.prepare(values, *engine_, Job{}, reusable_);
            reusable_ = view.reusable(variant.prepared);
        }
        std::optional<Data> coarse;
        sample_request.publish = [&](Data data) {
            if (!request.coarse) return;
            coarse = std::move(data);
            throw Cancelled{};
        };
        try {
            variant.data = kept_with(view.sample(values, variant.prepared, sample_request, *engine_, Job{}),
                                     engine_);
        } catch (const Cancelled&) {
            coarse->partial = true;
            variant.data = kept_with(std::move(*coarse), engine_);
            coarse_ = true;
        }
        variant.width = sample_request.width;
        variant.height = sample_request.height;
        variant.arrays = sample_request.arrays;
        computed = true;
    }
    return computed && !coarse_;
}

}  // namespace poslab
