#include "core/attention/external_matrix.hpp"

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

}  // namespace

void check_square(const HeadTensor& tensor) {
    if (tensor.rows() == tensor.columns()) return;
    refuse_file(tensor.label(),
                tr("its shape is {}; an attention matrix must be square", shape_text(tensor.info().shape)));
}

AttentionResult attention_of_matrix(const ExternalMatrix& matrix, const AttentionRequest& request,
                                    const Job& job) {
    AttentionRows rows(request, matrix.tokens, matrix.causal, nullptr);
    const std::int64_t columns = matrix.tensor.columns();
    const std::int64_t band = std::max<std::int64_t>(1, band_bytes / (8 * columns));
    for (std::int64_t begin = 0; begin < matrix.tokens; begin += band) {
        const IndexRange tokens{begin, std::min(begin + band, matrix.tokens)};
        bool requested = false;
        for (std::int64_t i = tokens.begin; i < tokens.end; ++i) requested = requested || rows.wants(i);
        job.check();
        if (!requested) continue;
        const std::vector<double> numbers = matrix.tensor.doubles(matrix.layer, matrix.head, tokens, job);
        for (std::int64_t i = tokens.begin; i < tokens.end; ++i)
            if (rows.wants(i))
                rows.add(i, row_of(matrix, i,
                                   std::span(numbers).subspan(static_cast<std::size_t>((i - begin) * columns),
                                                              static_cast<std::size_t>(columns))));
        job.progress(static_cast<double>(tokens.end) / static_cast<double>(matrix.tokens));
    }
    return rows.result();
}

}  // namespace poslab
