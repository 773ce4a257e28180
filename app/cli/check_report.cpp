#include "app/cli/check_report.hpp"

#include "core/base/errors.hpp"
#include "core/conformance/axes.hpp"
#include "core/conformance/layout.hpp"
#include "core/params/filling.hpp"
#include "core/params/json.hpp"
#include "core/views/registry.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

namespace {

/// The page fits within A4 and US letter. It has a title because it is read without a paper's text around it.
constexpr Page page{780, 1040};

Values values_of_view(const View& view, const CheckOptions& options, const Values& definition,
                      const ConformanceReport& report) {
    nlohmann::json values = to_json(definition_view().parameters(), definition);
    values["checked"] = report.subject->id;
    for (const auto& [role, path] : options.arrays) values["given-" + role] = path;
    if (!options.layout.empty()) values["array-layout"] = hyphenated(declared_layout(options.layout).id);
    if (!options.measure.empty()) values["measure"] = options.measure;
    if (!options.discretisation.empty()) values["discretisation"] = options.discretisation;
    if (options.step_size) values["step-size"] = *options.step_size;
    if (!options.sinusoidal_layout.empty()) values["sinusoidal-layout"] = options.sinusoidal_layout;
    if (!options.sinusoidal_denominator.empty())
        values["sinusoidal-denominator"] = options.sinusoidal_denominator;
    if (!options.layout_2d.empty()) values["layout-2d"] = options.layout_2d;
    if (!options.coordinates.empty()) values["coordinates"] = options.coordinates;
    if (!options.mrope_layout.empty()) values["mrope-layout"] = options.mrope_layout;
    if (const auto grid = patch_grid(options.grid)) values["patch-grid"] = {grid->rows, grid->columns};
    if (options.base) values["base"] = *options.base;
    // also for subjects without rotary embedding
    if (!options.config.empty()) values["config"] = options.config;
    Values all = view.defaults();
    fill(view.parameters(), values, all);
    return view.checked(all);
}

}  // namespace

PictureRequest check_report(const CheckOptions& options, const Values& definition,
                            const ConformanceReport& report, const std::string& path) {
    if (!options.unrotated.empty())
        throw UsageError(tr("-o {}: layers without rotary embedding have no report page; omit -o", path));
    const View& view = find_view("conformance");
    PictureRequest request;
    request.selection.view = &view;
    request.selection.values = values_of_view(view, options, definition, report);
    request.figure = "report";
    request.path = path;
    request.format = picture_format(path);
    request.page = page;
    request.dpi = 2 * default_dpi(page);
    return request;
}

}  // namespace poslab
