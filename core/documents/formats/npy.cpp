#include "core/documents/number_file.hpp"
#include "core/documents/result.hpp"

namespace poslab {

const NumberFormat& npy_numbers() {
    static const NumberFormat format{
        .id = "npy", .label = untranslated("NPY"), .bytes = [](const NumbersToWrite& numbers) {
            return npy_bytes(*numbers.array);
        }};
    return format;
}

}  // namespace poslab
