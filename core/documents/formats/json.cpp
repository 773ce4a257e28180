#include "core/documents/number_file.hpp"
#include "core/documents/result.hpp"

namespace poslab {

const NumberFormat& json_numbers() {
    static const NumberFormat format{.id = "json",
                                     .label = untranslated("JSON"),
                                     .bytes =
                                         [](const NumbersToWrite& numbers) {
                                             return result_json(numbers.view, numbers.values, numbers.data,
                                                                numbers.variants);
                                         },
                                     .all_arrays = true,
                                     .is_text = true,
                                     .holds_variants = true};
    return format;
}

}  // namespace poslab
