#include "core/params/groups/shared_parameters.hpp"

#include "core/attention/file_vectors.hpp"
#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/files/tensor_file.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace poslab {

namespace {

bool has_one_of(const TensorFile& file, std::span<const std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return has_tensor(file, name); });
}

namespace fs = std::filesystem;

/// Returns the index in a file's stem at which one of the names ends it, alone or after a separator: "q",
/// "layer3_q".
std::optional<std::size_t> name_at_end(std::string_view stem, std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
        if (!stem.ends_with(name)) continue;
        const std::size_t at = stem.size() - name.size();
        if (at == 0 || std::string_view("_-. ").find(stem[at - 1]) != std::string_view::npos) return at;
    }
    return std::nullopt;
}

/// Returns the file of keys next to a file of queries with the corresponding name: k.npy next to q.npy; empty
/// if there is none.
std::string keys_next_to(const std::string& path) {
    const fs::path file(path);
    const std::string stem = file.stem().string();
    const auto at = name_at_end(stem, query_names);
    if (!at) return {};
    std::error_code ignored;
    for (const std::string_view name : key_names) {
        const fs::path keys =
            file.parent_path() / (stem.substr(0, *at) + std::string(name) + file.extension().string());
        if (fs::is_regular_file(keys, ignored)) return keys.string();
    }
    return {};
}

nlohmann::json shape_fills(const HeadTensor& tensor) {
    nlohmann::json filled{{"source", "file"},
                          {"length", tensor.rows()},
                          {"heads", std::min<std::int64_t>(tensor.heads(), 1024)}};
    filled["from-model"] = false;
    filled["rows"] = filled["cols"] = nullptr;      // the previous visible part belongs to other vectors
    if (tensor.layers() == 1) filled["layer"] = 0;  // the previous layer may not exist in this file
    return filled;
}

}  // namespace

nlohmann::json queries_fill(const Value& file) {
    const std::string& path = std::get<FileName>(file).path;
    if (path.empty()) return nlohmann::json::object();
    const HeadTensor queries(path, query_names);
    if (queries.columns() % 2 != 0 || queries.columns() > 4096)
        refuse_file(queries.label(), tr("its shape is {}; the head dimension must be even, from 2 to 4096",
                                        shape_text(queries.info().shape)));
    nlohmann::json filled = shape_fills(queries);
    filled["dim"] = queries.columns();
    filled["matrix"] = nullptr;
    const TensorName name = split_tensor_name(path);
    const TensorFile whole(name.path);
    if (has_one_of(whole, key_names) && whole.count() > 1)
        filled["keys"] = name.path;
    else if (whole.tensors().size() == 1)
        if (const std::string keys = keys_next_to(name.path); !keys.empty()) filled["keys"] = keys;
    if (has_one_of(whole, value_names) && whole.count() > 1) filled["values"] = name.path;
    return filled;
}

nlohmann::json keys_fill(const Value& file) {
    if (std::get<FileName>(file).path.empty()) return nlohmann::json::object();
    return {{"source", "file"}, {"from-model", false}};
}

nlohmann::json bias_file_fills(const Value& file) {
    if (std::get<FileName>(file).path.empty()) return nlohmann::json::object();
    return {{"bias-vector", "file"}};
}

nlohmann::json head_fills(const Value& head) {
    const auto& number = std::get<OptionalReal>(head);
    if (!number.set) return nlohmann::json::object();
    return {{"slope-head", static_cast<std::int64_t>(number.value) + 1}};
}

nlohmann::json matrix_fills(const Value& file) {
    const std::string& path = std::get<FileName>(file).path;
    if (path.empty()) return nlohmann::json::object();
    const HeadTensor matrix(path, matrix_names);
    nlohmann::json filled = shape_fills(matrix);
    const std::string& name = matrix.info().name;
    if (name == "logits" || name == "scores") filled["matrix-holds"] = "logits";
    return filled;
}

bool holds_keys(const std::string& path, const Job& /*job*/) {
    return name_at_end(fs::path(path).stem().string(), key_names) &&
           HeadTensor(path, key_names).columns() % 2 == 0;
}

bool holds_queries(const std::string& path, const Job& /*job*/) {
    const HeadTensor queries(path, query_names);
    if (name_at_end(fs::path(path).stem().string(), key_names)) return false;
    return queries.rows() != queries.columns() || queries.info().name.starts_with('q');
}

bool holds_matrix(const std::string& path, const Job& /*job*/) {
    const HeadTensor matrix(path, matrix_names);
    return matrix.rows() == matrix.columns();
}

}  // namespace poslab
