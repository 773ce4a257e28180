#include "core/files/safetensors_header.hpp"

#include "core/files/input_file.hpp"
#include "core/files/placeholder_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/strict_json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t size_bytes = 8;
constexpr std::uint64_t max_safetensors_header_bytes = std::uint64_t{1} << 24U;
constexpr std::size_t max_header_depth = 4;

/// An entry of the header before its type is checked; offsets count from the beginning of the data.
struct Entry {
    std::string name, type;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0;
};

std::optional<ElementLayout> element_layout(std::string_view type) {
    const auto real = [](NumberType number) { return ElementLayout(NumberLayout{number, false}); };
    const auto integer = [](std::size_t bytes, bool is_signed) {
        return ElementLayout(IntegerLayout{bytes, is_signed, false, false});
    };
    const std::array<std::pair<std::string_view, ElementLayout>, 13> known{
        {{"F16", real(NumberType::float16)},
         {"BF16", real(NumberType::bfloat16)},
         {"F32", real(NumberType::float32)},
         {"F64", real(NumberType::float64)},
         {"I8", integer(1, true)},
         {"I16", integer(2, true)},
         {"I32", integer(4, true)},
         {"I64", integer(8, true)},
         {"U8", integer(1, false)},
         {"U16", integer(2, false)},
         {"U32", integer(4, false)},
         {"U64", integer(8, false)},
         {"BOOL", IntegerLayout{1, false, false, true}}}};
    for (const auto& [name, layout] : known) {
        if (name == type) return layout;
    }
    return std::nullopt;
}

std::string place_of(const OpenFile& file, const Entry& entry) {
    return file.path() + "#" + printable_text(entry.name);
}

/// Returns a list of at most `most` non-negative integers; empty if it is not one.
std::optional<std::vector<std::int64_t>> sizes_in(const Json& list, std::size_t most) {
    if (!list.is_array() || list.size() > most) return std::nullopt;
    std::vector<std::int64_t> sizes;
    for (const Json& size : list) {
        constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() > largest) return std::nullopt;
        sizes.push_back(size.get<std::int64_t>());
    }
    return sizes;
}

Entry entry_of(const OpenFile& file, const std::string& name, const Json& json) {
    Entry entry{name, {}, {}, 0, 0};
    const auto refuse = [&](const char* key, const Message& allowed) {
        refuse_file(place_of(file, entry), tr("its \"{}\" must be {}", key, allowed));
    };
    const auto member = [&](const char* key) {
        return json.is_object() && json.contains(key) ? json[key] : Json();
    };
    const Json type = member("dtype");
    if (!type.is_string()) refuse("dtype", "a string"_tr);
    entry.type = type.get<std::string>();
    const auto shape = sizes_in(member("shape"), max_dimensions);
    if (!shape) {
        refuse("shape", tr("a list of at most {} sizes", max_dimensions));
    }
    entry.shape = *shape;
    const auto offsets = sizes_in(member("data_offsets"), 2);
    if (!offsets || offsets->size() != 2 || offsets->front() > offsets->back()) {
        refuse("data_offsets", "a list of two offsets in ascending order"_tr);
    }
    entry.begin = static_cast<std::uint64_t>(offsets->front());
    entry.end = static_cast<std::uint64_t>(offsets->back());
    return entry;
}

/// Checks the tensors' data ranges; `data` is the number of bytes after the header.
void check_places(const OpenFile& file, const std::vector<Entry>& entries, std::uint64_t data) {
    std::uint64_t covered = 0;
    for (const Entry& entry : entries) {
        const std::string location = place_of(file, entry);
        if (entry.end > data) {
            refuse_file(location, tr("ends at byte {} of the data, which has {}", entry.end, data));
        }
        if (entry.begin != covered) {
            refuse_file(location, tr("begins at byte {} of the data, but the previous tensor ends at {}",
                                     entry.begin, covered));
        }
        covered = entry.end;
    }
    if (covered != data) {
        refuse_file(file.path(),
                    tr("has {} bytes of data after the last tensor's end at {}", data - covered, covered));
    }
}

/// True for "C64", two float32 per number, the only complex type of the format.
bool is_complex(const Entry& entry) { return entry.type == "C64" && entry.shape.size() < max_dimensions; }

void check_size(const OpenFile& file, const Entry& entry, std::uint64_t item_bytes) {
    const auto items = checked_items(entry.shape, 2 * sizeof(double));
    if (items && *items * item_bytes == entry.end - entry.begin) return;
    const std::string shape = shape_text(entry.shape);
    refuse_file(place_of(file, entry), tr("has {} bytes, which does not match {} of {}",
                                          entry.end - entry.begin, shape, entry.type));
}

TensorInfo info_of(const OpenFile& file, const Entry& entry, const NumberLayout& layout,
                   std::uint64_t data_begin) {
    check_size(file, entry, number_bytes(layout.type));
    TensorInfo info;
    info.name = entry.name;
    info.layout = layout;
    info.shape = entry.shape;
    info.offset = data_begin + entry.begin;
    return info;
}

std::string read_header(const OpenFile& file) {
    refuse_placeholder(file.path(),
                       file.read_text(0, std::min<std::uint64_t>(placeholder_bytes, file.bytes())));
    const std::string size_text = file.read_text(0, size_bytes);
    std::uint64_t size = 0;
    for (std::size_t n = size_bytes; n > 0; --n)
        size = size << 8U | static_cast<unsigned char>(size_text[n - 1]);
    if (size > max_safetensors_header_bytes) {
        refuse_file(file.path(), tr("its .safetensors header has {} bytes; at most {} are allowed", size,
                                    max_safetensors_header_bytes));
    }
    if (size > file.bytes() - size_bytes) {
        refuse_file(file.path(), tr("truncated within its header of {} bytes", size));
    }
    return file.read_text(size_bytes, size);
}

struct Entries {
    std::vector<Entry> entries;  // in the order of their data
    std::uint64_t data_begin = 0;
};

Entries read_entries(const OpenFile& file) {
    const std::string header = read_header(file);
    const Json json = parse_strict_json(header, file.path() + ", header", max_header_depth);
    Entries read{{}, size_bytes + header.size()};
    for (const auto& [name, value] : json.items()) {
        if (name != "__metadata__") read.entries.push_back(entry_of(file, name, value));
    }
    std::sort(read.entries.begin(), read.entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    check_places(file, read.entries, file.bytes() - read.data_begin);
    return read;
}

}  // namespace

bool looks_like_safetensors(std::string_view first_bytes) {
    return first_bytes.size() > size_bytes && first_bytes[size_bytes] == '{';
}

TensorContents read_safetensors_header(const OpenFile& file) {
    const auto [entries, data_begin] = read_entries(file);
    TensorContents contents;
    for (const Entry& entry : entries) {
        const auto layout = element_layout(entry.type);
        if (layout && std::holds_alternative<NumberLayout>(*layout)) {
            contents.tensors.push_back(info_of(file, entry, std::get<NumberLayout>(*layout), data_begin));
            continue;
        }
        const std::string location = place_of(file, entry), letters = printable_text(entry.type);
        contents.unreadable.push_back(
            {entry.name, tr("{}: holds {}; must be F16, BF16, F32 or F64", location, letters)});
    }
    return contents;
}

std::vector<SafetensorsEntry> read_safetensors_entries(const OpenFile& file) {
    const auto [entries, data_begin] = read_entries(file);
    std::vector<SafetensorsEntry> out;
    for (const Entry& entry : entries) {
        const bool of_parts = is_complex(entry);
        const auto layout = element_layout(of_parts ? "F32" : entry.type);
        if (layout) check_size(file, entry, element_bytes(*layout) * (of_parts ? 2 : 1));
        out.push_back({entry.name, entry.type, entry.shape, layout, data_begin + entry.begin, of_parts});
    }
    return out;
}

}  // namespace poslab
