// Preloaded: makes the driver of gpu/fake_driver one for CUDA 11.4.
#include "gpu/fake_driver/fake_driver.hpp"

namespace {

struct OldDriver {
    OldDriver() { fake_cuda::machine().version = 11040; }
} const old_driver;

}  // namespace
