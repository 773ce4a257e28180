#include "app/gui/status.hpp"
#include "core/engine/engine.hpp"
#include "core/views/registry.hpp"
#include "tests/views/attention_requests.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

TEST(Status, CountsTheCellsThatThereAre) {
    const TensorFolder folder;
    const std::string path = folder.npz(
        "qk", {TensorFolder::normal("queries", {20, 4}, 1), TensorFolder::normal("keys", {20, 4}, 2)});
    const Values values = attention_values({{"queries", path}, {"length", "5000"}});
    EXPECT_EQ(cells_of_matrix(attention(), values, nullptr), 25e6);
    const Data data = computed(attention(), values, {}, reference_engine());
    EXPECT_EQ(cells_of_matrix(attention(), values, &data), 400);
    const View& positions = find_view("position-matrix");
    const Data without_tokens;
    EXPECT_EQ(cells_of_matrix(positions, positions.defaults(), &without_tokens),
              cells_of_matrix(positions, positions.defaults(), nullptr));
    EXPECT_FALSE(cells_of_matrix(find_view("frequencies"), find_view("frequencies").defaults(), nullptr));
}

}  // namespace
}  // namespace poslab::test
