#pragma once

// How the model was trained, as the training.json beside it tells (`poslab train` writes it).

#include "core/training/training_record.hpp"
#include "core/views/extrapolation/arrays.hpp"

namespace poslab::extrapolation {

/// Of a model that has no training.json: nothing. Throws InputError for one that cannot be read.
[[nodiscard]] TrainingRecord training_of(const DecoderSourceGroup& source);

/// The scheme of a place in the list of the choice `compare`, as the array checkpoint_scheme has it; null: none of them, the
/// model's own.
[[nodiscard]] const ComparedScheme* scheme_at(double place);

}  // namespace poslab::extrapolation
