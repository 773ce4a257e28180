// Arrays of any numbers as .npy, .npz and .safetensors: reading returns what was written.
#include "core/documents/result.hpp"
#include "core/files/array_file.hpp"
#include "core/files/safetensors_writer.hpp"
#include "tests/fuzz/targets/byte_source.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace poslab;

namespace {

bool same(double a, double b) {
    return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
}

void check(const std::string& location, const Array& array) {
    const NumberArray read = read_number_array(location);
    test::require(read.shape == array.shape && read.values.size() == array.data->size(),
                  "another shape than was written");
    for (std::size_t n = 0; n < read.values.size(); ++n)
        test::require(same(read.values[n], (*array.data)[n]), "another number than was written");
}

Array drawn_array(test::ByteSource& bytes, std::string name) {
    Array array;
    array.name = std::move(name);
    std::uint64_t count = 1;
    for (std::uint64_t more = 1 + bytes.below(3); more > 0; --more) {
        array.shape.push_back(static_cast<std::int64_t>(1 + bytes.below(5)));
        array.axes.emplace_back("a");
        array.extents.push_back({0, array.shape.back()});
        count *= static_cast<std::uint64_t>(array.shape.back());
    }
    std::vector<double> numbers;
    for (; count > 0; --count) numbers.push_back(std::bit_cast<double>(bytes.number(8)));
    array.data = std::make_shared<const NumberBuffer>(std::move(numbers));
    return array;
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {std::string("\1\2\3", 3) + std::string(160, '?'),
            std::string("\0\4", 2) +
                std::string("\x7F\xF0\0\0\0\0\0\0\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 24) +
                std::string(60, 'x')};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {std::string("\x7F\xF0\0\0\0\0\0\0", 8), std::string("\xFF\xF0\0\0\0\0\0\0", 8),
            std::string("\x7F\xF8\0\0\0\0\0\0", 8), std::string("\x80\0\0\0\0\0\0\0", 8),
            std::string("\0\0\0\0\0\0\0\1", 8)};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    test::ByteSource bytes(data, size);
    const std::vector<Array> arrays{drawn_array(bytes, "a"), drawn_array(bytes, "b")};
    check(test::written(npy_bytes(arrays[0])), arrays[0]);
    const std::string path = test::written(npz_bytes(arrays));
    for (const Array& array : arrays) check(path + "#" + array.name, array);
    Array single = arrays[0];
    const std::vector<float> floats(single.data->begin(), single.data->end());
    single.data = std::make_shared<const NumberBuffer>(floats.begin(), floats.end());
    static const test::TemporaryName name("json", test::input_file().path());
    const std::string tensors = name.folder() + "/a.safetensors";
    write_safetensors(tensors, std::vector{WrittenTensor{"a", single.shape, floats}});
    check(tensors + "#a", single);
    return 0;
}
