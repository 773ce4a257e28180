#include "core/engine/engine.hpp"
#include "core/views/attention/attention.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab::attention {

namespace {

constexpr std::int64_t coarse_cells = 128;
constexpr std::int64_t kept_cells = 1024;

/// A part of `job`, whose progress runs from `from` to `to`.
Job part_of(const Job& job, double from, double to) {
    return Job(job.stop_token(), [&job, from, to](double fraction) { job.progress(from + (to - from) * fraction); });
}

Numbers counting(std::int64_t tokens) {
    std::vector<double> values(static_cast<std::size_t>(tokens));
    std::iota(values.begin(), values.end(), 0.0);
    return shared(std::move(values));
}

/// Rows that are not finished yet show the coarse answer.
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

class Sampling {
  public:
    Sampling(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job)
        : params_(params),
          prepared_(prepared),
          request_(request),
          engine_(engine),
          job_(job),
          head_(prepared.head),
          tokens_(prepared.source->tokens()),
          window_(field_window(params.window, tokens_, request)) {
        data_.engine = engine.name();
        data_.warnings = head_->warnings;
        data_.warnings.insert(data_.warnings.end(), prepared.warnings.begin(), prepared.warnings.end());
    }

    Data run() {
        const std::shared_ptr<const Whole> whole = needs_whole() ? whole_matrix() : prepared_.kept->whole();
        Field field;
        if (request_.wants("map")) field = map_field(whole.get(), part_of(job_, 0.85, 0.95));
        data_.detail = detail(whole, field);
        if (request_.wants("map")) data_.arrays.push_back(map_array(field));
        if (whole) {
            add_values(params_, *whole, prepared_.source->heads(), data_);
            add_rows(*whole, request_, data_);
            add_distances(params_, *whole, request_, data_);
            if (wants_named("overview")) add_overview(*whole, data_);
        }
        if (request_.wants("row")) add_row(whole.get());
        return std::move(data_);
    }

  private:
    [[nodiscard]] bool shows_weights() const { return params_.attention.show == Show::weights; }

    /// Logits of the visible part need nothing else.
    [[nodiscard]] bool needs_whole() const {
        const bool map_alone = request_.arrays.size() == 1 && request_.arrays.front() == "map";
        return !map_alone || shows_weights() || params_.attention.show == Show::difference;
    }

    [[nodiscard]] double products() const {
        return static_cast<double>(tokens_) * static_cast<double>(tokens_) * static_cast<double>(prepared_.source->dim());
    }
    [[nodiscard]] bool slow() const {
        const Engine& asked = head_->matrix ? reference_engine() : engine_;  // a matrix from elsewhere is gone through cell by cell
        return asked.is_slow(Operation::attention, products());
    }
    [[nodiscard]] bool wants_named(std::string_view name) const { return !request_.arrays.empty() && request_.wants(name); }
    [[nodiscard]] bool wants_distances() const {
        return request_.wants("weight_by_distance") || request_.wants("uniform_by_distance") || wants_named("ratio_to_uniform") ||
               wants_named("distance_step") || wants_named("distance");
    }
    [[nodiscard]] bool wants_output() const { return head_->input.values != nullptr && request_.wants("output"); }

    [[nodiscard]] bool is_enough(const Whole* whole) const {
        return whole != nullptr && (!wants_distances() || !whole->weight_by_distance.empty()) &&
               (!wants_output() || !whole->output.empty());
    }

    std::shared_ptr<const Whole> whole_matrix() {
        if (std::shared_ptr<const Whole> known = prepared_.kept->whole(); is_enough(known.get())) return known;
        const Field coarse = slow() && request_.publish ? publish_coarse() : Field{};
        auto whole = std::make_shared<Whole>(go_through(coarse));
        whole->row = counting(tokens_);
        whole->normalized_entropy = shared(normalized_entropy(whole->rows));
        whole->largest = largest_of(whole->field.values);
        if (!whole->weight_by_distance.empty())
            whole->uniform_by_distance = uniform_by_distance(head_->input.plan, whole->rows.keys);
        prepared_.kept->keep(whole);
        return whole;
    }

    /// Rows by way of trial, with all of their keys each; where a part is shown, that part in full.
    Field publish_coarse() {
        AttentionRequest request;
        request.window = window_;
        request.quantity = shows_logits() ? AttentionQuantity::logits : AttentionQuantity::weights;
        if (shows_whole(params_.window, tokens_)) {
            request.window.pool = Pool::sample;
            request.window.height = std::min(window_.height, coarse_cells);
            request.window.width = std::min(window_.width, coarse_cells);
        }
        Field field = shown_head(params_.attention.show).ask(request, engine_, part_of(job_, 0, 0.05)).field;
        publish(field);
        return field;
    }

    [[nodiscard]] bool shows_logits() const {
        const Show show = params_.attention.show;
        return show == Show::logits || show == Show::near || show == Show::far;
    }

    void publish(const Field& field) const {
        Data partial = data_;
        partial.partial = true;
        partial.detail = detail(nullptr, field);
        partial.arrays.push_back(map_array(field));
        request_.publish(std::move(partial));
    }

    Whole go_through(const Field& coarse) {
        AttentionRequest request;
        const bool shown = shows_weights() && shows_whole(params_.window, tokens_);
        request.window =
            shown
                ? window_
                : FieldWindow{{0, tokens_}, {0, tokens_}, std::min(tokens_, kept_cells), std::min(tokens_, kept_cells), Pool::mean};
        request.rows = {0, tokens_};
        request.near = params_.map.w;
        request.trained = params_.lengths.train_length;
        request.weight_by_distance = wants_distances();
        if (shown && request_.publish && slow())
            request.publish = [&](const Field& field, std::span<const char> finished) { publish(merged(field, finished, coarse)); };
        Head head = *head_;
        if (!wants_output()) head.input.values = nullptr;
        AttentionResult result = head.ask(request, engine_, part_of(job_, 0.05, 0.85));
        Whole whole;
        whole.rows = std::move(result.rows);
        whole.weight_by_distance = std::move(result.weight_by_distance);
        whole.output = std::move(result.output);
        whole.window = request.window;
        whole.field = std::move(result.field);
        return whole;
    }

    [[nodiscard]] Head shown_head(Show show) const {
        if (head_->matrix) return *head_;
        if (show == Show::near) return with_pass(*head_, params_, Pass::near, engine_, job_);
        if (show == Show::far) return with_pass(*head_, params_, Pass::far, engine_, job_);
        return *head_;
    }

    Field map_field(const Whole* whole, const Job& job) const {
        if (params_.attention.show == Show::difference) return difference_field(*whole, job);
        if (shows_logits()) return field_of(shown_head(params_.attention.show), nullptr, AttentionQuantity::logits, job);
        const FieldWindow& kept = whole->window;
        const bool same = kept.rows == window_.rows && kept.columns == window_.columns && kept.height == window_.height &&
                          kept.width == window_.width && kept.pool == window_.pool;
        return same ? whole->field : field_of(*head_, &whole->rows.log_sum_exp, AttentionQuantity::weights, job);
    }

    Field field_of(const Head& head, const std::vector<double>* log_sum_exp, AttentionQuantity quantity, const Job& job) const {
        AttentionRequest request;
        request.window = window_;
        request.quantity = quantity;
        if (log_sum_exp != nullptr) request.log_sum_exp = *log_sum_exp;
        return head.ask(request, engine_, job).field;
    }

    Field difference_field(const Whole& whole, const Job& job) const {
        const Head plain = under_rope(*head_, params_, engine_, job);
        std::shared_ptr<const Whole> rope = prepared_.kept->plain();
        if (!rope) {
            AttentionRequest request;
            request.rows = {0, tokens_};
            auto made = std::make_shared<Whole>();
            Head alone = plain;
            alone.input.values = nullptr;
            made->rows = alone.ask(request, engine_, job).rows;
            prepared_.kept->keep_plain(made);
            rope = made;
        }
        return difference_of({head_.get(), whole.rows.log_sum_exp}, {&plain, rope->rows.log_sum_exp}, window_, engine_, job);
    }

    [[nodiscard]] Array map_array(const Field& field) const {
        return {"map", {field.height, field.width}, {"rows", "cols"}, {window_.rows, window_.columns}, "", shared(field.values)};
    }

    [[nodiscard]] std::shared_ptr<const Detail> detail(const std::shared_ptr<const Whole>& whole, const Field& shown) const {
        auto detail = std::make_shared<Detail>();
        detail->head = head_;
        detail->whole = whole;
        detail->tokens = tokens_;
        detail->heads = prepared_.source->heads();
        detail->labels = prepared_.labels;
        detail->largest = largest_of(shown.values);
        if (whole && shows_weights()) detail->largest = std::max(detail->largest, whole->largest);
        return detail;
    }

    void add_row(const Whole* whole) {
        const std::int64_t row = chosen_row(params_, tokens_);
        const std::int64_t width = std::min(tokens_, request_.curve_points);
        AttentionRequest request;
        request.window = {{row, row + 1}, {0, tokens_}, 1, width, Pool::max};
        if (whole != nullptr && !head_->matrix) request.log_sum_exp = whole->rows.log_sum_exp;
        Field field = head_->ask(request, engine_, part_of(job_, 0.95, 1)).field;
        data_.arrays.push_back({"row", {width}, {"key"}, {{0, tokens_}}, "", shared(std::move(field.values))});
    }

    const Params& params_;
    const Prepared& prepared_;
    const SampleRequest& request_;
    const Engine& engine_;
    const Job& job_;
    std::shared_ptr<const Head> head_;
    std::int64_t tokens_;
    FieldWindow window_;
    Data data_;
};

}  // namespace

std::vector<double> normalized_entropy(const RowStatistics& rows) {
    std::vector<double> values;
    values.reserve(rows.entropy.size());
    for (std::size_t i = 0; i < rows.entropy.size(); ++i)
        values.push_back(rows.keys[i] < 2 ? masked_value() : rows.entropy[i] / std::log(static_cast<double>(rows.keys[i])));
    return values;
}

double finite_mean(const std::vector<double>& values) {
    double sum = 0, count = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        sum += value;
        count += 1;
    }
    return count == 0 ? masked_value() : sum / count;
}

double largest_of(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest;
}

const Detail* detail_of(const Variant& variant) {
    return variant.data == nullptr ? nullptr : static_cast<const Detail*>(variant.data->detail.get());
}

std::int64_t tokens_of(const Variant& variant) {
    const Detail* detail = detail_of(variant);
    return detail != nullptr ? detail->tokens : variant.params.lengths.length;
}

std::int64_t chosen_row(const Params& params, std::int64_t tokens) {
    const OptionalReal& row = params.attention.row;
    return row.set ? std::min(static_cast<std::int64_t>(row.value), tokens - 1) : tokens - 1;
}

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    // A file may have fewer tokens than `length`: what is asked for then moves into what there is.
    Params fitted = params;
    fit_window(fitted.window, prepared.source->tokens());
    if (shows_all_heads(params)) return sample_heads(fitted, prepared, request, engine, job);
    return Sampling(fitted, prepared, request, engine, job).run();
}

}  // namespace poslab::attention
