#include "gpu/cuda/cuda_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace poslab::gpu {
namespace {

// 8.0: asynchronous copies to shared memory, matrix products of 16 x 8 x 16
constexpr int min_capability = 80;

struct Capability {
    int major = 0, minor = 0;
    [[nodiscard]] int number() const { return 10 * major + minor; }
};

Capability capability_of(const Driver& driver, CUdevice device) {
    Capability of;
    (void)driver.device_attribute(&of.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    (void)driver.device_attribute(&of.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    return of;
}

std::string name_of(const Driver& driver, CUdevice device) {
    std::array<char, 256> name{};
    (void)driver.device_name(name.data(), static_cast<int>(name.size()) - 1, device);
    return name.data();
}

// Errors after which a context fails every call with the same error.
bool is_fatal(CUresult error) {
    static constexpr std::array fatal{
        CUDA_ERROR_ILLEGAL_ADDRESS,      CUDA_ERROR_LAUNCH_FAILED,         CUDA_ERROR_LAUNCH_TIMEOUT,
        CUDA_ERROR_HARDWARE_STACK_ERROR, CUDA_ERROR_ILLEGAL_INSTRUCTION,   CUDA_ERROR_MISALIGNED_ADDRESS,
        CUDA_ERROR_INVALID_PC,           CUDA_ERROR_INVALID_ADDRESS_SPACE, CUDA_ERROR_ASSERT,
        CUDA_ERROR_ECC_UNCORRECTABLE,    CUDA_ERROR_CONTEXT_IS_DESTROYED,  CUDA_ERROR_DEVICE_UNAVAILABLE,
        CUDA_ERROR_DEINITIALIZED,        CUDA_ERROR_NVLINK_UNCORRECTABLE,  CUDA_ERROR_UNKNOWN,
        CUDA_ERROR_EXTERNAL_DEVICE};
    return std::ranges::find(fatal, error) != fatal.end();
}

}  // namespace

CudaContext::CudaContext() : driver_(load_cuda_driver()), device_(usable_device()) {
    check(driver_.retain_context(&context_, device_), "cuDevicePrimaryCtxRetain", name());
    try {
        const Current current(*this);
        for (CUstream* stream : {&stream_, &download_stream_})
            check(driver_.create_stream(stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate", name());
    } catch (const DeviceFailure&) {
        destroy();
        throw;
    }
}

CudaContext::~CudaContext() { destroy(); }

void CudaContext::destroy() {
    if (stream_ != nullptr && driver_.push_context(context_) == CUDA_SUCCESS) {
        for (const CUstream stream : {stream_, download_stream_})
            if (stream != nullptr) (void)driver_.destroy_stream(stream);
        CUcontext popped = nullptr;
        (void)driver_.pop_context(&popped);
    }
    (void)driver_.release_context(device_);
}

CUdevice CudaContext::usable_device() const {
    int devices = 0;
    (void)driver_.device_count(&devices);
    std::string found;
    for (int n = 0; n < devices; ++n) {
        CUdevice device = 0;
        if (driver_.device(&device, n) != CUDA_SUCCESS) continue;
        const Capability of = capability_of(driver_, device);
        if (of.number() >= min_capability) return device;
        found += fmt::format("{}{} has {}.{}", found.empty() ? "" : ", ", name_of(driver_, device), of.major,
                             of.minor);
    }
    throw DeviceFailure(fmt::format("compute capability 8.0 is needed: {}", found));
}

int CudaContext::attribute(CUdevice_attribute which) const {
    int value = 0;
    (void)driver_.device_attribute(&value, which, device_);
    return value;
}

std::string CudaContext::name() const { return name_of(driver_, device_); }

std::string CudaContext::driver_text() const {
    int version = 0;
    (void)driver_.version(&version);
    const Capability of = capability_of(driver_, device_);
    return fmt::format("CUDA {}, compute capability {}.{}", cuda_version_text(version), of.major, of.minor);
}

std::size_t CudaContext::total_memory() const {
    std::size_t bytes = 0;
    (void)driver_.device_memory(&bytes, device_);
    return bytes;
}

std::size_t CudaContext::free_memory() const {
    std::size_t free = 0;
    std::size_t total = 0;
    return driver_.free_memory(&free, &total) == CUDA_SUCCESS ? free : 0;
}

void CudaContext::check(CUresult error, std::string_view call, std::string_view what) {
    if (error == CUDA_SUCCESS) return;
    const std::string message = fmt::format("{} for {}: {}", call, what, driver_.text(error));
    if (!lost_.empty()) throw DeviceFailure(fmt::format("the device was lost at {}", lost_));
    if (!is_fatal(error)) throw DeviceFailure("" + message);
    lost_ = message;
    throw DeviceFailure(fmt::format("the device was lost at {}", lost_));
}

CudaContext::Current::Current(CudaContext& context) : context_(context), lock_(context.mutex_) {
    context_.check(context_.driver_.push_context(context_.context_), "cuCtxPushCurrent", "the device");
    outermost_ = context_.depth_++ == 0;
}

CudaContext::Current::~Current() {
    --context_.depth_;
    CUcontext popped = nullptr;
    (void)context_.driver_.pop_context(&popped);
}

}  // namespace poslab::gpu
