#include "core/files/array_file.hpp"
#include "tests/files/tensor_folder.hpp"
#include "tests/files/torch_pickle_bytes.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>

namespace poslab {
namespace {

using test::pickle_global;
using test::pickle_storage;
using test::pickle_tensor;
using test::pickle_text;
using test::torch_file;
using Numbers = std::vector<double>;
using Shape = std::vector<std::int64_t>;
using Json = nlohmann::json;

std::string fixture(const std::string& name) { return std::string(POSLAB_TORCH_FIXTURES) + "/" + name; }

class TorchArrays : public ::testing::Test {
  protected:
    [[nodiscard]] NumberArray read(const std::string& bytes, const std::string& array = "") const {
        return read_number_array(folder.file(bytes) + (array.empty() ? "" : "#" + array));
    }
    [[nodiscard]] std::string refusal(const std::string& bytes, const std::string& array = "") const {
        return folder.refusal_of([&] { static_cast<void>(read(bytes, array)); });
    }
    /// Returns the error message for a file that PyTorch wrote.
    [[nodiscard]] std::string refusal_of_fixture(const std::string& name,
                                                 const std::string& array = "") const {
        return refusal(test::read_file(fixture(name)), array);
    }
    test::TensorFolder folder;
};

double spelt(const Json& number) {
    if (number.is_number()) return number.get<double>();
    return number == "nan" ? NAN : std::numeric_limits<double>::infinity();
}

TEST_F(TorchArrays, WhatPyTorchWroteIsWhatItSays) {
    const Json files = Json::parse(test::read_file(fixture("expected.json")));
    int compared = 0;
    for (const auto& [file, tensors] : files.items()) {
        ASSERT_EQ(arrays_in_file(fixture(file)).size(), tensors.size()) << file;
        for (const auto& [name, tensor] : tensors.items()) {
            const NumberArray array = read_number_array(fixture(file) + (name.empty() ? "" : "#" + name));
            EXPECT_EQ(array.shape, tensor["shape"].get<Shape>()) << file << " " << name;
            EXPECT_EQ(array.type, tensor["type"].get<std::string>()) << file << " " << name;
            ASSERT_EQ(array.values.size(), tensor["values"].size());
            for (std::size_t n = 0; n < array.values.size(); ++n) {
                const double expected = spelt(tensor["values"][n]);
                EXPECT_TRUE(array.values[n] == expected ||
                            (std::isnan(array.values[n]) && std::isnan(expected)))
                    << file << " " << name << " " << n << ": " << array.values[n];
            }
            ++compared;
        }
    }
    EXPECT_GT(compared, 25);
}

TEST_F(TorchArrays, SeveralAreListedByTheirPlaces) {
    EXPECT_EQ(refusal_of_fixture("nested.pt"),
              "file: holds several arrays, model.0.weight [3, 2], model.0.bias [3], model.1.weight [3], "
              "model.1.bias [3], trained "
              "[3, 2], "
              "list.0 [2], list.7.0 [1, 1], 7.a [3]; name one as FILE#NAME");
    EXPECT_EQ(refusal_of_fixture("protocol4.pt", "c"), "file: holds no array 'c'; it holds a.0 [3], b [1]");
    EXPECT_EQ(refusal_of_fixture("complex_among_others.pt"),
              "file: holds several arrays, freqs_cis [2, 2], cos [2]; name one as FILE#NAME");
}

// torch.ones(2, dtype=torch.complex64)
TEST_F(TorchArrays, ComplexNumbersHaveALastAxisOfTheirParts) {
    const NumberArray array = read_number_array(fixture("complex_among_others.pt#freqs_cis"));
    EXPECT_EQ(array.type, "complex64");
    EXPECT_EQ(array.shape, (Shape{2, 2}));
    EXPECT_EQ(array.values, (Numbers{1, 0, 1, 0}));
}

TEST_F(TorchArrays, CodeIsNamedAndNotRun) {
    EXPECT_EQ(refusal_of_fixture("runs.pt"), "file: holds code (posix.system), which is not executed");
    EXPECT_FALSE(std::filesystem::exists("/tmp/poslab-was-here"));
    EXPECT_EQ(refusal_of_fixture("namespace.pt"),
              "file: holds code (argparse.Namespace), which is not executed");
    EXPECT_EQ(refusal_of_fixture("sparse.pt"),
              "file: holds a sparse tensor (torch._utils._rebuild_sparse_tensor), which is not supported; "
              "convert it with to_dense()");
    EXPECT_EQ(refusal_of_fixture("quantised.pt"),
              "file: holds a quantised tensor (torch._utils._rebuild_qtensor), which is not supported; "
              "convert it with dequantize()");
    EXPECT_EQ(refusal_of_fixture("legacy.pt"),
              "file: the format of PyTorch before 1.6 is not supported; save it again: "
              "torch.save(torch.load(FILE), FILE)");
    EXPECT_EQ(refusal(std::string("\x80\4") + pickle_global("builtins", "eval") + ")R."),
              "file: a Python pickle may contain code and is not read; use torch.save or numpy.save");
    const std::string storage = pickle_global("torch", "FloatStorage");
    const std::string message = "file: holds code (torch.FloatStorage), which is not executed";
    EXPECT_EQ(refusal(torch_file(storage + ")R")), message);
    EXPECT_EQ(refusal(torch_file(storage + ")\x81")), message);
    EXPECT_EQ(refusal(torch_file(storage + "}b")), message);
    EXPECT_EQ(refusal(torch_file("(" + storage + "o")), message);
    EXPECT_EQ(refusal(torch_file("(iposix\nsystem\n")),
              "file: holds code (posix.system), which is not executed");
    EXPECT_EQ(refusal(torch_file(pickle_text("os") + pickle_text("a\nb") + "\x93")),
              "file: holds code (os.a\\nb), which is not executed");
    EXPECT_EQ(refusal(torch_file("ctorch.storage\nUntypedStorage\n")),
              "file: holds a tensor of an unsupported type (torch.storage.UntypedStorage); convert it with "
              "float()");
}

TEST_F(TorchArrays, IntegersThatFloat64DoesNotHold) {
    EXPECT_EQ(refusal_of_fixture("integer.pt"),
              "file#a: its number [1, 0] is 9007199254740993, which float64 cannot represent");
}

TEST_F(TorchArrays, DeflatedAndBigEndian) {
    const std::string pickle = pickle_tensor(pickle_storage("ShortStorage", 6), 1, {2, 2}, {1, 2});
    const std::string storage = std::string("\0\1\0\2\0\3\0\4\0\5\0\6", 12);
    EXPECT_EQ(read(torch_file(pickle, storage, true, "big")).values, (Numbers{2, 4, 3, 5}));
    EXPECT_EQ(read(torch_file(pickle, storage, false, "big")).values, (Numbers{2, 4, 3, 5}));
    EXPECT_EQ(read(torch_file(pickle, storage, false, "little")).values, (Numbers{512, 1024, 768, 1280}));
    EXPECT_EQ(refusal(torch_file(pickle, storage, false, "middle")),
              "file: its byte order is 'middle', neither little nor big");
}

TEST_F(TorchArrays, SizesStridesAndStoragesMustFit) {
    const std::string four = test::raw<float>({1, 2, 3, 4});
    const auto refusal_of = [&](std::int64_t first, const Shape& sizes, const Shape& strides,
                                std::int64_t items = 4) {
        return refusal(
            torch_file(pickle_tensor(pickle_storage("FloatStorage", items), first, sizes, strides), four));
    };
    const std::string outside = " exceeds the 4 numbers in the file";
    EXPECT_EQ(refusal_of(0, {5}, {1}), "file: its shape [5] with strides [1]" + outside);
    EXPECT_EQ(refusal_of(1, {4}, {1}), "file: its shape [4] with strides [1]" + outside);
    EXPECT_EQ(refusal_of(0, {2, 2}, {3, 1}), "file: its shape [2, 2] with strides [3, 1]" + outside);
    EXPECT_EQ(refusal_of(3, {2}, {-1}), "file: its shape [2] with strides [-1]" + outside);
    EXPECT_EQ(refusal_of(0, {2, 2}, {1}), "file: its shape [2, 2] with strides [1]" + outside);
    EXPECT_EQ(refusal_of(4, {}, {}), "file: its shape [] with strides []" + outside);
    EXPECT_EQ(refusal_of(0, {2, 2}, {std::numeric_limits<std::int64_t>::max(), 1}),
              "file: its shape [2, 2] with strides [9223372036854775807, 1]" + outside);
    EXPECT_EQ(refusal_of(-1, {2}, {1}), "file: has an impossible shape, [2]");
    EXPECT_EQ(refusal_of(0, {-2}, {1}), "file: has an impossible shape, [-2]");
    EXPECT_EQ(refusal_of(0, {std::int64_t{1} << 40U, std::int64_t{1} << 40U}, {0, 0}),
              "file: has an impossible shape, [1099511627776, 1099511627776]");
    EXPECT_EQ(refusal_of(0, Shape(9, 1), Shape(9, 1)), "file: has more than 8 dimensions");
    EXPECT_TRUE(refusal_of(0, Shape(65, 1), Shape(65, 1)).starts_with("file: its data.pkl is invalid"));
    EXPECT_EQ(refusal_of(0, {2, 0}, {1, 1}), "file: holds no numbers: its shape is [2, 0]");
    EXPECT_EQ(refusal_of(0, {5}, {1}, 5),
              "file: truncated: 5 numbers of float32 do not fit into the 16 bytes in the file");
    EXPECT_EQ(refusal_of_fixture("large.pt"),
              "file: repeats 1 numbers to [5000, 5000]; repeated tensors may have at most 16777216 numbers");
    const std::string elsewhere = pickle_tensor(pickle_storage("FloatStorage", 4, "../1"), 0, {4}, {1});
    EXPECT_EQ(refusal(torch_file(elsewhere, four)),
              "file: its numbers are missing: the file has no data/../1");
    const std::string negated =
        pickle_tensor(pickle_storage("FloatStorage", 4), 0, {4}, {1}, "}" + pickle_text("neg") + "\x88s");
    EXPECT_EQ(refusal(torch_file(negated, four)),
              "file: holds a lazily negated or conjugated tensor; convert it with clone()");
    EXPECT_EQ(
        read(torch_file(pickle_tensor(pickle_storage("FloatStorage", 4), 0, {4}, {1}, "}"), four)).values,
        (Numbers{1, 2, 3, 4}));
}

TEST_F(TorchArrays, DamagedFiles) {
    const std::string whole = test::read_file(fixture("views.pt"));
    EXPECT_EQ(refusal(whole.substr(0, whole.size() / 2)), "file: truncated zip: no directory at its end");
    const auto at = [](int byte) { return "file: its data.pkl is invalid at byte " + std::to_string(byte); };
    EXPECT_EQ(refusal(torch_file("")), at(2)) << "nothing on the stack";
    EXPECT_EQ(refusal(torch_file("0")), at(2)) << "a command that torch.save has no use for";
    EXPECT_EQ(refusal(torch_file("N(K\1\x86")), at(6)) << "what lies below a mark";
    EXPECT_EQ(refusal(torch_file("h\1")), at(2)) << "nothing was put there";
    EXPECT_EQ(refusal(torch_file("t")), at(2)) << "no mark";
    EXPECT_EQ(refusal(torch_file("](u")), at(4)) << "a list is no dictionary";
    EXPECT_EQ(refusal(torch_file("}(Nu")), at(5)) << "a key without a value";
    EXPECT_EQ(refusal(torch_file("X" + test::little(0xFFFFFFFF, 4) + "abc")), at(2));
    EXPECT_EQ(refusal(torch_file(std::string("\x8D") + test::little(~std::uint64_t{0}, 8))), at(2));
    EXPECT_EQ(refusal(torch_file("Nr" + test::little(0xFFFFFFFF, 4))), at(3)) << "an offset far away";
    EXPECT_EQ(refusal(torch_file("ctorch")), at(2)) << "a name without an end";
    EXPECT_EQ(refusal(torch_file("NNR")), at(4));
    EXPECT_EQ(refusal(torch_file("NQ")), at(3));
    EXPECT_EQ(refusal(torch_file("K\1")), "file: holds no array of numbers");
    EXPECT_EQ(refusal(torch_file("\x80\x09N")), at(2));
}

TEST_F(TorchArrays, NestingIsBounded) {
    // Nested lists, with the outermost appended last.
    std::string lists;
    for (int n = 0; n < 100'000; ++n) lists += "]";
    lists += "q" + std::string(1, '\0');
    for (int n = 0; n < 99'999; ++n) lists += "a";
    EXPECT_EQ(refusal(torch_file(lists)), "file: is nested more than 64 deep");
    const std::string itself = std::string("]q\0h\0a", 6);
    EXPECT_EQ(refusal(torch_file(itself)), "file: is nested more than 64 deep") << "a list of itself";
    std::string twice = "]";  // each list contains the previous one twice
    for (char n = 0; n < 40; ++n) twice += std::string("q") + n + "](h" + n + "h" + n + "e";
    EXPECT_EQ(refusal(torch_file(twice)), "file: its data.pkl holds more than 4194304 values");
    const std::string tensor = pickle_tensor(pickle_storage("FloatStorage", 1), 0, {1}, {1});
    EXPECT_EQ(refusal(torch_file("}" + pickle_text(std::string(600, 'x')) + tensor + "s", "1234")),
              "file: has a name of more than 512 bytes");
    EXPECT_EQ(refusal(torch_file("}" + pickle_text("a.b") + tensor + "s" + pickle_text("a") + "}" +
                                     pickle_text("b") + tensor + "ss",
                                 "1234"),
                      "a.b"),
              "file: a.b occurs twice");
}

}  // namespace
}  // namespace poslab
