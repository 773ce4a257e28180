#include "gpu/device.hpp"

#include <algorithm>
#include <array>

namespace poslab::gpu {

namespace {

/// For devices that transfer results only when they are requested.
class WaitingDownload final : public Download {
  public:
    WaitingDownload(Device& device, const DeviceBuffer& from, const DownloadParts& parts)
        : device_(device), from_(from), parts_(parts) {}

    void take(const TakePart& part) override {
        constexpr std::size_t most = std::size_t{8} << 20U;
        const std::size_t step = std::max(most / parts_.unit, std::size_t{1}) * parts_.unit;
        std::vector<std::byte> bytes(std::min(step, parts_.bytes));
        for (std::size_t first = 0; first < parts_.bytes; first += step) {
            const std::span<std::byte> some = std::span(bytes).first(std::min(step, parts_.bytes - first));
            device_.download(from_, some, parts_.offset + first);
            part(first, some);
        }
    }

  private:
    Device& device_;
    const DeviceBuffer& from_;
    DownloadParts parts_;
};

}  // namespace

std::unique_ptr<Download> Device::start_download(const DeviceBuffer& from, const DownloadParts& parts) {
    return std::make_unique<WaitingDownload>(*this, from, parts);
}

}  // namespace poslab::gpu
