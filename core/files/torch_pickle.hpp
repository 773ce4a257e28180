#pragma once

#include "core/base/job.hpp"
#include "core/files/pickle_values.hpp"

#include <string>
#include <string_view>

namespace poslab {

/// Reads the data.pkl of a torch.save file: pickle protocols 2 to 5, restricted to tensors, dictionaries,
/// lists, tuples, strings and numbers (docs/file-formats.md). Nothing is executed. Time and memory are linear
/// in `bytes`, which the returned strings refer to.
///
/// Throws InputError, "PATH: why", which names an unknown global, or the byte of any other error.
[[nodiscard]] PickleContents read_torch_pickle(std::string_view bytes, const std::string& path,
                                               const Job& job);

}  // namespace poslab
