// fuzz_array_file [SEED [COUNT]]: .npy, .npz, .safetensors, .pt, CSV and JSON, whole, damaged and made up.
// Any bytes are either refused with a message in both languages, or every array has as many numbers as its
// shape says; a whole file gives the original numbers.
#include "core/base/errors.hpp"
#include "core/files/array_file.hpp"
#include "core/files/tensor_info.hpp"
#include "tests/files/torch_pickle_bytes.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/support/languages.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace poslab;
using Shape = std::vector<std::int64_t>;

std::vector<std::string> vocabulary() {
    std::vector<std::string> words{
        "\x93NUMPY", "'<i8'",     "'|b1'",      "'>f4'",    "'<V2'",     "'<c8'",
        "(",         ")",         ",",          "\"I64\"",  "\"BOOL\"",  "\"F8_E5M2\"",
        "NaN",       "-Infinity", "nan",        "inf",      "1e999",     "9007199254740993",
        "[",         "]",         "{",          "}",        "\"a\":",    "null",
        "true",      "\n",        "\n\n",       "1",        "-2.5",      "3;",
        "4\t",       "# ",        "x/data.pkl", "x/data/0", "byteorder", "big"};
    const std::vector<std::string> commands{"(",   "t",    ")",    "R",    "b",    "i",    "o",    "Q",
                                            "}",   "]",    "a",    "e",    "s",    "u",    "N",    "q\1",
                                            "h\1", "\x81", "\x85", "\x86", "\x88", "\x93", "\x94", "."};
    words.insert(words.end(), commands.begin(), commands.end());
    for (const char* name : {"_rebuild_tensor_v2", "_rebuild_parameter", "_rebuild_qtensor"}) {
        words.push_back(test::pickle_global("torch._utils", name));
    }
    for (const char* name : {"FloatStorage", "BoolStorage", "ComplexFloatStorage"})
        words.push_back(test::pickle_global("torch", name));
    words.push_back(test::pickle_global("os", "system"));
    words.push_back(test::pickle_dictionary());
    words.push_back(test::pickle_storage("FloatStorage", 4));
    words.push_back(test::pickle_tensor(test::pickle_storage("FloatStorage", 1), 0, {4, 4}, {0, 0}));
    for (const std::int64_t n : {0LL, 1LL, 3LL, -1LL, 1LL << 40U, static_cast<long long>(INT64_MAX)})
        words.push_back(test::pickle_integer(n));
    for (const char* mark : {"PK\1\2", "PK\3\4", "PK\5\6"}) words.emplace_back(mark, 4);
    return words;
}

struct Type {
    const char *numpy, *safetensors, *torch, *name;
};
constexpr std::array<Type, 6> types{{{"<f4", "F32", "FloatStorage", "float32"},
                                     {"<f8", "F64", "DoubleStorage", "float64"},
                                     {"<i8", "I64", "LongStorage", "int64"},
                                     {"<i2", "I16", "ShortStorage", "int16"},
                                     {"|u1", "U8", "ByteStorage", "uint8"},
                                     {"|b1", "BOOL", "BoolStorage", "bool"}}};

/// An array of small integers, which every type represents exactly.
struct Made {
    Shape shape;
    std::size_t type = 0;
    std::vector<double> values;
};

std::string encoded(std::size_t type, const std::vector<double>& values) {
    std::string out;
    for (const double value : values) {
        const auto integer = static_cast<std::uint64_t>(value);
        if (type == 0) out += test::raw(std::vector{static_cast<float>(value)});
        if (type == 1) out += test::raw(std::vector{value});
        if (type == 2) out += test::little(integer, 8);
        if (type == 3) out += test::little(integer, 2);
        if (type >= 4) out += test::little(integer, 1);
    }
    return out;
}

double number(std::size_t type, std::uint64_t n) { return static_cast<double>(type == 5 ? n % 2 : n % 100); }

Made make_array(test::RandomText& random, std::size_t min_dimensions = 0) {
    Made made;
    made.type = random.below(types.size());
    std::uint64_t count = 1;
    for (std::uint64_t more = min_dimensions + random.below(3); more > 0; --more) {
        made.shape.push_back(static_cast<std::int64_t>(1 + random.below(4)));
        count *= static_cast<std::uint64_t>(made.shape.back());
    }
    for (std::uint64_t n = 0; n < count; ++n) made.values.push_back(number(made.type, n * 7));
    return made;
}

std::string npy_bytes(const Made& made) {
    std::string shape = "(";
    for (const std::int64_t size : made.shape) shape += std::to_string(size) + ", ";
    return test::npy_of(types.at(made.type).numpy, shape + ")", encoded(made.type, made.values));
}

std::string safetensors_bytes(const Made& made) {
    const std::string data = encoded(made.type, made.values);
    return test::safetensors(R"({"a":{"dtype":")" + std::string(types.at(made.type).safetensors) +
                                 R"(","shape":)" + shape_text(made.shape) + R"(,"data_offsets":[0,)" +
                                 std::to_string(data.size()) + "]}}",
                             data);
}

/// A view of a storage, whose number n is n mod 100, with dimensions in any order and some items omitted.
std::string torch_bytes(test::RandomText& random, Made& made) {
    Shape strides(made.shape.size());
    std::vector<bool> used(made.shape.size());
    std::int64_t items = 1;
    for (std::size_t n = 0; n < strides.size(); ++n) {
        std::size_t axis = random.below(strides.size());
        while (used[axis]) axis = (axis + 1) % strides.size();
        used[axis] = true;
        items *= static_cast<std::int64_t>(1 + random.below(2));
        strides[axis] = items;
        items *= made.shape[axis];
    }
    const auto first = static_cast<std::int64_t>(random.below(3));
    std::vector<double> storage;
    for (std::int64_t n = 0; n < items + first; ++n)
        storage.push_back(number(made.type, static_cast<std::uint64_t>(n)));
    for (std::size_t n = 0; n < made.values.size(); ++n) {
        std::size_t rest = n, at = static_cast<std::size_t>(first);
        for (std::size_t axis = strides.size(); axis-- > 0;) {
            const auto size = static_cast<std::size_t>(made.shape[axis]);
            at += rest % size * static_cast<std::size_t>(strides[axis]);
            rest /= size;
        }
        made.values[n] = storage[at];
    }
    const std::string tensor = test::pickle_tensor(
        test::pickle_storage(types.at(made.type).torch, items + first), first, made.shape, strides);
    const std::string pickle = random.below(2) == 0 ? tensor : "}" + test::pickle_text("a") + tensor + "s";
    return test::torch_file(pickle, encoded(made.type, storage), random.below(2) == 0);
}

std::string csv_bytes(const Made& made) {
    std::string text;
    for (std::size_t n = 0; n < made.values.size(); ++n) {
        text += std::to_string(static_cast<int>(made.values[n])) +
                (static_cast<std::int64_t>(n + 1) % made.shape.back() == 0 ? '\n' : ',');
    }
    return text;
}

std::string json_bytes(const Made& made, std::size_t axis, std::size_t& next) {
    if (axis == made.shape.size()) return std::to_string(static_cast<int>(made.values[next++]));
    std::string text = "[";
    for (std::int64_t n = 0; n < made.shape[axis]; ++n)
        text += (n > 0 ? ", " : "") + json_bytes(made, axis + 1, next);
    return text + "]";
}

/// One array in a file of some format; sets `type` to the format under which it is read.
std::string file_bytes(test::RandomText& random, Made& made, std::string& type) {
    const std::uint64_t format = random.below(6);
    made = make_array(random, format >= 4 ? 1 : 0);
    type = format >= 4 ? "text" : types.at(made.type).name;
    std::size_t next = 0;
    switch (format) {
        case 0:
            return npy_bytes(made);
        case 1:
            return test::zip({{"a.npy", npy_bytes(made), random.below(2) == 0}});
        case 2:
            return safetensors_bytes(made);
        case 3:
            return torch_bytes(random, made);
        case 4:
            made.shape.resize(1);  // a row or a column is a list
            made.values.resize(static_cast<std::size_t>(made.shape[0]));
            return csv_bytes(made);
        default:
            return random.below(2) == 0 ? json_bytes(made, 0, next)
                                        : "{\"a\": " + json_bytes(made, 0, next) + ", \"b\": \"NaN\"}";
    }
}

std::string made_up(test::RandomText& random) {
    std::string text;
    for (std::uint64_t more = random.below(12); more > 0; --more)
        text += random.below(8) == 0 ? random.text() : random.word();
    return text;
}

std::string problem_of(const NumberArray& array) {
    std::uint64_t count = 1;
    for (const std::int64_t size : array.shape) count *= static_cast<std::uint64_t>(size);
    if (array.values.size() != count || count == 0) return "other numbers than the shape says";
    return array.type.empty() || array.shape.size() > max_dimensions ? "no type, or too many dimensions" : "";
}

struct Counts {
    int whole = 0, read = 0, refused = 0;
};

std::string problem_of(const std::string& path, const Made* made, const std::string& type, Counts& counts) {
    try {
        const NumberArray array = read_number_array(path);
        std::string problem = problem_of(array);
        if (!problem.empty()) return problem;
        const bool same = made == nullptr ||
                          (array.shape == made->shape && array.values == made->values && array.type == type);
        if (!same) return "another array than was put in";
        ++(made != nullptr ? counts.whole : counts.read);
        for (const ArrayChoice& choice : arrays_in_file(path)) {
            const std::string location = choice.name.empty() ? path : path + "#" + choice.name;
            if (!problem_of(read_number_array(location)).empty()) return "a choice that is not what it says";
        }
    } catch (const InputError& error) {
        const std::string_view text = error.what();
        if (!text.starts_with(path) || text.size() > 2500 ||
            !error.message().in(test::chinese()).ends_with("。"))
            return "no sentence: " + std::string(text);
        if (made != nullptr) return "a whole file was refused: " + std::string(text);
        ++counts.refused;
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
        Made made;
        std::string type;
        std::string bytes = file_bytes(random, made, type);
        const bool damaged = random.below(8) > 0;
        const std::uint64_t how = damaged ? random.below(10) : 10;
        if (how < 4) random.overwrite(bytes);
        if (how >= 4 && how < 7) random.damage(bytes);
        if (how == 7) bytes.resize(random.below(bytes.size()));
        if (how == 8) bytes = test::torch_file(made_up(random), std::string(16, '\x3F'));
        if (how == 9) bytes = "[" + made_up(random);
        file.write(bytes);
        const std::string problem = problem_of(file.path(), damaged ? nullptr : &made, type, counts);
        if (problem.empty()) continue;
        std::printf("file %d: %s\n  %s\n", n, problem.c_str(), test::printable(bytes).c_str());
        return 1;
    }
    std::printf("%d whole, %d damaged and read, %d refused\n", counts.whole, counts.read, counts.refused);
    return counts.whole == 0 || counts.read == 0 || counts.refused == 0 ? 1 : 0;
}
