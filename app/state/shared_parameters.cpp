#include "app/state/shared_parameters.hpp"

#include "core/params/value.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>

namespace poslab {
namespace {

/// Adds the parameter and, for a choice, all parameters that any of its choices sets; those include the ones
/// that files set.
void add_filled(const Descriptor& descriptor, std::set<std::string, std::less<>>& ids) {
    if (descriptor.expand_preset == nullptr) return;
    ids.emplace(descriptor.id);
    if (descriptor.kind != Kind::choice) return;
    for (std::size_t n = 0; n < descriptor.domain.choices.size(); ++n) {
        const nlohmann::json filled = descriptor.expand_preset(ChoiceIndex{static_cast<std::int32_t>(n)});
        for (const auto& [id, value] : filled.items()) ids.emplace(id);
    }
}

}  // namespace

SharedParameters::SharedParameters(std::span<const View* const> views) {
    const auto shares = [](const View* view) { return view->info().shares; };
    for (const View* view : views)
        for (const Descriptor& descriptor : view->parameters())
            if (shares(view)) add_filled(descriptor, ids_);
    std::erase_if(ids_, [&](const std::string& id) {
        return std::count_if(views.begin(), views.end(), [&](const View* view) {
                   return shares(view) && parameter_index(*view, id) >= 0;
               }) < 2;
    });
}

bool SharedParameters::contains(const View& view, std::string_view id) const {
    if (!view.info().shares || !ids_.contains(id)) return false;
    const auto parameters = view.parameters();
    return id != "length" ||
           std::any_of(parameters.begin(), parameters.end(),
                       [](const Descriptor& parameter) { return parameter.expand_preset != nullptr; });
}

}  // namespace poslab
