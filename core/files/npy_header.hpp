#pragma once

#include "core/files/byte_source.hpp"
#include "core/files/element_type.hpp"
#include "core/files/tensor_info.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// Reads the header of a .npy, versions 1.0, 2.0 and 3.0 (NumPy enhancement proposal 1 and numpy.lib.format),
/// at the beginning of `bytes`; info.offset counts from there. Headers of more than 65,535 bytes are
/// rejected. Throws InputError that begins with `location` for an invalid header (with the byte), another
/// number type (named), and fewer bytes than the shape needs.
[[nodiscard]] TensorInfo read_npy_header(ByteSource& bytes, const std::string& location);

/// Integers in a .npy, in two's complement if signed.
struct IntegerArray {
    std::vector<std::int64_t> shape;
    std::uint64_t offset = 0;  // of the first number
    std::size_t integer_bytes = 0;
    bool is_signed = false, big_endian = false;
};

/// Reads the header of a .npy with integers of 1, 2, 4 or 8 bytes.
[[nodiscard]] IntegerArray read_npy_integers(ByteSource& bytes, const std::string& location);

/// Numbers of any type in a .npy.
struct NpyElements {
    ElementLayout layout;             // for complex numbers: of each part, real before imaginary
    std::vector<std::int64_t> shape;  // for complex numbers: without the parts
    bool fortran_order = false;
    bool is_complex = false;
    std::uint64_t offset = 0;  // of the first number
};

/// Reads the header of a .npy with floats, complex numbers, integers or booleans.
[[nodiscard]] NpyElements read_npy_elements(ByteSource& bytes, const std::string& location);

}  // namespace poslab
