// All heads side by side: one small map each, published once computed.

#include "core/attention/weight_difference.hpp"
#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/views/attention/arrays.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::attention {

namespace {

constexpr double most_cells = 16'777'216;

/// Returns the window of one head's map: an equal share of the request's resolution.
FieldWindow small_window(const Asked& asked, std::int64_t heads) {
    FieldWindow window = field_window(asked.params.window, asked.tokens(), asked.request);
    if (!asked.params.window.resolution.set) {
        const auto share = static_cast<std::int64_t>(1024 / std::ceil(std::sqrt(static_cast<double>(heads))));
        window.height = std::max<std::int64_t>(1, std::min(window.height, share));
        window.width = std::max<std::int64_t>(1, std::min(window.width, share));
    }
    if (static_cast<double>(window.height * window.width) * static_cast<double>(heads) > most_cells)
        throw TooLarge(tr("--head all: {} maps of {} x {} cells are too many; at most {:.0f} cells in total", heads, window.width,
                          window.height, most_cells));
    return window;
}

std::shared_ptr<const Detail> detail_of(const Asked& asked) {
    auto detail = std::make_shared<Detail>();
    detail->maps = asked.heads.maps;
    detail->tokens = asked.tokens();
    detail->heads = std::ssize(asked.heads.maps);
    detail->window = asked.window;
    detail->largest = asked.heads.largest;
    detail->labels = asked.prepared.labels;
    return detail;
}

void compute_one_of(Asked& asked, std::int64_t index, const Job& job) {
    const Params& params = asked.params;
    AllHeads& heads = asked.heads;
    const auto head = make_head(params, *asked.prepared.source, index, asked.engine, job);
    std::vector<Sentence>& warnings = asked.data.warnings;
    for (const Sentence& warning : head->warnings)
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
    Head shown = under_shown_pass(*head, params, asked.engine, job);
    shown.input.values = nullptr;
    AttentionRequest request = request_of_rows(asked, asked.window);
    if (asked.shows_logits()) request.quantity = AttentionQuantity::logits;
    AttentionResult result = shown.ask(request, asked.engine, job);
    heads.entropy.push_back(mean_of(normalized_entropy(result.rows)).value_or(masked_value()));
    heads.distance.push_back(mean_of(result.rows.mean_distance).value_or(masked_value()));
    heads.near_mass.push_back(mean_of(result.rows.near_mass).value_or(masked_value()));
    heads.beyond_mass.push_back(mean_of(result.rows.beyond_mass).value_or(masked_value()));
    if (asked.shows_difference()) {
        const Head rope = under_rope(shown, params, asked.engine, job);
        result.field = weight_difference({shown.input, result.rows.log_sum_exp}, {rope.input, {}}, asked.window, asked.engine, job);
    }
    heads.largest = std::max(heads.largest, largest_of(result.field.values));
    heads.maps[static_cast<std::size_t>(index)] = shared_column(std::move(result.field.values));
}

}  // namespace

void compute_all_heads(Asked& asked) {
    const std::int64_t heads = asked.prepared.source->heads();
    asked.window = small_window(asked, heads);
    asked.heads.maps.resize(static_cast<std::size_t>(heads));
    for (std::int64_t head = 0; head < heads; ++head) {
        const auto all = static_cast<double>(heads), before = static_cast<double>(head);
        compute_one_of(asked, head, asked.part(before / all, (before + 1) / all));
        asked.data.detail = detail_of(asked);
        if (!asked.request.publish || head + 1 == heads) continue;
        Data partial = asked.data;
        partial.partial = true;
        asked.request.publish(std::move(partial));
    }
}

}  // namespace poslab::attention
