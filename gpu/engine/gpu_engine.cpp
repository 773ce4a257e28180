#include "core/encoding/precision.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/hippo/state_extent.hpp"

#include "gpu/engine/gpu_engine.hpp"

#include "gpu/engine/operations.hpp"

#include <utility>

namespace poslab::gpu {

namespace {

/// Every operation holds the device from its first buffer to its last, whatever thread asks for it.
class GpuEngine final : public Engine {
  public:
    GpuEngine(std::string name, std::unique_ptr<Device> device, Products products)
        : name_(std::move(name)), device_(std::move(device)), products_(products) {}
    ~GpuEngine() override {
        try {
            const auto hold = device_->hold();
            kept_ = {};
        } catch (const DeviceFailure&) {  // a lost device
        }
    }
    GpuEngine(const GpuEngine&) = delete;
    GpuEngine& operator=(const GpuEngine&) = delete;

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] Precision precision() const override { return Precision::float32; }
    [[nodiscard]] std::string unsupported(Operation, double) const override { return {}; }
    /// By the arithmetic of a few years old card; what else counts, the way there and back, is far below.
    [[nodiscard]] bool is_slow(Operation operation, double size) const override {
        const DeviceInfo& info = device_->info();
        if (info.software) return cpu_engine().is_slow(operation, 10 * size);
        const double times = info.split_keys ? 50 : 12;  // as much as the cpu engine's: with tensor cores, without
        return cpu_engine().is_slow(operation, size / times);
    }

    [[nodiscard]] Field position_field(const PositionPlan& plan, const FieldWindow& window, const Job& job) const override {
        const auto hold = device_->hold();
        return position_field_on_device(*device_, plan, window, job);
    }

    [[nodiscard]] std::vector<double> cosine_profile(const CosineSum& sum, const IndexRange& distances,
                                                     const Job& job) const override {
        const auto hold = device_->hold();
        return cosine_profile_on_device(*device_, sum, distances, job);
    }

    [[nodiscard]] AttentionResult attention(const AttentionInput& input, const AttentionRequest& request,
                                            const Job& job) const override {
        const auto hold = device_->hold();
        return attention_on_device(*device_, input, request, job, products_, &kept_);
    }

    [[nodiscard]] RecordedStates<double> legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times,
                                                   const Job& job) const override {
        const auto hold = device_->hold();
        return legs_scan_on_device(*device_, input, times, job);
    }

    [[nodiscard]] Field rotation_residual(const ResidualPlan& plan, const PlaneWindow& window, const Job& job) const override {
        const auto hold = device_->hold();
        return rotation_residual_on_device(*device_, plan, window, job);
    }

    [[nodiscard]] std::optional<DeviceWork> device_work(const std::function<void()>& work) const override;

  private:
    std::string name_;
    std::unique_ptr<Device> device_;
    Products products_;
    mutable KeptVectors kept_;  // while the device is held
};

std::optional<DeviceWork> GpuEngine::device_work(const std::function<void()>& work) const {
    {
        const auto hold = device_->hold();
        device_->start_clock();
    }
    work();
    const auto hold = device_->hold();
    const DeviceTimes times = device_->stop_clock();
    DeviceWork done{{}, times.uploads + times.downloads, times.uploaded, times.downloaded, times.most_memory};
    for (std::size_t n = 0; n < kernel_count; ++n)
        if (times.launches[n] > 0)
            done.kernels.push_back({kernel_name(static_cast<Kernel>(n)), times.kernels[n], times.launches[n]});
    return done;
}

}  // namespace

std::unique_ptr<const Engine> make_gpu_engine(std::string name, std::unique_ptr<Device> device, Products products) {
    return std::make_unique<GpuEngine>(std::move(name), std::move(device), products);
}

}  // namespace poslab::gpu
