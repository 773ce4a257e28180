#include "app/state/compared.hpp"

#include "app/state/watched_files.hpp"
#include "core/base/errors.hpp"
#include "core/documents/versus.hpp"
#include "core/params/filling.hpp"

#include <algorithm>

namespace poslab {
namespace {

/// More than the number of pins, so that results of the previous window remain available while new ones are
/// computed.
constexpr std::size_t max_results = 2 * Store::max_pins;

}  // namespace

Values linked_pin(const View& view, const Values& pinned, const Values& present) {
    try {
        return view.adjusted(
            with_stages(view, pinned, present, {Stage::sample, Stage::window, Stage::style}));
    } catch (const Error&) {
        return pinned;
    }
}

const ComparedPins& Compared::pins(const Store& store) const {
    const View& view = store.view();
    const Values& values = store.values();
    const Pins& pins = store.pins();
    if (memo_.view == &view && memo_.values == values && memo_.pins == pins &&
        memo_.language == store.language)
        return memo_.compared;
    const PromptFilling prompt;
    ComparedPins compared;
    std::vector<Values> others, shown;
    std::vector<std::string> names;  // of the shown pins
    for (const Pin& pin : pins) others.push_back(linked_pin(view, pin.values, values));
    for (std::size_t n = 0; n < pins.size(); ++n)
        if (pins[n].shown && !differing(view, values, others[n]).empty()) {
            shown.push_back(others[n]);
            names.push_back(pins[n].name);
        }
    const std::vector<Variant> all = labelled_variants(view, values, others, store.language);
    for (std::size_t n = 0; n < pins.size(); ++n)
        compared.labels.push_back(differing(view, values, others[n]).empty() ? std::string()
                                  : pins[n].name.empty()                     ? all[n + 1].label
                                                                             : pins[n].name);
    compared.others = labelled_variants(view, values, shown, store.language);
    compared.label = shown.empty() ? std::string() : compared.others.front().label;
    compared.others.erase(compared.others.begin());
    for (std::size_t n = 0; n < names.size(); ++n)
        if (!names[n].empty()) compared.others[n].label = names[n];
    memo_ = {&view, values, pins, store.language, std::move(compared), prompt.is_complete()};
    return memo_.compared;
}

void Compared::compute(const Store& store, const ComputeRequest& present) {
    take(worker_.status());
    if (!memo_.is_final) memo_.view = nullptr;  // a file may have answered meanwhile
    static_cast<void>(pins(store));
    std::optional<ComputeRequest> missing;
    complete_ = memo_.is_final;
    error_ = {};
    failure_ = nullptr;
    for (Variant& variant : memo_.compared.others) {
        ComputeRequest requested = present;
        requested.values = variant.values;
        requested.files = watched_files(requested.values);
        variant.data = data_for(requested);
        const auto serves = [&](const ComputeRequest& done) { return same_data(done, requested); };
        const bool done = std::any_of(results_.begin(), results_.end(), [&](const auto& result) {
            return !result->data->partial && serves(result->request);
        });
        if (done) continue;
        const auto failed = std::find_if(failed_.begin(), failed_.end(),
                                         [&](const Failed& failure) { return serves(failure.request); });
        if (failed != failed_.end()) {
            error_ = failed->error;
            failure_ = failed->exception;
            continue;
        }
        complete_ = false;
        if (!missing) missing = std::move(requested);
    }
    if (!missing) return;
    const bool is_requested =
        last_request_ && same_data(*last_request_, *missing) && (missing->limited || !last_request_->limited);
    if (const WorkerStatus status = worker_.status(); is_requested && (status.running || status.limited))
        return;
    last_request_ = *missing;
    worker_.request(std::move(*missing));
}

void Compared::take(const WorkerStatus& status) {
    if (!status.error.empty() && last_request_) {
        failed_.push_back({*last_request_, status.error, status.failure});
        last_request_.reset();
    }
    if (status.result == nullptr || (!results_.empty() && results_.back() == status.result)) return;
    // A final result replaces the coarse one, and the result of one window that of another.
    std::erase_if(results_,
                  [&](const auto& result) { return same_data(result->request, status.result->request); });
    results_.push_back(status.result);
    if (results_.size() > max_results) results_.erase(results_.begin());
}

std::shared_ptr<const Data> Compared::data_for(const ComputeRequest& requested) const {
    const auto same = [&](const auto& result) { return same_data(result->request, requested); };
    if (const auto found = std::find_if(results_.rbegin(), results_.rend(), same); found != results_.rend())
        return (*found)->data;
    const auto of_another_window = [&](const auto& result) {
        const ComputeRequest& done = result->request;
        return done.view == requested.view && done.arrays == requested.arrays &&
               done.files == requested.files &&
               same_stages(*done.view, done.values, requested.values, {Stage::prepare, Stage::sample});
    };
    const auto found = std::find_if(results_.rbegin(), results_.rend(), of_another_window);
    return found != results_.rend() ? (*found)->data : nullptr;
}

}  // namespace poslab
