#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"
#include "core/conformance/position_fits.hpp"

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

Mistake off_by_one() {
    return {"positions-off-by-one",
            "positions are one too large or one too small"_tr,
            "The first token has position 0."_tr,
            {change([](Implementation& p) { p.positions.offset = 1; }),
             change([](Implementation& p) { p.positions.offset = -1; }),
             change([](Implementation& p) { p.query_positions.offset = 1; }),
             change([](Implementation& p) { p.query_positions.offset = -1; })},
            {"positions are one too large"_tr, "positions are one too small"_tr,
             "positions of queries are one too large relative to keys"_tr,
             "positions of queries are one too small relative to keys"_tr}};
}

/// Returns a mistake with fitted values, and a typical example of it.
Mistake fitted(std::string_view id, Text label, Text cause,
               std::vector<Mistake::FittedWay> (*fit)(const Evidence&), void (*example)(Implementation&)) {
    Mistake mistake{id, label, cause};
    mistake.fitted = fit;
    mistake.usual = change(example);
    mistake.combines = false;
    return mistake;
}

}  // namespace

std::vector<Mistake> of_positions() {
    return {
        off_by_one(),
        fitted(
            "positions-along-heads", "positions run along the heads, not along the tokens"_tr,
            "The array is [tokens, heads, dim], and the code expects [heads, tokens, dim], or the reverse."_tr,
            &position_fits::along_heads, [](Implementation& p) { p.position_axis = AxisKind::heads; }),
        fitted("positions-along-batch", "positions run along the batch, not along the tokens"_tr,
               "The array has the tokens first, and the code expects the batch first, or the reverse."_tr,
               &position_fits::along_batch, [](Implementation& p) { p.position_axis = AxisKind::batch; }),
        fitted("positions-shifted", "positions are shifted by a constant"_tr,
               "Padding on the left or an offset of the cache is counted as tokens, or not counted."_tr,
               &position_fits::shifted,
               [](Implementation& p) { p.positions.offset = p.query_positions.offset = 5; }),
        fitted(
            "positions-multiplied", "positions are multiplied by a constant"_tr,
            "An index does not count tokens, or a linear scaling is applied although none is configured."_tr,
            &position_fits::multiplied, [](Implementation& p) { p.positions.factor = 2; }),
        fitted("positions-restart", "positions restart from 0"_tr,
               "A chunk of the prompt or a document ignores the tokens before it."_tr,
               &position_fits::restarted,
               [](Implementation& p) {
                   p.positions.restarts = {16, 40};
               }),
        fitted("positions-wrapped", "positions are taken modulo a length"_tr,
               "An index wraps at the length of a table or of a window of the cache."_tr,
               &position_fits::wrapped, [](Implementation& p) { p.positions.period = 32; }),
        fitted("positions-clamped", "positions stop at the end of a table"_tr,
               "Indices are clamped to the last row: make the table longer."_tr, &position_fits::clamped,
               [](Implementation& p) { p.positions.last = 40; }),
        fitted("table-ends-in-zeros", "cos and sin are 0 beyond the end of a table"_tr,
               "The table is shorter than the text, and the rest of the array was never written."_tr,
               &position_fits::ended, [](Implementation& p) { p.zero_from = 40; }),
        fitted(
            "positions-irregular", "positions follow no rule"_tr,
            "Each position was decoded from the numbers of its row: compare with the position ids of the program."_tr,
            &position_fits::listed,
            [](Implementation& p) {
                p.listed_positions.clear();
                for (int n = 0; n < 4096; ++n) p.listed_positions.push_back((n * 7 + n / 3) % 29);
            }),
    };
}

}  // namespace poslab::mistakes
