// poslab._core: the extension module of the package (python/package).
#include "app/cli/listing.hpp"
#include "app/cli/sweep_steps.hpp"
#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/base/memory_ledger.hpp"
#include "core/conformance/subject.hpp"
#include "python/arrays_in_python.hpp"
#include "python/commands.hpp"

#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

namespace poslab {

namespace {

/// Returns [(role, help)] of the arrays that `check` accepts.
py::list check_parts() {
    py::list parts;
    std::vector<std::string_view> known;
    for (const CheckSubject* subject : CheckSubject::all())
        for (const CheckSubject::Part& part : subject->parts) {
            // Parts such as positions belong to several subjects.
            if (std::find(known.begin(), known.end(), part.role) != known.end()) continue;
            known.push_back(part.role);
            parts.append(py::make_tuple(part.role, part.help.en));
        }
    return parts;
}

/// Translates errors to poslab.Error with the exit code of the command line.
void translate_errors(const py::module_& module) {
    static py::handle error_class;
    error_class = py::object(module.attr("Error")).release();
    py::register_exception_translator(
        [](std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param): pybind11 requires it
            try {
                if (thrown) std::rethrow_exception(thrown);
            } catch (const Error& error) {
                raise_in_python(py::reinterpret_borrow<py::object>(error_class), error);
            } catch (const LedgerExceeded& error) {
                raise_in_python(py::reinterpret_borrow<py::object>(error_class), TooLarge(error.message()));
            }
        });
}

/// The package pickles what these objects are made from. Without this, Python's first two protocols pickle
/// them, and end the program when they are read again.
py::object refuse_to_pickle(const py::object& object) {
    throw py::type_error("cannot pickle '" + std::string(py::str(py::type::of(object))) + "'");
}

}  // namespace

}  // namespace poslab

PYBIND11_MODULE(_core, module) {
    using namespace poslab;
    py::class_<GivenFile>(module, "GivenFile",
                          "Memory buffers as a file for the program, during this object's lifetime.")
        .def(py::init(&file_in_python), py::arg("name"), py::arg("ending"), py::arg("parts"))
        .def_property_readonly("path", &GivenFile::path)
        .def("__reduce__", &refuse_to_pickle);
    module.attr("Error") = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
        "poslab.Error", "An error of the program with its message. exit_code is that of the command line.",
        PyExc_ValueError, nullptr));
    translate_errors(module);
    module.attr("version") = POSLAB_VERSION;
    module.attr("masked_bits") = masked_bits;
    module.attr("max_sweep_steps") = max_sweep_steps;
    module.def("views", [] { return views_json(nullptr); });
    module.def("check_parts", &check_parts);
    module.def("compute", &compute_in_python, py::arg("words"), py::arg("arrays"), py::arg("progress"));
    py::class_<SweepInPython>(module, "SweepSteps", "The steps of a sweep, computed one by one.")
        .def(py::init<const std::vector<std::string>&>(), py::arg("words"))
        .def_property_readonly("shape", &SweepInPython::shape)
        .def_property_readonly("notices", &SweepInPython::notices)
        .def("__reduce__", &refuse_to_pickle)
        .def("parameters", &SweepInPython::parameters, py::arg("step"))
        .def("compute", &SweepInPython::compute, py::arg("step"), py::arg("arrays"), py::arg("progress"))
        .def("values", &SweepInPython::values, py::arg("step"), py::arg("progress"));
    module.def("sweep", &sweep_in_python, py::arg("words"), py::arg("progress"));
    module.def("picture", &picture_in_python, py::arg("words"), py::arg("progress"));
    module.def("page", &page_in_python, py::arg("words"), py::arg("progress"));
    module.def("plot", &plot_in_python, py::arg("words"), py::arg("progress"));
    module.def("check", &check_in_python, py::arg("words"), py::arg("progress"));
    module.def("write_file", &write_file_in_python, py::arg("path"), py::arg("contents"));
    module.def("set_language", &set_spoken_language, py::arg("language"));
    module.def("language", &spoken_language);
    py::module_::import("atexit").attr("register")(py::cpp_function(&close_engines));
}
