#include "core/attention/external_matrix.hpp"

#include "core/base/number_format.hpp"
#include "core/engine/attention_rows.hpp"
#include "core/files/input_file.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

constexpr std::int64_t band_bytes = std::int64_t{4} << 20U;

AttentionRow row_of(const ExternalMatrix& matrix, std::int64_t i, std::span<const double> numbers) {
    AttentionRow row;
    row.logits.assign(static_cast<std::size_t>(matrix.tokens), masked_value());
    row.positions = row.weights = row.logits;
    const std::int64_t end = matrix.causal ? i + 1 : matrix.tokens;
    for (std::int64_t j = 0; j < end; ++j) {
        const auto n = static_cast<std::size_t>(j);
        row.positions[n] = static_cast<double>(i - j);
        row.logits[n] = matrix.logits ? numbers[n] : std::log(numbers[n]);
        row.weights[n] = numbers[n];
    }
    row.log_sum_exp = masked_value();
    if (matrix.logits) row.make_weights(matrix.temperature);
    return row;
}

/// Detects rows that do not sum to 1, negative weights, and weights that the mask removes.
class WeightCheck {
  public:
    void add(std::int64_t row, std::span<const double> numbers, std::int64_t unmasked) {
        constexpr double tolerance = 0.02;  // bfloat16 has 8 bits
        double sum = 0, size = 0;
        for (std::size_t j = 0; j < numbers.size(); ++j) {
            const bool is_masked = static_cast<std::int64_t>(j) >= unmasked;
            is_masked_weight_ = is_masked_weight_ || (is_masked && std::abs(numbers[j]) > 0);
            is_negative_ = is_negative_ || numbers[j] < 0;
            sum += is_masked ? 0 : numbers[j];
            size += std::abs(numbers[j]);
        }
        // Rows of padding are NaN or zeros.
        if (std::isnan(sum) || size == 0 || std::abs(sum - 1) <= tolerance) return;
        if (rows_++ > 0) return;
        first_row_ = row;
        first_sum_ = sum;
    }
    [[nodiscard]] std::vector<Message> warnings() const {
        std::vector<Message> list;
        const std::string sum = format_number(first_sum_, 4, 7);
        if (rows_ > 0)
            list.push_back(tr_plural("The weights of {0} row do not sum to 1; those of row {1} sum to {2}.",
                                     "The weights of {0} rows do not sum to 1; those of row {1} sum to {2}.",
                                     rows_, first_row_, sum));
        if (is_negative_)
            list.push_back("Some weights are negative; --matrix-holds logits reads the matrix as logits."_tr);
        if (is_masked_weight_)
            list.push_back(
                "Weights of keys after the query are not counted; --causal false counts them, too."_tr);
        return list;
    }

  private:
    std::int64_t rows_ = 0, first_row_ = 0;
    double first_sum_ = 0;
    bool is_negative_ = false, is_masked_weight_ = false;
};

}  // namespace

void check_square(const HeadTensor& tensor) {
    if (tensor.rows() == tensor.columns()) return;
    refuse_file(tensor.label(),
                tr("its shape is {}; an attention matrix must be square", shape_text(tensor.info().shape)));
}

AttentionResult attention_of_matrix(const ExternalMatrix& matrix, const AttentionRequest& request,
                                    const Job& job) {
    AttentionRows rows(request, matrix.tokens, matrix.causal, nullptr);
    WeightCheck check;
    const std::int64_t columns = matrix.tensor.columns();
    const std::int64_t band = std::max<std::int64_t>(1, band_bytes / (8 * columns));
    for (std::int64_t begin = 0; begin < matrix.tokens; begin += band) {
        const IndexRange tokens{begin, std::min(begin + band, matrix.tokens)};
        bool requested = false;
        for (std::int64_t i = tokens.begin; i < tokens.end; ++i) requested = requested || rows.wants(i);
        job.check();
        if (!requested) continue;
        const std::vector<double> numbers = matrix.tensor.doubles(matrix.layer, matrix.head, tokens, job);
        for (std::int64_t i = tokens.begin; i < tokens.end; ++i) {
            if (!rows.wants(i)) continue;
            const auto row = std::span(numbers).subspan(static_cast<std::size_t>((i - begin) * columns),
                                                        static_cast<std::size_t>(columns));
            rows.add(i, row_of(matrix, i, row));
            if (!matrix.logits && request.rows.contains(i))
                check.add(i, row, matrix.causal ? i + 1 : columns);  // also keys beyond `tokens`
        }
        job.progress(static_cast<double>(tokens.end) / static_cast<double>(matrix.tokens));
    }
    AttentionResult result = rows.result();
    result.warnings = check.warnings();
    return result;
}

}  // namespace poslab
