#include "gpu/opengl/opengl_device.hpp"

#include "gpu/opengl/embedded_kernels.hpp"
#include "gpu/opengl/programs.hpp"
#include "gpu/opengl/session.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace poslab::gpu {

namespace {

constexpr int least_storage_blocks = 7;  // shaders/common/tasks.h
constexpr int least_shared_memory = 32 << 10;
constexpr std::size_t task_bytes = 256;  // a uniform block may be longer than the struct in it

std::string text_of(GLenum name) {
    const auto* const text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

GLint integer_of(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

/// "Mesa 22.3.6" of "4.5 (Core Profile) Mesa 22.3.6".
std::string driver_version() {
    std::string version = text_of(GL_VERSION);
    version.erase(0, std::min(version.find(' '), version.size() - 1) + 1);
    if (const std::size_t end = version.find(") "); version.starts_with('(') && end != std::string::npos) version.erase(0, end + 2);
    return version;
}

double free_memory() {
    std::array<GLint, 4> kilobytes{};
    if (epoxy_has_gl_extension("GL_NVX_gpu_memory_info"))
        glGetIntegerv(GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, kilobytes.data());
    else if (epoxy_has_gl_extension("GL_ATI_meminfo"))
        glGetIntegerv(GL_VBO_FREE_MEMORY_ATI, kilobytes.data());
    return 1024.0 * std::max(0, kilobytes[0]);
}

int multiprocessors(bool software) {
    constexpr int unknown = 32;
    if (software) return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    if (epoxy_has_gl_extension("GL_NV_shader_thread_group")) return std::max(1, integer_of(GL_SM_COUNT_NV));
    return unknown;
}

bool is_software(const std::string& renderer) {
    constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "swrast", "SwiftShader"};
    return std::ranges::any_of(names, [&](std::string_view name) { return renderer.find(name) != std::string::npos; });
}

DeviceInfo present_device() {
    GLint64 largest = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    const std::string renderer = text_of(GL_RENDERER);
    const bool software = is_software(renderer);
    return {.name = renderer,
            .driver = fmt::format("OpenGL {}.{}, {}", integer_of(GL_MAJOR_VERSION), integer_of(GL_MINOR_VERSION), driver_version()),
            .memory = free_memory(),
            .software = software,
            .multiprocessors = multiprocessors(software),
            .largest_buffer = static_cast<std::size_t>(std::max<GLint64>(0, largest))};
}

void require(GLenum limit, int least, std::string_view what) {
    const int present = integer_of(limit);
    if (present < least)
        throw DeviceFailure(fmt::format("{} offers {} {}, and {} are needed", text_of(GL_RENDERER), present, what, least));
}

void require_compute() {
    if (epoxy_gl_version() < 43)
        throw DeviceFailure(fmt::format("compute shaders need OpenGL 4.3, and this driver has OpenGL {} on {}", text_of(GL_VERSION),
                                        text_of(GL_RENDERER)));
    require(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, least_storage_blocks, "storage blocks of a compute shader");
    require(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, least_storage_blocks + 1, "bindings of storage buffers");
    require(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, least_shared_memory, "bytes of memory shared by a group");
}

class OpenGlBuffer final : public DeviceBuffer {
  public:
    OpenGlBuffer(std::size_t bytes, unsigned id, std::shared_ptr<OpenGlSession> session)
        : DeviceBuffer(bytes), id_(id), session_(std::move(session)) {}
    ~OpenGlBuffer() override { session_->discard_buffer(id_); }
    OpenGlBuffer(const OpenGlBuffer&) = delete;
    OpenGlBuffer& operator=(const OpenGlBuffer&) = delete;
    [[nodiscard]] unsigned id() const { return id_; }

  private:
    unsigned id_;
    std::shared_ptr<OpenGlSession> session_;
};

unsigned id_of(const DeviceBuffer& buffer) { return dynamic_cast<const OpenGlBuffer&>(buffer).id(); }

class OpenGlHold final : public Device::Hold {
  public:
    explicit OpenGlHold(std::shared_ptr<OpenGlSession> session) : session_(std::move(session)) { session_->take(); }
    ~OpenGlHold() override { session_->let_go(); }
    OpenGlHold(const OpenGlHold&) = delete;
    OpenGlHold& operator=(const OpenGlHold&) = delete;

  private:
    std::shared_ptr<OpenGlSession> session_;
};

class OpenGlDevice final : public Device {
  public:
    OpenGlDevice(std::unique_ptr<OpenGlContext> context, KernelTexts texts)
        : session_(std::make_shared<OpenGlSession>(std::move(context))), programs_(std::move(texts)) {
        const OpenGlHold held(session_);
        require_compute();
        session_->find_reset_status();
        info_ = present_device();
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most_groups_[0]);
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 1, &most_groups_[1]);
        glGenBuffers(1, &task_);
        session_->check("where it starts");
    }
    ~OpenGlDevice() override {
        try {
            const OpenGlHold held(session_);
            programs_.clear();
            glDeleteBuffers(1, &task_);
        } catch (const Error&) {  // the context is gone, and all in it
        }
    }
    OpenGlDevice(const OpenGlDevice&) = delete;
    OpenGlDevice& operator=(const OpenGlDevice&) = delete;

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }
    [[nodiscard]] std::unique_ptr<Hold> hold() override { return std::make_unique<OpenGlHold>(session_); }

    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what) override {
        session_->require_held();
        if (bytes > info_.largest_buffer)
            throw DeviceFailure(fmt::format("{} take {:.0f} MB, and a buffer of {} has {:.0f} MB at most", what, megabytes(bytes),
                                            info_.name, megabytes(info_.largest_buffer)));
        GLuint id = 0;
        glGenBuffers(1, &id);
        auto buffer = std::make_unique<OpenGlBuffer>(bytes, id, session_);
        glBindBuffer(GL_COPY_WRITE_BUFFER, id);
        glBufferData(GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(rounded(bytes)), nullptr, GL_DYNAMIC_COPY);
        if (session_->error() != GL_NO_ERROR)
            throw DeviceFailure(fmt::format("{} has no {:.0f} MB free for {}", info_.name, megabytes(bytes), what));
        return buffer;
    }

    void upload(DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset) override {
        session_->require_held();
        check_range(to, bytes.size(), offset);
        if (bytes.empty()) return;
        glBindBuffer(GL_COPY_WRITE_BUFFER, id_of(to));
        glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()), bytes.data());
        session_->check("while it took in data");
    }

    void download(const DeviceBuffer& from, std::span<std::byte> bytes, std::size_t offset) override {
        session_->require_held();
        check_range(from, bytes.size(), offset);
        if (bytes.empty()) return;
        glBindBuffer(GL_COPY_READ_BUFFER, id_of(from));
        glGetBufferSubData(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()), bytes.data());
        session_->check("while it gave back data");
    }

    void clear(DeviceBuffer& buffer) override {
        session_->require_held();
        glBindBuffer(GL_COPY_WRITE_BUFFER, id_of(buffer));
        glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
        session_->check("while it cleared a buffer");
    }

    void run(const Launch& launch) override {
        session_->require_held();
        check_launch(launch);
        if (launch.groups_x == 0 || launch.groups_y == 0) return;
        glUseProgram(programs_.program(launch.kernel));
        set_task(launch.task);
        for (std::size_t n = 0; n < launch.buffers.size(); ++n)
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(n + 1), id_of(*launch.buffers[n]));
        glDispatchCompute(launch.groups_x, launch.groups_y, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        glFlush();
        session_->check(fmt::format("while it ran {}", kernel_name(launch.kernel)));
    }

    void finish() override {
        session_->require_held();
        glFinish();
        session_->check("while it computed");
    }

  private:
    static double megabytes(std::size_t bytes) { return std::ceil(static_cast<double>(bytes) / 1e6); }
    static std::size_t rounded(std::size_t bytes) { return std::max<std::size_t>(16, (bytes + 15) / 16 * 16); }

    static void check_range(const DeviceBuffer& buffer, std::size_t bytes, std::size_t offset) {
        if (offset > buffer.bytes() || bytes > buffer.bytes() - offset)
            throw std::out_of_range("a transfer beyond the end of a buffer of a device");
    }

    void check_launch(const Launch& launch) const {
        if (launch.task.size() > task_bytes) throw std::length_error("the task of a kernel is too long");
        const auto beyond = [](std::uint32_t groups, GLint most) { return groups > static_cast<std::uint32_t>(std::max(0, most)); };
        if (beyond(launch.groups_x, most_groups_[0]) || beyond(launch.groups_y, most_groups_[1]))
            throw DeviceFailure(fmt::format("{} x {} groups of {} are more than {} takes at a time ({} x {})", launch.groups_x,
                                            launch.groups_y, kernel_name(launch.kernel), info_.name, most_groups_[0],
                                            most_groups_[1]));
    }

    void set_task(std::span<const std::byte> task) {
        std::array<std::byte, task_bytes> block{};
        std::ranges::copy(task, block.begin());
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, task_);
        glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(block.size()), block.data(), GL_STREAM_DRAW);
    }

    std::shared_ptr<OpenGlSession> session_;
    OpenGlPrograms programs_;
    DeviceInfo info_;
    std::array<GLint, 2> most_groups_{};
    GLuint task_ = 0;
};

KernelText embedded_text(Kernel kernel) {
    const std::string_view name = kernel_name(kernel);
    return {fmt::format("shaders/{}.comp", name), std::string(embedded_kernel(name))};
}

}  // namespace

std::unique_ptr<Device> open_opengl_device() { return open_opengl_device(make_egl_context()); }

std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> context) {
    return open_opengl_device(std::move(context), embedded_text);
}

std::unique_ptr<Device> open_opengl_device(std::unique_ptr<OpenGlContext> context, KernelTexts texts) {
    return std::make_unique<OpenGlDevice>(std::move(context), std::move(texts));
}

}  // namespace poslab::gpu
