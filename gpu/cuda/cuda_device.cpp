#include "gpu/cuda/cuda_device.hpp"

namespace poslab::gpu {

std::unique_ptr<Device> open_cuda_device() { throw DeviceFailure("this program was built without CUDA"); }

bool has_cuda() { return false; }

}  // namespace poslab::gpu
