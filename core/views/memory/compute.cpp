// Computes the arrays of a state and of its reconstruction.

#include "core/views/memory/arrays.hpp"
#include "core/views/thinning.hpp"

namespace poslab::memory {
namespace {

constexpr double slow_terms = 2e7;  // samples × numbers: about 20 ms

/// Returns NaN if |x_n| exceeds this many times the largest sample: the scan has diverged.
double shown(double number, double size, const StateExtent& extent) {
    return size <= 1e6 * extent.largest_input ? number : std::nan("");
}

/// Returns |x_n| of the n-th coefficient, real or complex.
double size_of(std::span<const double> numbers, std::size_t n, bool is_complex) {
    return is_complex ? std::hypot(numbers[2 * n], numbers[2 * n + 1]) : std::abs(numbers[n]);
}

}  // namespace

const Curves& SampleContext::curves() {
    return curves_made.get([&] {
        std::vector<double> grid;
        std::vector<std::int64_t> held;
        for (const std::int64_t index :
             thinned_indices(moment->time + 2, std::max<std::int64_t>(request.curve_points, 3), {})) {
            grid.push_back(grid_place(index, moment->time));
            held.push_back(grid_sample(index, moment->time));
        }
        const Column input = shared_column(samples_at(*history().source, held, job));
        const Column recalled = shared_column(
            remembered(history().spec, moment->numbers, grid, static_cast<double>(moment->time)));
        return Curves{std::move(grid), input, recalled};
    });
}

const States& SampleContext::states() {
    return states_made.get([&] {
        States made;
        each_moment(history(), times(), job, [&](const Moment& at) {
            for (std::size_t n = 0; n < static_cast<std::size_t>(coefficients()); ++n) {
                const double size = size_of(at.numbers, n, is_complex());
                made.real.push_back(shown(at.numbers[is_complex() ? 2 * n : n], size, moment->extent));
                if (is_complex())
                    made.imaginary.push_back(shown(at.numbers[2 * n + 1], size, moment->extent));
            }
        });
        return made;
    });
}

Numbers state_map_of(const SampleContext& context) {
    const History& history = context.history();
    const std::int64_t numbers = context.coefficients();
    const std::int64_t rows = std::min(numbers, std::max<std::int64_t>(context.request.height, 1));
    std::vector<double> map;
    for (std::int64_t row = 0; row < rows; ++row)
        for (const Moment& moment : history.moments) {
            double largest = 0, size = 0;  // the value of largest magnitude, with its sign
            for (std::int64_t n = row * numbers / rows; n < (row + 1) * numbers / rows; ++n) {
                const auto at = static_cast<std::size_t>(n);
                const double number = moment.numbers[context.is_complex() ? 2 * at : at];
                const double own = size_of(moment.numbers, at, context.is_complex());
                if (!(std::abs(number) <= std::abs(largest))) largest = number;
                if (!(own <= size)) size = own;
            }
            map.push_back(shown(largest, size, history.moments.back().extent));
        }
    return matrix_of(rows, std::move(map), {{0, numbers}, {0, history.length}});
}

const Recall& SampleContext::recall() {
    return recall_made.get([&] {
        const double terms =
            static_cast<double>(moment->time) * static_cast<double>(memory_numbers(history().spec));
        if (request.publish && terms > slow_terms) publish({});
        return memory::recall(history(), *moment, job);
    });
}

std::vector<double> step_middles(const Envelope& steps, std::int64_t end) {
    std::vector<double> middles = steps.distance;
    // sample k fills [k, k + 1)
    for (double& middle : middles) middle = std::min(middle + 0.5, static_cast<double>(end));
    return middles;
}

void SampleContext::publish(const RowList<ArrayRow>& rows) {
    if (!request.publish) return;
    Data so_far = data;
    publishing = true;
    add_arrays(*this, rows);
    add_values(*this, values::all);
    publishing = false;
    data.partial = true;
    request.publish(std::exchange(data, std::move(so_far)));
}

}  // namespace poslab::memory
