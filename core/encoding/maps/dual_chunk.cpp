#include "core/base/errors.hpp"
#include "core/base/formula_markup.hpp"
#include "core/encoding/map_parts.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

using namespace map_parts;

std::vector<Branch> dual_chunk_branches(const PositionMapSpec& spec) {
    const std::int32_t chunk = token_count(spec.chunk, "chunk", 1);
    const std::int32_t local = token_count(spec.local, "local");
    if (local >= chunk) throw UsageError(tr("--local {}: must be below --chunk {}", local, chunk));
    const std::int32_t c = chunk - local;
    const AxisFunction key = within_chunk(c);
    return {{within_chunk(c), key, at_distance(0, 1, c)},
            {within_chunk(c, c, local), key, at_distance(1, 2, c)},
            {constant(std::min(2 * c - 1, chunk)), key, at_distance(2, unbounded, c)}};
}

std::string dual_chunk_definition(const Translator& translate, const PositionMapSpec&) {
    return fmt::format(R"(n &= \lfloor i / c \rfloor - \lfloor j / c \rfloor, \quad c = C - \text{{{}}} \\)",
                       translate("local"_tr)) +
           R"(q &= \begin{cases} i \bmod c & n = 0 \\ \min(i \bmod c + c, C) & n = 1 \\)"
           R"(\min(2c - 1, C) & n \ge 2 \end{cases} \\)"
           R"(p(i, j) &= q - (j \bmod c))";
}

std::string dual_chunk_inserted(const PositionMapSpec& spec, std::int64_t i, std::int64_t j) {
    const std::int64_t c = spec.chunk - spec.local, apart = i / c - j / c;
    const std::string in_chunk = fmt::format(R"({} \bmod {})", live(i), live(c));
    const std::string of_query =
        apart == 0   ? fmt::format("({})", in_chunk)
        : apart == 1 ? fmt::format(R"(\min({} + {}, {}))", in_chunk, live(c), live(spec.chunk))
                     : fmt::format(R"(\min(2 \cdot {} - 1, {}))", live(c), live(spec.chunk));
    return fmt::format(R"({} - ({} \bmod {}))", of_query, live(j), live(c));
}

}  // namespace

/// c = chunk - local; key j mod c; query i mod c in the key's chunk of c, min(i mod c + c, chunk) in the next
/// one, min(2c - 1, chunk) in later ones.
const PositionMap& dual_chunk_map() {
    static const PositionMap map{
        .id = "dual-chunk",
        .label = "Dual Chunk"_tr,
        .effect = "Positions start again in each chunk, so that none exceeds its length."_tr,
        .source = "An et al., arXiv 2402.17463 (ChunkLlama)",
        .parameters = {&PositionMapSpec::chunk, &PositionMapSpec::local},
        .branches = dual_chunk_branches,
        .definition = dual_chunk_definition,
        .inserted = dual_chunk_inserted,
        .of_distance = false,
        .monotone_in_key = false,
        .near_pass = NearPass::first_branch,
        .fit = [](PositionMapSpec& spec) { spec.local = std::min(spec.local, spec.chunk - 1); },
        .check =
            [](const PositionMapSpec& spec) {
                if (spec.local >= spec.chunk)
                    throw UsageError(tr("--local {}: must be below --chunk {}", spec.local, spec.chunk));
            },
        .sketch = {{0, 0}, {0.4, 0.9}, {0.4, 0.35}, {0.75, 0.9}, {1, 0.9}},
    };
    return map;
}

}  // namespace poslab
