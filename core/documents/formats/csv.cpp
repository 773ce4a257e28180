#include "core/documents/number_file.hpp"
#include "core/documents/result.hpp"

namespace poslab {

const NumberFormat& csv_numbers() {
    static const NumberFormat format{.id = "csv",
                                     .label = untranslated("CSV"),
                                     .bytes =
                                         [](const NumbersToWrite& numbers) {
                                             return result_csv(numbers.data, *numbers.array,
                                                               numbers.variants);
                                         },
                                     .shares_axis = true,
                                     .holds_variants = true};
    return format;
}

}  // namespace poslab
