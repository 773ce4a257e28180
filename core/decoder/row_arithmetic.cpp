#include "core/decoder/row_arithmetic.hpp"

#include "core/base/in_parallel.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

constexpr std::int64_t rows_at_once = 16;

/// Runs body(row) for all rows; `steps` is the cost of each in units of a few nanoseconds.
template <class Body>
void each_row(std::int64_t rows, std::int64_t steps, const Body& body) {
    const std::int64_t blocks = (rows + rows_at_once - 1) / rows_at_once;
    in_parallel(static_cast<std::size_t>(blocks), static_cast<std::size_t>(rows * steps),
                [&](std::size_t block) {
                    const std::int64_t first = static_cast<std::int64_t>(block) * rows_at_once;
                    for (std::int64_t row = first; row < std::min(rows, first + rows_at_once); ++row)
                        body(row);
                });
}

void norm_row(std::span<const float> x, std::span<const float> weight, double epsilon, std::span<float> out) {
    double squares = 0;
    for (const float number : x) squares += static_cast<double>(number) * static_cast<double>(number);
    const auto scale = static_cast<float>(1 / std::sqrt(squares / static_cast<double>(x.size()) + epsilon));
    for (std::size_t n = 0; n < x.size(); ++n) out[n] = weight[n] * (x[n] * scale);
}

}  // namespace

void rms_norm(const ConstMatrix& x, std::span<const float> weight, double epsilon, const Matrix& out) {
    each_row(x.rows, x.columns,
             [&](std::int64_t row) { norm_row(x.row_span(row), weight, epsilon, out.row_span(row)); });
}

void rms_norm_of_heads(std::span<const float> weight, double epsilon, const Matrix& x) {
    if (weight.empty()) return;
    each_row(x.rows, x.columns, [&](std::int64_t row) {
        const std::span<float> all = x.row_span(row);
        for (std::size_t head = 0; head < all.size(); head += weight.size())
            norm_row(all.subspan(head, weight.size()), weight, epsilon, all.subspan(head, weight.size()));
    });
}

void add_bias(std::span<const float> bias, const Matrix& x) {
    if (bias.empty()) return;
    each_row(x.rows, x.columns, [&](std::int64_t row) {
        float* const numbers = x.row(row);
        for (std::size_t n = 0; n < bias.size(); ++n) numbers[n] += bias[n];
    });
}

void gate_by_silu(std::span<const float> up, std::span<float> gate) {
    constexpr std::int64_t at_once = 1024;
    const auto size = static_cast<std::int64_t>(gate.size());
    each_row((size + at_once - 1) / at_once, 4 * at_once, [&](std::int64_t row) {
        const auto end = static_cast<std::size_t>(std::min(size, (row + 1) * at_once));
        for (auto n = static_cast<std::size_t>(row * at_once); n < end; ++n)
            gate[n] *= up[n] / (1 + std::exp(-gate[n]));
    });
}

std::vector<float> projected(const ConstMatrix& x, std::span<const float> weight,
                             std::span<const float> bias) {
    const std::int64_t out = static_cast<std::int64_t>(weight.size()) / x.columns;
    std::vector<float> numbers(static_cast<std::size_t>(x.rows * out));
    const Matrix result{std::span(numbers), x.rows, out};
    multiply(plain(x), transposed({weight, out, x.columns}), result);
    add_bias(bias, result);
    return numbers;
}

void add_projected(const ConstMatrix& x, std::span<const float> weight, std::span<const float> bias,
                   const Matrix& sum) {
    multiply(plain(x), transposed({weight, sum.columns, x.columns}), sum, 1, 1);
    add_bias(bias, sum);
}

void GrowingLogSum::add(std::span<const float> numbers) {
    if (numbers.empty()) return;
    const auto largest = static_cast<double>(*std::max_element(numbers.begin(), numbers.end()));
    if (largest > maximum) {
        sum *= std::exp(maximum - largest);
        maximum = largest;
    }
    const auto reference = static_cast<float>(maximum);
    for (const float number : numbers) sum += static_cast<double>(std::exp(number - reference));
}

double GrowingLogSum::value() const { return maximum + std::log(sum); }

}  // namespace poslab
