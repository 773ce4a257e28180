#include "app/gui/store.hpp"

#include "core/errors.hpp"

#include <algorithm>

namespace poslab {

Store::Store(std::span<const View* const> views) {
    for (const View* view : views) views_.push_back({view, view->defaults(), view->defaults()});
    if (views_.empty()) throw UsageError("this program has no views");
}

void Store::choose(std::string_view view_id) {
    const auto found =
        std::find_if(views_.begin(), views_.end(), [&](const ViewState& state) { return state.view->info().id == view_id; });
    if (found == views_.end()) {
        static_cast<void>(find_view(view_id));  // throws, naming the views there are
        return;
    }
    chosen_ = static_cast<std::size_t>(found - views_.begin());
}

bool Store::set(const Values& values) { return set(values, gesture_); }

bool Store::set(const Values& values, Gesture gesture) {
    try {
        Values adjusted = view().adjusted(values);
        history_.record(chosen_, views_[chosen_].values, adjusted, gesture);
        views_[chosen_].values = std::move(adjusted);
        return true;
    } catch (const Error&) {
        return false;
    }
}

bool Store::undo() {
    const auto change = history_.undo();
    if (change) apply(*change, false);
    return change.has_value();
}

bool Store::redo() {
    const auto change = history_.redo();
    if (change) apply(*change, true);
    return change.has_value();
}

void Store::apply(const Change& change, bool after) {
    chosen_ = change.view;
    Values values = views_[chosen_].values;
    for (const ParameterChange& parameter : change.parameters) values[parameter.index] = after ? parameter.after : parameter.before;
    views_[chosen_].values = view().adjusted(values);
}

void Store::restore(std::string_view view_id, const Values& values) {
    for (ViewState& state : views_)
        if (state.view->info().id == view_id) state.values = state.view->adjusted(values);
}

const Value* value_of(const View& view, const Values& values, std::string_view id) {
    const int index = parameter_index(view, id);
    return index < 0 ? nullptr : &values.at(static_cast<std::size_t>(index));
}

Values with_stages(const View& view, Values values, const Values& from, std::initializer_list<Stage> stages) {
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (std::find(stages.begin(), stages.end(), parameters[i].stage) != stages.end()) values[i] = from[i];
    return values;
}

bool same_stage(const View& view, const Values& a, const Values& b, Stage stage) {
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].stage == stage && !(a[i] == b[i])) return false;
    return true;
}

}  // namespace poslab
