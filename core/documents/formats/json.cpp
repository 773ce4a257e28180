#include "core/documents/number_file.hpp"
#include "core/documents/result.hpp"

namespace poslab {

const NumberFormat& json_numbers();
const NumberFormat& json_numbers() {
    static const NumberFormat format{
        .id = "json",
        .label = untranslated("JSON"),
        .bytes = [](const NumbersToWrite& numbers) { return result_json(numbers.view, numbers.values, numbers.data); },
        .all_arrays = true,
        .is_text = true};
    return format;
}

}  // namespace poslab
