#pragma once

// The view `position-matrix`: the relative position of every query–key pair
// (Su Jianlin, spaces.ac.cn/archives/9708).

#include "core/encoding/position_statistics.hpp"
#include "core/encoding/positions.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/position_map.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/params/groups/window.hpp"
#include "core/views/matrix_window.hpp"
#include "core/views/position_map_words.hpp"
#include "core/views/view_of.hpp"

namespace poslab::position_matrix {

struct CellGroup {
    CellText cell_text = CellText::number;

    static auto fields() {
        return std::tuple{parameter(&CellGroup::cell_text, shared_parameter::cell_text())};
    }
};

struct Params {
    PositionMapSpec map;
    LengthsGroup lengths;
    WindowGroup window;
    CellGroup cell;
    AxesGroup axes;
};

/// The values that depend only on map and lengths. Fractions refer to all unmasked cells of the whole matrix.
struct Prepared {
    PositionPlan plan;
    double max_position = 0;
    double out_of_range_fraction = 0;
    std::optional<double> inside_window_fraction;     // empty for maps without w
    std::optional<double> first_out_of_range_length;  // empty if never
};

using Variant = TypedVariant<Params, Prepared>;
using Showing = ShowingOf<Params, Prepared>;
using Drawing = DrawingOf<Params, Prepared>;
using Reading = ReadingOf<Params, Prepared>;
using Part = PartOf<Params, Prepared>;

/// A query and a key; `pointed` is true if the pointer is over them.
struct Cell {
    std::int64_t query = 0;
    std::int64_t key = 0;
    bool pointed = false;

    [[nodiscard]] std::int64_t distance() const { return query - key; }
};

[[nodiscard]] PositionPlan plan_of(const Params& params);
/// Returns the prepared plan; makes one before the first data.
[[nodiscard]] PositionPlan plan_of(const Variant& variant);
[[nodiscard]] double position_in(const Variant& variant, const Cell& cell);
[[nodiscard]] inline IndexRange visible_rows(const Params& params) {
    return visible_rows(params.window, params.lengths.length);
}
[[nodiscard]] inline IndexRange visible_columns(const Params& params) {
    return visible_columns(params.window, params.lengths.length);
}
[[nodiscard]] inline bool shows_whole(const Params& params) {
    return shows_whole(params.window, params.lengths.length);
}
[[nodiscard]] bool has_window(const Params& params);
/// The largest trained position, train_length − 1.
[[nodiscard]] inline double last_trained(const Params& params) {
    return static_cast<double>(params.lengths.train_length - 1);
}

[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);

// Shared by the figures and the readout.
/// Returns the cell under the pointer, or the last query and the first key if it is elsewhere.
[[nodiscard]] Cell cell_at(const Showing& on, const Params& params);
/// Returns one colour scale for all variants, so that equal colours mean equal positions; it separates inside
/// from outside w if the variants have one common w.
[[nodiscard]] ColorScale shared_scale(const Showing& on);

/// Adds the borders of the trained range and of the window.
void add_borders(const Drawing& on, Panel& panel);
/// Adds the cells' numbers or formulas (cell-text); none if cells are pooled or too many.
void add_cell_texts(const Params& params, const Array& positions, HeatMapMark& map);

/// Returns the map, if there is only one variant, and the visible rows and columns.
[[nodiscard]] std::string subtitle_of_window(const Showing& on);
[[nodiscard]] std::string formula_of_map(const Showing& on);
void read_cell(Reading& reading);

/// The position as a function of distance, along the last query.
extern const Part profile_part;

}  // namespace poslab::position_matrix
