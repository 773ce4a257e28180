#pragma once

#include "gpu/cuda/driver.hpp"
#include "gpu/device.hpp"

#include <mutex>
#include <string>
#include <string_view>

namespace poslab::gpu {

/// The first device that runs the kernels, its context and a stream for all that it does, beside which one brings results home.
/// Calls throw DeviceFailure.
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

    /// Throws where a call went wrong: "CALL of WHAT: CUDA_ERROR_... (...)". After an error that the context does not survive
    /// every later one names it, too.
    void check(CUresult error, std::string_view call, std::string_view what);
    [[nodiscard]] bool lost() const { return !lost_.empty(); }

    /// Current to this thread as long as it lives; other threads wait.
    class Current : public Device::Hold {
      public:
        explicit Current(CudaContext& context);
        ~Current() override;
        Current(const Current&) = delete;
        Current& operator=(const Current&) = delete;
        /// No other one of this thread was there before.
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
    int depth_ = 0;     // of Current
    std::string lost_;  // the sentence of the error that the context did not survive
};

}  // namespace poslab::gpu
