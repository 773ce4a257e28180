#include "core/encoding/precision.hpp"

#include "gpu/engine/gpu_engine.hpp"

#include "gpu/engine/operations.hpp"

#include <utility>

namespace poslab::gpu {

namespace {

/// Every operation holds the device from its first buffer to its last, on any thread.
class GpuEngine final : public EachOperation<GpuEngine> {
  public:
    GpuEngine(std::string name, std::unique_ptr<Device> device, Products products)
        : name_(std::move(name)), device_(std::move(device)), products_(products) {}
    ~GpuEngine() override {
        try {
            const auto hold = device_->hold();
            vector_cache_ = {};
        } catch (const DeviceFailure&) {  // a lost device
        }
    }
    GpuEngine(const GpuEngine&) = delete;
    GpuEngine& operator=(const GpuEngine&) = delete;

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] Precision precision() const override { return Precision::float32; }
    [[nodiscard]] Message unsupported_reason(Operation, double) const override { return {}; }
    /// Estimated from the arithmetic of a card a few years old; transfers take far less time.
    [[nodiscard]] bool is_slow(Operation operation, double size) const override {
        const DeviceInfo& info = device_->info();
        if (info.software) return cpu_engine().is_slow(operation, 10 * size);
        // times as fast as the cpu engine, with and without tensor cores
        const double times = info.split_keys ? 50 : 12;
        return cpu_engine().is_slow(operation, size / times);
    }

    template <class Request>
    [[nodiscard]] AnswerTo<Request> each(const Request& request, const Job& job) const {
        const auto hold = device_->hold();
        return on_device({*device_, products_, &vector_cache_}, request, job);
    }

    [[nodiscard]] std::optional<DeviceWork> device_work(const std::function<void()>& work) const override;

  private:
    std::string name_;
    std::unique_ptr<Device> device_;
    Products products_;
    mutable VectorCache vector_cache_;  // used while the device is held
};

std::optional<DeviceWork> GpuEngine::device_work(const std::function<void()>& work) const {
    {
        const auto hold = device_->hold();
        device_->start_clock();
    }
    work();
    const auto hold = device_->hold();
    const DeviceTimes times = device_->stop_clock();
    DeviceWork done{{}, times.uploads + times.downloads, times.uploaded, times.downloaded, times.max_memory};
    for (std::size_t n = 0; n < kernel_count; ++n)
        if (times.launches[n] > 0)
            done.kernels.push_back(
                {kernel_name(static_cast<Kernel>(n)), times.kernels[n], times.launches[n]});
    return done;
}

}  // namespace

std::unique_ptr<const Engine> make_gpu_engine(std::string name, std::unique_ptr<Device> device,
                                              Products products) {
    return std::make_unique<GpuEngine>(std::move(name), std::move(device), products);
}

}  // namespace poslab::gpu
