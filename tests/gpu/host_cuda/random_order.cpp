#include "host_cuda/random_order.hpp"

#include "host_cuda/group.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace host_cuda {

std::uint64_t machine_seed() {
    const char* const given = std::getenv(seed_variable);
    const std::string_view digits(given != nullptr ? given : standard_seed);
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    if (error != std::errc() || end != digits.data() + digits.size())
        throw MachineError(fmt::format("{} is '{}', not a whole number", seed_variable, digits));
    return seed;
}

}  // namespace host_cuda
