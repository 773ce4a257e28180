// All heads side by side: one small map each, published once computed.

#include "core/attention/weight_difference.hpp"
#include "core/base/errors.hpp"
#include "core/views/attention/arrays.hpp"

namespace poslab::attention {
namespace {

constexpr double max_cells = 16'777'216;

/// Returns the window of one head's map: an equal share of the request's resolution.
FieldWindow small_window(const SampleContext& context, std::int64_t heads) {
    FieldWindow window = field_window(context.params.window, context.tokens(), context.request);
    if (!context.params.window.resolution.set) {
        const auto share = static_cast<std::int64_t>(1024 / std::ceil(std::sqrt(static_cast<double>(heads))));
        window.height = std::max<std::int64_t>(1, std::min(window.height, share));
        window.width = std::max<std::int64_t>(1, std::min(window.width, share));
    }
    if (static_cast<double>(window.height * window.width) * static_cast<double>(heads) > max_cells)
        throw TooLarge(tr("--head all: {} maps of {} x {} cells are too many; at most {:.0f} cells in total",
                          heads, window.width, window.height, max_cells));
    return window;
}

std::shared_ptr<const Detail> detail_of(const SampleContext& context) {
    auto detail = std::make_shared<Detail>();
    detail->maps = context.heads.maps;
    detail->tokens = context.tokens();
    detail->heads = std::ssize(context.heads.maps);
    detail->window = context.window;
    detail->largest = context.heads.largest;
    detail->labels = context.prepared.labels;
    return detail;
}

/// Adds the warnings of the first head that has any.
void warn_of_head(std::int64_t index, const AttentionResult& result, SampleContext& context) {
    std::vector<Message> warnings = result.warnings;
    warn_of_undefined(undefined_rows(result.rows), warnings);
    if (context.heads.has_warned || warnings.empty()) return;
    context.heads.has_warned = true;
    for (const Message& warning : warnings)
        context.data.warnings.push_back(tr("Head {}: {}", index, warning));
}

void compute_one_of(SampleContext& context, std::int64_t index, const Job& job) {
    const Params& params = context.params;
    AllHeads& heads = context.heads;
    const auto head = make_head(params, *context.prepared.source, index, context.engine, job);
    std::vector<Message>& warnings = context.data.warnings;
    for (const Message& warning : head->warnings)
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end())
            warnings.push_back(warning);
    Head shown = under_shown_pass(*head, params, context.engine, job);
    shown.input.values = nullptr;
    AttentionRequest request = request_of_rows(context, context.window);
    if (context.shows_logits()) request.quantity = AttentionQuantity::logits;
    AttentionResult result = shown.ask(request, context.engine, job);
    warn_of_head(index, result, context);
    heads.entropy.push_back(mean_of(normalized_entropy(result.rows)).value_or(masked_value()));
    heads.distance.push_back(mean_of(result.rows.mean_distance).value_or(masked_value()));
    heads.near_mass.push_back(mean_of(result.rows.near_mass).value_or(masked_value()));
    heads.beyond_mass.push_back(mean_of(result.rows.beyond_mass).value_or(masked_value()));
    if (context.shows_difference()) {
        const Head rope = under_rope(shown, params, context.engine, job);
        result.field = weight_difference({shown.input, result.rows.log_sum_exp}, {rope.input, {}},
                                         context.window, context.engine, job);
    }
    heads.largest = std::max(heads.largest, max_finite_magnitude(result.field.values));
    heads.maps[static_cast<std::size_t>(index)] = shared_column(std::move(result.field.values));
}

}  // namespace

void compute_all_heads(SampleContext& context) {
    const std::int64_t heads = context.prepared.source->heads();
    context.window = small_window(context, heads);
    context.heads.maps.resize(static_cast<std::size_t>(heads));
    context.data.warnings = context.prepared.warnings;
    for (std::int64_t head = 0; head < heads; ++head) {
        const auto all = static_cast<double>(heads), before = static_cast<double>(head);
        compute_one_of(context, head, context.job.part(before / all, (before + 1) / all));
        context.data.detail = detail_of(context);
        if (!context.request.publish || head + 1 == heads) continue;
        Data partial = context.partial_data();
        context.request.publish(std::move(partial));
    }
}

}  // namespace poslab::attention
