// A group of two parameters, one of which lacks its descriptor. With -DWITH_ALL it is complete and must
// compile, which shows that it has no other mistake.
#include "core/params/parameters.hpp"

namespace {

using namespace poslab;

struct Group {
    double first = 1;
    std::int64_t forgotten = 2;

    static auto fields() {
#ifdef WITH_ALL
        return std::tuple{parameter(&Group::first, {.id = "first", .domain = {.maximum = 9}}),
                          parameter(&Group::forgotten, {.id = "forgotten", .domain = {.maximum = 9}})};
#else
        return std::tuple{parameter(&Group::first, {.id = "first", .domain = {.maximum = 9}})};
#endif
    }
};

struct Params {
    Group group;
};

}  // namespace

int main() { return static_cast<int>(poslab::descriptors_of<Params>().size()); }
