#include "core/documents/result.hpp"

#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/python.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>

namespace poslab {
namespace {

using nlohmann::ordered_json;

constexpr double inf = std::numeric_limits<double>::infinity();

Array array(std::string name, std::vector<std::int64_t> shape, std::vector<std::string> axes,
            std::vector<double> numbers) {
    return {std::move(name), std::move(shape),
            std::move(axes), {},
            "tokens",        std::make_shared<const NumberBuffer>(std::move(numbers))};
}

Data example() {
    Data data;
    data.engine = "reference";
    data.warnings = {verbatim("a \"quoted\" warning")};
    data.values = {{"number", 0.1},
                   {"nothing", {}},
                   {"words", std::string("zwölf")},
                   {"truth", true},
                   {"undefined", std::nan("")}};
    data.arrays = {
        array("m", {2, 3}, {"rows", "cols"}, {0, masked_value(), std::nan(""), inf, -inf, 1.0 / 3}),
        array("x", {2}, {"distance"}, {0, 1'000'000}), array("y", {2}, {"distance"}, {-0.5, masked_value()}),
        array("other", {2}, {"time"}, {7, 8}), array("empty", {0}, {"time"}, {})};
    return data;
}

ordered_json parsed() {
    const View& view = find_view("position-matrix");
    return ordered_json::parse(result_json(view, view.defaults(), example()));
}

std::vector<std::string> keys(const ordered_json& json) {
    std::vector<std::string> list;
    for (const auto& [key, value] : json.items()) list.push_back(key);
    return list;
}

TEST(ResultJson, HasExactlyTheDocumentedShape) {
    const ordered_json json = parsed();
    EXPECT_EQ(keys(json), (std::vector<std::string>{"view", "version", "engine", "parameters", "values",
                                                    "warnings", "arrays"}));
    EXPECT_EQ(json["view"], "position-matrix");
    EXPECT_EQ(json["version"], POSLAB_VERSION);
    EXPECT_EQ(json["engine"], "reference");
    EXPECT_EQ(json["parameters"].size(), find_view("position-matrix").parameters().size());
    EXPECT_EQ(json["warnings"], ordered_json::parse(R"(["a \"quoted\" warning"])"));
    EXPECT_EQ(json["values"],
              ordered_json::parse(
                  R"({"number": 0.1, "nothing": null, "words": "zwölf", "truth": true, "undefined": null})"));
    EXPECT_EQ(keys(json["arrays"]), (std::vector<std::string>{"m", "x", "y", "other", "empty"}));
}

TEST(ResultJson, MaskedIsNullAndTheUndefinedAreListed) {
    const ordered_json json = parsed();
    const ordered_json& m = json["arrays"]["m"];
    EXPECT_EQ(keys(m), (std::vector<std::string>{"shape", "axes", "unit", "data", "nan"}));
    EXPECT_EQ(m["shape"], ordered_json::parse("[2, 3]"));
    EXPECT_EQ(m["axes"], ordered_json::parse(R"(["rows", "cols"])"));
    EXPECT_EQ(m["unit"], "tokens");
    EXPECT_EQ(m["nan"], ordered_json::parse("[2, 3, 4]")) << "the masked one is not among them";
    ASSERT_EQ(m["data"].size(), 6U);
    EXPECT_EQ(m["data"][0], 0);
    for (std::size_t i = 1; i <= 4; ++i) EXPECT_TRUE(m["data"][i].is_null()) << i;
    EXPECT_EQ(m["data"][5].get<double>(), 1.0 / 3) << "all digits";
    EXPECT_FALSE(json["arrays"]["y"].contains("nan")) << "absent if there are none";
    EXPECT_TRUE(json["arrays"]["y"]["data"][1].is_null());
    EXPECT_EQ(json["arrays"]["empty"]["data"].size(), 0U);
}

TEST(ResultJson, EveryDoubleComesBack) {
    const std::vector<double> numbers{
        0.1, -1e-300, 5e-324, 1.7976931348623157e308, 1e22, 123456789.123456789, -0.0, 16777216};
    Data data;
    data.arrays = {array("x", {8}, {"n"}, numbers)};
    const View& view = find_view("position-matrix");
    const auto json = ordered_json::parse(result_json(view, view.defaults(), data));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        EXPECT_EQ(json["arrays"]["x"]["data"][i].get<double>(), numbers[i]);
}

TEST(ResultCsv, CurvesThatShareAnAxisAreColumns) {
    const Data data = example();
    EXPECT_EQ(result_csv(data, *data.find("x")), "distance,x (tokens),y (tokens)\n0,0,-0.5\n1,1000000,nan\n");
    EXPECT_EQ(result_csv(data, *data.find("other")), "time,other (tokens)\n0,7\n1,8\n");
}

TEST(ResultCsv, EachCellOfAMatrixHasItsRowAndColumn) {
    const Data data = example();
    EXPECT_EQ(result_csv(data, *data.find("m")),
              "row,column,m (tokens)\n0,0,0\n0,1,nan\n0,2,nan\n1,0,inf\n1,1,-inf\n1,2,0.3333333333333333\n");
}

std::uint64_t number_at(const std::string& bytes, std::size_t at, std::size_t size) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i)
        number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.at(at + i))) << (8 * i);
    return number;
}

struct Npy {
    std::string header;
    std::vector<double> numbers;
};

Npy read_npy(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t size = number_at(bytes, 8, 2);
    EXPECT_EQ((10 + size) % 64, 0U) << "data must start at a multiple of 64";
    Npy npy{bytes.substr(10, size), {}};
    EXPECT_EQ(npy.header.back(), '\n');
    npy.numbers.resize((bytes.size() - 10 - size) / sizeof(double));
    EXPECT_EQ(10 + size + npy.numbers.size() * sizeof(double), bytes.size());
    if (!npy.numbers.empty())
        std::memcpy(npy.numbers.data(), bytes.data() + 10 + size, npy.numbers.size() * sizeof(double));
    return npy;
}

TEST(Npy, HeaderAndData) {
    const Data data = example();
    const Npy m = read_npy(npy_bytes(*data.find("m")));
    EXPECT_TRUE(m.header.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"))
        << m.header;
    ASSERT_EQ(m.numbers.size(), 6U);
    EXPECT_EQ(m.numbers[0], 0);
    EXPECT_TRUE(std::isnan(m.numbers[1]) && !is_masked(m.numbers[1])) << "masked is a plain NaN outside";
    EXPECT_TRUE(std::isnan(m.numbers[2]));
    EXPECT_EQ(m.numbers[3], inf);
    EXPECT_EQ(m.numbers[4], -inf);
    EXPECT_EQ(m.numbers[5], 1.0 / 3);
    EXPECT_NE(read_npy(npy_bytes(*data.find("x"))).header.find("'shape': (2, )"), std::string::npos)
        << "a tuple of one";
    EXPECT_TRUE(read_npy(npy_bytes(*data.find("empty"))).numbers.empty());
}

/// CRC-32 (IEEE 802.3), computed bit by bit.
std::uint32_t checksum(const std::string& bytes) {
    std::uint32_t state = 0xFFFFFFFFU;
    for (const char c : bytes) {
        state ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) state = (state >> 1U) ^ ((state & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~state;
}

/// The files of an uncompressed zip, found through its central directory.
std::map<std::string, std::string> read_zip(const std::string& bytes) {
    std::map<std::string, std::string> files;
    const std::size_t end = bytes.size() - 22;
    EXPECT_EQ(number_at(bytes, end, 4), 0x06054b50U);
    const std::size_t count = number_at(bytes, end + 10, 2);
    std::size_t at = number_at(bytes, end + 16, 4);
    EXPECT_EQ(at + number_at(bytes, end + 12, 4), end);
    for (std::size_t n = 0; n < count; ++n) {
        EXPECT_EQ(number_at(bytes, at, 4), 0x02014b50U);
        EXPECT_EQ(number_at(bytes, at + 10, 2), 0U) << "stored";
        const std::size_t size = number_at(bytes, at + 24, 4);
        EXPECT_EQ(number_at(bytes, at + 20, 4), size);
        const std::size_t name_size = number_at(bytes, at + 28, 2);
        const std::string name = bytes.substr(at + 46, name_size);
        const std::size_t local = number_at(bytes, at + 42, 4);
        EXPECT_EQ(number_at(bytes, local, 4), 0x04034b50U);
        EXPECT_EQ(bytes.substr(local + 4, 22), bytes.substr(at + 6, 22)) << "both headers agree";
        EXPECT_EQ(bytes.substr(local + 30, name_size), name);
        files[name] = bytes.substr(local + 30 + name_size + number_at(bytes, local + 28, 2), size);
        EXPECT_EQ(number_at(bytes, at + 16, 4), checksum(files[name])) << name;
        at += 46 + name_size + number_at(bytes, at + 30, 2) + number_at(bytes, at + 32, 2);
    }
    EXPECT_EQ(at, end);
    return files;
}

TEST(Npz, IsAZipOfTheArrays) {
    ASSERT_EQ(checksum("123456789"), 0xCBF43926U) << "the check value of the CRC's definition";
    const Data data = example();
    const auto files = read_zip(npz_bytes(data.arrays));
    ASSERT_EQ(files.size(), data.arrays.size());
    for (const Array& each : data.arrays) EXPECT_EQ(files.at(each.name + ".npy"), npy_bytes(each));
    EXPECT_TRUE(read_zip(npz_bytes({})).empty());
}

TEST(Npz, OtherProgramsReadIt) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "a.npz", std::ios::binary) << npz_bytes(example().arrays);
    const auto unzip = test::run_program({"unzip", "-t", folder / "a.npz"});
    if (unzip.code == 127) GTEST_SKIP() << "unzip is not installed";
    EXPECT_EQ(unzip.code, 0) << unzip.out << unzip.err;
    EXPECT_NE(unzip.out.find("No errors"), std::string::npos) << unzip.out;
}

TEST(Npz, NamesAreUtf8AndNotTooLong) {
    Array array = example().arrays.front();
    array.name = "位置@\xff";
    const std::string bytes = npz_bytes(std::vector<Array>{array});
    EXPECT_NE(bytes.find("位置@\uFFFD.npy"), std::string::npos);
    EXPECT_EQ(bytes[7], 0x08) << "bit 11 of the flags: the name is UTF-8";
    array.name = std::string(0xFFFF, 'a');
    EXPECT_THROW(static_cast<void>(npz_bytes(std::vector<Array>{array})), TooLarge);
}

TEST(Npz, NumpyReadsIt) {
    const std::string program = test::python_with("numpy");
    if (program.empty()) GTEST_SKIP() << "python3 with numpy is not installed";
    const test::TemporaryFolder folder;
    std::ofstream(folder / "a.npz", std::ios::binary) << npz_bytes(example().arrays);
    const auto python = test::run_program({program, "-c",
                                           "import numpy, sys\na = numpy.load(sys.argv[1])\n"
                                           "print(sorted(a.files), a['m'].shape, a['m'].dtype, a['m'][1, 2], "
                                           "numpy.isnan(a['m']).sum(), a['x'])",
                                           folder / "a.npz"});
    EXPECT_EQ(python.out,
              "['empty', 'm', 'other', 'x', 'y'] (2, 3) float64 0.3333333333333333 2 [      0. 1000000.]\n")
        << python.err;
}

}  // namespace
}  // namespace poslab
