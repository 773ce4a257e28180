#include "core/views/conformance/arrays.hpp"

#include <fmt/ranges.h>

#include <filesystem>

namespace poslab {
namespace conformance {
namespace {

/// "q.npy, k.npy", without repeats.
std::string files_of(const CheckGroup& group) {
    std::vector<std::string> names;
    for (const auto& [role, path] : given_files(group)) {
        std::string name = std::filesystem::path(path.substr(0, path.find('#'))).filename().string();
        if (role != "positions" && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string definition_text(const Showing& on) {
    const Params& params = on.first().params;
    if (!params.check.checked->is_rotary) return {};
    std::string text =
        "  ·  " +
        on.translate("definition: base {}, d = {}, pairs as {}", format_number(params.rotary.base, 7, 14),
                     params.rotary.dim,
                     RotaryGroup::pairings.at(static_cast<std::size_t>(params.rotary.pairing)).label);
    if (params.rotary.is_computed() && params.rotary.is_scaled())
        text += ", " + on.translate(params.rotary.scaling->label);
    return text;
}

/// Names the subject, its source, and the definition.
std::string subtitle_of(const Showing& on) {
    const CheckGroup& check = on.first().params.check;
    const std::string files = files_of(check);
    const Choice& made = CheckGroup::mistakes()[static_cast<std::size_t>(check.mistake.index)];
    return on.translate(check.checked->label) + "  ·  " +
           (files.empty() ? on.translate("example: {}", made.label) : files) + definition_text(on);
}

ViewInfo about() {
    return {.id = "conformance",
            .title = "Conformance"_tr,
            .short_title = "Conformance"_tr,
            .section = Section::positions,
            .summary =
                "Is my model's RoPE right? Compares an implementation's output with the definition "
                "and names the known mistake that explains the difference."_tr,
            .source =
                "issues of transformers, vLLM, llama.cpp; RoFormer, arXiv 2104.09864; YaRN, arXiv "
                "2309.00071"};
}

constexpr auto all_figures = all_of(main_figure, mistakes_figure, report_figure);

constexpr auto all_arrays =
    all_of(arrays::deviation, arrays::tolerance, arrays::row, arrays::column, arrays::largest_by_row,
           arrays::tolerance_by_row, arrays::typical_by_row, arrays::largest_by_column,
           arrays::tolerance_by_column, arrays::typical_by_column);

constexpr auto all_values =
    all_of(values::agrees, values::compared, values::largest_deviation, values::tolerance,
           values::typical_deviation, values::mistake, values::phase_radians);

void refine_used(const Params& params, const SetUsed& set) {
    if (params.check.checked->is_rotary) return;
    for (const ParameterRow& row : rows_of<RotaryGroup>()) set(row.descriptor.id, false);
    set("train-length", false);
    const std::string_view checked = params.check.checked->id;
    set("length", checked == "t5-buckets" || checked == "t5-bias" || checked == "sinusoidal");
    set("base", checked == "sinusoidal");
    set("dim", checked == "sinusoidal");
}

void check(const Params& params) { static_cast<void>(definition_of(params)); }

void adjust(Params& params) {
    assign_spec(
        nearest_meaningful(rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length)),
        params.rotary);
}

void begin(SampleContext& context) { context.data.warnings = context.prepared.warnings; }

using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = all_arrays,
                                        .values = all_values,
                                        .prepare = &conformance::prepare,
                                        .subtitle = &subtitle_of,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .refine_used = &refine_used,
                                        .begin = &begin};

}  // namespace
}  // namespace conformance

const View& conformance_view() {
    static const conformance::View view(conformance::description);
    return view;
}

}  // namespace poslab
