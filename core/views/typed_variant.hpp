#pragma once

#include "core/views/curves.hpp"
#include "core/views/rows.hpp"

#include <string>

namespace poslab {

/// A set of parameters with its data, as a view sees it. What was computed is asked for by the row that computes it.
template <class Params>
struct TypedVariant {
    Params params;
    const Data* data = nullptr;  // null before anything was computed
    std::string label;

    /// An array; null where it was not computed.
    template <class Asked>
    [[nodiscard]] const Array* find(const ArrayOf<Asked>& row) const {
        return data == nullptr ? nullptr : data->find(row.name);
    }
    /// Its numbers: none, but not null, where it was not computed.
    template <class Asked>
    [[nodiscard]] Column operator[](const ArrayOf<Asked>& row) const {
        return column_in(data, row.name);
    }
    /// The n-th of them; NaN where there is none.
    template <class Asked>
    [[nodiscard]] double at(const ArrayOf<Asked>& row, std::size_t n) const {
        return number_at((*this)[row], n);
    }
    /// The n-th row of an array of two dimensions.
    template <class Asked>
    [[nodiscard]] Column row_of(const ArrayOf<Asked>& row, std::size_t n) const {
        return row_in(data, row.name, static_cast<std::int64_t>(n));
    }
    /// NaN where there is no such number.
    template <class Asked>
    [[nodiscard]] double operator[](const ValueOf<Asked>& row) const {
        return data == nullptr ? std::numeric_limits<double>::quiet_NaN() : data->number(row.name);
    }
};

/// The trained length of a variant, which guides show.
template <class Params>
[[nodiscard]] std::int64_t train_length_of(const TypedVariant<Params>& variant) {
    return variant.params.lengths.train_length;
}

}  // namespace poslab
