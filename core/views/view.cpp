#include "core/views/view.hpp"

#include <algorithm>
#include <limits>

namespace poslab {

const FigureInfo* find_figure(const View& view, std::string_view id) {
    const std::vector<FigureInfo>& figures = view.info().figures;
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const FigureInfo& figure) {
        return id.empty() || figure.id == id;
    });
    return found == figures.end() ? nullptr : &*found;
}

int parameter_index(const View& view, std::string_view id) {
    const auto list = view.parameters();
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].id == id) return static_cast<int>(i);
    return -1;
}

const Value* value_of(const View& view, const Values& values, std::string_view id) {
    const int index = parameter_index(view, id);
    return index < 0 ? nullptr : &values.at(static_cast<std::size_t>(index));
}

std::vector<bool> used_in(const View& view, const FigureInfo& figure, const Values& values) {
    std::vector<bool> used = view.used(values);
    if (figure.fixed) used.assign(used.size(), false);
    for (const std::string_view id : figure.idle)
        if (const int index = parameter_index(view, id); index >= 0)
            used[static_cast<std::size_t>(index)] = false;
    return used;
}

bool same_stages(const View& view, const Values& a, const Values& b, std::initializer_list<Stage> stages) {
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const bool of_stages = std::find(stages.begin(), stages.end(), parameters[i].stage) != stages.end();
        if (of_stages && !(a[i] == b[i])) return false;
    }
    return true;
}

namespace {

std::optional<double> slider_maximum(const View& view, const Values& values, const Descriptor& descriptor) {
    const int index = descriptor.control.maximum_parameter.empty()
                          ? -1
                          : parameter_index(view, descriptor.control.maximum_parameter);
    if (index < 0) return std::nullopt;
    const Value& value = values.at(static_cast<std::size_t>(index));
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
}

}  // namespace

Descriptor on_track(const View& view, const Values& values, std::size_t index) {
    Descriptor descriptor = view.parameters()[index];
    if (descriptor.kind == Kind::optional_real)
        descriptor.control.unset_at = view.resolved_auto_value(values, descriptor.id)
                                          .value_or(std::numeric_limits<double>::quiet_NaN());
    const auto maximum = slider_maximum(view, values, descriptor);
    Domain& track = descriptor.domain;
    if (const Control& control = descriptor.control; control.track_from < control.track_to) {
        const double value = std::get<double>(values.at(index));
        track.minimum = std::max(track.minimum, std::min(control.track_from, value));
        track.maximum = std::min(track.maximum, std::max(control.track_to, value));
    }
    if (!maximum || *maximum >= track.maximum) return descriptor;
    if (track.minimum < 0 && track.minimum == -track.maximum) track.minimum = -*maximum;
    track.maximum = std::max(*maximum, track.minimum);
    track.open_maximum = false;
    return descriptor;
}

}  // namespace poslab
