#include "core/engine/exact_rotations.hpp"

#include "core/base/in_parallel.hpp"
#include "core/engine/rotation_product.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace poslab {

Rotation rotation_at(std::size_t position, const Phase& frequency) {
    const double angle = signed_angle(phase_at(static_cast<std::uint32_t>(position), frequency));
    return {std::cos(angle), std::sin(angle)};
}

std::vector<double> rotation_table(std::span<const Phase> frequencies, std::size_t panels) {
    std::vector<double> table(2 * rotation_panel * panels * frequencies.size());
    const std::size_t steps = steps_per_rotation * (rotation_panel + panels) * frequencies.size();
    in_parallel(frequencies.size(), steps, [&](std::size_t p) {
        std::array<Rotation, rotation_panel> fine;
        for (std::size_t m = 0; m < rotation_panel; ++m) fine[m] = rotation_at(m, frequencies[p]);
        for (std::size_t panel = 0; panel < panels; ++panel) {
            const Rotation coarse = rotation_at(panel * rotation_panel, frequencies[p]);
            double* const entry = table.data() + 2 * rotation_panel * (panel * frequencies.size() + p);
            for (std::size_t m = 0; m < rotation_panel; ++m) {
                const Rotation rotation = compose(coarse, fine[m]);
                entry[m] = rotation.cosine;
                entry[rotation_panel + m] = rotation.sine;
            }
        }
    });
    return table;
}

}  // namespace poslab
