#pragma once

// The model's training, as recorded by the training.json next to it (written by `poslab train`).

#include "core/training/training_record.hpp"
#include "core/views/extrapolation/arrays.hpp"

namespace poslab::extrapolation {

/// Returns the training record; empty if the model has no training.json. Throws InputError if it cannot be
/// read.
[[nodiscard]] TrainingRecord training_of(const DecoderSourceGroup& source);

/// Returns the scheme at an index of the choice `compare`, as in the array checkpoint_scheme; null for the
/// model's own scheme.
[[nodiscard]] const ComparedScheme* scheme_at(double position);

}  // namespace poslab::extrapolation
