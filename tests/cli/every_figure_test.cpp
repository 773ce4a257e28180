#include "tests/cli/command_line_run.hpp"

#include <filesystem>
#include <set>
#include <sstream>

namespace poslab::test {
namespace {

std::set<std::string> names_in(const TemporaryFolder& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        names.insert(entry.path().filename().string());
    return names;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the n-th field of a line of CSV.
std::string field_of(const std::string& line, int column) {
    std::string field;
    bool quoted = false;
    int n = 0;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        if (c == ',' && !quoted && n++ == column) return field;
        if (c == ',' && !quoted)
            field.clear();
        else if (c != '"')
            field += c;
    }
    return n == column ? field : "";
}

TEST(EveryFigure, OfAViewIsAFileEachAsIfItHadBeenAskedForAlone) {
    const TemporaryFolder folder, alone;
    expect_fine(poslab({"plot", "memory-decay", "--figure", "all", "-o", folder / "m.svg"}));
    const auto listed = parsed({"views", "memory-decay", "--json"});
    std::set<std::string> expected;
    for (const auto& figure : listed.at("figures")) {
        const std::string id = figure.at("id");
        const std::string name = "m-" + id + ".svg";
        if (!std::filesystem::exists(folder / name)) continue;  // part of another file
        expected.insert(name);
        expect_fine(poslab({"plot", "memory-decay", "--figure", id, "-o", alone / name}));
        EXPECT_EQ(bytes_of(folder / name), bytes_of(alone / name)) << name;
    }
    EXPECT_EQ(names_in(folder), expected);
    EXPECT_GE(expected.size(), 2U);
}

TEST(EveryFigure, KeepsTheEndingOfAFileThatHasNoName) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "memory-decay", "--figure", "all", "-o", folder / ".svg"}));
    for (const std::string& name : names_in(folder)) EXPECT_TRUE(name.ends_with(".svg")) << name;
    expect_fine(poslab({"plot", "memory-decay", "-o", folder / ".csv"}));
    expect_fine(poslab({"plot", "memory-decay", "-o", folder / "a.b.tex"}));
    EXPECT_TRUE(names_in(folder).contains(".csv"));
    EXPECT_TRUE(names_in(folder).contains("a.b.tex"));
}

TEST(EveryFigure, WritesNothingIfOneFigureIsRefused) {
    const TemporaryFolder folder;
    const std::vector<std::string> words{"plot",         "frequencies", "--dim",    "8",
                                         "--length",     "16",          "--figure", "all",
                                         "--difference", "--versus",    "dim=8"};
    for (const char* name : {"x.svg", "x.tex"}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"-o", folder / name});
        expect_error(poslab(all), 2, "--difference: figure precision");
        EXPECT_TRUE(folder.empty()) << name;
    }
    const RunOptions full{.largest_file = 512};
    expect_error(poslab({"plot", "memory-decay", "--figure", "all", "-o", folder / "m.svg"}, full), 4,
                 "Cannot write");
    EXPECT_TRUE(folder.empty());
}

TEST(EveryFigure, IsOnlyForPlot) {
    const TemporaryFolder folder;
    expect_error(
        poslab({"sweep", "position-matrix", "--figure", "all", "--over", "w=8:16:2", "-o", folder / "m.gif"}),
        2, "--figure all");
    EXPECT_TRUE(names_in(folder).empty());
}

TEST(ShownNumbers, EndWhereTheAxisEnds) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "bias-decay", "--figure", "main", "--engine", "reference", "--axes",
                        "x:linear:10:20", "-o", folder / "shown.csv"}));
    const std::string csv = bytes_of(folder / "shown.csv");
    ASSERT_TRUE(csv.starts_with("panel,series,x_name,x,y_name,y,value\n")) << csv.substr(0, 100);
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    int count = 0;
    for (; std::getline(lines, line); ++count) EXPECT_FALSE(line.empty());
    EXPECT_GE(count, 11);
}

TEST(ShownNumbers, HaveEveryPointOfALongCurve) {
    const TemporaryFolder folder;
    expect_fine(poslab({"plot", "position-matrix", "--figure", "profile", "--length", "20000", "--map",
                        "rerope", "--w", "512", "--axes", "x:1000:2000", "-o", folder / "shown.csv"}));
    const std::string csv = bytes_of(folder / "shown.csv");
    std::set<double> places;
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        const std::string field = field_of(line, 3);
        if (!field.empty()) places.insert(std::stod(field));
    }
    for (int index = 1000; index <= 2000; ++index) EXPECT_TRUE(places.contains(index)) << index;
    EXPECT_EQ(*places.begin(), 1000);
    EXPECT_LE(*places.rbegin(), 2000);
}

}  // namespace
}  // namespace poslab::test
