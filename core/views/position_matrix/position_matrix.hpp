#pragma once

// Inside of the view `position-matrix`: which relative position each pair of query and key receives
// (Su Jianlin, spaces.ac.cn/archives/9708).

#include "core/encoding/position_statistics.hpp"
#include "core/encoding/positions.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/position_map.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/params/groups/window.hpp"
#include "core/views/described.hpp"
#include "core/views/matrix_window.hpp"
#include "core/views/position_map_words.hpp"
#include "core/views/view_of.hpp"

#include <optional>

namespace poslab::position_matrix {

struct CellGroup {
    CellText cell_text = CellText::number;

    static auto fields() { return std::tuple{parameter(&CellGroup::cell_text, shared_parameter::cell_text())}; }
};

struct Params {
    PositionMapSpec map;
    LengthsGroup lengths;
    WindowGroup window;
    CellGroup cell;
    AxesGroup axes;
};

/// What depends on map and lengths only. Fractions are of all unmasked cells of the whole matrix.
struct Prepared {
    PositionPlan plan;
    double max_position = 0;
    double out_of_range_fraction = 0;
    std::optional<double> inside_window_fraction;     // none for maps without w
    std::optional<double> first_out_of_range_length;  // none if never
};

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

/// A query and a key, and whether the pointer is there.
struct Cell {
    std::int64_t query = 0;
    std::int64_t key = 0;
    bool pointed = false;

    [[nodiscard]] std::int64_t distance() const { return query - key; }
};

[[nodiscard]] PositionPlan plan_of(const Params& params);
[[nodiscard]] double position_in(const Params& params, const Cell& cell);
[[nodiscard]] inline IndexRange visible_rows(const Params& params) { return visible_rows(params.window, params.lengths.length); }
[[nodiscard]] inline IndexRange visible_columns(const Params& params) {
    return visible_columns(params.window, params.lengths.length);
}
[[nodiscard]] inline bool shows_whole(const Params& params) { return shows_whole(params.window, params.lengths.length); }
[[nodiscard]] bool has_window(const Params& params);
/// The last position that training has seen.
[[nodiscard]] inline double last_trained(const Params& params) { return static_cast<double>(params.lengths.train_length - 1); }

[[nodiscard]] Prepared prepare(const Params& params);

// What the figures share with the readout.
/// The cell under the pointer, or the last query and first key where it is nowhere.
[[nodiscard]] Cell cell_at(const Showing& on, const Params& params);
/// One for all that are compared, so that equal colours mean equal positions: that of inside and outside w where they have one w.
[[nodiscard]] ColorScale shared_scale(const Showing& on);

/// The borders between kinds of cells, and what stands in single ones; empty where they are pooled, or too many.
void add_borders(const Drawing& on, Panel& panel);
/// Has the cells show their numbers or, as cell-text says, formulas; pooled cells and those of large matrices show neither.
void add_cell_texts(const Params& params, const Array& positions, HeatMapMark& map);

/// The map, unless there are several, and what is shown.
[[nodiscard]] std::string subtitle_of_window(const Showing& on);
[[nodiscard]] std::string formula_of_map(const Showing& on);
void read_cell(Reading& to);

/// Position as a function of distance, along the last query.
extern const Part profile_part;

}  // namespace poslab::position_matrix
