#include "core/attention/file_vectors.hpp"

namespace poslab {

namespace {

template <class Real>
std::shared_ptr<const TokenVectors> unrotated_vectors(const TokenVectors& vectors, const RotaryFrequencies& rotary,
                                                      Pairing pairing) {
    const auto dim = static_cast<std::size_t>(vectors.dim());
    std::vector<double> all(static_cast<std::size_t>(vectors.tokens()) * dim);
    vectors.read({0, vectors.tokens()}, all);
    std::vector<Real> numbers(all.size());
    for (std::int64_t t = 0; t < vectors.tokens(); ++t) {
        const auto first = static_cast<std::size_t>(t) * dim;
        std::vector<double> row =
            rotated(std::span(all).subspan(first, dim), -static_cast<double>(t), rotary.inverse_frequency, pairing);
        for (std::size_t n = 0; n < dim; ++n) {
            const bool turns = n < 2 * rotary.inverse_frequency.size();
            numbers[first + n] = static_cast<Real>(turns ? row[n] / rotary.attention_factor : row[n]);
        }
    }
    return std::make_shared<const TokenVectors>(std::move(numbers), vectors.dim());
}

}  // namespace

HeadVectors unrotated(const HeadVectors& vectors, const RotaryFrequencies& rotary, Pairing pairing, Precision precision) {
    const auto take_off = [&](const TokenVectors& held) {
        return precision == Precision::float32 ? unrotated_vectors<float>(held, rotary, pairing)
                                               : unrotated_vectors<double>(held, rotary, pairing);
    };
    return {take_off(*vectors.queries), take_off(*vectors.keys), vectors.values};
}

}  // namespace poslab
