#include "app/cli/check.hpp"

#include "core/base/errors.hpp"
#include "core/conformance/axis_readings.hpp"
#include "core/conformance/config_facts.hpp"
#include "core/conformance/dump_files.hpp"
#include "core/conformance/layout.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/result.hpp"
#include "core/documents/versus.hpp"
#include "core/encoding/convention.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_text.hpp"
#include "core/files/printable_text.hpp"
#include "core/models/model_config.hpp"
#include "core/models/rope_export.hpp"
#include "core/params/json.hpp"
#include "core/views/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

std::string measure_ids() {
    std::vector<std::string_view> ids;
    for (const Measure* measure : Measure::all())
        if (!measure->is_complex) ids.push_back(measure->id);
    return fmt::format("{}", fmt::join(ids, ", "));
}

}  // namespace

const View& definition_view() { return find_view("frequencies"); }

bool needs_definition(const CheckOptions& options) {
    const auto is_given = [&](const CheckSubject::Part& part) {
        return !CheckSubject::is_shared(part.role) && options.arrays.contains(std::string(part.role));
    };
    const auto& subjects = CheckSubject::all();
    return !std::any_of(subjects.begin(), subjects.end(), [&](const CheckSubject* subject) {
        return !subject->is_rotary && std::any_of(subject->parts.begin(), subject->parts.end(), is_given);
    });
}

bool has_unrotated_subject(const CheckOptions& options) {
    const auto& arrays = options.arrays;
    return options.against.empty() && options.layout_2d.empty() &&
           (arrays.contains("before") || arrays.contains("logits"));
}

namespace {

void take_discretisation(const CheckOptions& options, MatrixImplementation& matrices) {
    if (options.discretisation.empty()) return;
    const Method* rule = discretisation_rule(options.discretisation);
    if (rule == nullptr)
        throw UsageError(
            tr("--discretisation {}: must be one of {}", options.discretisation, discretisation_rules()));
    matrices.rule = matrices.input_rule = *rule;
    if (!options.step_size) return;
    if (!(*options.step_size > 0 && std::isfinite(*options.step_size)))
        throw UsageError(tr("--step-size {}: must be above 0", *options.step_size));
    matrices.step = *options.step_size;
}

void take_sinusoid(const CheckOptions& options, SinusoidImplementation& sinusoid) {
    if (options.base) sinusoid.base = *options.base;
    if (!options.sinusoidal_layout.empty()) {
        sinusoid.layout = sinusoid_layout(options.sinusoidal_layout);
        if (!sinusoid.layout)
            throw UsageError(tr("--sinusoidal-layout {}: must be one of {}", options.sinusoidal_layout,
                                sinusoid_layouts()));
    }
    if (!options.sinusoidal_denominator.empty()) {
        sinusoid.denominator = sinusoid_denominator(options.sinusoidal_denominator);
        if (!sinusoid.denominator)
            throw UsageError(tr("--sinusoidal-denominator {}: must be one of {}",
                                options.sinusoidal_denominator, sinusoid_denominators()));
    }
}

/// Sets `value` to the value with that name; an empty name leaves it unchanged.
template <class Value>
void take_named(const char* option, const std::string& name, std::optional<Value> (*called)(std::string_view),
                const std::string& names, Value& value) {
    if (name.empty()) return;
    const std::optional<Value> found = called(name);
    if (!found) throw UsageError(tr("--{} {}: must be one of {}", option, name, names));
    value = *found;
}

void take_axes(const CheckOptions& options, AxesImplementation& axes) {
    take_named("layout-2d", options.layout_2d, &layout_2d, layouts_2d(), axes.layout);
    take_named("coordinates", options.coordinates, &coordinates_called, coordinate_kinds(), axes.coordinates);
    take_named("mrope-layout", options.mrope_layout, &mrope_layout, mrope_layouts(), axes.section_layout);
    if (axes.layout == AxisLayout::none && (!options.grid.empty() || !options.coordinates.empty()))
        throw UsageError("--grid, --coordinates: need --layout-2d"_tr);
    if (options.grid.empty()) return;
    const std::optional<PatchGrid> grid = patch_grid(options.grid);
    if (!grid)
        throw UsageError(tr("--grid {}: must be HxW, rows and columns of patches: 14x20", options.grid));
    axes.grid = *grid;
}

/// Returns the given options that describe arrays, apart from the arrays.
std::vector<std::string_view> options_of_arrays(const CheckOptions& options) {
    std::vector<std::string_view> given;
    for (const auto& [option, is_given] : std::initializer_list<std::pair<std::string_view, bool>>{
             {"heads", options.heads.has_value()},
             {"layout", !options.layout.empty()},
             {"measure", !options.measure.empty()},
             {"discretisation", !options.discretisation.empty()},
             {"step-size", options.step_size.has_value()},
             {"sinusoidal-layout", !options.sinusoidal_layout.empty()},
             {"sinusoidal-denominator", !options.sinusoidal_denominator.empty()},
             {"layout-2d", !options.layout_2d.empty()},
             {"grid", !options.grid.empty()},
             {"coordinates", !options.coordinates.empty()},
             {"mrope-layout", !options.mrope_layout.empty()}})
        if (is_given) given.push_back(option);
    return given;
}

/// Refuses options that do not change what the subject is compared with.
void refuse_without_effect(const CheckOptions& options, const Implementation& right,
                           const CheckSubject& subject) {
    for (const std::string_view option : options_of_arrays(options)) subject.check_option(option);
    if (options.arrays.contains("positions")) subject.check_option("positions");
    for (const std::string& parameter : options.parameters) subject.check_parameter(parameter);
    if (options.step_size && options.discretisation.empty())
        throw UsageError("--step-size: requires --discretisation"_tr);
    if (!options.mrope_layout.empty() && !right.has_sections)
        throw UsageError("--mrope-layout: requires a config with M-RoPE's sections"_tr);
}

}  // namespace

Implementation implementation_of(const Values& values) {
    const nlohmann::json parameters = to_json(definition_view().parameters(), values);
    RopeConfig defined = rope_config_of(parameters);
    // The config does not state the convention; it belongs to the program that reads the config.
    const auto* const rules =
        std::find_if(conventions.begin(), conventions.end(), [&](const ConventionRules& convention) {
            return convention.id == parameters.at("convention").get<std::string>();
        });
    defined.convention = rules->convention;
    Implementation implementation = implementation_of(defined);
    implementation.has_sections = !defined.mrope_sections.empty();
    implementation.axes.sections = defined.mrope_sections;
    implementation.axes.section_layout = defined.mrope_alternating   ? AxisLayout::sections_alternating
                                         : defined.mrope_interleaved ? AxisLayout::sections_interleaved
                                                                     : AxisLayout::sections;
    const auto text = [&](const char* key) {
        const auto found = parameters.find(key);
        return found != parameters.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    take(attention_facts_of(text("config"), text("preset")), implementation);
    take_other_layers(text("config"), text("preset"), implementation);
    return implementation;
}

namespace {

/// Returns the warnings of a config; none if it cannot be read alone.
std::vector<Message> warnings_of_config(const std::string& path) {
    std::vector<Message> sentences;
    if (path.empty()) return sentences;
    try {
        for (const ConfigWarning& warning : read_model_config(path).warnings) sentences.push_back(warning);
    } catch (const Error&) {
        return {};  // a model without rotary embedding, whose slopes or buckets are checked
    }
    return sentences;
}

/// "config.json#full_attention", "preset llama-3-8b", "the parameters: base 10000, dim 128".
std::string definition_name(const CheckOptions& options, const Values& values, const Implementation& right,
                            bool is_rotary) {
    if (!options.config.empty()) return options.config;
    if (!is_rotary) return "the known definitions";
    const nlohmann::json parameters = to_json(definition_view().parameters(), values);
    const auto text = [&](const char* key) {
        const auto found = parameters.find(key);
        return found != parameters.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const std::string preset = text("preset");
    if (std::string config = text("config"); !config.empty()) return config;
    if (!preset.empty() && preset != "custom" && preset != "none") return "preset " + preset;
    return fmt::format("the parameters: base {}, dim {}{}", right.rotary.base, right.rotary.dim,
                       right.rotary.is_scaled() ? fmt::format(", {} scaling with factor {}",
                                                              right.rotary.scaling->id, right.rotary.factor)
                                                : "");
}

std::string config_of(const CheckOptions& options, const Values& values) {
    if (!options.config.empty()) return options.config;
    const nlohmann::json parameters = to_json(definition_view().parameters(), values);
    const auto found = parameters.find("config");
    return found != parameters.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

void refuse_inputs(const CheckOptions& options, const Values& values, const std::string& output) {
    if (output.empty()) return;
    InputFiles inputs;
    add_inputs(definition_view().parameters(), values, inputs);
    inputs.add("--config", options.config);
    for (const auto& [role, path] : options.arrays) inputs.add("--" + role, path);
    inputs.refuse(output);
}

ConformanceReport check(const CheckOptions& options, const Values& values, const Job& job) {
    Implementation right = implementation_of(values);
    if (!options.measure.empty()) {
        if (OneOf<Measure>::find(options.measure) == nullptr)
            throw UsageError(tr("--measure {}: must be one of {}", options.measure, measure_ids()));
        right.matrices.measure = options.measure;
    }
    if (options.heads && *options.heads < 1)
        throw UsageError(tr("--heads {}: must be at least 1", *options.heads));
    take_discretisation(options, right.matrices);
    take_sinusoid(options, right.sinusoid);
    take_axes(options, right.axes);
    if (!options.config.empty()) take(read_attention_facts(options.config), right);
    if (!options.unrotated.empty()) {
        take_unrotated_layers(right);
        take_other_layers(options.config, "", right);
    }
    Dump dump;
    dump.heads = options.heads;
    if (!options.layout.empty()) dump.layout = declared_layout(options.layout).id;
    for (const auto& [role, path] : options.arrays)
        dump.arrays.emplace(role, read_dump_array(role, path, job));
    refuse_without_effect(options, right, CheckSubject::of(dump));
    take_axes_of(dump, right);
    const auto position = static_cast<double>(right.rotary.length);
    ConformanceReport report = check_conformance(dump, right, position, job);
    report.definition = definition_name(options, values, right, report.subject->is_rotary);
    report.warnings = warnings_of_config(config_of(options, values));
    if (!options.unrotated.empty())
        report.warnings.push_back(
            tr("Layers of the type {} have no rotary embedding: queries and keys stay unchanged.",
               printable_text(options.unrotated)));
    return report;
}

DefinitionDifference compare_definitions(const CheckOptions& options, const Values& values) {
    if (!options.arrays.empty())
        throw UsageError("--against cannot be combined with arrays: it compares two definitions"_tr);
    if (const auto given = options_of_arrays(options); !given.empty())
        throw UsageError(tr("--{} and --against cannot be combined", given.front()));
    const bool words = options.against.find('=') != std::string::npos && !file_exists(options.against);
    const std::string changes = words ? options.against : "config=" + options.against;
    refuse_empty_values(definition_view(), changes, "--against");
    ParameterSet named;
    const Values others = changed(definition_view(), values, changes, named, "--against");
    return difference_of(implementation_of(values), implementation_of(definition_view().checked(others)));
}

std::string difference_text(const DefinitionDifference& difference) {
    std::string text = difference.none() ? "both define the same\n" : "they differ\n";
    for (const auto& row : difference.rows)
        text += fmt::format("  {}: {} and {}\n", row.what, row.first, row.second);
    if (difference.differing_pairs > 0)
        text +=
            fmt::format("  frequencies of {} of {} pairs, most at pair {}: {:.6g} and {:.6g} rad per token\n",
                        difference.differing_pairs, difference.pairs, difference.pair,
                        difference.first_frequency, difference.second_frequency);
    if (difference.matters_from)
        text += fmt::format("  from position {} on an angle is off by more than {:g} rad\n",
                            *difference.matters_from, angle_that_matters);
    for (const Message& note : difference.notes) text += fmt::format("  note: {}\n", note.english());
    return text;
}

std::string difference_json(const DefinitionDifference& difference) {
    Json json{{"agrees", difference.none()},
              {"compared", "definitions"},
              {"differences", Json::array()},
              {"pairs", difference.pairs},
              {"differing_pairs", difference.differing_pairs},
              {"matters_from", difference.matters_from ? Json(*difference.matters_from) : Json(nullptr)},
              {"notes", Json::array()}};
    for (const Message& note : difference.notes) json["notes"].push_back(note.english());
    for (const auto& row : difference.rows)
        json["differences"].push_back({{"what", row.what}, {"first", row.first}, {"second", row.second}});
    if (difference.differing_pairs > 0)
        json["frequencies"] = {{"pair", difference.pair},
                               {"first", difference.first_frequency},
                               {"second", difference.second_frequency}};
    return json_text(json, 2) + "\n";
}

}  // namespace poslab
