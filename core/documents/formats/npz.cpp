#include "core/documents/number_file.hpp"
#include "core/documents/result.hpp"

namespace poslab {

const NumberFormat& npz_numbers() {
    static const NumberFormat format{
        .id = "npz",
        .label = untranslated("NPZ"),
        .bytes = [](const NumbersToWrite& numbers) { return result_npz(numbers.data, numbers.variants); },
        .all_arrays = true,
        .holds_variants = true};
    return format;
}

}  // namespace poslab
