#include "core/hippo/decay_norm.hpp"
#include "core/hippo/impulse.hpp"
#include "core/hippo/memory_order.hpp"
#include "core/views/memory_decay/memory_decay.hpp"
#include "core/views/thinning.hpp"

namespace poslab::memory_decay {
namespace {

double norm(std::int64_t order, double ratio, const Job& job) {
    return decay_norms(order, std::array{ratio}, job).front();
}

/// The norm decreases and is at most √r, so it is at most 1/2 at n = 4 m.
double norm_half_life(std::int64_t order, double from, const Job& job) {
    double low = 0, high = 3 * from;
    while (high - low > 1e-13 * high) {
        const double middle = (low + high) / 2;
        (norm(order, from / (from + middle), job) > 0.5 ? low : high) = middle;
    }
    return high;
}

/// d ln‖K(r)‖ / d ln n, by a difference with relative error 1e-6.
double slope(std::int64_t order, double ratio, const Job& job) {
    constexpr double step = 1e-3;
    const double sooner = std::min(1.0, ratio * std::exp(step)), later = ratio * std::exp(-step);
    return std::log(norm(order, later, job) / norm(order, sooner, job)) / std::log(sooner / later);
}

/// Returns the elapsed time from which on the norm exceeds γ^elapsed. The norm falls as a power, so ln norm −
/// elapsed ln γ may dip below 0 and then increases where n > 1/ln(1/γ): it has one zero above 0.
double ahead_from(const MemoryDecayGroup& group, const Job& job) {
    const auto from = static_cast<double>(group.from);
    const auto lead = [&](double elapsed) {
        return std::log(norm(group.order, from / (from + elapsed), job)) - elapsed * std::log(group.gamma);
    };
    double low = 1e-6 * from, high = from;
    if (lead(low) >= 0) return 0;
    while (lead(high) < 0) high *= 2;
    while (high - low > 1e-12 * high) {
        const double middle = (low + high) / 2;
        (lead(middle) < 0 ? low : high) = middle;
    }
    return high;
}

constexpr std::int64_t largest_shown_power = 64;

}  // namespace

std::int64_t max_points(std::int64_t order) {
    constexpr std::int64_t max_numbers = std::int64_t{1} << 24, most = 65'536;
    return std::min(most, max_numbers / order);
}

std::vector<double> drawn_elapsed(double last, std::int64_t order) {
    const int parts = order > 512 ? 110 : 220;  // large orders are slower
    const double first = std::min(1.0, last / 100);
    std::vector<double> elapsed{0};
    for (int i = 0; i <= parts; ++i) {
        const double t = static_cast<double>(i) / parts;
        elapsed.push_back(i == parts ? last : first * std::pow(last / first, t));
        if (i > 0 && i < parts) elapsed.push_back(last * t);
    }
    std::sort(elapsed.begin(), elapsed.end());
    elapsed.erase(std::unique(elapsed.begin(), elapsed.end()), elapsed.end());
    return elapsed;
}

std::vector<std::int64_t> drawn_powers(std::int64_t order) {
    std::vector<std::int64_t> powers;
    for (std::int64_t power = 1; power <= std::min(order, largest_shown_power); power *= 2)
        powers.push_back(power);
    if (order <= largest_shown_power && powers.back() != order) powers.push_back(order);
    return powers;
}

std::vector<std::int64_t> compared_orders(std::int64_t order) {
    std::vector<std::int64_t> orders;
    for (const std::int64_t other : {1, 2, 4, 8, 16, 64})
        if (other != order) orders.push_back(other);
    orders.push_back(order);
    return orders;
}

std::vector<std::int64_t> condition_orders(std::int64_t order) {
    const std::int64_t last = std::max<std::int64_t>(order, 64);
    std::vector<std::int64_t> orders{order};
    for (int half_octaves = 0;; ++half_octaves) {
        const std::int64_t next = std::llround(std::exp2(half_octaves / 2.0));
        if (next > last) break;
        orders.push_back(next);
    }
    orders.push_back(last);
    std::sort(orders.begin(), orders.end());
    orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
    return orders;
}

Prepared prepare(const Params& params, const Engine& /*engine*/, const Job& job) {
    const MemoryDecayGroup& group = params.memory;
    const auto from = static_cast<double>(group.from), to = static_cast<double>(group.to);
    Prepared facts;
    const Job quiet = job.quiet();
    facts.norm_half_life = norm_half_life(group.order, from, quiet);
    facts.impulse_half_life = impulse_half_life(group.order, group.from);
    facts.rnn_half_life = rnn_half_life(group.gamma);
    facts.impulse_gamma = rnn_of_half_life(facts.impulse_half_life);
    facts.norm_gamma = rnn_of_half_life(facts.norm_half_life);
    facts.norm_at_to = norm(group.order, from / to, quiet);
    facts.slope_at_to = slope(group.order, from / to, quiet);
    const std::vector<double> impulses =
        impulse_norms(group.order, group.from, std::array{0.0, to - from}, quiet);
    facts.impulse_at_from = impulses.front();
    facts.impulse_at_to = impulses.back();
    facts.ahead_from = ahead_from(group, quiet);
    for (const std::int64_t n : thinned_indices(group.to - group.from + 1, max_points(group.order), {}))
        facts.times.push_back(group.from + n);
    return facts;
}

}  // namespace poslab::memory_decay
