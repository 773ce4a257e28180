#include "core/engine/engine.hpp"
#include "core/views/comparison.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

/// While the window zooms and the exact cells are not yet computed, the previous ones are drawn at their
/// positions.
TEST(ZoomedData, CellsOfBeforeLieAtTheirPlace) {
    for (const auto& [id, figure_id] : {std::pair{"position-matrix", "matrix"}, {"attention", "map"}}) {
        const View& view = find_view(id);
        const Values whole = view.checked(with(view, {{"length", "64"}}));
        const auto data = shared_data(view, whole, {}, reference_engine());
        const Values zoomed =
            view.checked(with(view, {{"length", "64"}, {"rows", "20:36"}, {"cols", "8:24"}}));
        const Figure figure =
            compared_figure(view, figure_id, std::vector<Variant>{{zoomed, data, {}}}, {}, {}, {});
        ASSERT_FALSE(figure.main.empty());
        const Panel& panel = figure.main.front();
        EXPECT_EQ(panel.x.low, 8) << id;
        EXPECT_EQ(panel.y.high, 36) << id;
        bool found = false;
        for (const Mark& mark : panel.marks)
            if (const auto* map = std::get_if<HeatMapMark>(&mark)) {
                found = true;
                EXPECT_EQ(map->rows, (IndexRange{0, 64})) << id;
                EXPECT_EQ(map->columns, (IndexRange{0, 64})) << id;
            }
        EXPECT_TRUE(found) << id;
    }
}

}  // namespace
}  // namespace poslab::test
