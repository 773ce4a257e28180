#pragma once

#include "core/base/message.hpp"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace poslab {

class Error;
class SweepSteps;
class View;

// The program's commands as functions. `translate` are its command line without the program name; results are
// returned instead of written. All throw Error, and what run_in_python() throws.

/// Returns {"view", "engine", "parameters" (JSON), "values", "warnings", "arrays": [(name, array, axes, unit,
/// extents)]}. `arrays`: only arrays with these names.
[[nodiscard]] pybind11::dict compute_in_python(const std::vector<std::string>& words,
                                               const std::vector<std::string>& arrays,
                                               const pybind11::object& progress);

/// The steps of a `sweep` command line without output, computed one by one.
class SweepInPython {
  public:
    explicit SweepInPython(const std::vector<std::string>& words);
    ~SweepInPython();

    /// Returns the number of steps per axis; a single number for one axis, or for several together.
    [[nodiscard]] std::vector<std::int64_t> shape() const;
    [[nodiscard]] pybind11::list notices() const;
    /// Returns the parameters that the sweep sets at this step, as JSON.
    [[nodiscard]] pybind11::str parameters(std::int64_t step) const;
    /// Returns the same as compute_in_python().
    [[nodiscard]] pybind11::dict compute(std::int64_t step, const std::vector<std::string>& arrays,
                                         const pybind11::object& progress) const;
    /// Returns the values of a CSV row by name.
    [[nodiscard]] pybind11::dict values(std::int64_t step, const pybind11::object& progress) const;

  private:
    std::shared_ptr<const SweepSteps> steps_;
    std::vector<Message> notices_;
    const View* view_ = nullptr;
};

/// Runs `sweep`; returns its notices.
[[nodiscard]] pybind11::list sweep_in_python(const std::vector<std::string>& words,
                                             const pybind11::object& progress);

/// Returns the bytes of the file that `plot` would write, and the notices.
[[nodiscard]] pybind11::tuple picture_in_python(const std::vector<std::string>& words,
                                                const pybind11::object& progress);

/// Returns the bytes of the file that `page` would write, and the notices.
[[nodiscard]] pybind11::tuple page_in_python(const std::vector<std::string>& words,
                                             const pybind11::object& progress);

/// Runs `plot`; returns its notices.
[[nodiscard]] pybind11::list plot_in_python(const std::vector<std::string>& words,
                                            const pybind11::object& progress);

/// Returns {"report", "facts" (JSON)} and, for dumps, {"observed", "deviations", "tolerance", "row",
/// "column"}. With -o, also writes the page.
[[nodiscard]] pybind11::dict check_in_python(const std::vector<std::string>& words,
                                             const pybind11::object& progress);

/// Writes a whole file, or none.
void write_file_in_python(const std::string& path, const std::string& contents);

/// Sets the language of errors, notices and warnings. Throws UsageError for an unknown one.
void set_spoken_language(const std::string& id);
[[nodiscard]] std::string spoken_language();

/// Raises the error as a Python exception of this class, with its exit code.
void raise_in_python(const pybind11::object& error_class, const Error& error);

/// Closes engines on devices before their drivers are unloaded; called when the interpreter ends.
void close_engines();

}  // namespace poslab
