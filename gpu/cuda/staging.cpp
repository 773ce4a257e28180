#include "gpu/cuda/staging.hpp"

#include <algorithm>
#include <cstring>

namespace poslab::gpu {

Staging::~Staging() {
    for (const Part& part : parts_) {
        if (part.free != nullptr) (void)context_.driver().destroy_event(part.free);
        if (part.memory != nullptr) (void)context_.driver().free_on_host(part.memory);
    }
}

Staging::Part& Staging::next_part() {
    const Driver& driver = context_.driver();
    Part& part = parts_[next_++ % parts_.size()];
    if (part.memory == nullptr)
        context_.check(driver.allocate_on_host(&part.memory, part_bytes), "cuMemAllocHost", "data on their way to the device");
    if (part.free == nullptr) {
        context_.check(driver.create_event(&part.free, CU_EVENT_DISABLE_TIMING), "cuEventCreate",
                       "data on their way to the device");
    } else {
        context_.check(driver.wait_for_event(part.free), "cuEventSynchronize", "data on their way to the device");
    }
    return part;
}

void Staging::upload(CUdeviceptr to, std::span<const std::byte> bytes) {
    const Driver& driver = context_.driver();
    for (std::size_t first = 0; first < bytes.size(); first += part_bytes) {
        const std::size_t count = std::min(part_bytes, bytes.size() - first);
        const Part& part = next_part();
        std::memcpy(part.memory, bytes.data() + first, count);
        context_.check(driver.upload(to + first, part.memory, count, context_.stream()), "cuMemcpyHtoDAsync", "data to the device");
        context_.check(driver.record_event(part.free, context_.stream()), "cuEventRecord", "data to the device");
    }
}

}  // namespace poslab::gpu
