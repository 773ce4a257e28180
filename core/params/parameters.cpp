#include "core/params/parameters.hpp"

namespace poslab {

std::vector<Descriptor> descriptors_of(const std::vector<GroupRows>& groups) {
    std::vector<Descriptor> list;
    for (const GroupRows& group : groups)
        for (const ParameterRow& row : *group.rows) list.push_back(row.descriptor);
    return list;
}

Values values_of(const std::vector<GroupRows>& groups) {
    Values values;
    for (const GroupRows& group : groups)
        for (const ParameterRow& row : *group.rows) values.push_back(row.value(group.group));
    return values;
}

void assign(const std::vector<GroupRows>& groups, const Values& values) {
    std::size_t next = 0;
    for (const GroupRows& group : groups)
        for (const ParameterRow& row : *group.rows) row.set(group.writable(), values.at(next++));
}

std::vector<bool> used_in(const std::vector<GroupRows>& groups) {
    std::vector<bool> used;
    for (const GroupRows& group : groups)
        for (const ParameterRow& row : *group.rows) used.push_back(!row.used || row.used(group.group));
    return used;
}

}  // namespace poslab
