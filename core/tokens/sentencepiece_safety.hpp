#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"

#include <optional>
#include <string_view>

namespace poslab {

/// Returns why a serialized SentencePiece model is not given to its library, which would read outside its
/// memory; unset if it is safe. The library checks neither the offsets of a normalization map's double array
/// nor those of its texts, and has room for 32 keys of the map, and for 64 user-defined pieces, that begin
/// with each other. A map has at most 4 MiB, and its keys and texts at most 64 bytes: SentencePiece's own
/// have less than 256 KiB and 33 bytes. Throws Cancelled.
[[nodiscard]] std::optional<Message> refusal_of_sentencepiece(std::string_view model, const Job& job = {});

}  // namespace poslab
