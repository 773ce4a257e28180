#include "core/files/input_file.hpp"
#include "core/base/errors.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace poslab::test {
namespace {

TEST(InputFile, IsReadWholeOrRefused) {
    const TemporaryFolder folder;
    const std::string path = folder / "a.txt";
    std::ofstream(path) << "12345";
    EXPECT_EQ(read_whole_file(path, 5), "12345");
    EXPECT_EQ(read_whole_file(path, 6), "12345");
    try {
        static_cast<void>(read_whole_file(path, 4));
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()), path + ": has more than 4 bytes, the maximum");
    }
    std::ofstream(path).flush();
    EXPECT_EQ(read_whole_file(path, 0), "");
    EXPECT_THROW(static_cast<void>(read_whole_file(folder / "none", 5)), InputError);
    EXPECT_THROW(static_cast<void>(read_whole_file(folder.path(), 5)), InputError);
}

}  // namespace
}  // namespace poslab::test
