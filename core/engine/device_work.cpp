#include "core/engine/engine.hpp"

namespace poslab {

double DeviceWork::kernel_seconds() const {
    double seconds = 0;
    for (const Kernel& kernel : kernels) seconds += kernel.seconds;
    return seconds;
}

}  // namespace poslab
