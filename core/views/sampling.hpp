#pragma once

#include "core/base/memo.hpp"
#include "core/views/rows.hpp"

#include <utility>

namespace poslab {

/// The preparation of views that need none.
struct NothingPrepared {};

/// One sampling: its input and the data that it fills. Each view derives its own type, with intermediate
/// results that its arrays share.
template <class ViewParams, class ViewPrepared = NothingPrepared>
struct SamplingOf {
    using Params = ViewParams;
    using Prepared = ViewPrepared;
    /// The type of `prepared` for figures and readouts, which retain it with the data. A view that prepares
    /// more than its figures use, such as a whole model, sets this to NothingPrepared.
    using Shown = ViewPrepared;

    SamplingOf(const Params& view_params, const Prepared& prepared_data, const SampleRequest& sample_request,
               const Engine& chosen_engine, const Job& running_job, Data& output)
        : params(view_params),
          prepared(prepared_data),
          request(sample_request),
          engine(chosen_engine),
          job(running_job),
          data(output) {}

    const Params& params;
    const Prepared& prepared;
    const SampleRequest& request;
    const Engine& engine;
    const Job& job;
    Data& data;

    /// True if the array is requested by name, not as one of all.
    template <class Row>
    [[nodiscard]] bool named(const Row& row) const {
        return !request.arrays.empty() && request.wants(row.name);
    }
    template <class Row>
    [[nodiscard]] bool wants(const Row& row) const {
        return row.availability == Availability::when_named ? named(row) : request.wants(row.name);
    }
    template <class... Rows>
    [[nodiscard]] bool wants_any(const Rows&... rows) const {
        return (wants(rows) || ...);
    }
    /// Returns the data up to now, to publish before the sampling ends.
    [[nodiscard]] Data partial_data() const {
        Data partial = data;
        partial.partial = true;
        return partial;
    }
};

/// Computes the requested rows.
template <class SampleContext, class Rows>
void add_arrays(SampleContext& context, const Rows& rows) {
    for (const auto* row : rows) {
        if (!context.wants(*row)) continue;
        context.job.check();
        add_array(row->name, row->axes, row->unit, row->compute(context), context.data);
    }
}

template <class SampleContext, class Rows>
void add_values(SampleContext& context, const Rows& rows) {
    for (const auto* row : rows)
        if (row->is_available == nullptr || row->is_available(context))
            context.data.values.push_back({std::string(row->name), row->compute(context).scalar});
}

}  // namespace poslab
