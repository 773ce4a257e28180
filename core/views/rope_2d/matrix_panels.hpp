#pragma once

// Helpers shared by the figure of matrices and its readout.

#include "core/views/rope_2d/arrays.hpp"

namespace poslab::rope_2d {

/// A matrix that is shown: its array, and its handwritten form, if any.
struct ShownMatrix {
    std::string_view title;
    const ArrayRow* array;
    std::optional<MatrixName> name;
};
// ᵗ, since Inter has no superscript capital T.
inline constexpr std::array<ShownMatrix, 6> shown_matrices{
    {{"B₁", &arrays::generator_x, MatrixName::generator_x},
     {"B₂", &arrays::generator_y, MatrixName::generator_y},
     {"R₁", &arrays::rotation, MatrixName::rotation},
     {"R₁ᵗR₂", &arrays::relative, std::nullopt},
     {"R₂₋₁", &arrays::rotation_difference, std::nullopt},
     {"R₁ᵗR₂ − R₂₋₁", &arrays::residual_matrix, std::nullopt}}};

struct EntryIndex {
    std::int64_t row = 0, column = 0;
};
/// The entry under the pointer.
[[nodiscard]] std::optional<EntryIndex> entry_at(const Showing& on);
/// Returns the entry; NaN if there is no such array yet.
[[nodiscard]] double entry_value(const Variant& variant, const ArrayRow& row, EntryIndex at);
/// Returns the handwritten form of the entry; empty if it has none.
[[nodiscard]] std::string symbolic_entry(const PlaneGroup& group, const ShownMatrix& matrix, EntryIndex at);

/// Formats with four decimals, or with as many more as are needed to differ from an integer.
[[nodiscard]] std::string decimals_next_to_a_whole_number(double value);
/// Formats an entry: 0, −1, 0.5403, 2×10⁻¹⁶; integers without decimals, others with four.
[[nodiscard]] std::string entry_text(double value);
[[nodiscard]] ColorScale entry_scale(const Palette& colors);

}  // namespace poslab::rope_2d
