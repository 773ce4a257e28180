#include "gpu/engine/vector_cache.hpp"

#include <algorithm>
#include <utility>

namespace poslab::gpu {
namespace {

constexpr std::size_t max_entries = 4;  // queries and keys of two heads
constexpr std::size_t worth_all = 4;    // maximum ratio of uploaded to requested rows

}  // namespace

const DeviceArray<float>* VectorCache::find_or_send(Device& device,
                                                    const std::shared_ptr<const TokenVectors>& vectors,
                                                    std::size_t requested) {
    std::erase_if(entries_, [](const Entry& entry) { return entry.vectors.expired(); });
    const auto known = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.vectors.lock() == vectors; });
    if (known != entries_.end()) {
        std::rotate(known, known + 1, entries_.end());
        return entries_.back().rows.get();
    }
    const std::span<const float> numbers = vectors->floats({0, vectors->tokens()});
    const bool few = worth_all * requested < static_cast<std::size_t>(vectors->tokens());
    if (few || numbers.empty() || numbers.size_bytes() > max_bytes) return nullptr;
    if (entries_.size() == max_entries) entries_.erase(entries_.begin());
    try {
        entries_.push_back(
            {vectors, std::make_unique<const DeviceArray<float>>(device, numbers, "queries and keys")});
    } catch (const DeviceFailure&) {  // without them there may be room for the rest
        entries_.clear();
        return nullptr;
    }
    return entries_.back().rows.get();
}

}  // namespace poslab::gpu
