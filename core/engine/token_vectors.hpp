#pragma once

#include "core/base/index_range.hpp"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace poslab {

/// A vector of `dim` numbers per token, [tokens, dim] row-major, in the precision in which an engine
/// computes.
class TokenVectors {
  public:
    /// `numbers` must consist of whole rows; dim >= 1.
    TokenVectors(std::vector<float> numbers, std::int64_t dim) : numbers_(std::move(numbers)), dim_(dim) {}
    TokenVectors(std::vector<double> numbers, std::int64_t dim) : numbers_(std::move(numbers)), dim_(dim) {}

    [[nodiscard]] std::int64_t dim() const { return dim_; }
    [[nodiscard]] std::int64_t tokens() const {
        return std::visit(
            [this](const auto& numbers) { return static_cast<std::int64_t>(numbers.size()) / dim_; },
            numbers_);
    }

    /// Copies the rows of `tokens`; `out` holds tokens.size() * dim() numbers.
    void read(const IndexRange& tokens, std::span<float> out) const { copy(tokens, out); }
    void read(const IndexRange& tokens, std::span<double> out) const { copy(tokens, out); }

    /// A view of the rows of `tokens` if they are stored in float32, else empty.
    [[nodiscard]] std::span<const float> floats(const IndexRange& tokens) const {
        const auto* const numbers = std::get_if<std::vector<float>>(&numbers_);
        if (numbers == nullptr) return {};
        return std::span(*numbers).subspan(static_cast<std::size_t>(tokens.begin * dim_),
                                           static_cast<std::size_t>(tokens.size() * dim_));
    }

  private:
    template <class Real>
    void copy(const IndexRange& tokens, std::span<Real> out) const {
        std::visit(
            [&](const auto& numbers) {
                const auto first = static_cast<std::size_t>(tokens.begin * dim_);
                for (std::size_t n = 0; n < out.size(); ++n) out[n] = static_cast<Real>(numbers[first + n]);
            },
            numbers_);
    }

    std::variant<std::vector<float>, std::vector<double>> numbers_;
    std::int64_t dim_;
};

}  // namespace poslab
