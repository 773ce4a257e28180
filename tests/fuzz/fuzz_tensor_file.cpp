// fuzz_tensor_file [SEED [COUNT]]: .npy, .npz and .safetensors, whole, damaged and made up. Any bytes are
// either refused with a message in both languages, or every tensor is within the file and reads the same in
// parts, as float and as double; a whole file gives the original numbers.
#include "core/base/errors.hpp"
#include "core/files/tensor_file.hpp"
#include "tests/files/tensor_bytes.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace poslab;

std::vector<std::string> vocabulary() {
    std::vector<std::string> words{"\x93NUMPY",
                                   "{",
                                   "}",
                                   "'descr': ",
                                   "'fortran_order': ",
                                   "'shape': ",
                                   "True",
                                   "False",
                                   "(",
                                   ")",
                                   ",",
                                   "'<f2'",
                                   "'<f4'",
                                   "'>f8'",
                                   "'<V2'",
                                   "'<i8'",
                                   "'|O'",
                                   "3",
                                   "0",
                                   "4294967296",
                                   "9223372036854775807",
                                   "-1",
                                   "1L",
                                   "[",
                                   "]",
                                   ":",
                                   "\"a\"",
                                   "\"dtype\":",
                                   "\"shape\":",
                                   "\"data_offsets\":",
                                   "\"F16\"",
                                   "\"BF16\"",
                                   "\"F64\"",
                                   "\"I64\"",
                                   "\"__metadata__\":",
                                   "1.5",
                                   "null",
                                   "a.npy"};
    for (const char* mark : {"PK\1\2", "PK\3\4", "PK\5\6", "PK\6\6", "PK\6\7", "PK\7\x8"})
        words.emplace_back(mark, 4);
    for (const std::uint64_t n :
         {0ULL, 1ULL, 8ULL, 22ULL, 46ULL, 0xFFFFULL, 0xFFFFFFFFULL, 0x7FFFFFFFFFFFFFFFULL, ~0ULL}) {
        for (const unsigned bytes : {2U, 4U, 8U}) words.push_back(test::little(n, bytes));
    }
    return words;
}

/// A tensor of small integers, which every type holds exactly: number n is n mod 100.
struct Made {
    std::vector<std::int64_t> shape;
    int kind = 0;  // float16, float32, float64, bfloat16
    bool fortran = false;
    std::string data;
};

constexpr std::array numpy_types{"<f2", "<f4", "<f8", "<V2"};
constexpr std::array safetensors_types{"F16", "F32", "F64", "BF16"};

Made make_tensor(test::RandomText& random) {
    Made made;
    made.kind = static_cast<int>(random.below(4));
    made.fortran = random.below(2) == 0;
    std::uint64_t count = 1;
    for (std::uint64_t more = random.below(4); more > 0; --more) {
        made.shape.push_back(static_cast<std::int64_t>(1 + random.below(5)));
        count *= static_cast<std::uint64_t>(made.shape.back());
    }
    for (std::uint64_t n = 0; n < count; ++n) {
        const auto number = static_cast<double>(n % 100);
        const auto as_float = static_cast<float>(number);
        int exponent = 0;
        const double fraction = std::frexp(number, &exponent);  // in [1/2, 1)
        const auto half = number == 0 ? 0.0 : (exponent + 14) * 1024 + (2 * fraction - 1) * 1024;
        if (made.kind == 0) made.data += test::little(static_cast<std::uint64_t>(half), 2);
        if (made.kind == 1) made.data += test::raw(std::vector{as_float});
        if (made.kind == 2) made.data += test::raw(std::vector{number});
        if (made.kind == 3) made.data += test::raw(std::vector{as_float}).substr(2);
    }
    return made;
}

std::string npy_bytes_of(const Made& made) {
    std::string shape = "(";
    for (const std::int64_t size : made.shape) shape += std::to_string(size) + ", ";
    return test::npy_of(numpy_types.at(static_cast<std::size_t>(made.kind)), shape + ")", made.data,
                        made.fortran);
}

std::string file_bytes(test::RandomText& random, std::vector<Made>& made) {
    const std::uint64_t format = random.below(3);
    for (std::uint64_t more = format == 0 ? 1 : 1 + random.below(3); more > 0; --more)
        made.push_back(make_tensor(random));
    if (format == 0) return npy_bytes_of(made[0]);
    std::vector<test::Member> members;
    std::string header = "{", data;
    for (std::size_t n = 0; n < made.size(); ++n) {
        const std::string name(1, static_cast<char>('a' + n));
        test::Member member{name + ".npy", npy_bytes_of(made[n]), random.below(2) == 0};
        member.zip64 = random.below(3) == 0;
        member.descriptor = random.below(3) == 0;
        members.push_back(member);
        made[n].fortran = made[n].fortran && format == 1;
        header += (n > 0 ? ",\"" : "\"") + name + R"(":{"dtype":")" +
                  safetensors_types.at(static_cast<std::size_t>(made[n].kind)) + R"(","shape":)" +
                  shape_text(made[n].shape) + R"(,"data_offsets":[)" + std::to_string(data.size()) + "," +
                  std::to_string(data.size() + made[n].data.size()) + "]}";
        data += made[n].data;
    }
    return format == 1 ? test::zip(members) : test::safetensors(header + "}", data);
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The expected number at these leading indices, row and column.
double expected_number(const Made& made, std::vector<std::int64_t> indices, std::int64_t row,
                       std::int64_t column) {
    if (made.shape.size() > 1) indices.push_back(row);
    if (!made.shape.empty()) indices.push_back(column);
    std::int64_t number = 0;
    for (std::size_t n = 0; n < made.shape.size(); ++n) {
        const std::size_t axis = made.fortran ? made.shape.size() - 1 - n : n;
        number = number * made.shape[axis] + indices[axis];
    }
    return static_cast<double>(number % 100);
}

/// Returns the problem of a tensor, empty if none. `made`: the expected contents, null if the file was
/// damaged.
std::string problem_of(const TensorFile& file, const TensorInfo& info, test::RandomText& random,
                       const Made* made) {
    const auto items = checked_items(info.shape, number_bytes(info.type()));
    const std::uint64_t bytes =
        info.deflated ? info.deflated->bytes_inflated : static_cast<std::uint64_t>(file.identity().bytes);
    if (!items || info.offset > bytes || *items * number_bytes(info.type()) > bytes - info.offset)
        return "reaches beyond its bytes";
    std::vector<std::int64_t> leading;
    for (const std::int64_t size : info.leading())
        leading.push_back(
            size == 0 ? 0 : static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(size))));
    const auto numbers = file.read_doubles(info, leading, {0, info.rows()});
    const auto floats = file.read_floats(info, leading, {0, info.rows()});
    const auto columns = static_cast<std::uint64_t>(info.columns());
    if (numbers.size() != static_cast<std::uint64_t>(info.rows()) * columns ||
        floats.size() != numbers.size())
        return "wrong size";
    const auto row = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(info.rows())));
    const auto one = file.read_doubles(info, leading, {row, row + 1});
    for (std::uint64_t n = 0; n < numbers.size(); ++n) {
        if (!same(static_cast<float>(numbers[n]), floats[n])) return "float and double disagree";
        const auto r = static_cast<std::int64_t>(n / columns), c = static_cast<std::int64_t>(n % columns);
        if (r == row && !same(numbers[n], one[n % columns])) return "one row and all rows disagree";
        if (made != nullptr && numbers[n] != expected_number(*made, leading, r, c))
            return "another number than was put in";
    }
    return {};
}

struct Counts {
    int whole = 0, read = 0, refused = 0;
};

std::string problem_of(const std::string& path, test::RandomText& random, const std::vector<Made>& made,
                       bool damaged, Counts& counts) {
    bool read = false;
    try {
        const TensorFile file(path);
        if (!damaged && file.tensors().size() != made.size()) return "a whole tensor was not found";
        for (std::size_t n = 0; n < file.tensors().size(); ++n) {
            const TensorInfo& info = file.tensors()[n];
            const std::string problem = problem_of(file, info, random, damaged ? nullptr : &made[n]);
            if (!problem.empty()) return problem;
            if (file.tensor(info.name).shape != info.shape) return "is not found by its name";
        }
        read = true;
        ++(damaged ? counts.read : counts.whole);
        static_cast<void>(file.tensor("z"));
    } catch (const InputError& error) {
        const std::string_view text = error.what();
        if (!text.starts_with(path) || text.size() > 900 ||
            !error.message().in(test::chinese()).ends_with("。"))
            return "no sentence: " + std::string(text);
        if (!damaged && text.find("holds no tensor 'z'") == std::string_view::npos)
            return "a whole file was refused: " + std::string(text);
        counts.refused += damaged && !read ? 1 : 0;
    } catch (const std::exception& error) {
        return std::string("not an InputError: ") + error.what();
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 60'000;
    std::printf("seed %llu, %d files\n", static_cast<unsigned long long>(seed), count);
    test::RandomText random(seed, vocabulary());
    const test::MemoryFile file;
    Counts counts;
    for (int n = 0; n < count; ++n) {
        std::vector<Made> made;
        std::string bytes = file_bytes(random, made);
        const bool damaged = random.below(8) > 0;
        const std::uint64_t how = damaged ? random.below(8) : 8;
        if (how < 4) random.overwrite(bytes);
        if (how >= 4 && how < 7) random.damage(bytes);
        if (how == 7) bytes.resize(random.below(bytes.size()));
        file.write(bytes);
        const std::string problem = problem_of(file.path(), random, made, damaged, counts);
        if (problem.empty()) continue;
        std::printf("file %d: %s\n  %s\n", n, problem.c_str(), test::printable(bytes).c_str());
        return 1;
    }
    std::printf("%d whole, %d damaged and read, %d refused\n", counts.whole, counts.read, counts.refused);
    return counts.whole == 0 || counts.read == 0 || counts.refused == 0 ? 1 : 0;
}
