#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace poslab {

class Error;
class SweepSteps;
class View;

// Commands of the program as functions. `words` are those of its command line, without its name; what they would write comes back.
// All throw Error, and what run_in_python() does.

/// {"view", "engine", "parameters" (JSON), "values", "warnings", "arrays": [(name, array, axes, unit, extents)]}. `arrays`: those
/// of these names alone.
[[nodiscard]] pybind11::dict compute_in_python(const std::vector<std::string>& words, const std::vector<std::string>& arrays,
                                               const pybind11::object& progress);

/// The steps of a `sweep` command line without output, to be computed one by one.
class SweepInPython {
  public:
    explicit SweepInPython(const std::vector<std::string>& words);
    ~SweepInPython();

    /// Steps of each axis; of one axis, or of several together, one number.
    [[nodiscard]] std::vector<std::int64_t> shape() const;
    [[nodiscard]] pybind11::list notices() const;
    /// The parameters that the sweep sets at this step, as JSON.
    [[nodiscard]] pybind11::str parameters(std::int64_t step) const;
    /// The same as compute_in_python().
    [[nodiscard]] pybind11::dict compute(std::int64_t step, const std::vector<std::string>& arrays,
                                         const pybind11::object& progress) const;
    /// The values of a line of the CSV, by name.
    [[nodiscard]] pybind11::dict values(std::int64_t step, const pybind11::object& progress) const;

  private:
    std::unique_ptr<const SweepSteps> steps_;
    const View* view_ = nullptr;
};

/// `sweep` itself; the notices.
[[nodiscard]] pybind11::list sweep_in_python(const std::vector<std::string>& words, const pybind11::object& progress);

/// The bytes of the file that `plot` would write, and the notices.
[[nodiscard]] pybind11::tuple picture_in_python(const std::vector<std::string>& words, const pybind11::object& progress);

/// `plot` itself; the notices.
[[nodiscard]] pybind11::list plot_in_python(const std::vector<std::string>& words, const pybind11::object& progress);

/// {"report", "facts" (JSON)} and, where dumps are checked, {"observed", "deviations", "tolerance", "row", "column"}. With -o, the
/// page is written, too.
[[nodiscard]] pybind11::dict check_in_python(const std::vector<std::string>& words, const pybind11::object& progress);

/// What sentences are said in from now on: errors, notices, warnings. Throws UsageError for an unknown one.
void set_spoken_language(const std::string& id);
[[nodiscard]] std::string spoken_language();

/// The error as Python's exception of this class, with its exit code.
void raise_in_python(const pybind11::object& error_class, const Error& error);

/// Ends engines on devices, while their drivers are still there.
void close_engines();

}  // namespace poslab
