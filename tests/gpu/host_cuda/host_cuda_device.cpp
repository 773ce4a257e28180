#include "host_cuda/host_cuda_device.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

namespace host_cuda {
namespace {

using poslab::gpu::DeviceBuffer;
using poslab::gpu::DeviceFailure;
using poslab::gpu::DeviceInfo;
using poslab::gpu::DeviceTimes;
using poslab::gpu::Kernel;
using poslab::gpu::KernelShape;
using poslab::gpu::Launch;

std::map<Kernel, HostKernel>& kernels() {
    static std::map<Kernel, HostKernel> all;
    return all;
}

class HostBuffer : public DeviceBuffer {
  public:
    explicit HostBuffer(std::size_t size) : DeviceBuffer(size), guarded_(size) {}
    [[nodiscard]] std::span<std::byte> content() const { return guarded_.bytes(); }
    [[nodiscard]] bool intact() const { return guarded_.intact(); }

  private:
    GuardedBytes guarded_;
};

const HostBuffer& host(const DeviceBuffer& buffer) { return dynamic_cast<const HostBuffer&>(buffer); }

class LockedHold : public poslab::gpu::Device::Hold {
  public:
    explicit LockedHold(std::recursive_mutex& mutex) : lock_(mutex) {}

  private:
    std::scoped_lock<std::recursive_mutex> lock_;
};

class HostCudaDevice : public poslab::gpu::Device {
  public:
    HostCudaDevice(std::map<Kernel, HostKernel> instead, std::uint64_t seed)
        : instead_(std::move(instead)), seed_(seed) {
        info_.name = "CUDA kernels on the host";
        info_.driver = "emulated machine";
        info_.software = true;
        info_.multiprocessors = 3;
        info_.largest_buffer = std::size_t{1} << 40U;
        info_.strip_rows = poslab::gpu::cuda_strip_rows;
        info_.split_keys = true;
        info_.chunk_dims = 32;  // so that a row has several chunks
    }

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }
    [[nodiscard]] std::unique_ptr<Hold> hold() override { return std::make_unique<LockedHold>(mutex_); }
    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what) override {
        try {
            return std::make_unique<HostBuffer>(bytes);
        } catch (const std::bad_alloc&) {
            throw DeviceFailure(
                fmt::format("{} need {:.2f} GiB of memory", what, static_cast<double>(bytes) / 0x1p30));
        }
    }
    void upload(DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset) override {
        std::ranges::copy(bytes, part(to, offset, bytes.size()).begin());
    }
    void download(const DeviceBuffer& from, std::span<std::byte> bytes, std::size_t offset) override {
        std::ranges::copy(part(from, offset, bytes.size()), bytes.begin());
    }
    void clear(DeviceBuffer& buffer) override { std::ranges::fill(host(buffer).content(), std::byte{0}); }
    void run(const Launch& launch) override;
    void finish() override {}
    void start_clock() override { clock_.emplace(); }
    [[nodiscard]] DeviceTimes stop_clock() override {
        return std::exchange(clock_, std::nullopt).value_or(DeviceTimes{});
    }

  private:
    static std::span<std::byte> part(const DeviceBuffer& buffer, std::size_t offset, std::size_t bytes) {
        if (offset > buffer.bytes() || bytes > buffer.bytes() - offset)
            throw MachineError("a copy goes beyond its buffer");
        return host(buffer).content().subspan(offset, bytes);
    }

    [[nodiscard]] const HostKernel& kernel_of(Kernel kernel) const;

    DeviceInfo info_;
    std::recursive_mutex mutex_;
    std::optional<DeviceTimes> clock_;  // set while the clock runs
    std::map<Kernel, HostKernel> instead_;
    std::uint64_t seed_;
    std::uint64_t launches_ = 0;
};

const HostKernel& HostCudaDevice::kernel_of(Kernel kernel) const {
    const auto found = instead_.find(kernel);
    if (found != instead_.end()) return found->second;
    const HostKernel* const own = find_kernel(kernel);
    if (own == nullptr) throw DeviceFailure(fmt::format("there is no kernel {} here", kernel_name(kernel)));
    return *own;
}

void HostCudaDevice::run(const Launch& launch) {
    const std::string_view name = kernel_name(launch.kernel);
    const HostKernel& kernel = kernel_of(launch.kernel);
    if (launch.task.size() != kernel.task_bytes)
        throw MachineError(
            fmt::format("{} takes a task of {} bytes, not {}", name, kernel.task_bytes, launch.task.size()));
    if (launch.buffers.size() != kernel.buffers)
        throw MachineError(
            fmt::format("{} takes {} buffers, not {}", name, kernel.buffers, launch.buffers.size()));
    std::vector<std::byte*> places;
    for (const DeviceBuffer* buffer : launch.buffers)
        places.push_back(buffer == nullptr ? nullptr : host(*buffer).content().data());
    const KernelShape& shape = kernel_shape(launch.kernel);
    const auto begin = std::chrono::steady_clock::now();
    run_grid({static_cast<int>(launch.groups_x), static_cast<int>(launch.groups_y),
              static_cast<int>(shape.threads), shape.shared_bytes(launch.task), seed_, launches_++},
             [&] { kernel.call(launch.task, places); });
    if (clock_) {
        clock_->kernels[static_cast<std::size_t>(launch.kernel)] +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        ++clock_->launches[static_cast<std::size_t>(launch.kernel)];
    }
    for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
        if (launch.buffers[n] != nullptr && !host(*launch.buffers[n]).intact())
            throw MachineError(fmt::format("{} wrote beyond its buffer {}", name, n + 1));
    }
}

}  // namespace

KernelName::KernelName(Kernel kernel, HostKernel of) { kernels()[kernel] = std::move(of); }

const HostKernel* find_kernel(Kernel kernel) {
    const auto found = kernels().find(kernel);
    return found == kernels().end() ? nullptr : &found->second;
}

void run_grid(const Grid& grid, const std::function<void()>& kernel) {
    std::vector<int> groups(static_cast<std::size_t>(grid.groups_x * grid.groups_y));
    std::iota(groups.begin(), groups.end(), 0);
    RandomOrder(grid.seed, grid.launch, groups.size()).shuffle(std::span(groups));
    const auto one = [&](std::size_t n) {
        const int group = groups[n];
        const RandomOrder order(grid.seed, grid.launch, static_cast<std::uint64_t>(group));
        Group({group % grid.groups_x, group / grid.groups_x, grid.groups_x}, grid.threads, grid.shared_bytes,
              kernel, order)
            .run();
    };
    tbb::parallel_for(std::size_t{0}, groups.size(), one);
}

std::unique_ptr<poslab::gpu::Device> open_host_cuda_device() {
    return open_host_cuda_device_with({}, machine_seed());
}

std::unique_ptr<poslab::gpu::Device> open_host_cuda_device_with(const std::map<Kernel, HostKernel>& instead,
                                                                std::uint64_t seed) {
    return std::make_unique<HostCudaDevice>(instead, seed);
}

}  // namespace host_cuda
