#include "core/documents/number_file.hpp"
#include "core/views/data.hpp"

#include <fmt/format.h>

namespace poslab {

/// One array: its name, then one number per line.
const NumberFormat& tsv_numbers() {
    static const NumberFormat format{
        .id = "tsv", .label = untranslated("TSV"), .bytes = [](const NumbersToWrite& numbers) {
            std::string text = numbers.array->name + "\n";
            for (const double number : *numbers.array->data) text += fmt::format("{}\n", number);
            return text;
        }};
    return format;
}

}  // namespace poslab
