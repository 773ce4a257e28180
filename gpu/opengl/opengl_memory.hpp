#pragma once

#include "gpu/block_pool.hpp"
#include "gpu/device.hpp"
#include "gpu/opengl/opengl_clock.hpp"
#include "gpu/opengl/session.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace poslab::gpu {

/// The buffers of a context, managed by a pool. Used while the device is held; buffers may be released at any
/// time.
class OpenGlMemory {
  public:
    OpenGlMemory(std::shared_ptr<OpenGlSession> session, const DeviceInfo& info);
    OpenGlMemory(const OpenGlMemory&) = delete;
    OpenGlMemory& operator=(const OpenGlMemory&) = delete;

    /// Throws DeviceFailure with the purpose and the required memory.
    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what);
    void upload(const DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset,
                OpenGlClock& clock);
    /// Copies to memory readable by the processor, in the order of commands; the download's take() reads it.
    [[nodiscard]] std::unique_ptr<Download> start_download(const DeviceBuffer& from,
                                                           const DownloadParts& parts, OpenGlClock& clock);
    [[nodiscard]] BlockPool& pool() { return *pool_; }
    /// Requires a context.
    void clear();

  private:
    class CopiedDownload;
    void clear_readable();

    std::shared_ptr<OpenGlSession> session_;
    const DeviceInfo& info_;
    std::shared_ptr<BlockPool> pool_;    // buffers may outlive the device
    std::vector<MemoryBlock> readable_;  // blocks not used by a download
};

[[nodiscard]] unsigned id_of(const DeviceBuffer& buffer);

}  // namespace poslab::gpu
