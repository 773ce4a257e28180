#pragma once

// The arrays and values of the view `conformance`.

#include "core/views/conformance/conformance.hpp"

namespace poslab::conformance {

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] const ConformanceReport& report() const { return *prepared.report; }
    /// Returns the grid pooled to the requested size; a pooled cell is the one farthest beyond its tolerance.
    [[nodiscard]] Numbers pooled(const std::vector<double>& numbers) const;
    template <auto fact>
    [[nodiscard]] static std::vector<double> each(const std::vector<Summary>& summaries) {
        std::vector<double> list;
        list.reserve(summaries.size());
        for (const Summary& summary : summaries) list.push_back(summary.*fact);
        return list;
    }
};
using ArrayRow = ArrayOf<SampleContext>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

template <auto fact>
inline constexpr auto of_rows = [](SampleContext& a) { return SampleContext::each<fact>(a.prepared.by_row); };
template <auto fact>
inline constexpr auto of_columns =
    [](SampleContext& a) { return SampleContext::each<fact>(a.prepared.by_column); };

namespace arrays {

inline constexpr ArrayRow deviation{
    "deviation",
    "row, column",
    "",
    "|given − defined|, by position (or query) and pair (or dimension, key)"_tr,
    [](SampleContext& a) { return a.pooled(a.prepared.grid.deviations); },
    Reduction::farthest};
inline constexpr ArrayRow tolerance{"tolerance",
                                    "row, column",
                                    "",
                                    "deviation that rounding explains there, in the format of the file"_tr,
                                    [](SampleContext& a) { return a.pooled(a.prepared.grid.tolerances); },
                                    Reduction::farthest};
inline constexpr ArrayRow row{"row", "row", "", "the position, or the query, of each row"_tr,
                              [](SampleContext& a) { return a.prepared.grid.rows; }};
inline constexpr ArrayRow column{"column", "column", "", "the pair, dimension, key, head … of each column"_tr,
                                 [](SampleContext& a) { return a.prepared.grid.columns; }};
inline constexpr ArrayRow largest_by_row{"largest_by_row", "row", "", "the largest deviation of each row"_tr,
                                         of_rows<&Summary::largest>};
inline constexpr ArrayRow tolerance_by_row{
    "tolerance_by_row", "row", "", "the largest tolerance of each row"_tr, of_rows<&Summary::tolerance>};
inline constexpr ArrayRow typical_by_row{"typical_by_row", "row", "",
                                         "root of the mean square of a row's deviations"_tr,
                                         of_rows<&Summary::typical>};
inline constexpr ArrayRow largest_by_column{"largest_by_column", "column", "",
                                            "the largest deviation of each column"_tr,
                                            of_columns<&Summary::largest>};
inline constexpr ArrayRow tolerance_by_column{"tolerance_by_column", "column", "",
                                              "the largest tolerance of each column"_tr,
                                              of_columns<&Summary::tolerance>};
inline constexpr ArrayRow typical_by_column{"typical_by_column", "column", "",
                                            "root of the mean square of a column's deviations"_tr,
                                            of_columns<&Summary::typical>};

}  // namespace arrays

namespace values {

inline constexpr ValueRow agrees{"agrees", "true if rounding explains all deviations"_tr,
                                 [](SampleContext& a) { return a.report().agrees; }};
inline constexpr ValueRow compared{"compared", "the subject of the check"_tr,
                                   [](SampleContext& a) { return std::string(a.report().subject->id); }};
inline constexpr ValueRow largest_deviation{
    "largest_deviation", "deviation of the number farthest beyond its tolerance"_tr,
    [](SampleContext& a) { return a.report().fit.largest.deviation; }};
inline constexpr ValueRow tolerance{"tolerance", "its tolerance: the deviation that rounding explains"_tr,
                                    [](SampleContext& a) { return a.report().fit.largest.tolerance; }};
inline constexpr ValueRow typical_deviation{"typical_deviation",
                                            "root of the mean square of all deviations"_tr,
                                            [](SampleContext& a) { return a.report().fit.typical; }};
inline constexpr ValueRow mistake{
    "mistake", "the known mistake, or pair of them, that explains it; null if none does"_tr,
    [](SampleContext& a) {
        return a.report().explained ? Scalar(a.report().explanations.front().id()) : Scalar();
    }};
inline constexpr ValueRow phase_radians{
    "phase_radians", "angle error of the frequencies at the end of the length, rad"_tr, [](SampleContext& a) {
        return a.report().phase ? std::optional(a.report().phase->radians) : std::nullopt;
    }};

}  // namespace values

extern const FigureRow main_figure, mistakes_figure, report_figure;

/// "3.2×10⁻⁴"
[[nodiscard]] std::string deviation_text(double value);
/// The mistakes in words: "the sign is wrong; and …"
[[nodiscard]] std::string labels_of(const Showing& on, const Explanation& explanation);
/// Returns the result in one sentence.
[[nodiscard]] std::string verdict(const Showing& on);
/// The cell of the grid under the pointer.
struct Cell {
    std::size_t row = 0, column = 0;
};
[[nodiscard]] std::optional<Cell> cell_at(const Showing& on, const Grid& grid);
void read_cell(Reading& reading);

}  // namespace poslab::conformance
