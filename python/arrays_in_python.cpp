#include "python/arrays_in_python.hpp"

#include "python/job_in_python.hpp"

#include <span>
#include <utility>

namespace py = pybind11;

namespace poslab {

namespace {

/// Views of buffers, released with the GIL held by whichever owner is the last.
class Buffers {
  public:
    explicit Buffers(const py::list& objects) {
        views_.reserve(objects.size());
        for (const py::handle object : objects) {
            Py_buffer view{};
            if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_ANY_CONTIGUOUS) != 0) {
                release();
                throw py::error_already_set();
            }
            views_.push_back(view);
        }
    }
    ~Buffers() {
        if (has_left_python()) return;
        const py::gil_scoped_acquire ours;
        release();
    }
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;

    [[nodiscard]] std::vector<std::span<const unsigned char>> parts() const {
        std::vector<std::span<const unsigned char>> parts;
        for (const Py_buffer& view : views_)
            parts.emplace_back(static_cast<const unsigned char*>(view.buf),
                               static_cast<std::size_t>(view.len));
        return parts;
    }

  private:
    void release() {
        for (Py_buffer& view : views_) PyBuffer_Release(&view);
        views_.clear();
    }

    std::vector<Py_buffer> views_;
};

}  // namespace

py::array array_in_python(const std::shared_ptr<const NumberBuffer>& numbers,
                          const std::vector<std::int64_t>& shape) {
    using Numbers = std::shared_ptr<const NumberBuffer>;
    auto owner = std::make_unique<Numbers>(numbers);
    const py::capsule base(owner.get(), [](void* held) { delete static_cast<Numbers*>(held); });
    static_cast<void>(owner.release());  // owned by the capsule
    py::array array(py::dtype::of<double>(), std::vector<py::ssize_t>(shape.begin(), shape.end()),
                    numbers->data(), base);
    array.attr("flags").attr("writeable") = false;
    return array;
}

std::unique_ptr<GivenFile> file_in_python(const std::string& name, const std::string& ending,
                                          const py::list& parts) {
    auto buffers = std::make_shared<const Buffers>(parts);
    auto spans = buffers->parts();
    return std::make_unique<GivenFile>(name, ending, std::move(spans), std::move(buffers));
}

}  // namespace poslab
