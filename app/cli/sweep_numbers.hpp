#pragma once

#include "app/cli/sweep.hpp"
#include "app/cli/sweep_steps.hpp"

namespace poslab {

/// Throws UsageError if the view has no value of one of these names, or a name occurs twice.
void check_value_names(const View& view, const std::vector<std::string>& names);

/// Returns the file that holds the rows of the request's shard.
[[nodiscard]] std::string shard_path(const SweepRequest& request);

/// Writes the CSV, one shard of it, or the CSV merged from all shards.
std::vector<Message> sweep_numbers(const SweepRequest& request, const SweepSteps& steps, const Job& job);

}  // namespace poslab
