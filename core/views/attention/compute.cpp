// One head: the pass over the whole matrix, and the map shown.

#include "core/attention/uniform_by_distance.hpp"
#include "core/attention/weight_difference.hpp"
#include "core/views/attention/arrays.hpp"

namespace poslab::attention {
namespace {

constexpr std::int64_t coarse_cells = 128;
constexpr std::int64_t max_side = 1024;

/// Returns first, first + 1, …
std::vector<double> counting(std::int64_t first, std::size_t count) {
    std::vector<double> values(count);
    std::iota(values.begin(), values.end(), static_cast<double>(first));
    return values;
}

/// Returns `fine` with the rows that are not finished yet replaced by the coarse result.
Field merged(const Field& fine, std::span<const char> finished, const Field& coarse) {
    Field field = fine;
    if (coarse.values.empty()) return field;
    for (std::int64_t a = 0; a < fine.height; ++a) {
        if (finished[static_cast<std::size_t>(a)] != 0) continue;
        const std::int64_t row = a * coarse.height / fine.height;
        for (std::int64_t b = 0; b < fine.width; ++b)
            field.values[static_cast<std::size_t>(a * fine.width + b)] =
                coarse.values[static_cast<std::size_t>(row * coarse.width + b * coarse.width / fine.width)];
    }
    return field;
}

/// True unless only the logits of the visible part are requested.
bool needs_whole(const SampleContext& context) {
    const auto& names = context.request.arrays;
    const bool map_alone = names.size() == 1 && names.front() == arrays::map.name;
    return !map_alone || !context.shows_logits();
}
bool wants_distances(const SampleContext& context) {
    return context.wants_any(arrays::weight_by_distance, arrays::uniform_by_distance,
                             arrays::ratio_to_uniform, arrays::distance_step) ||
           context.named(arrays::distance);
}
bool wants_output(const SampleContext& context) {
    return context.head().input.values != nullptr && context.wants(arrays::output);
}

bool is_slow(const SampleContext& context) {
    const auto tokens = static_cast<double>(context.tokens());
    // A matrix from a file is processed cell by cell.
    const Engine& engine = context.head().matrix ? reference_engine() : context.engine;
    return engine.is_slow(Operation::attention,
                          tokens * tokens * static_cast<double>(context.prepared.source->dim()));
}

Head shown_head(const SampleContext& context) {
    return under_shown_pass(context.head(), context.params, context.engine, context.job);
}

std::shared_ptr<const Detail> detail_of(const SampleContext& context, const Field& shown) {
    auto detail = std::make_shared<Detail>();
    detail->head = context.prepared.head;
    detail->whole = context.whole;
    detail->tokens = context.tokens();
    detail->heads = context.prepared.source->heads();
    detail->labels = context.prepared.labels;
    detail->largest = max_finite_magnitude(shown.values);
    if (context.whole && context.shows_weights())
        detail->largest = std::max(detail->largest, context.whole->largest);
    return detail;
}

Numbers map_of(const SampleContext& context, const Field& field) {
    return {field.values, {field.height, field.width}, {context.window.rows, context.window.columns}};
}

void publish(const SampleContext& context, const Field& field) {
    Data partial = context.partial_data();
    partial.detail = detail_of(context, field);
    add_map(map_of(context, field), partial);
    context.request.publish(std::move(partial));
}

/// Publishes and returns a preview: sampled rows, each with all of its keys; if a part is shown, that part in
/// full.
Field publish_coarse(const SampleContext& context) {
    AttentionRequest request;
    request.window = context.window;
    request.quantity = context.shows_logits() ? AttentionQuantity::logits : AttentionQuantity::weights;
    if (shows_whole(context.params.window, context.tokens())) {
        request.window.pool = Pool::sample;
        request.window.height = std::min(context.window.height, coarse_cells);
        request.window.width = std::min(context.window.width, coarse_cells);
    }
    Field field = shown_head(context).ask(request, context.engine, context.job.part(0, 0.05)).field;
    publish(context, field);
    return field;
}

Whole for_each_chunk(const SampleContext& context) {
    const bool slow = context.request.publish && is_slow(context);
    const Field coarse = slow ? publish_coarse(context) : Field{};
    const std::int64_t tokens = context.tokens(), side = std::min(tokens, max_side);
    const bool shown = context.shows_weights() && shows_whole(context.params.window, tokens);
    AttentionRequest request = request_of_rows(
        context, shown ? context.window : FieldWindow{{0, tokens}, {0, tokens}, side, side, Pool::mean});
    request.weight_by_distance = wants_distances(context);
    if (shown && slow)
        request.publish = [&](const Field& field, std::span<const char> finished) {
            publish(context, merged(field, finished, coarse));
        };
    Head head = context.head();
    if (!wants_output(context)) head.input.values = nullptr;
    AttentionResult result = head.ask(request, context.engine, context.job.part(0.05, 0.85));
    Whole whole;
    whole.rows = std::move(result.rows);
    whole.weight_by_distance = std::move(result.weight_by_distance);
    whole.output = std::move(result.output);
    whole.warnings = std::move(result.warnings);
    whole.window = request.window;
    whole.field = std::move(result.field);
    return whole;
}

std::shared_ptr<const Whole> whole_matrix(const SampleContext& context) {
    std::shared_ptr<const Whole> known = context.prepared.cache->whole.found();
    if (!needs_whole(context)) return known;
    if (known && (!wants_distances(context) || !known->weight_by_distance.empty()) &&
        (!wants_output(context) || !known->output.empty()))
        return known;
    auto whole = std::make_shared<Whole>(for_each_chunk(context));
    whole->row = shared_column(counting(0, whole->rows.keys.size()));
    whole->normalized_entropy = shared_column(normalized_entropy(whole->rows));
    whole->largest = max_finite_magnitude(whole->field.values);
    if (const std::size_t count = whole->weight_by_distance.size(); count > 0) {
        whole->distance = counting(
            std::ssize(whole->rows.keys) < std::ssize(whole->weight_by_distance) ? 1 - context.tokens() : 0,
            count);
        whole->uniform_by_distance = uniform_by_distance(context.head().input.plan, whole->rows.keys);
    }
    if (const auto& model = context.prepared.source->model())
        whole->relation = telling_relation(context.head().input, model->read->tokens, *whole);
    context.prepared.cache->whole.keep(whole);
    return whole;
}

Field difference_field(const SampleContext& context, const Job& job) {
    const Head plain = under_rope(context.head(), context.params, context.engine, job);
    const Whole& rope = context.prepared.cache->plain.get([&] {
        AttentionRequest request;
        request.rows = {0, context.tokens()};
        Whole made;
        Head alone = plain;
        alone.input.values = nullptr;
        made.rows = alone.ask(request, context.engine, job).rows;
        return made;
    });
    return weight_difference({context.head().input, context.whole->rows.log_sum_exp},
                             {plain.input, rope.rows.log_sum_exp}, context.window, context.engine, job);
}

Field map_field(const SampleContext& context, const Job& job) {
    if (context.shows_difference()) return difference_field(context, job);
    AttentionRequest request;
    request.window = context.window;
    if (context.shows_logits()) {
        request.quantity = AttentionQuantity::logits;
        return shown_head(context).ask(request, context.engine, job).field;
    }
    if (context.whole->window == context.window) return context.whole->field;
    request.log_sum_exp = context.whole->rows.log_sum_exp;
    return context.head().ask(request, context.engine, job).field;
}

}  // namespace

void compute_head(SampleContext& context) {
    std::vector<Message>& warnings = context.data.warnings;
    warnings = context.head().warnings;
    warnings.insert(warnings.end(), context.prepared.warnings.begin(), context.prepared.warnings.end());
    context.window = field_window(context.params.window, context.tokens(), context.request);
    context.whole = whole_matrix(context);
    if (context.whole)
        warnings.insert(warnings.end(), context.whole->warnings.begin(), context.whole->warnings.end());
    if (context.wants(arrays::map)) context.field = map_field(context, context.job.part(0.85, 0.95));
    context.data.detail = detail_of(context, context.field);
}

Numbers SampleContext::shown_map() const {
    if (!shows_all_heads(params)) return map_of(*this, field);
    std::vector<double> all;
    for (const Column& map : heads.maps) all.insert(all.end(), map->begin(), map->end());
    const std::int64_t count = std::ssize(heads.maps);
    Numbers map{
        std::move(all), {count, window.height, window.width}, {{0, count}, window.rows, window.columns}};
    map.axes = "head, rows, cols";
    return map;
}

Numbers row_of(const SampleContext& context) {
    const std::int64_t tokens = context.tokens(), row = chosen_row(context.params, tokens);
    AttentionRequest request;
    request.window = {
        {row, row + 1}, {0, tokens}, 1, std::min(tokens, context.request.curve_points), Pool::max};
    if (context.whole && !context.head().matrix) request.log_sum_exp = context.whole->rows.log_sum_exp;
    Field field = context.head().ask(request, context.engine, context.job.part(0.95, 1)).field;
    return {std::move(field.values), {field.width}, {{0, tokens}}};
}

AttentionRequest request_of_rows(const SampleContext& context, const FieldWindow& window) {
    AttentionRequest request;
    request.window = window;
    request.rows = {0, context.tokens()};
    request.near = context.params.map.w;
    request.trained = context.params.lengths.train_length;
    return request;
}

void add_map(Numbers map, Data& data) {
    add_array(arrays::map.name, arrays::map.axes, arrays::map.unit, std::move(map), data);
}

}  // namespace poslab::attention
