#include "core/blas/products.hpp"
#include "core/base/errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace poslab {
namespace {

std::vector<float> numbers(std::int64_t count, std::uint64_t seed) {
    std::vector<float> made;
    for (std::int64_t n = 0; n < count; ++n)
        made.push_back(
            static_cast<float>(std::sin(static_cast<double>(n * 7 + static_cast<std::int64_t>(seed)))));
    return made;
}

float entry(const Factor& factor, std::int64_t row, std::int64_t column) {
    return factor.transposed ? factor.matrix.row(column)[row] : factor.matrix.row(row)[column];
}

/// The same sum in float64, term by term.
double expected(const Factor& a, const Factor& b, std::int64_t row, std::int64_t column) {
    double sum = 0;
    for (std::int64_t n = 0; n < a.columns(); ++n)
        sum += static_cast<double>(entry(a, row, n)) * static_cast<double>(entry(b, n, column));
    return sum;
}

void expect_product(bool a_transposed, bool b_transposed, std::int64_t rows, std::int64_t columns,
                    std::int64_t dim) {
    // The stride of the rows is larger than their length.
    const std::int64_t a_width = (a_transposed ? rows : dim) + 3,
                       b_width = (b_transposed ? dim : columns) + 5, width = columns + 2;
    const std::vector<float> left = numbers((a_transposed ? dim : rows) * a_width, 1);
    const std::vector<float> right = numbers((b_transposed ? columns : dim) * b_width, 2);
    const Factor a{{left.data(), a_transposed ? dim : rows, a_width - 3, a_width}, a_transposed};
    const Factor b{{right.data(), b_transposed ? columns : dim, b_width - 5, b_width}, b_transposed};
    std::vector<float> out(static_cast<std::size_t>(rows * width), 2.0F);
    const Matrix result{out.data(), rows, columns, width};
    multiply(a, b, result, 0.5F, 3.0F);
    const double tolerance = 1e-6 * static_cast<double>(dim);  // for float32 sums of terms of at most 1
    for (std::int64_t row = 0; row < rows; row += 1 + rows / 7) {
        for (std::int64_t column = 0; column < columns; column += 1 + columns / 5)
            EXPECT_NEAR(result.row(row)[column], 0.5 * expected(a, b, row, column) + 6, tolerance)
                << row << ' ' << column;
        EXPECT_EQ(result.row(row)[columns], 2.0F) << "the padding between the rows is unchanged";
    }
}

TEST(Products, EqualTheirSumsUnderAllTranspositions) {
    for (const bool a : {false, true})
        for (const bool b : {false, true}) {
            expect_product(a, b, 5, 7, 3);
            expect_product(a, b, 300, 700, 40);  // several blocks each way, on all threads
        }
}

TEST(Products, OfWrongShapesAreRefused) {
    const std::vector<float> some(12, 1.0F);
    std::vector<float> out(12);
    const ConstMatrix a{std::span(some), 3, 4};
    EXPECT_THROW(multiply(plain(a), plain(a), Matrix{std::span(out), 3, 4}), UsageError);
    EXPECT_THROW(multiply(plain(a), transposed(a), Matrix{std::span(out), 3, 4}), UsageError);
}

}  // namespace
}  // namespace poslab
