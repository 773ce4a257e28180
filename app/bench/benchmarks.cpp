#include "app/bench/benchmark.hpp"

namespace poslab {

// To add a benchmark, add a file here, its declaration and its entry in the list.
Benchmark attention_benchmark();
Benchmark long_attention_benchmark();
Benchmark large_attention_benchmark();
Benchmark longest_attention_benchmark();
Benchmark similarity_benchmark();
Benchmark bias_decay_benchmark();
Benchmark position_matrix_benchmark();
Benchmark legs_step_benchmark();
Benchmark residual_benchmark();
Benchmark decoder_benchmark();
Benchmark large_decoder_benchmark();

const std::vector<Benchmark>& all_benchmarks() {
    static const std::vector<Benchmark> list{
        attention_benchmark(),         long_attention_benchmark(), large_attention_benchmark(),
        longest_attention_benchmark(), similarity_benchmark(),     bias_decay_benchmark(),
        position_matrix_benchmark(),   legs_step_benchmark(),      residual_benchmark(),
        decoder_benchmark(),           large_decoder_benchmark()};
    return list;
}

std::string benchmark_names() {
    std::string names;
    for (const Benchmark& benchmark : all_benchmarks())
        names += (names.empty() ? "" : ", ") + std::string(benchmark.name);
    return names;
}

}  // namespace poslab
