#pragma once

// Arrays with one element per method, in the order of Method.

#include "core/params/groups/memory.hpp"
#include "core/views/row_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace poslab::memory {

inline constexpr std::size_t method_count = MemoryGroup::methods.size();
[[nodiscard]] constexpr std::size_t index_of(Method method) { return static_cast<std::size_t>(method); }

template <Literal prefix, Method method>
struct JoinedName {
    static constexpr std::string_view before{prefix.text}, id = MemoryGroup::methods[index_of(method)].id;
    static constexpr auto characters = [] {
        std::array<char, before.size() + id.size()> joined{};
        std::replace_copy(id.begin(), id.end(), std::copy(before.begin(), before.end(), joined.begin()), '-',
                          '_');
        return joined;
    }();
};
/// "size_bilinear_same_t" from "size_" and a method.
template <Literal prefix, Method method>
inline constexpr std::string_view name_of{JoinedName<prefix, method>::characters.data(),
                                          JoinedName<prefix, method>::characters.size()};

/// Returns the array of make<method>() for each method.
template <class Make, std::size_t... methods>
[[nodiscard]] constexpr auto each_method(const Make& make, std::index_sequence<methods...> /*all*/) {
    return std::array{make.template operator()<static_cast<Method>(methods)>()...};
}
template <class Make>
[[nodiscard]] constexpr auto each_method(const Make& make) {
    return each_method(make, std::make_index_sequence<method_count>{});
}

}  // namespace poslab::memory
