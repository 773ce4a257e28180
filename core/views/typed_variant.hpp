#pragma once

#include "core/views/curves.hpp"
#include "core/views/sampling.hpp"

#include <string>

namespace poslab {

/// A set of parameters with its data, as a typed view sees it. Results are looked up by the row that computes
/// them.
template <class Params, class Prepared = NothingPrepared>
struct TypedVariant {
    Params params;
    const Data* data = nullptr;          // null until something was computed
    const Prepared* prepared = nullptr;  // null until something was computed
    std::string label;

    /// Returns the view's own result (Data::detail); null if there is none.
    template <class Detail>
    [[nodiscard]] const Detail* detail() const {
        return data == nullptr ? nullptr : held<Detail>(data->detail);
    }
    /// Returns an array; null if not computed.
    template <class SampleContext>
    [[nodiscard]] const Array* find(const ArrayOf<SampleContext>& row) const {
        return data == nullptr ? nullptr : data->find(row.name);
    }
    /// Returns the array's values; empty (never null) if not computed.
    template <class SampleContext>
    [[nodiscard]] Column operator[](const ArrayOf<SampleContext>& row) const {
        return column_in(data, row.name);
    }
    /// Returns the n-th value of an array; NaN if there is none.
    template <class SampleContext>
    [[nodiscard]] double at(const ArrayOf<SampleContext>& row, std::size_t n) const {
        return number_at((*this)[row], n);
    }
    /// Returns the n-th row of a two-dimensional array.
    template <class SampleContext>
    [[nodiscard]] Column row_of(const ArrayOf<SampleContext>& row, std::size_t n) const {
        return row_in(data, row.name, static_cast<std::int64_t>(n));
    }
    /// Returns a value; NaN if it is not a number or was not computed.
    template <class SampleContext>
    [[nodiscard]] double operator[](const ValueOf<SampleContext>& row) const {
        return data == nullptr ? std::numeric_limits<double>::quiet_NaN() : data->number(row.name);
    }
};

/// Returns the trained length of a variant, which guides show.
inline constexpr auto train_length_of = [](const auto& variant) {
    return variant.params.lengths.train_length;
};

}  // namespace poslab
