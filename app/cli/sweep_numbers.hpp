#pragma once

#include "app/cli/sweep.hpp"
#include "app/cli/sweep_steps.hpp"

namespace poslab {

/// Throws UsageError for a value that the view does not have.
void check_value_names(const View& view, const std::vector<std::string>& names);

/// The CSV, a shard of it, or the CSV out of what shards have left.
std::vector<Sentence> sweep_numbers(const SweepRequest& request, const SweepSteps& steps, const Job& job);

}  // namespace poslab
