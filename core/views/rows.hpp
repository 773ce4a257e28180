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
    Numbers(NumberBuffer list) : values(shared_column(std::move(list))) {}
    Numbers(std::vector<double> list) : values(shared_column(std::move(list))) {}
    Numbers(Column column) : values(std::move(column)) {}
    Numbers(NumberBuffer list, std::vector<std::int64_t> array_shape, std::vector<IndexRange> covered = {})
        : values(shared_column(std::move(list))),
          shape(std::move(array_shape)),
          extents(std::move(covered)) {}

    Column values;
    std::vector<std::int64_t> shape{};  // empty: one dimension
    std::vector<IndexRange> extents{};  // empty: the whole shape
    std::string_view axes{};            // empty: those of the row
};
/// Returns the numbers as a matrix with this many rows.
[[nodiscard]] inline Numbers matrix_of(std::int64_t rows, NumberBuffer list,
                                       std::vector<IndexRange> covered = {}) {
    const std::int64_t columns = rows > 0 ? static_cast<std::int64_t>(list.size()) / rows : 0;
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
    Reduction reduction = Reduction::points;
    Availability availability = Availability::always;
};

/// An array of limited availability.
template <class SampleContext, Availability limit>
struct LimitedArrayOf : ArrayOf<SampleContext> {
    constexpr LimitedArrayOf(std::string_view name, std::string_view axes, std::string_view unit, Text help,
                             Rule<Numbers, SampleContext> compute, Reduction reduction = Reduction::points)
        : ArrayOf<SampleContext>{name, axes, unit, help, compute, reduction, limit} {}
};

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

/// A short list of constants, in order.
template <class Item>
class ConstantList {
  public:
    static constexpr std::size_t most = 24;
    template <class... Items>
    requires(std::convertible_to<Items, Item>&&...) constexpr ConstantList(Items... items)
        : items_{Item(items)...}, count_(sizeof...(Items)) {}
    template <std::size_t count>
    constexpr ConstantList(const std::array<Item, count>& items) : count_(count) {
        for (std::size_t n = 0; n < count; ++n) items_.at(n) = items[n];
    }

    [[nodiscard]] constexpr const Item* begin() const { return items_.data(); }
    [[nodiscard]] constexpr const Item* end() const { return items_.data() + count_; }
    [[nodiscard]] constexpr std::size_t size() const { return count_; }
    [[nodiscard]] constexpr ConstantList operator+(const ConstantList& more) const {
        ConstantList sum = *this;
        for (const Item& item : more) sum.items_.at(sum.count_++) = item;
        return sum;
    }

  private:
    std::array<Item, most> items_{};
    std::size_t count_ = 0;
};

/// A list of objects with static lifetime.
template <class Row>
struct RowList : ConstantList<const Row*> {
    template <class... Rows>
    requires(std::derived_from<Rows, Row>&&...) constexpr RowList(const Rows&... rows)
        : ConstantList<const Row*>(&rows...) {}
    template <std::size_t count>
    constexpr RowList(const std::array<const Row*, count>& rows) : ConstantList<const Row*>(rows) {}
    constexpr RowList(const ConstantList<const Row*>& rows) : ConstantList<const Row*>(rows) {}
    [[nodiscard]] constexpr const Row& operator[](std::size_t n) const { return *this->begin()[n]; }
};

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
/// Returns the pointers to all rows of a view, any number of them; one of the arguments may be an array of
/// rows, e.g. one for each of many methods.
template <class... RowsOrArrays>
[[nodiscard]] constexpr auto all_of(const RowsOrArrays&... rows) {
    return std::apply(
        [](const auto*... each) {
            return std::array<std::common_type_t<decltype(each)...>, sizeof...(each)>{each...};
        },
        std::tuple_cat(pointers_to(rows)...));
}

/// Adds an array computed by a row.
void add_array(std::string_view name, std::string_view axes, std::string_view unit, Numbers numbers,
               Data& data);

/// Records that the curves along `axis` were thinned from `covered`; otherwise the arrays would pass for
/// complete.
void cover_axis(std::string_view axis, IndexRange covered, Data& data);

}  // namespace poslab
