#include "core/documents/number_file.hpp"
#include "core/documents/result.hpp"

namespace poslab {

const NumberFormat& npz_numbers();
const NumberFormat& npz_numbers() {
    static const NumberFormat format{.id = "npz",
                                     .label = untranslated("NPZ"),
                                     .bytes = [](const NumbersToWrite& numbers) { return npz_bytes(numbers.data.arrays); },
                                     .all_arrays = true};
    return format;
}

}  // namespace poslab
