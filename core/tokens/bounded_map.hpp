#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace poslab {

/// A hash map whose operations take O(log n) even for keys that were chosen to collide: keys whose bucket is
/// full are in an ordered map.
template <class Key, class Value, class Hash = std::hash<Key>>
class BoundedMap {
  public:
    /// `most`: the number of keys that will be added at most.
    explicit BoundedMap(std::size_t most = 0) { hashed_.reserve(std::max<std::size_t>(most, 1)); }

    /// Adds a key with its value; a key that is already present keeps its value.
    void emplace(Key key, Value value) {
        if (find(key) != nullptr) return;
        if (hashed_.bucket_size(hashed_.bucket(key)) < max_in_bucket) {
            hashed_.emplace(std::move(key), std::move(value));
        } else {
            ordered_.emplace(std::move(key), std::move(value));
        }
    }
    /// Returns the value of a key; null if there is none.
    template <class Name>
    [[nodiscard]] const Value* find(const Name& key) const {
        if (const auto found = hashed_.find(key); found != hashed_.end()) return &found->second;
        if (ordered_.empty()) return nullptr;
        const auto found = ordered_.find(key);
        return found != ordered_.end() ? &found->second : nullptr;
    }
    [[nodiscard]] std::size_t size() const { return hashed_.size() + ordered_.size(); }

  private:
    /// Without chosen keys, a bucket has one key on average.
    static constexpr std::size_t max_in_bucket = 16;

    std::unordered_map<Key, Value, Hash, std::equal_to<>> hashed_;
    std::map<Key, Value, std::less<>> ordered_;
};

/// Enables lookup by string_view in a map of strings.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class Value>
using TextMap = BoundedMap<std::string, Value, TextHash>;

}  // namespace poslab
