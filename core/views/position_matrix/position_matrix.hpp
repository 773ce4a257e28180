#pragma once

// Inside of the view `position-matrix`: which relative position each pair of query and key receives
// (Su Jianlin, spaces.ac.cn/archives/9708).

#include "core/encoding/position_statistics.hpp"
#include "core/encoding/positions.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/position_map.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/params/groups/window.hpp"
#include "core/views/matrix_window.hpp"
#include "core/views/position_map_words.hpp"
#include "core/views/view_of.hpp"

#include <array>
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

[[nodiscard]] PositionPlan plan_of(const Params& params);
[[nodiscard]] inline IndexRange visible_rows(const Params& params) { return visible_rows(params.window, params.lengths.length); }
[[nodiscard]] inline IndexRange visible_columns(const Params& params) {
    return visible_columns(params.window, params.lengths.length);
}
[[nodiscard]] inline bool shows_whole(const Params& params) { return shows_whole(params.window, params.lengths.length); }
[[nodiscard]] bool has_window(const Params& params);

[[nodiscard]] Prepared prepare(const Params& params);
[[nodiscard]] Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine,
                          const Job& job);

/// The cell that the cursor is on, or the last query and first key where it is nowhere.
struct Cell {
    std::int64_t query = 0;
    std::int64_t key = 0;
    bool pointed = false;
};
[[nodiscard]] Cell cell_at(const Params& params, const Cursor& cursor);

[[nodiscard]] Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor);
[[nodiscard]] Panel profile_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor);
[[nodiscard]] ColorScale scale_of(const Params& params, double max_position);
[[nodiscard]] std::vector<Mark> boundaries(const Params& params, const Style& style);
[[nodiscard]] std::vector<std::string> cell_texts(const Params& params, const Array& positions);
[[nodiscard]] inline std::string used_parameters(const Params& params) { return used_parameters(params.map); }
[[nodiscard]] inline std::string_view map_label(const Params& params, Language language) { return map_label(params.map, language); }

/// Readout::formula for a cell: the definition alone where it is masked.
[[nodiscard]] std::vector<std::string> formula_lines(const Params& params, const Cell& cell, const Words& words);
[[nodiscard]] Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor);

}  // namespace poslab::position_matrix
