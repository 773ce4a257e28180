#include "app/state/readout_text.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab {

std::string readout_text(const Readout& readout) {
    std::string text;
    for (const auto* rows : {&readout.heads, &readout.rows})
        for (const ReadoutRow& row : *rows) {
            text +=
                row.label + '\t' + (std::isfinite(row.number) ? fmt::format("{}", row.number) : row.value);
            if (!row.unit.empty()) text += '\t' + row.unit;
            text += '\n';
        }
    return text;
}

}  // namespace poslab
