// Files of numbers and tensors, one target per format (POSLAB_FUZZ_FORMAT). An array has as many numbers as
// its shape says, and a tensor reads the same as float and as double, whole and row by row.
#include "core/files/array_file.hpp"
#include "core/files/tensor_file.hpp"
#include "tests/files/tensor_bytes.hpp"
#include "tests/files/torch_pickle_bytes.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <cmath>

namespace {

using namespace poslab;

constexpr std::string_view format = POSLAB_FUZZ_FORMAT;
const bool has_tensors = format == "npy" || format == "npz" || format == "safetensors";

std::uint64_t items(const std::vector<std::int64_t>& shape) {
    std::uint64_t count = 1;
    for (const std::int64_t size : shape) count *= static_cast<std::uint64_t>(size);
    return count;
}

void check_array(const std::string& location) {
    test::accepts([&] {
        const NumberArray array = read_number_array(location);
        test::require(array.values.size() == items(array.shape), "other numbers than the shape says");
        test::require(!array.type.empty(), "no type");
    });
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void check_tensor(const TensorFile& file, const TensorInfo& info) {
    std::vector<std::int64_t> leading;
    for (const std::int64_t size : info.leading()) leading.push_back(size - 1);
    for (const std::int64_t index : leading)
        if (index < 0) return;
    const auto doubles = file.read_doubles(info, leading, {0, info.rows()});
    const auto floats = file.read_floats(info, leading, {0, info.rows()});
    const auto last = file.read_doubles(info, leading, {info.rows() - 1, info.rows()});
    const auto columns = static_cast<std::size_t>(info.columns());
    test::require(
        doubles.size() == static_cast<std::size_t>(info.rows()) * columns && floats.size() == doubles.size(),
        "other numbers than the shape says");
    for (std::size_t n = 0; n < doubles.size(); ++n) {
        if (!same(floats[n], doubles[n]) && std::abs(doubles[n]) < 3e38 && std::abs(doubles[n]) > 1e-37)
            test::require(std::abs(floats[n] - doubles[n]) <= std::abs(doubles[n]) * 1e-7,
                          "float and double differ");
    }
    for (std::size_t n = 0; n < columns; ++n)
        test::require(same(last[n], doubles[doubles.size() - columns + n]), "a row differs from the whole");
}

/// The input under a name with the format's extension.
std::string place_of(const std::string& path) {
    if (format == "npy" || format == "npz" || format == "torch") return path;
    static const test::TemporaryName link(format == "json_numbers" ? "json" : format, path);
    return link.path();
}

std::string torch_seed(const std::string& storage, const std::vector<std::int64_t>& shape,
                       const std::string& data, bool deflated) {
    std::int64_t count = 1;
    std::vector<std::int64_t> strides(shape.size());
    for (std::size_t n = shape.size(); n-- > 0; count *= shape[n]) strides[n] = count;
    return test::torch_file("}" + test::pickle_text("a") +
                                test::pickle_tensor(test::pickle_storage(storage, count), 0, shape, strides) +
                                "s",
                            data, deflated);
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    const std::string data = counted(6);
    if (format == "npy")
        return {npy_of("<f8", "(2, 3)", data),
                npy_of("<f8", "(6,)", data, true),
                npy_of("<f4", "(3, 2, 2)", data),
                npy_of("<V2", "(24,)", data),
                npy_of("|b1", "(4,)", std::string(4, '\1')),
                npy_of(">i8", "()", data.substr(8, 8)),
                npy("{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }\n", "abcd", 2)};
    if (format == "npz") {
        const Member member{"a.npy", npy_of("<f8", "(2, 3)", data)};
        Member two{"b.npy", npy_of("<f4", "(3,)", data.substr(0, 12)), true};
        Member wide = two;
        wide.zip64 = true;
        wide.descriptor = true;
        return {zip({member}), zip({member, two}), zip({wide}, "comment"), zip({two, {"c.txt", "text"}})};
    }
    if (format == "safetensors")
        return {
            safetensors(R"({"a":{"dtype":"F64","shape":[2,3],"data_offsets":[0,48]}})", data),
            safetensors(R"({"__metadata__":{"x":"y"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                        R"("b":{"dtype":"BF16","shape":[1,2],"data_offsets":[8,12]}})",
                        data.substr(0, 12)),
            safetensors(R"({"i":{"dtype":"I64","shape":[],"data_offsets":[0,8]}})", data.substr(0, 8))};
    if (format == "torch")
        return {torch_seed("DoubleStorage", {2, 3}, data, false),
                torch_seed("FloatStorage", {3}, data.substr(0, 12), true),
                torch_seed("BoolStorage", {}, "\1", false)};
    if (format == "csv")
        return {"1,2,3\n4,5,6\n", "a;b\n1;2\n", "1\t2\r\n", "1e308\n-inf\nnan\n",
                "\xEF\xBB\xBF"
                "7\n"};
    return {"[[1, 2], [3, 4.5e-3]]", R"({"a": [1, 2], "b": {"c": [[NaN]]}})", "[1, \"NaN\", -Infinity]", "3"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words;
    for (const char* word : {"descr",        "fortran_order",
                             "shape",        "True",
                             "False",        "<f2",
                             "<f4",          ">f8",
                             "<V2",          "|O",
                             "dtype",        "data_offsets",
                             "F16",          "BF16",
                             "F8_E4M3",      "__metadata__",
                             "NaN",          "nan",
                             "inf",          "Infinity",
                             "1e309",        "-0",
                             "[[",           "]]",
                             "\xEF\xBB\xBF", "PK\1\2",
                             "PK\3\4",       "PK\5\6",
                             "PK\6\6",       "PK\6\7",
                             "torch\n",      "storage",
                             "_utils",       "FloatStorage",
                             "cpu",          "collections\nOrderedDict\n",
                             "data.pkl",     "byteorder",
                             "\x93NUMPY",    ".npy"})
        words.emplace_back(word);
    for (const std::uint64_t n : {0ULL, 1ULL, 0xFFFFULL, 0xFFFFFFFFULL, 0x7FFFFFFFFFFFFFFFULL, ~0ULL})
        for (const unsigned bytes : {2U, 4U, 8U}) words.push_back(little(n, bytes));
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string path = place_of(test::written(test::input_text(data, size)));
    check_array(path);
    test::accepts([&] {
        int most = 8;
        for (const ArrayChoice& choice : arrays_in_file(path))
            if (!choice.name.empty() && most-- > 0) check_array(path + "#" + choice.name);
    });
    if (has_tensors)
        test::accepts([&] {
            const TensorFile file(path);
            for (const TensorInfo& info : file.tensors())
                if (items(info.shape) > 0) test::accepts([&] { check_tensor(file, info); });
        });
    return 0;
}
