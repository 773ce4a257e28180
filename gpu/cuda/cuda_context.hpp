#pragma once

#include "gpu/cuda/driver.hpp"
#include "gpu/device.hpp"

#include <mutex>
#include <string>
#include <string_view>

namespace poslab::gpu {

/// The first device that can run the kernels, its context, a stream for all its work, and a second stream for
/// downloads. Calls throw DeviceFailure.
class CudaContext {
  public:
    CudaContext();
    ~CudaContext();
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    [[nodiscard]] const Driver& driver() const { return driver_; }
    [[nodiscard]] CUstream stream() const { return stream_; }
    [[nodiscard]] CUstream download_stream() const { return download_stream_; }
    [[nodiscard]] int attribute(CUdevice_attribute which) const;
    [[nodiscard]] std::string name() const;
    /// "CUDA 13.0, compute capability 9.0"
    [[nodiscard]] std::string driver_text() const;
    [[nodiscard]] std::size_t total_memory() const;
    [[nodiscard]] std::size_t free_memory() const;

    /// Throws if a call failed: "CALL of WHAT: CUDA_ERROR_... (...)". After an error that destroys the
    /// context every later call names it, too.
    void check(CUresult error, std::string_view call, std::string_view what);
    [[nodiscard]] bool lost() const { return !lost_.empty(); }

    /// Makes the context current to this thread during its lifetime; other threads wait.
    class Current : public Device::Hold {
      public:
        explicit Current(CudaContext& context);
        ~Current() override;
        Current(const Current&) = delete;
        Current& operator=(const Current&) = delete;
        /// True if no other Current of this thread existed before.
        [[nodiscard]] bool is_outermost() const { return outermost_; }

      private:
        CudaContext& context_;
        std::unique_lock<std::recursive_mutex> lock_;
        bool outermost_ = false;
    };

  private:
    [[nodiscard]] CUdevice usable_device() const;
    void destroy();

    Driver driver_;
    CUdevice device_;
    CUcontext context_ = nullptr;
    CUstream stream_ = nullptr, download_stream_ = nullptr;
    std::recursive_mutex mutex_;
    int depth_ = 0;     // nesting of Current
    std::string lost_;  // message of the error that destroyed the context
};

}  // namespace poslab::gpu
