#include "core/encoding/positions.hpp"
#include "core/views/registry.hpp"

#include <iostream>

// Prints the position of query 11 and key 0 under Leaky ReRoPE, w + (11 - w)/k, and the number of views.
int main() {
    const poslab::PositionMapSpec spec{.map = "leaky-rerope", .w = 4, .k = 2};
    std::cout << poslab::position_at(poslab::position_plan(spec), 11, 0) << ' ' << poslab::all_views().size()
              << '\n';
}
