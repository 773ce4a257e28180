#pragma once

#include "app/bench/measure.hpp"

#include <string>
#include <vector>

namespace poslab {

/// Returns the table of `poslab bench` as text, as a Markdown table or as JSON; unknown values are a dash or
/// null:
///   {"version", "engine": names of all, "threads", "quick", "benchmarks": [{"name", "help", "size",
///   "length", "rounds",
///     "floor": [{"name", "unit", "by", "per_second", "engine"}],
///     "results": [{"name", "engine", "seconds", "ratio_to_cpu", "floor_seconds", "ratio_to_floor",
///     "fraction_of_floor",
///                  "ratio_to_first", "work": {floor's name: amount}, "work_seconds": {floor's name:
///                  seconds}, "peak_bytes", "device": by its own clock, if any: {"kernel_seconds",
///                  "copy_seconds", "fraction_of_rate",
///                             "call_to_kernels", "most_memory", "kernels": {name: seconds}}}],
///     "figures": [{"name", "unit", "value"}] and "left_out": [sentence], if any}]}
[[nodiscard]] std::string bench_text(const std::vector<Measurement>& table,
                                     const std::vector<BenchEngine>& engines);
[[nodiscard]] std::string bench_markdown(const std::vector<Measurement>& table);
[[nodiscard]] std::string bench_json(const std::vector<Measurement>& table,
                                     const std::vector<BenchEngine>& engines, bool quick);

}  // namespace poslab
