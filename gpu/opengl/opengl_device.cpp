#include "gpu/opengl/opengl_device.hpp"

#include "gpu/opengl/embedded_kernels.hpp"
#include "gpu/opengl/opengl_clock.hpp"
#include "gpu/opengl/opengl_memory.hpp"
#include "gpu/opengl/programs.hpp"
#include "gpu/opengl/session.hpp"
#include "gpu/opengl/software_renderer.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace poslab::gpu {

namespace {

constexpr int min_storage_blocks = 7;  // shaders/common/tasks.h
constexpr int min_shared_memory = 32 << 10;
constexpr std::size_t block_bytes = 256;  // a uniform block may be longer than its struct

std::string text_of(GLenum name) {
    const auto* const text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

GLint integer_of(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

/// Returns "Mesa 22.3.6" from "4.5 (Core Profile) Mesa 22.3.6".
std::string driver_version() {
    std::string version = text_of(GL_VERSION);
    version.erase(0, std::min(version.find(' '), version.size() - 1) + 1);
    if (const std::size_t end = version.find(") "); version.starts_with('(') && end != std::string::npos)
        version.erase(0, end + 2);
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

DeviceInfo present_device() {
    GLint64 largest = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    const std::string renderer = text_of(GL_RENDERER);
    const bool software = is_software_renderer(renderer);
    return {.name = renderer,
            .driver = fmt::format("OpenGL {}.{}, {}", integer_of(GL_MAJOR_VERSION),
                                  integer_of(GL_MINOR_VERSION), driver_version()),
            .memory = free_memory(),
            .software = software,
            .multiprocessors = multiprocessors(software),
            .largest_buffer = static_cast<std::size_t>(std::max<GLint64>(0, largest))};
}

void require(GLenum limit, int least, std::string_view what) {
    const int present = integer_of(limit);
    if (present < least)
        throw DeviceFailure(
            fmt::format("{} offers {} {}, and {} are needed", text_of(GL_RENDERER), present, what, least));
}

void require_compute() {
    if (epoxy_gl_version() < 43)
        throw DeviceFailure(
            fmt::format("compute shaders need OpenGL 4.3, and this driver has OpenGL {} on {}",
                        text_of(GL_VERSION), text_of(GL_RENDERER)));
    require(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, min_storage_blocks, "storage blocks of a compute shader");
    require(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, min_storage_blocks + 1, "bindings of storage buffers");
    require(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, min_shared_memory, "bytes of memory shared by a group");
}

class OpenGlHold final : public Device::Hold {
  public:
    explicit OpenGlHold(std::shared_ptr<OpenGlSession> session)
        : session_(std::move(session)), outermost_(session_->take()) {}
    ~OpenGlHold() override { session_->let_go(); }
    OpenGlHold(const OpenGlHold&) = delete;
    OpenGlHold& operator=(const OpenGlHold&) = delete;
    [[nodiscard]] bool is_outermost() const { return outermost_; }

  private:
    std::shared_ptr<OpenGlSession> session_;
    bool outermost_;
};

class OpenGlDevice final : public Device {
  public:
    OpenGlDevice(std::unique_ptr<OpenGlContext> context, KernelTexts texts)
        : session_(std::make_shared<OpenGlSession>(std::move(context))), programs_(std::move(texts)) {
        const OpenGlHold held(session_);
        require_compute();
        session_->find_reset_status();
        info_ = present_device();
        memory_.emplace(session_, info_);
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &max_groups_[0]);
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 1, &max_groups_[1]);
        glGenBuffers(1, &task_);
        session_->check("at the start");
    }
    ~OpenGlDevice() override {
        try {
            const OpenGlHold held(session_);
            programs_.clear();
            clock_.clear();
            memory_->clear();
            glDeleteBuffers(1, &task_);
        } catch (const Error&) {  // the context and everything in it are gone
        }
    }
    OpenGlDevice(const OpenGlDevice&) = delete;
    OpenGlDevice& operator=(const OpenGlDevice&) = delete;

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }
    [[nodiscard]] std::unique_ptr<Hold> hold() override {
        auto hold = std::make_unique<OpenGlHold>(session_);
        if (hold->is_outermost()) memory_->pool().begin_operation();
        return hold;
    }

    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what) override {
        session_->require_held();
        return memory_->allocate(bytes, what);
    }

    void upload(DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset) override {
        session_->require_held();
        memory_->upload(to, bytes, offset, clock_);
    }

    void download(const DeviceBuffer& from, std::span<std::byte> bytes, std::size_t offset) override {
        start_download(from, {offset, bytes.size()})
            ->take([bytes](std::size_t first, std::span<const std::byte> part) {
                std::ranges::copy(part, bytes.begin() + static_cast<std::ptrdiff_t>(first));
            });
    }

    [[nodiscard]] std::unique_ptr<Download> start_download(const DeviceBuffer& from,
                                                           const DownloadParts& parts) override {
        session_->require_held();
        return memory_->start_download(from, parts, clock_);
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
        {
            const DeviceClock::Span span(clock_, launch.kernel);
            glDispatchCompute(launch.groups_x, launch.groups_y, 1);
        }
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        glFlush();
        session_->check(fmt::format("while it ran {}", kernel_name(launch.kernel)));
    }

    void finish() override {
        session_->require_held();
        glFinish();
        session_->check("while it computed");
    }

    void start_clock() override {
        session_->require_held();
        clock_.start();
        (void)memory_->pool().max_in_use();
    }

    [[nodiscard]] DeviceTimes stop_clock() override {
        session_->require_held();
        DeviceTimes times = clock_.stop();
        session_->check("while it computed");
        times.max_memory = static_cast<std::int64_t>(memory_->pool().max_in_use());
        return times;
    }

  private:
    void check_launch(const Launch& launch) const {
        if (launch.task.size() > block_bytes) throw std::length_error("the task of a kernel is too long");
        const auto beyond = [](std::uint32_t groups, GLint most) {
            return groups > static_cast<std::uint32_t>(std::max(0, most));
        };
        if (beyond(launch.groups_x, max_groups_[0]) || beyond(launch.groups_y, max_groups_[1]))
            throw DeviceFailure(fmt::format("{} x {} groups of {} exceed the limit of {} ({} x {})",
                                            launch.groups_x, launch.groups_y, kernel_name(launch.kernel),
                                            info_.name, max_groups_[0], max_groups_[1]));
    }

    void set_task(std::span<const std::byte> task) {
        std::array<std::byte, block_bytes> block{};
        std::ranges::copy(task, block.begin());
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, task_);
        glBufferData(GL_UNIFORM_BUFFER, static_cast<GLsizeiptr>(block.size()), block.data(), GL_STREAM_DRAW);
    }

    std::shared_ptr<OpenGlSession> session_;
    OpenGlPrograms programs_;
    OpenGlClock clock_;
    std::optional<OpenGlMemory> memory_;
    DeviceInfo info_;
    std::array<GLint, 2> max_groups_{};
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
