#include "core/conformance/rounding.hpp"
#include "core/conformance/shapes.hpp"
#include "core/conformance/subject.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/memory_system.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace poslab {

namespace {

/// Returns A and B, or Ā and B̄ by a rule (docs/formulas.md §6.2): A and B are already multiplied by the
/// step, so the step is 1.
DenseStep<double> discretised(const MemorySystem<double>& system, std::optional<Method> rule, double sign,
                              double input_factor) {
    if (!rule) return {system.a, system.b};
    constexpr double not_used = 0.5;
    DenseStep<double> step = dense_step(system, *rule, not_used, 1);
    if (*rule == Method::exact) step.gain *= sign * input_factor;  // the rule assumes B = −A e_0
    return step;
}

/// Returns the approximate time of matrices() in seconds. Each of `count` matrices is discretised for itself.
double seconds_of(const MatrixImplementation& implementation, std::int64_t order, std::size_t count) {
    return implementation.rule ? dense_multiply_add * static_cast<double>(count) *
                                     dense_step_work(order, *implementation.rule)
                               : 0;
}

double seconds_of_dump(const Dump& dump, const Implementation& implementation) {
    const std::vector<std::int64_t>& shape = dump.arrays.begin()->second.shape;
    return seconds_of(implementation.matrices, shape.empty() ? 1 : shape.back(), dump.arrays.size());
}

/// Returns A, row by row, then B. Throws TooLarge.
std::vector<double> matrices(const MatrixImplementation& implementation, std::int64_t order, bool with_a,
                             bool with_b) {
    MemorySystem<double> system = memory_system(implementation.measure, order, implementation.span);
    if (implementation.transposed) system.a.transposeInPlace();
    system.a *= implementation.sign;
    system.b *= implementation.input_factor;
    const MemorySystem<double> continuous = system;
    system.whole_history = false;
    system.a *= implementation.step;
    system.b *= implementation.step;
    std::vector<double> all;
    all.reserve(static_cast<std::size_t>((with_a ? order * order : 0) + (with_b ? order : 0)));
    const LedgerEntry result = dense_matrices(order, with_a ? 1 : 0, sizeof(double));
    const auto a = with_a ? discretised(implementation.rule ? system : continuous, implementation.rule,
                                        implementation.sign, implementation.input_factor)
                                .transition
                          : system.a;
    for (std::int64_t n = 0; with_a && n < order; ++n)
        for (std::int64_t k = 0; k < order; ++k) all.push_back(a(n, k));
    const auto b =
        with_b ? discretised(implementation.input_rule ? system : continuous, implementation.input_rule,
                             implementation.sign, implementation.input_factor)
                     .gain
               : system.b;
    for (std::int64_t n = 0; with_b && n < order; ++n) all.push_back(b(n));
    return all;
}

std::vector<DumpReading> read_matrices(const Dump& dump, const Implementation& right) {
    const NumberArray *a = dump.find("hippo-a"), *b = dump.find("hippo-b");
    for (const NumberArray* array : {a, b})
        if (array != nullptr) expect_finite(*array);
    if (right.matrices.measure->is_complex)
        throw UsageError(
            tr("--measure {}: its matrices are complex and cannot be checked", right.matrices.measure->id));
    const std::vector<std::int64_t> shape = a != nullptr ? squeezed(a->shape) : squeezed(b->shape);
    const std::int64_t order = shape.empty() ? 1 : shape.front();
    if (a != nullptr && std::ssize(a->values) != order * order) refuse_shape(*a, {"[order, order]"});
    if (b != nullptr && std::ssize(b->values) != order)
        refuse_shape(*b, {fmt::format("[order] = [{}]", order)});
    DumpReading reading{"[entries]", 1, 0, {}, {}, {}};
    for (const NumberArray* array : {a, b})
        if (array != nullptr)
            reading.observed.insert(reading.observed.end(), array->values.begin(), array->values.end());
    reading.columns = std::ssize(reading.observed);
    StorageError stored;
    for (const NumberArray* array : {a, b})
        if (array != nullptr) {
            const StorageError held = held_error(*array);
            stored = {std::max(stored.relative, held.relative), std::max(stored.absolute, held.absolute)};
        }
    const std::vector<double> entries = matrices(right.matrices, order, a != nullptr, b != nullptr);
    // Solving, and squaring of an exponential, in float32 spread the rounding of the largest entry.
    const double spread = right.matrices.rule == Method::exact ? 0x1p-16 : 0x1p-18;
    double least = std::max(1e-7, stored.absolute);
    for (const double entry : entries)
        if (right.matrices.rule) least = std::max(least, spread * std::abs(entry));
    for (const double entry : entries)
        reading.tolerance.push_back(std::abs(entry) * (stored.relative + 0x1p-21) + least);
    reading.row_name = "matrices"_tr;
    reading.column_name = "entry"_tr;
    reading.matrix_order = order;
    struct Last {
        MatrixImplementation implementation;
        std::vector<double> entries;
    };
    reading.seconds = [order, count = dump.arrays.size()](const Implementation& implementation) {
        return seconds_of(implementation.matrices, order, count);
    };
    reading.expected = [order, a = a != nullptr, b = b != nullptr,
                        last = std::make_shared<Last>(Last{right.matrices, entries})](
                           const Implementation& implementation, std::span<const std::int64_t>) {
        if (!(last->implementation == implementation.matrices))
            *last = {implementation.matrices, matrices(implementation.matrices, order, a, b)};
        return last->entries;
    };
    reading.same_numbers = [](const Implementation& one, const Implementation& other) {
        return one.matrices == other.matrices;
    };
    return {reading};
}

Dump example_matrices(const Implementation& implementation, const ExampleSize& /*size*/) {
    constexpr std::int64_t order = 16;
    const std::vector<double> all = matrices(implementation.matrices, order, true, true);
    Dump dump;
    dump.arrays.emplace("hippo-a",
                        example_array("hippo-a", {order, order}, {all.begin(), all.end() - order}));
    dump.arrays.emplace("hippo-b", example_array("hippo-b", {order}, {all.end() - order, all.end()}));
    return dump;
}

}  // namespace

const CheckSubject& hippo_subject() {
    static const CheckSubject subject{
        .id = "hippo",
        .label = "HiPPO's matrices"_tr,
        .parts = {{"hippo-a",
                   "A of a HiPPO, [order, order]: x' = Ax + Bu (LegS: t x'), or of its "
                   "discretisation."_tr,
                   false},
                  {"hippo-b", "Its B, [order]."_tr, false}},
        .is_rotary = false,
        .options = {"measure", "discretisation", "step-size"},
        .read = &read_matrices,
        .example = &example_matrices,
        .seconds = &seconds_of_dump,
    };
    return subject;
}

}  // namespace poslab
