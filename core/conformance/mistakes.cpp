#include "core/conformance/mistakes/families.hpp"

#include <algorithm>
#include <iterator>

namespace poslab {

std::span<const Mistake> Mistake::all() {
    static const std::vector<Mistake> all = [] {
        using namespace mistakes;
        std::vector<Mistake> list;
        for (const auto family :
             {&of_config, &of_formats, &of_pairing, &of_scaling, &of_parts, &of_positions, &of_rotation,
              &of_logits, &of_biases, &of_tables, &of_axes, &of_matrices, &of_parameters}) {
            std::vector<Mistake> more = family();
            std::move(more.begin(), more.end(), std::back_inserter(list));
        }
        return list;
    }();
    return all;
}

Text Mistake::cause_for(std::string_view subject) const {
    const auto found =
        std::find_if(causes.begin(), causes.end(), [&](const auto& one) { return one.first == subject; });
    return found == causes.end() ? cause : found->second;
}

const Mistake* Mistake::find(std::string_view id) {
    const auto found =
        std::find_if(all().begin(), all().end(), [&](const Mistake& mistake) { return mistake.id == id; });
    return found == all().end() ? nullptr : &*found;
}

}  // namespace poslab
