#pragma once

#include "core/views/columns.hpp"
#include "core/views/view.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace poslab {

/// A mandatory function: an object with such a member does not compile without it. Accepts any stateless
/// function object, or by<…>.
template <class Result, class SampleContext>
class Rule {
  public:
    template <class Function>
    requires std::is_empty_v<Function>
    constexpr Rule(Function /*unused*/)
        : call_([](SampleContext& context) -> Result { return Result(Function{}(context)); }) {}
    [[nodiscard]] Result operator()(SampleContext& context) const { return call_(context); }

  private:
    Result (*call_)(SampleContext&);
};

/// Calls a function or reads a member of `SampleContext`: by<&SampleContext::ratios>.
template <auto Function>
struct By {
    template <class SampleContext>
    decltype(auto) operator()(SampleContext& context) const {
        return std::invoke(Function, context);
    }
};
template <auto Function>
inline constexpr By<Function> by{};

/// The result of an array's row; `values` is null if the array does not exist with these parameters.
struct Numbers {
    Numbers(std::vector<double> list) : values(shared_column(std::move(list))) {}
    Numbers(Column column) : values(std::move(column)) {}
    Numbers(std::vector<double> list, std::vector<std::int64_t> array_shape,
            std::vector<IndexRange> covered = {})
        : values(shared_column(std::move(list))),
          shape(std::move(array_shape)),
          extents(std::move(covered)) {}

    Column values;
    std::vector<std::int64_t> shape{};  // empty: one dimension
    std::vector<IndexRange> extents{};  // empty: the whole shape
    std::string_view axes{};            // empty: those of the row
};
/// Returns the numbers as a matrix with this many rows.
[[nodiscard]] inline Numbers matrix_of(std::int64_t rows, std::vector<double> list,
                                       std::vector<IndexRange> covered = {}) {
    const std::int64_t columns = rows > 0 ? std::ssize(list) / rows : 0;
    return {std::move(list), {rows, columns}, std::move(covered)};
}
template <class Integer>
[[nodiscard]] std::vector<double> numbers_of(const std::vector<Integer>& integers) {
    return {integers.begin(), integers.end()};
}

enum class Availability {
    always,
    when_named,   // computed only if requested by name, or by a figure that draws it
    conditional,  // exists only with certain parameters, which `help` names
};

/// An array: its name and the rule that computes it. `SampleContext` is the view's own type with the request
/// and intermediate results that several arrays share.
template <class SampleContext>
struct ArrayOf {
    std::string_view name;
    std::string_view axes;  // "rows, cols"
    std::string_view unit;
    Text help;
    Rule<Numbers, SampleContext> compute;
    Availability availability = Availability::always;
    Reduction reduction = Reduction::points;
};

/// Returns a row whose array is computed only if requested by name, or by a figure that draws it.
template <class Row>
[[nodiscard]] constexpr Row when_named(Row row) {
    row.availability = Availability::when_named;
    return row;
}

/// Returns a row whose array may have fewer values than cells.
template <class Row>
[[nodiscard]] constexpr Row reduced(Reduction reduction, Row row) {
    row.reduction = reduction;
    return row;
}

/// The value that a row computes, or none.
struct ScalarValue {
    ScalarValue(double number) : scalar(number) {}
    ScalarValue(bool truth) : scalar(truth) {}
    template <std::signed_integral Integer>
    ScalarValue(Integer number) : scalar(static_cast<double>(number)) {}
    ScalarValue(std::string text) : scalar(std::move(text)) {}
    ScalarValue(Scalar any) : scalar(std::move(any)) {}
    template <class Number>
    ScalarValue(const std::optional<Number>& number) {
        if (number) scalar = static_cast<double>(*number);
    }

    Scalar scalar;
};

/// A value: its name and the rule that computes it.
template <class SampleContext>
struct ValueOf {
    std::string_view name;
    Text help;
    Rule<ScalarValue, SampleContext> compute;
    bool (*is_available)(const SampleContext&) = nullptr;  // true if the value exists; null: always
};

/// An ordered list of pointers to objects with static lifetime.
template <class Row>
class RowList {
  public:
    static constexpr std::size_t most = 24;
    template <class... Rows>
    requires(std::same_as<Rows, Row>&&...) constexpr RowList(const Rows&... rows)
        : rows_{&rows...}, count_(sizeof...(Rows)) {}
    template <std::size_t count>
    constexpr RowList(const std::array<const Row*, count>& rows) : count_(count) {
        for (std::size_t n = 0; n < count; ++n) rows_.at(n) = rows[n];
    }

    [[nodiscard]] constexpr const Row* const* begin() const { return rows_.data(); }
    [[nodiscard]] constexpr const Row* const* end() const { return rows_.data() + count_; }
    [[nodiscard]] constexpr const Row& operator[](std::size_t n) const { return *rows_.at(n); }
    [[nodiscard]] constexpr std::size_t size() const { return count_; }
    [[nodiscard]] constexpr RowList operator+(const RowList& more) const {
        RowList sum = *this;
        for (const Row* row : more) sum.rows_.at(sum.count_++) = row;
        return sum;
    }

  private:
    std::array<const Row*, most> rows_{};
    std::size_t count_ = 0;
};

/// Returns the pointers to all rows of a view, any number of them.
template <class Row, class... Rows>
[[nodiscard]] constexpr std::array<const Row*, 1 + sizeof...(Rows)> all_of(const Row& first,
                                                                           const Rows&... others) {
    return {&first, &others...};
}

template <class Row>
[[nodiscard]] constexpr std::array<const Row*, 1> pointers_to(const Row& row) {
    return {&row};
}
template <class Row, std::size_t count>
[[nodiscard]] constexpr std::array<const Row*, count> pointers_to(const std::array<Row, count>& rows) {
    std::array<const Row*, count> pointers{};
    for (std::size_t n = 0; n < count; ++n) pointers[n] = &rows[n];
    return pointers;
}
/// Concatenates rows and arrays of rows, e.g. one row for each of many methods, for a view or a figure.
template <class... RowsOrArrays>
[[nodiscard]] constexpr auto joined(const RowsOrArrays&... rows) {
    return std::apply([](const auto*... each) { return std::array{each...}; },
                      std::tuple_cat(pointers_to(rows)...));
}

/// Adds an array computed by a row.
void add_array(std::string_view name, std::string_view axes, std::string_view unit, Numbers numbers,
               Data& data);

/// Records that the curves along `axis` were thinned from `covered`; otherwise the arrays would pass for
/// complete.
void cover_axis(std::string_view axis, IndexRange covered, Data& data);

}  // namespace poslab
