#include "app/cli/train.hpp"

#include "app/cli/export.hpp"
#include "app/cli/program_options.hpp"
#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/documents/shell_words.hpp"

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cmath>
#include <numbers>

namespace poslab {

namespace {

/// Returns the choices with their help: "rope (…), alibi (…)".
template <class Kind>
std::string choices() {
    std::string text;
    for (const Kind* kind : Kind::all())
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", kind->id, kind->help);
    return text;
}

template <class Kind>
OneOf<Kind> chosen(std::string_view option, const std::string& id, OneOf<Kind> otherwise) {
    if (id.empty()) return otherwise;
    if (const Kind* kind = OneOf<Kind>::find(id)) return *kind;
    throw unknown_choice(option, id, collect_names(Kind::all(), [](const Kind* kind) { return kind->id; }));
}

template <class Number>
void add_rows(CLI::App& app, TrainingSettings& settings, std::span<const SettingRow<Number>> rows) {
    for (const SettingRow<Number>& row : rows) {
        Number& number = row.of(settings);
        app.add_option("--" + std::string(row.id), number, fmt::format("{} (default {})", row.help, number))
            ->take_last();
    }
}

NumberType type_of(const std::string& text) {
    for (const NumberType type : {NumberType::float32, NumberType::float16})
        if (text.empty() || text == number_type_name(type)) return type;
    throw UsageError(fmt::format("--dtype {}: must be float32 or float16", text));
}

}  // namespace

void add_train_options(CLI::App& app, TrainOptions& options) {
    app.add_option("--text", options.text,
                   "training text, read as bytes; its last tenth is held out (default: Genesis)")
        ->take_last()
        ->type_name(std::string(path_type));
    app.add_option("--task", options.task, fmt::format("{} (default text)", choices<TrainingTask>()))
        ->take_last();
    app.add_option("--scheme", options.scheme, fmt::format("{} (default rope)", choices<TrainingScheme>()))
        ->take_last();
    add_rows(app, options.settings, integer_settings());
    add_rows(app, options.settings, real_settings());
    app.add_flag("--log-n", options.settings.model.log_n,
                 "scale queries by max(1, ln n / ln train-length) in all layers");
    app.add_flag("--untied", options.untied, "use an output matrix separate from the embeddings");
    app.add_option("--dtype", options.type, "number type of the model's file: float32 (default) or float16")
        ->take_last();
}

TrainingRequest training_request(const TrainOptions& options, const std::string& folder, bool resume) {
    TrainingRequest request{options.settings, options.text, folder, type_of(options.type), resume};
    request.settings.model.scheme = chosen("scheme", options.scheme, request.settings.model.scheme);
    request.settings.task = chosen("task", options.task, request.settings.task);
    request.settings.model.tied = !options.untied;
    check_settings(request.settings);
    return request;
}

std::vector<std::string> options_without_effect(const ModelSettings& model) {
    const ModelSettings usual;
    bool rotates = false;
    for (std::int64_t layer = 0; layer < model.layers; ++layer)
        rotates = rotates || attention_of(model, layer).rotates;
    std::vector<std::string> options;
    if (!rotates && model.base != usual.base) options.emplace_back("--base");
    if (!model.scheme->takes_window && model.window != usual.window) options.emplace_back("--window");
    return options;
}

std::string train_command(const TrainingRequest& request) {
    TrainingSettings settings = request.settings, usual;
    std::string command = "poslab train";
    const auto add = [&](std::string_view flag, const std::string& value) {
        command += fmt::format(" --{} {}", flag, value);
    };
    if (!request.text.empty()) add("text", shell_quoted(request.text));
    if (settings.task->id != usual.task->id) add("task", std::string(settings.task->id));
    if (settings.model.scheme->id != usual.model.scheme->id)
        add("scheme", std::string(settings.model.scheme->id));
    const auto add_differing = [&](const auto& rows) {
        for (const auto& row : rows)
            if (row.of(settings) != row.of(usual)) add(row.id, fmt::format("{}", row.of(settings)));
    };
    add_differing(integer_settings());
    add_differing(real_settings());
    if (settings.model.log_n) command += " --log-n";
    if (!settings.model.tied) command += " --untied";
    if (request.type != NumberType::float32) add("dtype", std::string(number_type_name(request.type)));
    return command + (request.resume ? " --resume" : "") + " -o " + shell_quoted(request.folder);
}

std::string progress_line(const TrainingProgress& progress) {
    const auto seconds = static_cast<std::int64_t>(std::ceil(progress.seconds_left));
    return fmt::format("step {} of {}, loss {:.3f}, {:.0f} tokens per second, {}:{:02d} left", progress.step,
                       progress.steps, progress.loss, progress.tokens_per_second, seconds / 60, seconds % 60);
}

std::string result_text(const TrainingRequest& request, const TrainingResult& result) {
    std::string text = fmt::format(
        "{}: {} parameters, {:.0f} tokens per second\ninitial loss {:.4f}, final {:.4f}; held-out loss "
        "{:.4f} nats per byte "
        "({:.4f} "
        "bits)\n",
        request.folder, result.parameters, result.tokens_per_second, result.first_loss, result.last_loss,
        result.held_out.loss, result.held_out.loss / std::numbers::ln2);
    if (result.held_out.recalled)
        text += fmt::format("recalled {:.1f} % of the tokens that require looking back, at {:.4f} nats\n",
                            100 * *result.held_out.recalled, *result.held_out.recall_loss);
    return text;
}

}  // namespace poslab
