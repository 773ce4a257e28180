#include "core/tokens/piece_cache.hpp"

namespace poslab {
namespace {

constexpr std::size_t longest_kept_piece = 64;
constexpr std::size_t most_kept_pieces = std::size_t{1} << 17U;

}  // namespace

void PieceCache::append_tokens(std::string_view piece, std::vector<std::int32_t>& tokens) {
    const bool keeps = piece.size() <= longest_kept_piece;
    if (keeps) {
        const auto found = known_.find(piece);
        if (found != known_.end()) {
            const auto [begin, end] = found->second;
            for (std::size_t n = begin; n < end; ++n) tokens.push_back(kept_[n]);
            return;
        }
    }
    model_.encode(piece, made_);
    tokens.insert(tokens.end(), made_.begin(), made_.end());
    if (!keeps || known_.size() >= most_kept_pieces) return;
    known_.emplace(piece, TextRange{kept_.size(), kept_.size() + made_.size()});
    kept_.insert(kept_.end(), made_.begin(), made_.end());
}

}  // namespace poslab
