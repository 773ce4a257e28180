#include "app/cli/ascii85.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace poslab {

std::string ascii85(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 3) / 4 * 5);
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
        const std::size_t there = std::min<std::size_t>(4, bytes.size() - i);
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 4; ++k)
            word = (word << 8U) | (k < there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        std::array<char, 5> digits{};
        for (std::size_t k = 5; k-- > 0; word /= 85U) digits[k] = static_cast<char>('!' + word % 85U);
        std::replace(digits.begin(), digits.end(), '<', 'v');
        out.append(digits.data(), there + 1);
    }
    return out;
}

}  // namespace poslab
