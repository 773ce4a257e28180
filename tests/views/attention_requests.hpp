#pragma once

#include "core/base/random.hpp"
#include "core/documents/result.hpp"
#include "core/engine/engine.hpp"
#include "core/params/filling.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <unistd.h>
#include <filesystem>
#include <fstream>

namespace poslab::test {

using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

inline const View& attention() { return find_view("attention"); }

/// Sets values as the command line does: files determine the length and heads.
inline Values parameter_values(const View& view, const ParameterTexts& parameters) {
    std::vector<std::pair<std::size_t, Value>> list;
    for (const auto& [id, text] : parameters) {
        const auto at = static_cast<std::size_t>(parameter_index(view, id));
        list.emplace_back(at, parse_value(view.parameters()[at], text));
    }
    Values values = view.defaults();
    set_all_and_fill(view.parameters(), list, values);
    return view.checked(values);
}

inline Values attention_values(const ParameterTexts& parameters) {
    return parameter_values(attention(), parameters);
}

inline Data attention_data(const ParameterTexts& parameters, const Engine& engine = reference_engine(),
                           const SampleRequest& request = {}) {
    return computed(attention(), attention_values(parameters), request, engine);
}

inline const NumberBuffer& array(const Data& data, std::string_view name) {
    const Array* found = data.find(name);
    if (found == nullptr) throw std::runtime_error("no array " + std::string(name));
    return *found->data;
}

inline SampleRequest asking(std::vector<std::string> arrays) {
    SampleRequest request;
    request.arrays = std::move(arrays);
    return request;
}

/// A folder of tensors that exists for the duration of a test.
class TensorFolder {
  public:
    TensorFolder()
        : path_(std::filesystem::temp_directory_path() /
                ("poslab-attention-" + std::to_string(getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::filesystem::create_directories(path_);
    }
    ~TensorFolder() { std::filesystem::remove_all(path_); }
    TensorFolder(const TensorFolder&) = delete;
    TensorFolder& operator=(const TensorFolder&) = delete;

    static Array tensor(std::string name, std::vector<std::int64_t> shape, NumberBuffer numbers) {
        std::vector<IndexRange> extents;
        for (const std::int64_t size : shape) extents.push_back({0, size});
        return {std::move(name),
                std::move(shape),
                {},
                extents,
                "",
                std::make_shared<const NumberBuffer>(std::move(numbers))};
    }
    static Array normal(const std::string& name, const std::vector<std::int64_t>& shape, std::uint64_t seed) {
        std::int64_t count = 1;
        for (const std::int64_t size : shape) count *= size;
        std::vector<double> numbers;
        for (std::int64_t n = 0; n < count; ++n)
            numbers.push_back(random_normal(seed, RandomStream::signal, static_cast<std::uint64_t>(n)));
        return tensor(name, shape, std::move(numbers));
    }

    std::string npy(const std::string& name, const Array& array) const {
        return write(name + ".npy", npy_bytes(array));
    }
    std::string npz(const std::string& name, const std::vector<Array>& arrays) const {
        return write(name + ".npz", npz_bytes(arrays));
    }
    std::string write(const std::string& name, const std::string& bytes) const {
        const std::string path = (path_ / name).string();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace poslab::test
