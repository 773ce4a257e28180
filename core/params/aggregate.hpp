#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

namespace poslab {

namespace aggregate_detail {

struct Anything {
    template <class T>
    operator T() const;  // NOLINT(google-explicit-constructor): converts to any member type
};

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
    return requires { T{(static_cast<void>(I), Anything{})...}; };
}

template <class T, std::size_t N = 0>
constexpr std::size_t count() {
    if constexpr (!takes<T>(std::make_index_sequence<N + 1>{})) {
        return N;
    } else {
        return count<T, N + 1>();
    }
}

}  // namespace aggregate_detail

/// Number of members of an aggregate.
template <class T>
inline constexpr std::size_t member_count = aggregate_detail::count<T>();

/// Returns the members of an aggregate (at most eight) as a tuple of references.
template <class T>
constexpr auto members_of(T& object) {
    constexpr std::size_t n = member_count<std::remove_const_t<T>>;
    static_assert(n >= 1 && n <= 8, "a view's Params hold one to eight groups");
    if constexpr (n == 1) {
        auto& [a] = object;
        return std::tie(a);
    } else if constexpr (n == 2) {
        auto& [a, b] = object;
        return std::tie(a, b);
    } else if constexpr (n == 3) {
        auto& [a, b, c] = object;
        return std::tie(a, b, c);
    } else if constexpr (n == 4) {
        auto& [a, b, c, d] = object;
        return std::tie(a, b, c, d);
    } else if constexpr (n == 5) {
        auto& [a, b, c, d, e] = object;
        return std::tie(a, b, c, d, e);
    } else if constexpr (n == 6) {
        auto& [a, b, c, d, e, f] = object;
        return std::tie(a, b, c, d, e, f);
    } else if constexpr (n == 7) {
        auto& [a, b, c, d, e, f, g] = object;
        return std::tie(a, b, c, d, e, f, g);
    } else {
        auto& [a, b, c, d, e, f, g, h] = object;
        return std::tie(a, b, c, d, e, f, g, h);
    }
}

}  // namespace poslab
