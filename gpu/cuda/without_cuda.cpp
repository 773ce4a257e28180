#include "gpu/cuda/cuda_device.hpp"

namespace poslab::gpu {

std::unique_ptr<Device> open_cuda_device() {
    throw DeviceFailure(
        "this program was built without CUDA (nvcc of CUDA 12 or later was not found when it was built)");
}

bool has_cuda() { return false; }

}  // namespace poslab::gpu
