#include "core/conformance/test_vectors.hpp"

#include "core/conformance/example.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace poslab {

namespace {

constexpr std::int64_t tokens = 16;

/// Small ones, round ones, the last ones.
std::vector<double> positions_to_test(std::int64_t length) {
    std::vector<double> all;
    for (const std::int64_t position : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{100},
                                        std::int64_t{257}, std::int64_t{2049}, length / 2, length - 1})
        if (position >= 0 && position < length) all.push_back(static_cast<double>(position));
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::span<double> row_of(std::vector<double>& matrix, std::int64_t row, std::int64_t columns) {
    return std::span(matrix).subspan(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
}

std::vector<double> causal_logits(const Practice& right, std::vector<double> queries, std::vector<double> keys) {
    const std::int64_t dim = right.rotary.dim;
    const double scale = right.softmax_scale * right.scale_of_logits(dim);
    for (std::int64_t token = 0; token < tokens; ++token)
        for (auto* const matrix : {&queries, &keys}) right.rotate(row_of(*matrix, token, dim), static_cast<double>(token));
    std::vector<double> logits;
    for (std::int64_t i = 0; i < tokens; ++i)
        for (std::int64_t j = 0; j < tokens; ++j) {
            const std::span<double> q = row_of(queries, i, dim), k = row_of(keys, j, dim);
            double sum = 0;
            for (std::size_t d = 0; d < q.size(); ++d) sum += q[d] * k[d];
            logits.push_back(j > i ? -std::numeric_limits<double>::infinity() : scale * right.query_scaling.at(static_cast<double>(i)) * sum);
        }
    return logits;
}

}  // namespace

std::vector<TestVector> test_vectors(const Practice& right) {
    const std::int64_t dim = right.rotary.dim, pairs = right.pairs();
    const std::vector<double> positions = positions_to_test(right.rotary.length);
    const auto count = std::ssize(positions);
    std::vector<double> cosines, sines;
    for (const double position : positions)
        for (std::int64_t pair = 0; pair < pairs; ++pair) {
            cosines.push_back(right.amplitude() * std::cos(right.phase(position, pair)));
            sines.push_back(right.amplitude() * std::sin(right.phase(position, pair)));
        }
    const std::vector<double> before = drawn_numbers(0, count * dim), queries = drawn_numbers(1, tokens * dim),
                              keys = drawn_numbers(2, tokens * dim);
    std::vector<double> after = before;
    for (std::int64_t row = 0; row < count; ++row) right.rotate(row_of(after, row, dim), positions[static_cast<std::size_t>(row)]);
    return {{"positions", {count}, positions},
            {"inverse_frequency", {pairs}, right.inverse_frequency},
            {"attention_factor", {1}, {right.attention_factor}},
            {"cos", {count, pairs}, cosines},
            {"sin", {count, pairs}, sines},
            {"before", {count, dim}, before},
            {"after", {count, dim}, after},
            {"queries", {tokens, dim}, queries},
            {"keys", {tokens, dim}, keys},
            {"logits", {tokens, tokens}, causal_logits(right, queries, keys)}};
}

std::string test_vectors_header(const std::vector<TestVector>& vectors, const std::string& made_by) {
    std::string text =
        fmt::format("/* {} */\n#ifndef ROPE_TEST_VECTORS_H\n#define ROPE_TEST_VECTORS_H\n\n#include <math.h>\n", made_by);
    for (const TestVector& vector : vectors) {
        text += fmt::format("\n/* [{}] */\nstatic const double rope_{}[{}] = {{", fmt::join(vector.shape, ", "), vector.name,
                            vector.values.size());
        for (std::size_t n = 0; n < vector.values.size(); ++n) {
            const double value = vector.values[n];
            text += n % 6 == 0 ? "\n    " : " ";
            text += std::isinf(value) ? std::string("-INFINITY,") : fmt::format("{:.17g},", value);
        }
        text += "\n};\n";
    }
    return text + "\n#endif\n";
}

}  // namespace poslab
