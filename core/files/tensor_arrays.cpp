#include "core/base/errors.hpp"
#include "core/files/byte_source.hpp"
#include "core/files/found_arrays.hpp"
#include "core/files/npy_header.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/safetensors_header.hpp"

#include <string_view>
#include <utility>

namespace poslab {
namespace {

constexpr std::string_view member_suffix = ".npy";

FoundArray array_of(const NpyElements& npy) {
    StoredNumbers numbers{npy.layout, npy.shape,  dense_strides(npy.shape, npy.fortran_order),
                          0,          npy.offset, {}};
    return npy.is_complex ? complex_array(std::move(numbers), {})
                          : FoundArray{{}, element_name(npy.layout), npy.shape, std::move(numbers)};
}

FoundArray member_array(const OpenFile& file, const ZipDirectory& directory, const ZipMember& member,
                        const std::string& location) {
    const MemberData data = locate_member(file, directory, member, location);
    const Job job;
    const auto bytes = data.deflated ? inflated_bytes(file, data.packed, location, job)
                                     : stored_bytes(file, data.packed.offset, data.packed.bytes);
    FoundArray array = array_of(read_npy_elements(*bytes, location));
    auto& numbers = std::get<StoredNumbers>(array.numbers);
    if (data.deflated) {
        numbers.deflated = data.packed;
    } else {
        numbers.offset += data.packed.offset;
        numbers.stored = data.packed;
    }
    return array;
}

}  // namespace

FoundArray complex_array(StoredNumbers numbers, std::string name) {
    for (std::int64_t& stride : numbers.strides) stride *= 2;
    numbers.first *= 2;
    numbers.shape.push_back(2);
    numbers.strides.push_back(1);
    const bool is_double = element_bytes(numbers.layout) == sizeof(double);
    const std::vector<std::int64_t> shape = numbers.shape;
    return {std::move(name), is_double ? "complex128" : "complex64", shape, std::move(numbers)};
}

FoundArrays npy_arrays(const OpenFile& file) {
    const auto bytes = stored_bytes(file, 0, file.bytes());
    return {{array_of(read_npy_elements(*bytes, file.path()))}, {}};
}

/// Reads the arrays of an .npz; a member that is damaged or of another type does not affect the others.
FoundArrays npz_arrays(const OpenFile& file, const ZipDirectory& directory) {
    FoundArrays found;
    for (const ZipMember& member : directory.members) {
        if (!member.name.ends_with(member_suffix)) continue;
        const std::string name = member.name.substr(0, member.name.size() - member_suffix.size());
        try {
            found.arrays.push_back(member_array(file, directory, member, array_place(file, name)));
            found.arrays.back().name = name;
        } catch (const InputError& error) {
            found.unreadable.push_back({name, error.message()});
        }
    }
    return found;
}

FoundArrays safetensors_arrays(const OpenFile& file) {
    FoundArrays found;
    for (const SafetensorsEntry& entry : read_safetensors_entries(file)) {
        if (!entry.layout) {
            const std::string location = array_place(file, entry.name), letters = printable_text(entry.type);
            found.unreadable.push_back(
                {entry.name, tr("{}: holds {}; must be floats, complex numbers, integers or booleans",
                                location, letters)});
            continue;
        }
        StoredNumbers numbers{*entry.layout, entry.shape, dense_strides(entry.shape), 0, entry.offset, {}};
        if (entry.is_complex)
            found.arrays.push_back(complex_array(std::move(numbers), entry.name));
        else
            found.arrays.push_back(
                {entry.name, element_name(*entry.layout), entry.shape, std::move(numbers)});
    }
    return found;
}

}  // namespace poslab
