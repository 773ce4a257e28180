#pragma once

#include "gpu/cuda/cuda_device.hpp"
#include "host_cuda/host_cuda_device.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

/// Individual CUDA kernels, on the emulated machine and on a real device, if any.
enum class CudaMachineKind { emulated, real };

class CudaKernels : public testing::TestWithParam<CudaMachineKind> {
  protected:
    void SetUp() override {
        try {
            device_ = GetParam() == CudaMachineKind::real ? poslab::gpu::open_cuda_device()
                                                          : host_cuda::open_host_cuda_device();
        } catch (const poslab::gpu::DeviceFailure& failure) {
            GTEST_SKIP() << "no CUDA device: " << failure.what();
        }
        hold_ = device_->hold();
    }
    void TearDown() override { hold_.reset(); }

    [[nodiscard]] poslab::gpu::Device& device() { return *device_; }

    template <class Number>
    [[nodiscard]] std::unique_ptr<poslab::gpu::DeviceBuffer> sent(const std::vector<Number>& numbers) {
        auto buffer = device_->allocate(numbers.size() * sizeof(Number), "a test");
        device_->upload(*buffer, std::as_bytes(std::span(numbers)));
        return buffer;
    }
    template <class Number>
    [[nodiscard]] std::unique_ptr<poslab::gpu::DeviceBuffer> room(std::size_t count) {
        return device_->allocate(count * sizeof(Number), "a test");
    }
    template <class Number>
    [[nodiscard]] std::vector<Number> received(const poslab::gpu::DeviceBuffer& buffer) {
        std::vector<Number> numbers(buffer.bytes() / sizeof(Number));
        device_->download(buffer, std::as_writable_bytes(std::span(numbers)));
        return numbers;
    }
    template <class Task>
    void run(poslab::gpu::Kernel kernel, std::uint32_t groups_x, std::uint32_t groups_y, const Task& task,
             const std::vector<const poslab::gpu::DeviceBuffer*>& buffers) {
        device_->run({kernel, groups_x, groups_y, std::as_bytes(std::span(&task, 1)), buffers});
    }

  private:
    std::unique_ptr<poslab::gpu::Device> device_;
    std::unique_ptr<poslab::gpu::Device::Hold> hold_;
};

inline std::string machine_name(const testing::TestParamInfo<CudaMachineKind>& info) {
    return info.param == CudaMachineKind::real ? "device" : "emulated";
}
