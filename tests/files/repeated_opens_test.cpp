// Opening, reading and closing a file repeatedly leaks neither memory nor open files; nor does a refused
// file. POSLAB_TEST_OPENS sets the number of repetitions (2,000 by default, which is quick).
#include "core/base/errors.hpp"
#include "core/files/array_file.hpp"
#include "core/files/signal_file.hpp"
#include "core/files/tensor_file.hpp"
#include "tests/files/audio_bytes.hpp"
#include "tests/files/tensor_bytes.hpp"
#include "tests/files/torch_pickle_bytes.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <malloc.h>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace poslab {
namespace {

using test::TemporaryFolder;

using Reading = std::function<void(const std::string& path)>;

void read_array(const std::string& path) { static_cast<void>(read_number_array(path)); }

void read_tensors(const std::string& path) {
    const TensorFile file(path);
    for (const TensorInfo& info : file.tensors())
        static_cast<void>(file.read_doubles(info, {}, {0, info.rows()}));
}

void read_signal(const std::string& path) {
    SignalFile file(path);
    std::vector<double> samples(static_cast<std::size_t>(file.shape().samples));
    file.read(0, 0, samples);
}

std::vector<double> wave() {
    std::vector<double> numbers;
    for (int n = 0; n < 4096; ++n) numbers.push_back(std::sin(n * 0.3) / 2);
    return numbers;
}

struct Case {
    std::string name;  // of the file
    std::string bytes;
    Reading read;
};

std::vector<Case> cases() {
    const std::string data = test::counted(6), matrix = test::npy_of("<f8", "(2, 3)", data);
    const std::string tensors =
        test::safetensors(R"({"a":{"dtype":"F64","shape":[2,3],"data_offsets":[0,48]}})", data);
    const std::string torch = test::torch_file(
        "}" + test::pickle_text("a") +
            test::pickle_tensor(test::pickle_storage("DoubleStorage", 6), 0, {2, 3}, {3, 1}) + "s",
        data);
    return {{"a.npy", matrix, read_array},
            {"a.npz", test::zip({{"a.npy", matrix}}), read_tensors},
            {"a.npz", test::zip({{"a.npy", matrix, true}}), read_array},
            {"a.safetensors", tensors, read_tensors},
            {"a.safetensors", tensors, read_array},
            {"a.pt", torch, read_array},
            {"a.csv", "1,2,3\n4,5,6\n", read_array},
            {"a.json", "[[1, 2], [3, 4.5e-3]]", read_array},
            {"a.npy", matrix, read_signal},
            {"a.csv", "a,b\n1,2\n3,4.5e-3\n", read_signal},
            {"a.wav", test::by_libsndfile(SF_FORMAT_WAV | SF_FORMAT_PCM_24, 2, 8000, wave()), read_signal},
            {"a.flac", test::flac(1, 8000, wave()), read_signal},
            {"a.ogg", test::ogg(1, 8000, wave()), read_signal}};
}

/// The case with only the first half of the file. Half a text is still a valid text; a truncated .ogg is
/// refused.
Case cut(Case of) {
    of.bytes.resize(of.bytes.size() / 2);
    of.read = [whole = of.read](const std::string& path) {
        try {
            whole(path);
        } catch (const InputError&) {
        }
    };
    return of;
}

std::size_t opens() {
    const char* const text = std::getenv("POSLAB_TEST_OPENS");
    return text != nullptr ? std::stoul(text) : 2000;
}

std::ptrdiff_t open_files() {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
}

std::size_t held_bytes() {
    const auto of = mallinfo2();
    return of.uordblks + of.hblkhd;
}

/// The first hundred repetitions may leave caches: the C library's spare blocks and conversion buffers. A
/// byte leaked by each of 2,000 is 48,000 bytes, since the smallest block has 24.
void expect_nothing_left(const Case& of) {
    const TemporaryFolder folder;
    const std::string path = folder / of.name;
    std::ofstream(path, std::ios::binary) << of.bytes;
    for (int n = 0; n < 100; ++n) of.read(path);
    const std::ptrdiff_t files = open_files();
    const std::size_t bytes = held_bytes();
    for (std::size_t n = opens(); n > 0; --n) of.read(path);
    EXPECT_EQ(open_files(), files) << of.name;
    EXPECT_LT(held_bytes(), bytes + 16384) << of.name;
}

TEST(RepeatedOpens, OfWhatIsReadLeaveNothing) {
    for (const Case& of : cases()) expect_nothing_left(of);
}

TEST(RepeatedOpens, OfWhatIsRefusedLeaveNothing) {
    for (const Case& of : cases())
        if (!of.name.ends_with(".ogg")) expect_nothing_left(cut(of));  // libsndfile 1.2 leaks
}

}  // namespace
}  // namespace poslab
