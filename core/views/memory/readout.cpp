#include "core/figure/number_format.hpp"
#include "core/views/memory/convergence.hpp"
#include "core/views/memory/memory.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr Color none{0, 0, 0, 0};

}  // namespace

std::string formula_definition(const Params& params) {
    const bool whole = remembers_whole_history(params.memory.measure);
    return whole ? "\\frac{dx}{dt} = \\frac{A}{t} x + \\frac{B}{t} u" : "\\frac{dx}{dt} = A x + B u";
}

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style);
    const Variant& first = variants.front();
    Readout readout;
    if (add_convergence_readout(first, style, cursor, readout)) {
        readout.formula.push_back(formula_definition(first.params));
        return readout;
    }
    readout.where = fmt::format("T = {}", format_integer(time_of(first)));
    if (first.data != nullptr) {
        readout.rows.push_back({zh ? "均方根误差" : "RMS error", short_number(first.data->number("rms_error")), "", none});
        readout.rows.push_back({zh ? "最大误差" : "Largest error", short_number(first.data->number("max_error")), "", none});
    }
    static_cast<void>(cursor);
    readout.formula.push_back(formula_definition(first.params));
    return readout;
}

}  // namespace poslab::memory
