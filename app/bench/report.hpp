#pragma once

#include "app/bench/measure.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The table of `poslab bench`, for people and as JSON:
///   {"version", "engine", "threads", "quick", "benchmarks": [{"name", "help", "size", "length", "rounds",
///     "floor": [{"name", "unit", "by", "per_second"}],
///     "results": [{"name", "seconds", "floor_seconds", "ratio_to_floor", "ratio_to_first",
///                  "work": {floor's name: amount}, "work_seconds": {floor's name: seconds}, "peak_bytes"}],
///     "figures": [{"name", "unit", "value"}] where there are any}]}
[[nodiscard]] std::string bench_text(const std::vector<Measurement>& table, std::string_view engine);
[[nodiscard]] std::string bench_json(const std::vector<Measurement>& table, std::string_view engine, bool quick);

}  // namespace poslab
