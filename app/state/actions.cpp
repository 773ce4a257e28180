#include "app/state/action_table.hpp"

namespace poslab {

std::span<const ActionInfo> all_actions() { return action_table; }

const ActionInfo& info_of(Action action) { return action_table.at(static_cast<std::size_t>(action)); }

std::string keys_of(Action action, Language language) {
    return std::string(in(language, info_of(action).keys));
}

}  // namespace poslab
