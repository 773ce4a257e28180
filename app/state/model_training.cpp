#include "app/state/model_training.hpp"

#include "core/base/number_format.hpp"
#include "core/files/file_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace poslab {

namespace {

constexpr std::string_view view_id = "extrapolation";

/// Sets the view's model and text, and keeps the chosen view.
void show(Store& store, const std::string& folder, const std::string& text) {
    const std::string before(store.view().info().id);
    store.choose(view_id);
    Values values = store.values();
    const auto set = [&](std::string_view id, Value value) {
        const int index = parameter_index(store.view(), id);
        if (index >= 0) values.at(static_cast<std::size_t>(index)) = std::move(value);
    };
    set("model", FileName{folder});
    set("text", FileName{text});
    set("tokens", FileName{});
    set("start", text.empty() ? std::int64_t{0} : held_out_begin(training_text_bytes(text)));
    static_cast<void>(store.edit(values, 0));
    store.choose(before);
}

bool shows(const Store& store, const std::string& folder) {
    for (const ViewState& state : store.views()) {
        if (state.view->info().id != view_id) continue;
        const int index = parameter_index(*state.view, "model");
        return index >= 0 &&
               std::get<FileName>(state.values.at(static_cast<std::size_t>(index))).path == folder;
    }
    return false;
}

}  // namespace

void ModelTraining::start(TrainingRequest request) {
    if (running()) return;
    request.resume = prompt_file_status(resume_path(request.folder), Patience::of_action).exists();
    request_ = std::move(request);
    shown_ = false;
    progress_ = {0, request_.settings.steps};
    job_.start([this](const Job& job) {
        const auto report = [this](const TrainingProgress& progress) {
            {
                const std::lock_guard lock(mutex_);
                progress_ = progress;
            }
            wake_();
        };
        TrainingResult result = train(request_, report, job);
        const std::lock_guard lock(mutex_);
        result_ = std::move(result);
    });
}

TrainingProgress ModelTraining::progress() const {
    const std::lock_guard lock(mutex_);
    return progress_;
}

std::optional<Toast> ModelTraining::follow(Store& store) {
    const std::string checkpoint = checkpoint_folder(request_.folder);
    if (running() && !shown_ && progress().step > 0) {
        shown_ = true;
        show(store, checkpoint, request_.text);
    }
    const auto outcome = job_.ended();
    if (!outcome) return std::nullopt;
    if (outcome->error.empty() && !outcome->cancelled && (!shown_ || shows(store, checkpoint)))
        show(store, request_.folder, request_.text);
    return ending(*outcome, store.language);
}

Toast ModelTraining::ending(const BackgroundJob::Outcome& outcome, Language language) const {
    const Translator translate(language);
    if (!outcome.error.empty()) return {translate(outcome.error), false, {}, -1};
    if (outcome.cancelled)
        return {translate.plural("Stopped after {1} step; training in the same folder resumes from there.",
                                 "Stopped after {1} steps; training in the same folder resumes from there.",
                                 progress().step, format_integer(progress().step)),
                true,
                {},
                -1};
    return {translate("Trained: {} nats per byte of held-out text.",
                      fmt::format("{:.3f}", result_.held_out.loss)),
            true,
            {},
            -1};
}

std::string free_model_folder(const std::string& folder, std::string_view id) {
    for (int n = 1;; ++n) {
        std::string name = fmt::format("{}/models/{}-{}", folder, id, n);
        if (!prompt_file_status(name, Patience::of_action).exists()) return name;
    }
}

}  // namespace poslab
