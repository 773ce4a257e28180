#include "core/conformance/dump_files.hpp"

#include "core/base/errors.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

namespace poslab {

namespace {

struct OtherName {
    std::string_view role, name;
};
constexpr std::array<OtherName, 10> other_names{{{"inverse-frequency", "inv-freq"},
                                                 {"inverse-frequency", "inverse-frequencies"},
                                                 {"cos", "cos-cached"},
                                                 {"sin", "sin-cached"},
                                                 {"positions", "position-ids"},
                                                 {"queries", "q"},
                                                 {"keys", "k"},
                                                 {"sinusoidal", "pe"},
                                                 {"hippo-a", "a"},
                                                 {"hippo-b", "b"}}};

/// Returns the last part of "model.layers.0.rotary_emb.inv_freq", spelled like an option.
std::string as_option(std::string_view name) {
    std::string option(name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1));
    for (char& letter : option)
        letter = letter == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return option;
}

bool is_called(std::string_view role, std::string_view name) {
    const std::string option = as_option(name);
    return option == role || std::any_of(other_names.begin(), other_names.end(), [&](const OtherName& other) {
               return other.role == role && other.name == option;
           });
}

}  // namespace

std::string dump_array_path(std::string_view role, const std::string& path, const Job& job) {
    if (path.find('#') != std::string::npos) return path;
    const std::vector<ArrayChoice> arrays = arrays_in_file(path, job);
    const auto called = [&](const ArrayChoice& choice) { return is_called(role, choice.name); };
    if (arrays.size() < 2 || std::count_if(arrays.begin(), arrays.end(), called) != 1) return path;
    return path + "#" + std::find_if(arrays.begin(), arrays.end(), called)->name;
}

NumberArray read_dump_array(std::string_view role, const std::string& path, const Job& job) {
    return read_number_array(dump_array_path(role, path, job), job);
}

bool holds_dump_array(std::string_view role, const std::string& path) {
    try {
        const std::vector<ArrayChoice> arrays = arrays_in_file(path);
        if (arrays.size() == 1 && is_called(role, std::filesystem::path(path).stem().string())) return true;
        return std::any_of(arrays.begin(), arrays.end(),
                           [&](const ArrayChoice& array) { return is_called(role, array.name); });
    } catch (const Error&) {
        return false;
    }
}

}  // namespace poslab
