#pragma once

#include <cuda.h>

#include <string>
#include <string_view>

namespace poslab::gpu {

/// The functions of CUDA's driver that PosLab calls, from libcuda.so.1, which is loaded at run time, so that
/// the program starts without CUDA.
struct Driver {
    decltype(&cuInit) init = nullptr;
    decltype(&cuDriverGetVersion) version = nullptr;
    decltype(&cuGetErrorName) error_name = nullptr;
    decltype(&cuGetErrorString) error_text = nullptr;
    decltype(&cuDeviceGetCount) device_count = nullptr;
    decltype(&cuDeviceGet) device = nullptr;
    decltype(&cuDeviceGetName) device_name = nullptr;
    decltype(&cuDeviceGetAttribute) device_attribute = nullptr;
    decltype(&cuDeviceTotalMem) device_memory = nullptr;
    decltype(&cuDevicePrimaryCtxRetain) retain_context = nullptr;
    decltype(&cuDevicePrimaryCtxRelease) release_context = nullptr;
    decltype(&cuCtxPushCurrent) push_context = nullptr;
    decltype(&cuCtxPopCurrent) pop_context = nullptr;
    decltype(&cuStreamCreate) create_stream = nullptr;
    decltype(&cuStreamDestroy) destroy_stream = nullptr;
    decltype(&cuStreamSynchronize) wait_for_stream = nullptr;
    decltype(&cuEventCreate) create_event = nullptr;
    decltype(&cuEventDestroy) destroy_event = nullptr;
    decltype(&cuEventRecord) record_event = nullptr;
    decltype(&cuEventSynchronize) wait_for_event = nullptr;
    decltype(&cuStreamWaitEvent) wait_in_stream = nullptr;
    decltype(&cuEventElapsedTime) elapsed = nullptr;
    decltype(&cuModuleLoadData) load_module = nullptr;
    decltype(&cuModuleUnload) unload_module = nullptr;
    decltype(&cuModuleGetFunction) module_function = nullptr;
    decltype(&cuFuncSetAttribute) set_function_attribute = nullptr;
    decltype(&cuOccupancyMaxActiveBlocksPerMultiprocessor) groups_of_multiprocessor = nullptr;
    decltype(&cuMemAlloc) allocate = nullptr;
    decltype(&cuMemFree) free = nullptr;
    decltype(&cuMemAllocHost) allocate_on_host = nullptr;
    decltype(&cuMemFreeHost) free_on_host = nullptr;
    decltype(&cuMemGetInfo) free_memory = nullptr;
    decltype(&cuMemcpyHtoDAsync) upload = nullptr;
    decltype(&cuMemcpyDtoHAsync) download = nullptr;
    decltype(&cuMemsetD8Async) set = nullptr;
    decltype(&cuLaunchKernel) launch = nullptr;

    /// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"
    [[nodiscard]] std::string text(CUresult error) const;
};

/// Loads and initializes the driver. Throws DeviceFailure if it is missing, lacks a function, does not start,
/// is too old for this program's kernels (naming its version and the required one), or has no device.
[[nodiscard]] Driver load_cuda_driver();

/// Returns "13.0" for 13000.
[[nodiscard]] std::string cuda_version_text(int version);

}  // namespace poslab::gpu
