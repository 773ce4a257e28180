#include "core/engine/exact_rotations.hpp"

// Highway compiles the code below once per instruction set and selects one at run time.
#define HWY_TARGET_INCLUDE "core/engine/exact_rotations.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "core/engine/sine_cosine.hpp"

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_ATTR void cosines_and_sines_of_vectors(double* cosines, double* sines, std::size_t count) {
    const AngleTag tag;
    const std::size_t lanes = hn::Lanes(tag);
    std::size_t n = 0;
    for (; n + lanes <= count; n += lanes) {
        const SineCosine both = sine_cosine(hn::LoadU(tag, cosines + n));
        hn::StoreU(both.cosine, tag, cosines + n);
        hn::StoreU(both.sine, tag, sines + n);
    }
    for (; n < count; ++n) {
        const SineCosine both = sine_cosine(hn::Set(tag, cosines[n]));
        cosines[n] = hn::GetLane(both.cosine);
        sines[n] = hn::GetLane(both.sine);
    }
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "core/base/in_parallel.hpp"
#include "core/engine/rotation_product.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace poslab {

HWY_EXPORT(cosines_and_sines_of_vectors);

double rotation_angle(std::size_t position, const Phase& frequency) {
    return signed_angle(phase_at(static_cast<std::uint32_t>(position), frequency));
}

Rotation rotation_at(std::size_t position, const Phase& frequency) {
    const double angle = rotation_angle(position, frequency);
    return {std::cos(angle), std::sin(angle)};
}

void cosines_and_sines(std::span<double> angles_to_cosines, std::span<double> sines) {
    HWY_DYNAMIC_DISPATCH(cosines_and_sines_of_vectors)
    (angles_to_cosines.data(), sines.data(), angles_to_cosines.size());
}

AlignedNumbers rotation_table(std::span<const Phase> frequencies, std::size_t panels) {
    AlignedNumbers table(2 * rotation_panel * panels * frequencies.size());
    const std::size_t steps = (rotation_panel + panels + rotation_panel * panels / 4) * frequencies.size();
    in_parallel(frequencies.size(), steps, [&](std::size_t p) {
        std::array<double, rotation_panel> cosines{}, sines{};
        for (std::size_t m = 0; m < rotation_panel; ++m) cosines[m] = rotation_angle(m, frequencies[p]);
        cosines_and_sines(cosines, sines);
        std::vector<double> panel_cosines(panels), panel_sines(panels);
        for (std::size_t panel = 0; panel < panels; ++panel)
            panel_cosines[panel] = rotation_angle(panel * rotation_panel, frequencies[p]);
        cosines_and_sines(panel_cosines, panel_sines);
        for (std::size_t panel = 0; panel < panels; ++panel) {
            const Rotation coarse{panel_cosines[panel], panel_sines[panel]};
            double* const entry = table.data() + 2 * rotation_panel * (panel * frequencies.size() + p);
            for (std::size_t m = 0; m < rotation_panel; ++m) {
                const Rotation rotation = compose(coarse, {cosines[m], sines[m]});
                entry[m] = rotation.cosine;
                entry[rotation_panel + m] = rotation.sine;
            }
        }
    });
    return table;
}

}  // namespace poslab
#endif
