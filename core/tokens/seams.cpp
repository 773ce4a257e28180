#include "core/tokens/seams.hpp"

#include "core/base/utf8.hpp"
#include "core/base/utf8_parts.hpp"

namespace poslab {

void Seams::add(std::string_view left, std::string_view right) {
    std::size_t last = left.size() - 1;
    while (last > 0 && continues_character(left[last])) --last;
    left.remove_prefix(last);
    const char32_t before = next_code_point(left), after = next_code_point(right);
    pairs_.emplace(key(before, after), {});
}

}  // namespace poslab
