#include "gpu/cuda/driver.hpp"

#include "gpu/device.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace poslab::gpu {
namespace {

constexpr const char* library_name = "libcuda.so.1";

template <class Function>
void find(void* library, Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr)
        throw DeviceFailure(
            fmt::format("the NVIDIA driver's library {} has no {}: it is too old", library_name, name));
}

// cuda.h renames most of them to their current versions.
Driver functions_of(void* library) {
    Driver driver;
    find(library, driver.init, "cuInit");
    find(library, driver.version, "cuDriverGetVersion");
    find(library, driver.error_name, "cuGetErrorName");
    find(library, driver.error_text, "cuGetErrorString");
    find(library, driver.device_count, "cuDeviceGetCount");
    find(library, driver.device, "cuDeviceGet");
    find(library, driver.device_name, "cuDeviceGetName");
    find(library, driver.device_attribute, "cuDeviceGetAttribute");
    find(library, driver.device_memory, "cuDeviceTotalMem_v2");
    find(library, driver.retain_context, "cuDevicePrimaryCtxRetain");
    find(library, driver.release_context, "cuDevicePrimaryCtxRelease_v2");
    find(library, driver.push_context, "cuCtxPushCurrent_v2");
    find(library, driver.pop_context, "cuCtxPopCurrent_v2");
    find(library, driver.create_stream, "cuStreamCreate");
    find(library, driver.destroy_stream, "cuStreamDestroy_v2");
    find(library, driver.wait_for_stream, "cuStreamSynchronize");
    find(library, driver.create_event, "cuEventCreate");
    find(library, driver.destroy_event, "cuEventDestroy_v2");
    find(library, driver.record_event, "cuEventRecord");
    find(library, driver.wait_for_event, "cuEventSynchronize");
    find(library, driver.wait_in_stream, "cuStreamWaitEvent");
    find(library, driver.elapsed, "cuEventElapsedTime");
    find(library, driver.load_module, "cuModuleLoadData");
    find(library, driver.unload_module, "cuModuleUnload");
    find(library, driver.module_function, "cuModuleGetFunction");
    find(library, driver.set_function_attribute, "cuFuncSetAttribute");
    find(library, driver.groups_of_multiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    find(library, driver.allocate, "cuMemAlloc_v2");
    find(library, driver.free, "cuMemFree_v2");
    find(library, driver.allocate_on_host, "cuMemAllocHost_v2");
    find(library, driver.free_on_host, "cuMemFreeHost");
    find(library, driver.free_memory, "cuMemGetInfo_v2");
    find(library, driver.upload, "cuMemcpyHtoDAsync_v2");
    find(library, driver.download, "cuMemcpyDtoHAsync_v2");
    find(library, driver.set, "cuMemsetD8Async");
    find(library, driver.launch, "cuLaunchKernel");
    return driver;
}

constexpr int min_version = 12000;  // see kernel_images.hpp

void check_version(const Driver& driver) {
    int version = 0;
    (void)driver.version(&version);
    if (version >= min_version) return;
    throw DeviceFailure(fmt::format("the NVIDIA driver supports CUDA {}; this program needs CUDA {} or later",
                                    cuda_version_text(version), cuda_version_text(min_version)));
}

}  // namespace

std::string Driver::text(CUresult error) const {
    const char* name = nullptr;
    const char* message = nullptr;
    (void)error_name(error, &name);
    (void)error_text(error, &message);
    if (name == nullptr || message == nullptr) return fmt::format("error {}", static_cast<int>(error));
    return fmt::format("{} ({})", name, message);
}

Driver load_cuda_driver() {
    static_cast<void>(dlerror());  // forgets the failures of other libraries
    void* library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);  // never unloaded: it does not support that
    if (library == nullptr) {
        const char* const reason = dlerror();
        throw DeviceFailure(
            fmt::format("no NVIDIA driver can be loaded: {}", reason == nullptr ? library_name : reason));
    }
    const Driver driver = functions_of(library);
    check_version(driver);
    const CUresult error = driver.init(0);
    if (error == CUDA_ERROR_NO_DEVICE) throw DeviceFailure("the NVIDIA driver finds no device");
    if (error != CUDA_SUCCESS)
        throw DeviceFailure(fmt::format("the NVIDIA driver does not start: {}", driver.text(error)));
    int devices = 0;
    (void)driver.device_count(&devices);
    if (devices < 1) throw DeviceFailure("the NVIDIA driver finds no device");
    return driver;
}

std::string cuda_version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace poslab::gpu
