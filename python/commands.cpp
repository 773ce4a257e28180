#include "python/commands.hpp"

#include "app/cli/check_report.hpp"
#include "app/cli/every_figure.hpp"
#include "app/cli/live_page.hpp"
#include "app/cli/requests.hpp"
#include "app/cli/sweep.hpp"
#include "app/cli/sweep_steps.hpp"
#include "core/base/errors.hpp"
#include "core/documents/result.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/json_text.hpp"
#include "core/params/json.hpp"
#include "core/views/view.hpp"
#include "gpu/engines.hpp"
#include "python/arrays_in_python.hpp"
#include "python/job_in_python.hpp"

#include <pybind11/stl.h>

#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

namespace py = pybind11;

namespace poslab {

namespace {

struct Shared {
    std::mutex mutex;
    Engines engines;
    Language language = Language::english;
    const FontLibrary fonts;
};

/// Never destroyed, because Python threads may outlive static objects.
Shared& shared() {
    static auto* const only = new Shared;
    return *only;
}

Engines engines() {
    const std::scoped_lock lock(shared().mutex);
    if (shared().engines == nullptr) shared().engines = gpu::program_engines();
    return shared().engines;
}

Language spoken() {
    const std::scoped_lock lock(shared().mutex);
    return shared().language;
}

/// Messages and names may hold paths, which may be any bytes: those that are no UTF-8 are as in os.fsdecode.
py::str text_in_python(const std::string& text) {
    return py::reinterpret_steal<py::str>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape"));
}

py::list message_list(const std::vector<Message>& sentences) {
    py::list list;
    for (const Message& message : sentences) list.append(text_in_python(message.in(spoken())));
    return list;
}

py::object scalar_in_python(const Scalar& scalar) {
    struct Visitor {
        py::object operator()(const Undefined& /*none*/) const { return py::none(); }
        py::object operator()(double number) const { return py::float_(number); }
        py::object operator()(const std::string& text) const { return text_in_python(text); }
        py::object operator()(bool truth) const { return py::bool_(truth); }
    };
    return std::visit(Visitor{}, scalar);
}

/// Returns the indices that each dimension covers; None if unspecified.
py::list extents_in_python(const Array& array) {
    py::list list;
    for (std::size_t n = 0; n < array.shape.size(); ++n) {
        const bool has_extent = n < array.extents.size() && array.extents[n].size() > 0;
        list.append(has_extent ? py::object(py::make_tuple(array.extents[n].begin, array.extents[n].end))
                               : py::object(py::none()));
    }
    return list;
}

std::string parameters_json(const View& view, const Values& values) {
    return json_text(to_json(view.parameters(), values));
}

}  // namespace

namespace {

py::dict values_in_python(const std::vector<NamedValue>& values) {
    py::dict dictionary;
    for (const NamedValue& value : values) dictionary[py::str(value.name)] = scalar_in_python(value.value);
    return dictionary;
}

py::dict data_in_python(const View& view, const std::string& name, const Values& values, const Data& data) {
    py::list made;
    for (const Array& array : data.arrays)
        made.append(py::make_tuple(array.name, array_in_python(array.data, array.shape), py::cast(array.axes),
                                   array.unit, extents_in_python(array)));
    py::dict result;
    result["view"] = view.info().id;
    result["name"] = text_in_python(name);
    result["engine"] = data.engine;
    result["parameters"] = parameters_json(view, used_values(view, values, data));
    result["values"] = values_in_python(data.values);
    result["warnings"] = message_list(data.warnings);
    result["arrays"] = made;
    return result;
}

py::dict numbers_in_python(const View& view, const ComputedNumbers& numbers) {
    py::dict result = data_in_python(view, "", numbers.values, *numbers.data);
    std::vector<Message> notes = pooling_notes(view, numbers.values, *numbers.data, Spelling::python);
    py::list variants;
    for (const NumbersOfVariant& variant : numbers.variants) {
        variants.append(data_in_python(view, variant.name, variant.values, *variant.data));
        add_notices(pooling_notes(view, variant.values, *variant.data, Spelling::python), notes);
    }
    result["variants"] = variants;
    result["pooled"] = message_list(notes);
    return result;
}

ComputedNumbers numbers_of_selection(const Selection& selection, const std::vector<std::string>& arrays,
                                     const Job& job) {
    ComputedNumbers numbers = computed_numbers(selection, arrays, job, Spelling::python);
    for (const std::string& name : arrays) require_array(*selection.view, name, *numbers.data);
    return numbers;
}

}  // namespace

py::dict compute_in_python(const std::vector<std::string>& words, const std::vector<std::string>& arrays,
                           const py::object& progress) {
    const auto [view, numbers] = computed_in_python(progress, [words, arrays](const Job& job) {
        const Options options = read_options(words);
        return std::pair(options.view, numbers_of_selection(selection_of(options, engines()), arrays, job));
    });
    return numbers_in_python(*view, numbers);
}

SweepInPython::SweepInPython(const std::vector<std::string>& words) {
    std::tie(view_, steps_, notices_) = computed_in_python(py::none(), [words](const Job& job) {
        const Options options = read_options(words);
        auto steps =
            std::make_shared<SweepSteps>(selection_of(options, engines()), options.over, options.together);
        steps->check(job);
        std::vector<Message> notices = steps->notes(false, job);
        return std::tuple(options.view, std::shared_ptr<const SweepSteps>(std::move(steps)),
                          std::move(notices));
    });
}

SweepInPython::~SweepInPython() = default;

py::list SweepInPython::notices() const { return message_list(notices_); }

py::str SweepInPython::parameters(std::int64_t step) const {
    std::vector<Descriptor> descriptors;
    Values values;
    for (std::size_t axis = 0; axis < steps_->axes().size(); ++axis) {
        descriptors.push_back(steps_->descriptor(axis));
        values.push_back(steps_->value(step, axis));
    }
    return py::str(json_text(to_json(descriptors, values)));
}

std::vector<std::int64_t> SweepInPython::shape() const {
    if (!steps_->is_grid()) return {steps_->size()};
    std::vector<std::int64_t> shape;
    for (const SweepAxis& axis : steps_->axes()) shape.push_back(std::ssize(axis.values));
    return shape;
}

py::dict SweepInPython::compute(std::int64_t step, const std::vector<std::string>& arrays,
                                const py::object& progress) const {
    const auto numbers = computed_in_python(progress, [steps = steps_, step, arrays](const Job& job) {
        return numbers_of_selection(steps->selection(step), arrays, job);
    });
    return numbers_in_python(*view_, numbers);
}

py::dict SweepInPython::values(std::int64_t step, const py::object& progress) const {
    const auto [values, keys] = computed_in_python(progress, [steps = steps_, step](const Job& job) {
        const Selection selection = steps->selection(step);
        return std::pair(computed_values(selection, job, nullptr), variant_keys(selection));
    });
    py::dict all = values_in_python(values.front());
    for (std::size_t n = 0; n < keys.size(); ++n)
        for (const NamedValue& value : values[n + 1])
            all[text_in_python(value.name + "@" + keys[n])] = scalar_in_python(value.value);
    return all;
}

py::list sweep_in_python(const std::vector<std::string>& words, const py::object& progress) {
    return message_list(computed_in_python(progress, [words](const Job& job) {
        return sweep(sweep_of(read_options(words), engines()), shared().fonts, job);
    }));
}

py::tuple picture_in_python(const std::vector<std::string>& words, const py::object& progress) {
    const auto [bytes, notices] = computed_in_python(progress, [words](const Job& job) {
        std::vector<Message> notes;
        std::string picture =
            picture_bytes(plot_of(read_options(words), engines()), shared().fonts, job, &notes);
        return std::pair(std::move(picture), std::move(notes));
    });
    return py::make_tuple(py::bytes(bytes), message_list(notices));
}

py::tuple page_in_python(const std::vector<std::string>& words, const py::object& progress) {
    const auto [html, notices] = computed_in_python(progress, [words](const Job& job) {
        const PageEngineFiles engine = PageEngineFiles::load();
        std::vector<Message> notes;
        std::string page =
            engine.page(live_page(live_page_of(read_options(words), engines()), shared().fonts, job, notes));
        return std::pair(std::move(page), std::move(notes));
    });
    return py::make_tuple(py::bytes(html), message_list(notices));
}

py::list plot_in_python(const std::vector<std::string>& words, const py::object& progress) {
    return message_list(computed_in_python(progress, [words](const Job& job) {
        return export_pictures(each_picture(plot_of(read_options(words), engines())), shared().fonts, job);
    }));
}

namespace {

struct Checked {
    std::string report, facts;
    std::optional<ConformanceReport> arrays;  // empty: two definitions were compared
};

Checked checked(const Options& options, const Job& job) {
    if (!options.check.against.empty()) {
        if (!options.output.empty()) throw UsageError("--against has no report page; omit -o"_tr);
        const DefinitionDifference difference = compare_definitions(options.check, options.values);
        return {difference_text(difference), difference_json(difference), {}};
    }
    refuse_inputs(options.check, options.values, options.output);
    ConformanceReport report = check(options.check, options.values, job);
    if (!options.output.empty()) {
        PictureRequest page = check_report(options.check, options.values, report, options.output);
        page.selection.engine = {options.engine, engines()};
        page.language = language_of(options.language);
        export_picture(page, shared().fonts, job);
    }
    return {check_text(report), check_json(report), std::move(report)};
}

/// Returns the numbers as [rows, columns] of the reading; empty if the definition has another shape.
py::array reading_in_python(const DumpReading& reading, std::vector<double> numbers) {
    const bool whole = static_cast<std::int64_t>(numbers.size()) == reading.rows * reading.columns;
    const std::vector<std::int64_t> shape =
        whole ? std::vector{reading.rows, reading.columns} : std::vector<std::int64_t>{0, 0};
    return array_in_python(std::make_shared<const NumberBuffer>(std::move(numbers)), shape);
}

}  // namespace

py::dict check_in_python(const std::vector<std::string>& words, const py::object& progress) {
    Checked done =
        computed_in_python(progress, [words](const Job& job) { return checked(read_options(words), job); });
    py::dict result;
    result["report"] = text_in_python(done.report);
    result["facts"] = text_in_python(done.facts);
    if (!done.arrays) return result;
    ConformanceReport& report = *done.arrays;
    result["row"] = in(spoken(), report.reading.row_name);
    result["column"] = in(spoken(), report.reading.column_name);
    result["deviations"] = reading_in_python(report.reading, std::move(report.deviations));
    result["tolerance"] = reading_in_python(report.reading, std::move(report.reading.tolerance));
    result["observed"] = reading_in_python(report.reading, std::move(report.reading.observed));
    return result;
}

void write_file_in_python(const std::string& path, const std::string& contents) {
    run_in_python(py::none(),
                  [path, contents](const Job& job) { write_file_atomically(path, contents, job); });
}

void set_spoken_language(const std::string& id) {
    const Language language = language_of(id);
    const std::scoped_lock lock(shared().mutex);
    shared().language = language;
}

std::string spoken_language() { return std::string(spoken().id()); }

void raise_in_python(const py::object& error_class, const Error& error) {
    const py::object raised = error_class(text_in_python(error.message().in(spoken())));
    raised.attr("exit_code") = error.exit_code();
    PyErr_SetObject(error_class.ptr(), raised.ptr());
}

void close_engines() {
    leave_python();
    Engines ended;
    const std::scoped_lock lock(shared().mutex);
    std::swap(ended, shared().engines);
}

}  // namespace poslab
