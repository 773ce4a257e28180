#pragma once

// The part of oneTBB that core uses, for a program with one thread.

#include <cstddef>
#include <optional>
#include <vector>

namespace oneapi::tbb {

class split {};

template <class Index>
class blocked_range {
  public:
    using const_iterator = Index;
    blocked_range(Index begin, Index end, std::size_t grain = 1) : begin_(begin), end_(end), grain_(grain) {}
    [[nodiscard]] Index begin() const { return begin_; }
    [[nodiscard]] Index end() const { return end_; }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
    [[nodiscard]] std::size_t grainsize() const { return grain_; }
    [[nodiscard]] bool empty() const { return !(begin_ < end_); }

  private:
    Index begin_, end_;
    std::size_t grain_;
};

class auto_partitioner {};
class simple_partitioner {};
class static_partitioner {};

/// In blocks of the grain, as simple_partitioner does: some bodies have tables for one block.
template <class Index, class Body, class... Partitioner>
void parallel_for(const blocked_range<Index>& range, const Body& body, const Partitioner&...) {
    const Index grain = static_cast<Index>(range.grainsize());
    for (Index begin = range.begin(); begin < range.end();) {
        const Index end =
            range.end() - begin > grain && sizeof...(Partitioner) > 0 ? begin + grain : range.end();
        body(blocked_range<Index>(begin, end, range.grainsize()));
        begin = end;
    }
}

template <class Index, class Body, class... Partitioner>
void parallel_for(Index begin, Index end, const Body& body, const Partitioner&...) {
    for (Index index = begin; index < end; ++index) body(index);
}

template <class... Bodies>
void parallel_invoke(const Bodies&... bodies) {
    (bodies(), ...);
}

template <class T>
class enumerable_thread_specific {
  public:
    using iterator = typename std::vector<T>::iterator;
    T& local() {
        if (values_.empty()) values_.emplace_back();
        return values_.front();
    }
    [[nodiscard]] auto begin() { return values_.begin(); }
    [[nodiscard]] auto end() { return values_.end(); }
    template <class Each>
    void combine_each(const Each& each) {
        for (T& value : values_) each(value);
    }

  private:
    std::vector<T> values_;
};

namespace this_task_arena {
inline int max_concurrency() { return 1; }
inline int current_thread_index() { return 0; }
template <class Body>
auto isolate(const Body& body) {
    return body();
}
}  // namespace this_task_arena

namespace info {
inline int default_concurrency() { return 1; }
}  // namespace info

}  // namespace oneapi::tbb

namespace tbb = oneapi::tbb;
