#include "gpu/cuda/cuda_device.hpp"

#include "gpu/cuda/cuda_clock.hpp"
#include "gpu/cuda/cuda_context.hpp"
#include "gpu/cuda/cuda_memory.hpp"
#include "gpu/cuda/kernel_images.hpp"
#include "gpu/cuda/staging.hpp"
#include "gpu/kernels.hpp"
#include "gpu/tasks.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <optional>

namespace poslab::gpu {
namespace {

/// A kernel, loaded when it is first run.
struct LoadedKernel {
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    std::size_t shared_bytes = 48U << 10U;  // currently allowed
};

/// Returns as many dims of queries and keys as fit shared memory together: if all fit, queries are loaded
/// once.
int attention_chunk(int shared_bytes) {
    int chunk = 128;
    for (; chunk > 16; chunk /= 2) {
        AttentionTask task{};
        task.chunk = chunk;
        if (kernel_shape(Kernel::flash_attention).shared_bytes(std::as_bytes(std::span(&task, 1))) <=
            static_cast<std::size_t>(shared_bytes))
            break;
    }
    return chunk;
}

class CudaDevice final : public Device {
  public:
    CudaDevice() {
        const CudaContext::Current current(context_);
        parts_.emplace(context_);
        info_.name = context_.name();
        info_.driver = context_.driver_text();
        info_.memory = static_cast<double>(context_.free_memory());
        info_.multiprocessors = context_.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) *
                                kernel_shape(Kernel::flash_attention).groups_per_multiprocessor;
        info_.largest_buffer = context_.total_memory();
        info_.strip_rows = cuda_strip_rows;
        info_.split_keys = true;
        info_.chunk_dims =
            attention_chunk(context_.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
    }
    ~CudaDevice() override;
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }
    [[nodiscard]] std::unique_ptr<Hold> hold() override {
        auto hold = std::make_unique<CudaContext::Current>(context_);
        if (hold->is_outermost()) parts_->memory.pool().begin_operation();
        return hold;
    }

    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what) override {
        return parts_->memory.allocate(bytes, what);
    }
    void upload(DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset) override {
        parts_->staging.upload(on_device(to).part(offset, bytes.size()), bytes);
    }
    void download(const DeviceBuffer& from, std::span<std::byte> bytes, std::size_t offset) override {
        start_download(from, {offset, bytes.size()})
            ->take([bytes](std::size_t first, std::span<const std::byte> part) {
                std::memcpy(bytes.data() + first, part.data(), part.size());
            });
    }
    void clear(DeviceBuffer& buffer) override {
        context_.check(
            context_.driver().set(on_device(buffer).part(0, 0), 0, buffer.bytes(), context_.stream()),
            "cuMemsetD8Async", "zeros on the device");
    }
    [[nodiscard]] int groups_at_once(Kernel kernel, std::span<const std::byte> task) override;
    void run(const Launch& launch) override;
    void finish() override {
        context_.check(context_.driver().wait_for_stream(context_.stream()), "cuStreamSynchronize", running_);
    }

    [[nodiscard]] std::unique_ptr<Download> start_download(const DeviceBuffer& from,
                                                           const DownloadParts& parts) override {
        return parts_->staging.start_download(on_device(from).part(parts.offset, parts.bytes), parts);
    }

    void start_clock() override {
        parts_->clock.start();
        (void)parts_->memory.pool().max_in_use();
    }
    [[nodiscard]] DeviceTimes stop_clock() override {
        finish();
        DeviceTimes times = parts_->clock.stop();
        times.max_memory = static_cast<std::int64_t>(parts_->memory.pool().max_in_use());
        return times;
    }

  private:
    [[nodiscard]] LoadedKernel& loaded(Kernel kernel);
    void allow_shared_memory(LoadedKernel& kernel, const std::string& name, std::size_t bytes);

    /// Members that must be freed while the context is current.
    struct Parts {
        explicit Parts(CudaContext& context) : clock(context), staging(context, clock), memory(context) {}
        CudaClock clock;
        Staging staging;
        CudaMemory memory;
    };

    CudaContext context_;
    std::optional<Parts> parts_;
    DeviceInfo info_;
    std::array<LoadedKernel, kernel_count> kernels_;
    std::string running_ = "nothing";  // the most recently started kernel
};

CudaDevice::~CudaDevice() {
    try {
        const CudaContext::Current current(context_);
        parts_.reset();
        for (const LoadedKernel& kernel : kernels_) {
            if (kernel.module != nullptr) (void)context_.driver().unload_module(kernel.module);
        }
    } catch (const DeviceFailure&) {  // a lost device loses its memory as well
    }
}

LoadedKernel& CudaDevice::loaded(Kernel kernel) {
    LoadedKernel& of = kernels_[static_cast<std::size_t>(kernel)];
    if (of.function != nullptr) return of;
    const std::string name(kernel_name(kernel));
    int version = 0;
    (void)context_.driver().version(&version);
    const std::span<const std::byte> image = kernel_image(kernel, version);
    if (image.empty()) throw DeviceFailure(fmt::format("this program has no kernel {}", name));
    CUmodule module = nullptr;
    context_.check(context_.driver().load_module(&module, image.data()), "cuModuleLoadData", name);
    of.module = module;
    context_.check(context_.driver().module_function(&of.function, of.module, name.c_str()),
                   "cuModuleGetFunction", name);
    return of;
}

void CudaDevice::allow_shared_memory(LoadedKernel& kernel, const std::string& name, std::size_t bytes) {
    if (bytes <= kernel.shared_bytes) return;
    const int most = context_.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    if (bytes > static_cast<std::size_t>(most))
        throw DeviceFailure(
            fmt::format("{} needs {} bytes of shared memory, {} has {}", name, bytes, info_.name, most));
    context_.check(
        context_.driver().set_function_attribute(
            kernel.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(bytes)),
        "cuFuncSetAttribute", name);
    kernel.shared_bytes = bytes;
}

int CudaDevice::groups_at_once(Kernel kernel, std::span<const std::byte> task) {
    const KernelShape& shape = kernel_shape(kernel);
    const std::string name(kernel_name(kernel));
    LoadedKernel& of = loaded(kernel);
    const std::size_t shared = shape.shared_bytes(task);
    allow_shared_memory(of, name, shared);
    int of_multiprocessor = 0;
    context_.check(context_.driver().groups_of_multiprocessor(&of_multiprocessor, of.function,
                                                              static_cast<int>(shape.threads), shared),
                   "cuOccupancyMaxActiveBlocksPerMultiprocessor", name);
    return of_multiprocessor * context_.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
}

void CudaDevice::run(const Launch& launch) {
    running_ = kernel_name(launch.kernel);
    LoadedKernel& kernel = loaded(launch.kernel);
    const KernelShape& shape = kernel_shape(launch.kernel);
    const std::size_t shared = shape.shared_bytes(launch.task);
    allow_shared_memory(kernel, running_, shared);
    std::vector<CUdeviceptr> places;
    for (const DeviceBuffer* buffer : launch.buffers)
        places.push_back(buffer == nullptr ? 0 : on_device(*buffer).part(0, 0));
    // The driver reads each argument, the task first, and modifies none.
    std::vector<void*> arguments{const_cast<std::byte*>(launch.task.data())};
    for (CUdeviceptr& place : places) arguments.push_back(&place);
    const DeviceClock::Span span(parts_->clock, launch.kernel);
    context_.check(
        context_.driver().launch(kernel.function, launch.groups_x, launch.groups_y, 1, shape.threads, 1, 1,
                                 static_cast<unsigned>(shared), context_.stream(), arguments.data(), nullptr),
        "cuLaunchKernel", running_);
}

// Without these files there is no device (the second one is that of WSL), and the driver need not be queried.
bool has_device_file() {
    std::error_code none;
    return std::filesystem::exists("/dev/nvidiactl", none) || std::filesystem::exists("/dev/dxg", none);
}

}  // namespace

std::unique_ptr<Device> open_cuda_device() { return std::make_unique<CudaDevice>(); }

bool has_cuda() {
    if (!has_device_file()) return false;
    try {
        (void)load_cuda_driver();
        return true;
    } catch (const DeviceFailure&) {
        return false;
    }
}

}  // namespace poslab::gpu
