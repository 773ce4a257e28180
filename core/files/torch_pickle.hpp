#pragma once

#include "core/base/job.hpp"
#include "core/files/pickle_values.hpp"

#include <string>
#include <string_view>

namespace poslab {

/// Reads the data.pkl of a file that torch.save wrote: pickle of protocol 2 to 5, of which only what makes tensors, dictionaries,
/// lists, tuples, texts and numbers is understood (docs/file-formats.md). Nothing is run, whatever stands there; time and memory
/// are linear in `bytes`, in which the texts stay. Throws InputError, "PATH: why": for any other name with that name, for all else
/// with the byte.
[[nodiscard]] PickleContents read_torch_pickle(std::string_view bytes, const std::string& path, const Job& job);

}  // namespace poslab
