#include "core/views/file_dimension.hpp"

namespace poslab {

void tell_dimension(const RotaryGroup& group, std::int64_t standard, std::int64_t dim, Data& data) {
    if (group.dim == dim) return;
    data.used.emplace_back("dim", dim);
    const bool is_set = group.preset.index > 0 || !group.config.path.empty() || group.dim != standard;
    if (is_set)
        data.warnings.push_back(
            tr("The query file has head dimension {}, but a preset, a config or --dim says {}; {} is used.",
               dim, group.dim, dim));
}

}  // namespace poslab
