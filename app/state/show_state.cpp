#include "app/state/show_state.hpp"

#include "core/views/registry.hpp"

#include <utility>

namespace poslab {

void show_state(Store& store, const ShownState& state) {
    const std::string id(state.view->info().id);
    store.choose(id);
    static_cast<void>(store.choose_figure(id, state.figure, true));
    Pins pins;
    for (std::size_t n = 0; n < state.pins.size(); ++n)
        pins.push_back({state.pins[n], true, state.pin_names[n]});
    store.replace_all(state.values, std::move(pins));
    store.compare(state.comparison);
    store.confirm_slow();
}

void show_state(Store& store, const std::string& command) {
    show_state(store, read_shown_state(command, all_views()));
}

}  // namespace poslab
