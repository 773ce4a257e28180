#include "core/tokens/piece_cache.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr std::size_t max_cached_piece = 64;
constexpr std::size_t parts_between_looks = 1024;
constexpr std::size_t max_cached_pieces = std::size_t{1} << 17U;

}  // namespace

PieceCache::PieceCache(const BytePairModel& model, std::size_t text_bytes)
    : model_(model), max_pieces_(std::min(text_bytes, max_cached_pieces)), known_(max_pieces_) {}

void PieceCache::append_tokens(std::string_view piece, std::vector<std::int32_t>& tokens, const Job& job) {
    parts_.assign(1, piece);
    if (piece.size() > max_cached_piece) model_.cut(piece, parts_, job);
    for (const std::string_view part : parts_) {
        if (looks_++ % parts_between_looks == 0) job.check();
        append_part(part, tokens, job);
    }
}

void PieceCache::append_part(std::string_view part, std::vector<std::int32_t>& tokens, const Job& job) {
    const bool cacheable = part.size() <= max_cached_piece;
    if (cacheable) {
        if (const TextRange* const found = known_.find(part)) {
            const auto [begin, end] = *found;
            for (std::size_t n = begin; n < end; ++n) tokens.push_back(tokens_[n]);
            return;
        }
    }
    model_.encode(part, made_, job);
    tokens.insert(tokens.end(), made_.begin(), made_.end());
    if (!cacheable || known_.size() >= max_pieces_) return;
    known_.emplace(std::string(part), TextRange{tokens_.size(), tokens_.size() + made_.size()});
    tokens_.insert(tokens_.end(), made_.begin(), made_.end());
}

}  // namespace poslab
