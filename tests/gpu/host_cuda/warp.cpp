#include "host_cuda/group.hpp"

#include <Eigen/Core>
#include <bit>
#include <cstring>

namespace host_cuda {
namespace {

void hand_over(Lanes lanes) {
    for (Lane& lane : lanes) lane.taken = lanes[static_cast<std::size_t>(lane.from)].given;
}

// Each lane has given the address of a row and takes two adjacent numbers of its row from each of the four
// matrices.
void load_rows(Lanes lanes) {
    for (std::size_t t = 0; t < lanes.size(); ++t) {
        for (std::size_t matrix = 0; matrix < 4; ++matrix) {
            const std::byte* row = nullptr;
            std::memcpy(&row, lanes[8 * matrix + t / 4].given.data(), sizeof row);
            std::memcpy(&lanes[t].taken[matrix], row + 4 * (t % 4), 4);
        }
    }
}

float half_at(std::uint32_t word, std::size_t n) {
    return static_cast<float>(
        std::bit_cast<Eigen::half>(static_cast<std::uint16_t>(n == 0 ? word : word >> 16U)));
}

struct Matrices {
    std::array<std::array<double, 16>, 16> a;  // [row, k]
    std::array<std::array<double, 8>, 16> b;   // [k, column]
};

// A: register r of lane 4 g + t has the numbers k = 2t, 2t + 1 (+ 8 for r >= 2) of row g (+ 8 for odd r). B:
// register r has k = 2t, 2t + 1 (+ 8 for r = 1) of column g.
Matrices gathered(Lanes lanes) {
    Matrices m{};
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const std::size_t g = lane / 4;
        const std::size_t t = lane % 4;
        for (std::size_t n = 0; n < 2; ++n) {
            for (std::size_t r = 0; r < 4; ++r)
                m.a[g + 8 * (r % 2)][2 * t + n + 8 * (r / 2)] = half_at(lanes[lane].given[4 + r], n);
            for (std::size_t r = 0; r < 2; ++r)
                m.b[2 * t + n + 8 * r][g] = half_at(lanes[lane].given[8 + r], n);
        }
    }
    return m;
}

// Sums: number c of lane 4 g + t is in row g (+ 8 for c >= 2), column 2t + c % 2.
void multiply_add_together(Lanes lanes) {
    const Matrices m = gathered(lanes);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        for (std::size_t c = 0; c < 4; ++c) {
            const std::size_t row = lane / 4 + 8 * (c / 2);
            const std::size_t column = 2 * (lane % 4) + c % 2;
            double sum = std::bit_cast<float>(lanes[lane].given[c]);
            for (std::size_t k = 0; k < 16; ++k) sum += m.a[row][k] * m.b[k][column];
            lanes[lane].taken[c] = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
        }
    }
}

}  // namespace

Words take_from(const Words& given, int from, const Spot& spot) {
    return current_group().exchange(given, spot, hand_over, from);
}

void load_matrices(std::uint32_t (&words)[4], const void* row, const Spot& spot) {
    current_group().read(row, 16, 16);
    Words given{};
    std::memcpy(given.data(), &row, sizeof row);
    const Words taken = current_group().exchange(given, spot, load_rows);
    std::copy_n(taken.begin(), 4, words);
}

void multiply_add(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                  const Spot& spot) {
    Words given{};
    for (std::size_t n = 0; n < 4; ++n) given[n] = std::bit_cast<std::uint32_t>(sum[n]);
    std::copy_n(a, 4, given.begin() + 4);
    std::copy_n(b, 2, given.begin() + 8);
    const Words taken = current_group().exchange(given, spot, multiply_add_together);
    for (std::size_t n = 0; n < 4; ++n) sum[n] = std::bit_cast<float>(taken[n]);
}

}  // namespace host_cuda
