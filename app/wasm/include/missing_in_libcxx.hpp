#pragma once

// Included before every file of the WebAssembly build: the parts of the C++20 library that the code uses and
// emscripten's libc++ 13 lacks, with the standard's meaning. Remove each as emscripten gains it.

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <system_error>
#include <type_traits>

#if _LIBCPP_VERSION < 14000
namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    static_assert(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> && is_trivially_copyable_v<From>);
    return __builtin_bit_cast(To, from);
}

namespace ranges {

template <class Range, class T>
constexpr auto find(Range&& range, const T& value) {
    return std::find(std::begin(range), std::end(range), value);
}
template <class Range, class T, class Projection>
constexpr auto find(Range&& range, const T& value, Projection projection) {
    return std::find_if(std::begin(range), std::end(range),
                        [&](const auto& item) { return std::invoke(projection, item) == value; });
}
template <class Range, class Predicate>
constexpr auto find_if(Range&& range, Predicate predicate) {
    return std::find_if(std::begin(range), std::end(range), std::move(predicate));
}
template <class Range, class Predicate>
constexpr auto find_if_not(Range&& range, Predicate predicate) {
    return std::find_if_not(std::begin(range), std::end(range), std::move(predicate));
}
template <class Range, class Predicate>
constexpr bool all_of(Range&& range, Predicate predicate) {
    return std::all_of(std::begin(range), std::end(range), std::move(predicate));
}
template <class Range, class Output>
constexpr auto copy(Range&& range, Output output) {
    return std::copy(std::begin(range), std::end(range), std::move(output));
}
template <class Range, class Output>
constexpr auto move(Range&& range, Output output) {
    return std::move(std::begin(range), std::end(range), std::move(output));
}
template <class Range, class Output, class Function>
constexpr auto transform(Range&& range, Output output, Function function) {
    return std::transform(std::begin(range), std::end(range), std::move(output), std::move(function));
}

}  // namespace ranges

}  // namespace std
#endif

namespace std {

namespace poslab_missing {

/// Returns the end of the longest prefix of [first, last) that is a number in the pattern of from_chars; null
/// if there is none. strtod alone would also accept spaces, a plus sign and hexadecimal numbers.
inline const char* end_of_number(const char* first, const char* last) {
    const char* at = first;
    if (at != last && *at == '-') ++at;
    const auto word = [&](const char* name) {
        const char* c = at;
        for (; *name != 0; ++name, ++c)
            if (c == last || (*c | 0x20) != *name) return static_cast<const char*>(nullptr);
        return c;
    };
    if (const char* end = word("infinity")) return end;
    if (const char* end = word("inf")) return end;
    if (const char* end = word("nan")) return end;
    bool any = false;
    const auto digits = [&] {
        while (at != last && *at >= '0' && *at <= '9') ++at, any = true;
    };
    digits();
    if (at != last && *at == '.') ++at, digits();
    if (!any) return nullptr;
    const char* exponent = at;
    if (exponent != last && (*exponent == 'e' || *exponent == 'E')) {
        ++exponent;
        if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
        const char* begin = exponent;
        while (exponent != last && *exponent >= '0' && *exponent <= '9') ++exponent;
        if (exponent != begin) at = exponent;
    }
    return at;
}

}  // namespace poslab_missing

template <class Real>
requires is_floating_point_v<Real>
inline from_chars_result from_chars(const char* first, const char* last, Real& value,
                                    chars_format = chars_format::general) {
    const char* end = poslab_missing::end_of_number(first, last);
    if (end == nullptr) return {first, errc::invalid_argument};
    const string text(first, end);
    errno = 0;
    Real parsed;
    if constexpr (is_same_v<Real, float>)
        parsed = strtof(text.c_str(), nullptr);
    else
        parsed = static_cast<Real>(strtod(text.c_str(), nullptr));
    const bool written_infinite = text.find_first_of("iInN") != string::npos;
    const bool overflow = !written_infinite &&
                          (parsed > numeric_limits<Real>::max() || parsed < numeric_limits<Real>::lowest());
    if (overflow || (parsed == 0 && errno == ERANGE)) return {end, errc::result_out_of_range};
    value = parsed;
    return {end, errc{}};
}

}  // namespace std
