#include "core/tokens/seams.hpp"

#include "core/base/utf8.hpp"

namespace poslab {

void Seams::add(std::string_view left, std::string_view right) {
    std::size_t last = left.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(left[last]) & 0xC0U) == 0x80U) --last;
    left.remove_prefix(last);
    const char32_t before = next_code_point(left), after = next_code_point(right);
    pairs_.insert(key(before, after));
}

}  // namespace poslab
