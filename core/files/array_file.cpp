#include "core/files/array_file.hpp"

#include "core/base/errors.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/found_arrays.hpp"
#include "core/files/input_file.hpp"
#include "core/files/placeholder_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/safetensors_header.hpp"
#include "core/files/tensor_file.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string_view>
#include <utility>

namespace poslab {
namespace {

constexpr std::string_view between_texts = " \t\r\n";

[[noreturn]] void refuse_kind(const OpenFile& file) {
    refuse_file(file.path(),
                "unknown format: its contents must be .npy, .npz, .safetensors, .pt, CSV or JSON"_tr);
}

/// True for text, which contains no zero and normally no other control characters.
bool looks_like_text(std::string_view start) {
    return std::all_of(start.begin(), start.end(), [](char c) {
        return static_cast<unsigned char>(c) >= ' ' || between_texts.find(c) != std::string_view::npos ||
               c == '\f';
    });
}

FoundArrays arrays_by_bytes(const OpenFile& file, std::string_view start, const Job& job) {
    if (start.starts_with("\x93NUMPY")) return npy_arrays(file);
    if (start.starts_with("PK\3\4") || start.starts_with("PK\5\6")) {
        const ZipDirectory directory = read_zip_directory(file);
        return is_torch_archive(directory) ? torch_arrays(file, directory, job) : npz_arrays(file, directory);
    }
    if (!looks_like_text(start)) {
        if (looks_like_safetensors(start)) return safetensors_arrays(file);
        refuse_pickle(file, start);
        refuse_kind(file);
    }
    start = without_byte_order_mark(start);
    const std::size_t first = start.find_first_not_of(between_texts);
    const bool json = first != std::string_view::npos && (start[first] == '[' || start[first] == '{');
    return json ? json_arrays(file, job) : csv_arrays(file, job);
}

FoundArrays arrays_of(const OpenFile& file, const Job& job) {
    if (file.bytes() == 0) refuse_file(file.path(), "is empty"_tr);
    constexpr std::uint64_t looked_at = 256;
    const std::string start = file.read_text(0, std::min(looked_at, file.bytes()));
    refuse_placeholder(file.path(), start);
    const auto is_called = [&](std::string_view end) { return file.path().ends_with(end); };
    FoundArrays found;
    if (is_called(".json")) {
        found = json_arrays(file, job);
    } else if (is_called(".csv") || is_called(".tsv")) {
        found = csv_arrays(file, job);
    } else if (is_called(".safetensors")) {
        found = safetensors_arrays(file);
    } else {
        found = arrays_by_bytes(file, start, job);
    }
    file.check_unchanged();
    return found;
}

/// Returns "queries [2, 8, 64], keys [2, 8, 64] and 3 more".
Message list_of(const std::vector<FoundArray>& arrays) {
    constexpr std::size_t max_listed = 20;
    std::string list;
    for (const FoundArray& array : std::span(arrays).first(std::min(arrays.size(), max_listed))) {
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", printable_text(array.name),
                            shape_text(array.shape));
    }
    return arrays.size() > max_listed ? tr("{} and {} more", list, arrays.size() - max_listed)
                                      : verbatim(list);
}

/// Returns the array with that name, or the only one.
FoundArray& chosen(const OpenFile& file, FoundArrays& found, const std::string& name) {
    auto& [arrays, unreadable] = found;
    const auto by_name = [&](const auto& array) { return array.name == name; };
    const auto matches = std::count_if(arrays.begin(), arrays.end(), by_name);
    const std::string name_text = printable_text(name);
    if (matches > 1) refuse_file(file.path(), tr("{} occurs twice", name_text));
    if (matches == 1) return *std::find_if(arrays.begin(), arrays.end(), by_name);
    if (name.empty() && arrays.size() == 1) return arrays.front();
    const auto other = std::find_if(unreadable.begin(), unreadable.end(), by_name);
    if (other != unreadable.end()) throw InputError(other->why);
    if (arrays.empty() && !unreadable.empty()) throw InputError(unreadable.front().why);
    if (arrays.empty()) refuse_file(file.path(), "holds no array of numbers"_tr);
    if (arrays.size() == 1 && arrays.front().name.empty()) {
        refuse_file(file.path(), tr("holds one unnamed array; omit #{}", name_text));
    }
    const Message list = list_of(arrays);
    if (name.empty()) refuse_file(file.path(), tr("holds several arrays, {}; name one as FILE#NAME", list));
    refuse_file(file.path(), tr("holds no array '{}'; it holds {}", name_text, list));
}

std::vector<double> numbers_of(const OpenFile& file, FoundArray& array, const std::string& location,
                               const Job& job) {
    if (auto* const values = std::get_if<std::vector<double>>(&array.numbers)) return std::move(*values);
    return read_stored_numbers(file, std::get<StoredNumbers>(array.numbers), location, job);
}

}  // namespace

std::string array_place(const OpenFile& file, const std::string& name) {
    return name.empty() ? file.path() : file.path() + "#" + printable_text(name);
}

NumberArray read_number_array(const std::string& path, const Job& job) {
    const TensorName requested = split_tensor_name(path);
    const OpenFile file(requested.path);
    FoundArrays found = arrays_of(file, job);
    FoundArray& array = chosen(file, found, requested.name);
    NumberArray out{array_place(file, array.name), array.shape, array.type, {}};
    if (std::find(out.shape.begin(), out.shape.end(), 0) != out.shape.end()) {
        const std::string shape = shape_text(out.shape);
        refuse_file(out.place, tr("holds no numbers: its shape is {}", shape));
    }
    out.values = numbers_of(file, array, out.place, job);
    file.check_unchanged();
    return out;
}

std::vector<ArrayChoice> arrays_in_file(const std::string& path, const Job& job) {
    const OpenFile file(path);
    std::vector<ArrayChoice> choices;
    for (FoundArray& array : arrays_of(file, job).arrays) {
        choices.push_back({std::move(array.name), std::move(array.shape), std::move(array.type)});
    }
    return choices;
}

}  // namespace poslab
