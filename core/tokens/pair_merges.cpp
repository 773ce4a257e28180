#include "core/tokens/pair_merges.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace poslab {
namespace {

constexpr std::size_t max_probes = 64;
constexpr std::size_t merges_between_looks = 4096;

std::uint64_t pair_key(std::int32_t left, std::int32_t right) {
    return std::uint64_t{static_cast<std::uint32_t>(left)} << 32U | static_cast<std::uint32_t>(right);
}

/// Uses the upper bits, which the product mixes best.
std::size_t first_place(std::uint64_t pair, std::size_t places) {
    return static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15U) >> 32U) & (places - 1);
}

}  // namespace

/// A linked list of tokens, and a heap of its pairs that can be merged. Outdated pairs stay in the heap and
/// are skipped when they are popped.
class MergeRun {
  public:
    MergeRun(const PairMerges& merges, const std::vector<std::int32_t>& tokens, const Job& job)
        : merges_(merges), job_(job) {
        const auto size = static_cast<std::int32_t>(tokens.size());
        links_.reserve(tokens.size());
        for (std::int32_t n = 0; n < size; ++n)
            links_.push_back({tokens[static_cast<std::size_t>(n)], n - 1, n + 1 < size ? n + 1 : -1});
        for (std::int32_t n = 0; n + 1 < size; ++n) {
            look();
            note(n, false);
        }
        std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
    }

    void run(std::vector<std::int32_t>& tokens) {
        while (!heap_.empty()) {
            look();
            std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
            const std::uint64_t first = heap_.back();
            heap_.pop_back();
            merge_at(static_cast<std::int32_t>(first & 0xFFFFFFFFU),
                     static_cast<std::uint32_t>(first >> 32U));
        }
        tokens.clear();
        for (std::int32_t n = 0; n >= 0; n = link(n).next) tokens.push_back(link(n).token);
    }

  private:
    struct Link {
        std::int32_t token;
        std::int32_t previous, next;  // -1: none
    };
    static constexpr std::int32_t merged_away = -1;

    void look() {
        if (looks_++ % merges_between_looks == 0) job_.check();
    }

    Link& link(std::int32_t index) { return links_[static_cast<std::size_t>(index)]; }

    const PairMerges::Merge& merge_of(std::int32_t index) {
        return merges_.find(link(index).token, link(link(index).next).token);
    }

    /// Records the pair that begins at `index`, if it can be merged.
    void note(std::int32_t index, bool into_heap) {
        const PairMerges::Merge& merge = merge_of(index);
        if (merge.pair == PairMerges::none) return;
        heap_.push_back(std::uint64_t{merge.rank} << 32U | static_cast<std::uint32_t>(index));
        if (into_heap) std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }

    void merge_at(std::int32_t index, std::uint32_t rank) {
        Link& left = link(index);
        if (left.token == merged_away || left.next < 0) return;
        const PairMerges::Merge& merge = merge_of(index);
        if (merge.pair == PairMerges::none || merge.rank != rank) return;
        Link& right = link(left.next);
        left.token = merge.merged;
        right.token = merged_away;
        left.next = right.next;
        if (left.next >= 0) link(left.next).previous = index;
        if (left.previous >= 0) note(left.previous, true);
        if (left.next >= 0) note(index, true);
    }

    const PairMerges& merges_;
    const Job& job_;
    std::size_t looks_ = 0;
    std::vector<Link> links_;
    std::vector<std::uint64_t> heap_;  // (rank, position), the smallest first
};

void PairMerges::reserve(std::size_t most) {
    if (most > 0) table_.resize(std::bit_ceil(2 * most));
}

void PairMerges::add(std::int32_t left, std::int32_t right, std::uint32_t rank, std::int32_t merged) {
    const std::uint64_t pair = pair_key(left, right);
    const Merge merge{pair, rank, merged};
    std::size_t index = first_place(pair, table_.size());
    for (std::size_t probe = 0; probe < max_probes; ++probe) {
        Merge& slot = table_[index];
        if (slot.pair == none || slot.pair == pair) {
            slot = merge;
            return;
        }
        index = (index + 1) & (table_.size() - 1);
    }
    collided_[pair] = merge;
}

const PairMerges::Merge& PairMerges::find(std::int32_t left, std::int32_t right) const {
    static const Merge no_merge;
    const std::uint64_t pair = pair_key(left, right);
    std::size_t index = first_place(pair, table_.size());
    for (std::size_t probe = 0; probe < max_probes; ++probe) {
        const Merge& slot = table_[index];
        if (slot.pair == none || slot.pair == pair) return slot;
        index = (index + 1) & (table_.size() - 1);
    }
    const auto found = collided_.find(pair);
    return found != collided_.end() ? found->second : no_merge;
}

void PairMerges::merge(std::vector<std::int32_t>& tokens, const Job& job) const {
    if (tokens.size() < 2 || table_.empty()) return;
    MergeRun(*this, tokens, job).run(tokens);
}

}  // namespace poslab
