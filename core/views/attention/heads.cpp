// All heads side by side: one small map each, shown as it is done.

#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/views/attention/attention.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::attention {

namespace {

constexpr double most_cells = 16'777'216;

/// Statistics of each head: means over its rows.
struct HeadMeans {
    std::vector<double> entropy, distance, near, beyond;

    void add(const RowStatistics& rows) {
        entropy.push_back(finite_mean(normalized_entropy(rows)));
        distance.push_back(finite_mean(rows.mean_distance));
        near.push_back(finite_mean(rows.near_mass));
        beyond.push_back(finite_mean(rows.beyond_mass));
    }
};

class HeadSampling {
  public:
    HeadSampling(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job)
        : params_(params),
          source_(*prepared.source),
          request_(request),
          engine_(engine),
          job_(job),
          heads_(source_.heads()),
          window_(small_window()),
          labels_(prepared.labels),
          maps_(static_cast<std::size_t>(heads_)) {
        const double cells = static_cast<double>(window_.height * window_.width) * static_cast<double>(heads_);
        if (cells > most_cells)
            throw TooLarge(tr("--head all: {} maps of {} x {} cells, at most {:.0f} cells are allowed", heads_, window_.width,
                              window_.height, most_cells));
    }

    Data run() {
        for (std::int64_t head = 0; head < heads_; ++head) {
            compute(head);
            if (request_.publish && head + 1 < heads_) request_.publish(data(true));
        }
        return data(false);
    }

  private:
    /// What the request allows for all of them together, shared out.
    [[nodiscard]] FieldWindow small_window() const {
        FieldWindow window = field_window(params_.window, source_.tokens(), request_);
        if (params_.window.resolution.set) return window;
        const double side = std::ceil(std::sqrt(static_cast<double>(heads_)));
        const auto share = [&](std::int64_t cells) {
            return std::max<std::int64_t>(1, std::min(cells, static_cast<std::int64_t>(1024 / side)));
        };
        window.height = share(window.height);
        window.width = share(window.width);
        return window;
    }

    void compute(std::int64_t index) {
        const auto from = static_cast<double>(index) / static_cast<double>(heads_);
        const Job part(job_.stop_token(), [&](double fraction) { job_.progress(from + fraction / static_cast<double>(heads_)); });
        const auto head = make_head(params_, source_, index, engine_, part);
        for (const Sentence& warning : head->warnings)
            if (std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end()) warnings_.push_back(warning);
        Head shown = *head;
        shown.input.values = nullptr;
        const Show show = params_.attention.show;
        if (show == Show::near || show == Show::far)
            shown.input.plan = with_pass(*head, params_, show == Show::near ? Pass::near : Pass::far, engine_, part).input.plan;
        AttentionRequest request;
        request.window = window_;
        request.quantity =
            show == Show::weights || show == Show::difference ? AttentionQuantity::weights : AttentionQuantity::logits;
        request.rows = {0, source_.tokens()};
        request.near = params_.map.w;
        request.trained = params_.lengths.train_length;
        AttentionResult result = shown.ask(request, engine_, part);
        means_.add(result.rows);
        if (show == Show::difference) {
            const Head rope = under_rope(shown, params_, engine_, part);
            result.field = difference_of({&shown, result.rows.log_sum_exp}, {&rope, {}}, window_, engine_, part);
        }
        largest_ = std::max(largest_, largest_of(result.field.values));
        maps_[static_cast<std::size_t>(index)] = shared(std::move(result.field.values));
    }

    [[nodiscard]] Data data(bool partial) const {
        Data data;
        data.engine = engine_.name();
        data.partial = partial;
        data.warnings = warnings_;
        auto detail = std::make_shared<Detail>();
        detail->maps = maps_;
        detail->tokens = source_.tokens();
        detail->heads = heads_;
        detail->window = window_;
        detail->largest = largest_;
        detail->labels = labels_;
        data.detail = std::move(detail);
        data.values = {{"tokens", static_cast<double>(source_.tokens())}, {"heads", static_cast<double>(heads_)}};
        if (partial) return data;
        if (request_.wants("map")) data.arrays.push_back(map_array());
        const auto add = [&](std::string name, std::string unit, const std::vector<double>& values) {
            if (request_.wants(name))
                data.arrays.push_back({std::move(name), {heads_}, {"head"}, {{0, heads_}}, std::move(unit), shared(values)});
        };
        add("head_entropy", "", means_.entropy);
        add("head_distance", "tokens", means_.distance);
        add("head_near_mass", "", means_.near);
        add("head_beyond_mass", "", means_.beyond);
        return data;
    }

    [[nodiscard]] Array map_array() const {
        std::vector<double> all;
        for (const Numbers& map : maps_) all.insert(all.end(), map->begin(), map->end());
        return {"map",
                {heads_, window_.height, window_.width},
                {"head", "rows", "cols"},
                {{0, heads_}, window_.rows, window_.columns},
                "",
                shared(std::move(all))};
    }

    const Params& params_;
    const Source& source_;
    const SampleRequest& request_;
    const Engine& engine_;
    const Job& job_;
    std::int64_t heads_;
    FieldWindow window_;
    std::vector<std::string> labels_;
    std::vector<Numbers> maps_;
    double largest_ = 0;
    HeadMeans means_;
    std::vector<Sentence> warnings_;
};

}  // namespace

Data sample_heads(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine,
                  const Job& job) {
    return HeadSampling(params, prepared, request, engine, job).run();
}

}  // namespace poslab::attention
