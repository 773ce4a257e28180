#include "app/paint/figure_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace poslab::test {
namespace {

std::shared_ptr<const NumberBuffer> column(std::vector<double> values) {
    return std::make_shared<const NumberBuffer>(std::move(values));
}

Panel plot_of(std::vector<Mark> marks) {
    Panel plot;
    plot.title = "Loss, \"mean\"";
    plot.quantity = "nats";
    plot.x.title = "position";
    plot.x.low = 10;
    plot.x.high = 20;
    plot.marks = std::move(marks);
    return plot;
}

std::string csv_of(Panel panel) {
    Figure figure;
    figure.main = {std::move(panel)};
    const std::string csv = figure_csv(figure), heading = "panel,series,x_name,x,y_name,y,value\n";
    EXPECT_TRUE(csv.starts_with(heading)) << csv;
    return csv.substr(heading.size());
}

TEST(FigureNumbers, CurvesHaveWhatLiesWithinTheAxis) {
    LineMark curve;
    curve.label = "RoPE";
    curve.x = column({9, 10, 15.5, 20, 21});
    curve.y = column({1, 0.1, std::numeric_limits<double>::quiet_NaN(), 1e-300, 5});
    const std::string name = "\"Loss, \"\"mean\"\"\",RoPE,position,";
    EXPECT_EQ(csv_of(plot_of({curve})),
              name + "10,nats,0.1,\n" + name + "15.5,nats,nan,\n" + name + "20,nats,1e-300,\n");
}

TEST(FigureNumbers, AnAxisOfCellsEndsBeforeTheCellAtItsEdge) {
    LineMark curve;
    curve.x = column({9, 10, 19, 20});
    curve.y = column({1, 2, 3, 4});
    Panel plot = plot_of({curve});
    plot.title.clear();
    plot.x.cells = true;
    EXPECT_EQ(csv_of(plot), "nats,,position,10,nats,2,\nnats,,position,19,nats,3,\n");
}

TEST(FigureNumbers, AreasAndMarkedPlacesAreLines) {
    AreaMark area;
    area.x = column({10});
    area.low = column({1});
    area.high = column({2});
    Panel plot = plot_of({area, RuleMark{12, "w = 12"}, LevelMark{0.5, "half"}});
    plot.title = "A";
    EXPECT_EQ(csv_of(plot),
              "A,low,position,10,nats,1,\nA,high,position,10,nats,2,\nA,w = "
              "12,position,12,nats,,\nA,half,position,,nats,0.5,\n");
}

TEST(FigureNumbers, CellsOfAPooledMatrixStandAtTheirFirst) {
    Panel matrix;
    matrix.title = "M";
    matrix.x.title = "key";
    matrix.y.title = "query";
    matrix.become<MatrixPanel>();
    HeatMapMark cells;
    cells.values = column({1, 2, 3, std::numeric_limits<double>::quiet_NaN()});
    cells.width = cells.height = 2;
    cells.rows = {100, 110};
    cells.columns = {0, 3};
    matrix.marks = {cells};
    EXPECT_EQ(csv_of(matrix),
              "M,,key,0,query,100,1\nM,,key,1,query,100,2\nM,,key,0,query,105,3\nM,,key,1,query,105,nan\n");
}

TEST(FigureNumbers, ATableHasALineForEachCell) {
    Panel panel;
    panel.title = "Claims";
    Table table;
    table.columns = {{"claim"}, {"holds"}};
    TableCell first, second;
    first.text = "a, b";
    second.text = "yes";
    table.rows = {{first, second}};
    panel.content = table;
    EXPECT_EQ(csv_of(panel), "Claims,claim,row,1,,,\"a, b\"\nClaims,holds,row,1,,,yes\n");
}

}  // namespace
}  // namespace poslab::test
