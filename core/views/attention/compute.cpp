// One head: the pass over the whole matrix, and the map shown.

#include "core/attention/uniform_by_distance.hpp"
#include "core/attention/weight_difference.hpp"
#include "core/engine/engine.hpp"
#include "core/views/attention/arrays.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab::attention {

namespace {

constexpr std::int64_t coarse_cells = 128;
constexpr std::int64_t kept_cells = 1024;

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
bool needs_whole(const Asked& asked) {
    const auto& names = asked.request.arrays;
    const bool map_alone = names.size() == 1 && names.front() == arrays::map.name;
    return !map_alone || !asked.shows_logits();
}
bool wants_distances(const Asked& asked) {
    return asked.wants_any(arrays::weight_by_distance, arrays::uniform_by_distance, arrays::ratio_to_uniform,
                           arrays::distance_step) ||
           asked.named(arrays::distance);
}
bool wants_output(const Asked& asked) { return asked.head().input.values != nullptr && asked.wants(arrays::output); }

bool is_slow(const Asked& asked) {
    const auto tokens = static_cast<double>(asked.tokens());
    // A matrix from a file is processed cell by cell.
    const Engine& engine = asked.head().matrix ? reference_engine() : asked.engine;
    return engine.is_slow(Operation::attention, tokens * tokens * static_cast<double>(asked.prepared.source->dim()));
}

Head shown_head(const Asked& asked) { return under_shown_pass(asked.head(), asked.params, asked.engine, asked.job); }

std::shared_ptr<const Detail> detail_of(const Asked& asked, const Field& shown) {
    auto detail = std::make_shared<Detail>();
    detail->head = asked.prepared.head;
    detail->whole = asked.whole;
    detail->tokens = asked.tokens();
    detail->heads = asked.prepared.source->heads();
    detail->labels = asked.prepared.labels;
    detail->largest = largest_of(shown.values);
    if (asked.whole && asked.shows_weights()) detail->largest = std::max(detail->largest, asked.whole->largest);
    return detail;
}

Numbers map_of(const Asked& asked, const Field& field) {
    return {field.values, {field.height, field.width}, {asked.window.rows, asked.window.columns}};
}

void publish(const Asked& asked, const Field& field) {
    Data partial = asked.data;
    partial.partial = true;
    partial.detail = detail_of(asked, field);
    add_map(map_of(asked, field), partial);
    asked.request.publish(std::move(partial));
}

/// Publishes and returns a preview: sampled rows, each with all of its keys; if a part is shown, that part in
/// full.
Field publish_coarse(const Asked& asked) {
    AttentionRequest request;
    request.window = asked.window;
    request.quantity = asked.shows_logits() ? AttentionQuantity::logits : AttentionQuantity::weights;
    if (shows_whole(asked.params.window, asked.tokens())) {
        request.window.pool = Pool::sample;
        request.window.height = std::min(asked.window.height, coarse_cells);
        request.window.width = std::min(asked.window.width, coarse_cells);
    }
    Field field = shown_head(asked).ask(request, asked.engine, asked.part(0, 0.05)).field;
    publish(asked, field);
    return field;
}

Whole go_through(const Asked& asked) {
    const bool slow = asked.request.publish && is_slow(asked);
    const Field coarse = slow ? publish_coarse(asked) : Field{};
    const std::int64_t tokens = asked.tokens(), kept = std::min(tokens, kept_cells);
    const bool shown = asked.shows_weights() && shows_whole(asked.params.window, tokens);
    AttentionRequest request =
        request_of_rows(asked, shown ? asked.window : FieldWindow{{0, tokens}, {0, tokens}, kept, kept, Pool::mean});
    request.weight_by_distance = wants_distances(asked);
    if (shown && slow)
        request.publish = [&](const Field& field, std::span<const char> finished) {
            publish(asked, merged(field, finished, coarse));
        };
    Head head = asked.head();
    if (!wants_output(asked)) head.input.values = nullptr;
    AttentionResult result = head.ask(request, asked.engine, asked.part(0.05, 0.85));
    Whole whole;
    whole.rows = std::move(result.rows);
    whole.weight_by_distance = std::move(result.weight_by_distance);
    whole.output = std::move(result.output);
    whole.window = request.window;
    whole.field = std::move(result.field);
    return whole;
}

std::shared_ptr<const Whole> whole_matrix(const Asked& asked) {
    std::shared_ptr<const Whole> known = asked.prepared.kept->whole();
    if (!needs_whole(asked)) return known;
    if (known && (!wants_distances(asked) || !known->weight_by_distance.empty()) &&
        (!wants_output(asked) || !known->output.empty()))
        return known;
    auto whole = std::make_shared<Whole>(go_through(asked));
    whole->row = shared_column(counting(0, whole->rows.keys.size()));
    whole->normalized_entropy = shared_column(normalized_entropy(whole->rows));
    whole->largest = largest_of(whole->field.values);
    if (const std::size_t count = whole->weight_by_distance.size(); count > 0) {
        whole->distance =
            counting(std::ssize(whole->rows.keys) < std::ssize(whole->weight_by_distance) ? 1 - asked.tokens() : 0, count);
        whole->uniform_by_distance = uniform_by_distance(asked.head().input.plan, whole->rows.keys);
    }
    if (const auto& model = asked.prepared.source->model())
        whole->relation = telling_relation(asked.head().input, model->read->tokens, *whole);
    asked.prepared.kept->keep(whole);
    return whole;
}

Field difference_field(const Asked& asked, const Job& job) {
    const Head plain = under_rope(asked.head(), asked.params, asked.engine, job);
    std::shared_ptr<const Whole> rope = asked.prepared.kept->plain();
    if (!rope) {
        AttentionRequest request;
        request.rows = {0, asked.tokens()};
        auto made = std::make_shared<Whole>();
        Head alone = plain;
        alone.input.values = nullptr;
        made->rows = alone.ask(request, asked.engine, job).rows;
        asked.prepared.kept->keep_plain(made);
        rope = made;
    }
    return weight_difference({asked.head().input, asked.whole->rows.log_sum_exp}, {plain.input, rope->rows.log_sum_exp},
                             asked.window, asked.engine, job);
}

Field map_field(const Asked& asked, const Job& job) {
    if (asked.shows_difference()) return difference_field(asked, job);
    AttentionRequest request;
    request.window = asked.window;
    if (asked.shows_logits()) {
        request.quantity = AttentionQuantity::logits;
        return shown_head(asked).ask(request, asked.engine, job).field;
    }
    if (asked.whole->window == asked.window) return asked.whole->field;
    request.log_sum_exp = asked.whole->rows.log_sum_exp;
    return asked.head().ask(request, asked.engine, job).field;
}

}  // namespace

void compute_head(Asked& asked) {
    std::vector<Sentence>& warnings = asked.data.warnings;
    warnings = asked.head().warnings;
    warnings.insert(warnings.end(), asked.prepared.warnings.begin(), asked.prepared.warnings.end());
    asked.window = field_window(asked.params.window, asked.tokens(), asked.request);
    asked.whole = whole_matrix(asked);
    if (asked.wants(arrays::map)) asked.field = map_field(asked, asked.part(0.85, 0.95));
    asked.data.detail = detail_of(asked, asked.field);
}

Numbers Asked::shown_map() const {
    if (!shows_all_heads(params)) return map_of(*this, field);
    std::vector<double> all;
    for (const Column& map : heads.maps) all.insert(all.end(), map->begin(), map->end());
    const std::int64_t count = std::ssize(heads.maps);
    Numbers map{std::move(all), {count, window.height, window.width}, {{0, count}, window.rows, window.columns}};
    map.axes = "head, rows, cols";
    return map;
}

Numbers row_of(const Asked& asked) {
    const std::int64_t tokens = asked.tokens(), row = chosen_row(asked.params, tokens);
    AttentionRequest request;
    request.window = {{row, row + 1}, {0, tokens}, 1, std::min(tokens, asked.request.curve_points), Pool::max};
    if (asked.whole && !asked.head().matrix) request.log_sum_exp = asked.whole->rows.log_sum_exp;
    Field field = asked.head().ask(request, asked.engine, asked.part(0.95, 1)).field;
    return {std::move(field.values), {field.width}, {{0, tokens}}};
}

AttentionRequest request_of_rows(const Asked& asked, const FieldWindow& window) {
    AttentionRequest request;
    request.window = window;
    request.rows = {0, asked.tokens()};
    request.near = asked.params.map.w;
    request.trained = asked.params.lengths.train_length;
    return request;
}

void add_map(Numbers map, Data& data) { add_array(arrays::map.name, arrays::map.axes, arrays::map.unit, std::move(map), data); }

}  // namespace poslab::attention
