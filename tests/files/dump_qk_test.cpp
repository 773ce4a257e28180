// Runs scripts/dump_qk.py through dump_qk_test.py, and reads the files that it and NumPy write.
#include "core/files/tensor_file.hpp"
#include "tests/files/tensor_folder.hpp"
#include "tests/support/python.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace poslab {
namespace {

void run_part(const std::string& part, const std::string& modules) {
    const std::string python = test::python_with(modules);
    if (python.empty()) GTEST_SKIP() << "python3 with " << modules << " is not installed";
    const auto ran = test::run_program({python, "-B", POSLAB_DUMP_QK_TEST, POSLAB_DUMP_QK, part});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_NE(ran.err.find("\nOK\n"), std::string::npos) << ran.err;
}

TEST(DumpQk, NamesAndTokens) { run_part("NamesAndTokens", "unittest"); }
TEST(DumpQk, Arrays) { run_part("Arrays", "numpy"); }
TEST(DumpQk, TinyModel) { run_part("TinyModel", "numpy, torch, transformers"); }

/// numbers_of() in dump_qk_test.py.
double expected_number(bool keys, std::int64_t layer, std::int64_t head, std::int64_t token, std::int64_t c) {
    return static_cast<double>((7 * head + 3 * token + c) % 512) +
           (keys ? 0.5 : 0.25) * (layer % 2 == 0 ? 1 : -1);
}

void expect_tensor(const TensorFile& file, const std::string& name, NumberType type, std::int64_t heads) {
    SCOPED_TRACE(file.path() + "#" + name);
    const TensorInfo& info = file.tensor(name);
    ASSERT_EQ(info.shape, (std::vector<std::int64_t>{3, heads, 10, 8}));
    EXPECT_EQ(info.type(), type);
    for (std::int64_t layer = 0; layer < 3; ++layer) {
        for (std::int64_t head = 0; head < heads; ++head) {
            const auto matrix = file.read_floats(info, std::vector{layer, head}, {2, 9});
            ASSERT_EQ(matrix.size(), 56U);
            for (std::int64_t n = 0; n < 56; ++n) {
                ASSERT_EQ(matrix[static_cast<std::size_t>(n)],
                          expected_number(name == "keys", layer, head, 2 + n / 8, n % 8))
                    << n;
            }
        }
    }
}

TEST(DumpQk, WhatPythonWritesIsRead) {
    const std::string python = test::python_with("numpy");
    if (python.empty()) GTEST_SKIP() << "python3 with numpy is not installed";
    const test::TemporaryFolder folder;
    const auto ran =
        test::run_program({python, "-B", POSLAB_DUMP_QK_TEST, POSLAB_DUMP_QK, "WriteFiles", folder.path()});
    ASSERT_EQ(ran.code, 0) << ran.out << ran.err;
    using enum NumberType;
    for (const std::string ending : {".safetensors", ".npz"}) {
        const TensorFile half(folder / ("float16" + ending)), single(folder / ("float32" + ending));
        expect_tensor(half, "queries", float16, 4);
        expect_tensor(half, "keys", float16, 2);
        expect_tensor(single, "queries", float32, 4);
        expect_tensor(single, "keys", float32, 2);
    }
    expect_tensor(TensorFile(folder / "packed.npz"), "queries", float64, 4);
    // the other tensor, of token numbers, is an integer one
    expect_tensor(TensorFile(folder / "packed.npz"), "", float64, 4);
    const TensorFile fortran(folder / "fortran.npy");
    EXPECT_TRUE(fortran.tensor("").fortran_order);
    expect_tensor(fortran, "", float32, 4);
    expect_tensor(TensorFile(folder / "big.npy"), "", float16, 4);
    expect_tensor(TensorFile(folder / "second.npy"), "", float32, 4);
}

}  // namespace
}  // namespace poslab
