#include "gpu/cuda/cuda_device.hpp"

#include "gpu/fake_driver/fake_driver.hpp"
#include "gpu/kernels.hpp"
#include "gpu/tasks.hpp"
#include "host_cuda/host_cuda_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

// The CUDA device on a driver scripted by the test; the results of its kernels are tested elsewhere.
using namespace poslab;
using namespace poslab::gpu;

namespace {

class FakeDriver : public testing::Test {
  protected:
    FakeDriver() { fake() = {}; }
    ~FakeDriver() override {
        EXPECT_EQ(fake().used, 0U) << "memory that was not freed";
        EXPECT_EQ(fake().contexts, 0);
        EXPECT_EQ(fake().current, 0);
        EXPECT_EQ(fake().streams, 0);
        EXPECT_EQ(fake().modules, 0);
        EXPECT_EQ(fake().events, 0);
        EXPECT_EQ(fake().staging, 0);
    }

    static fake_cuda::Machine& fake() { return fake_cuda::machine(); }

    // Returns the message of a failure.
    template <class Action>
    static std::string failure(const Action& action) {
        try {
            (void)action();
        } catch (const DeviceFailure& error) {
            return error.what();
        }
        return "none";
    }
};

class FakeDevice : public FakeDriver {
  protected:
    void SetUp() override {
        device_ = open_cuda_device();
        hold_ = device_->hold();
    }
    void TearDown() override {
        hold_.reset();
        device_.reset();
    }
    [[nodiscard]] Device& device() { return *device_; }
    [[nodiscard]] std::string failure_of_running(Kernel kernel) {
        const std::vector<std::byte> task(512);
        return failure([&] {
            device().run({kernel, 1, 1, task, {}});
            return 0;
        });
    }
    static std::vector<Kernel> every_kernel() {
        std::vector<Kernel> all(kernel_count);
        for (std::size_t n = 0; n < kernel_count; ++n) all[n] = static_cast<Kernel>(n);
        return all;
    }

  private:
    std::unique_ptr<Device> device_;
    std::unique_ptr<Device::Hold> hold_;
};

TEST_F(FakeDriver, ADriverThatIsTooOldIsNamed) {
    fake().version = 11080;
    EXPECT_EQ(failure(open_cuda_device),
              "the NVIDIA driver supports CUDA 11.8; this program needs CUDA 12.0 or later");
    for (const int version : {12000, 12040, 13000}) {
        fake().version = version;
        EXPECT_EQ(failure(open_cuda_device), "none") << version;
    }
}

TEST_F(FakeDriver, NoDeviceIsSaid) {
    fake().errors["cuInit"] = CUDA_ERROR_NO_DEVICE;
    EXPECT_EQ(failure(open_cuda_device), "the NVIDIA driver finds no device");
    fake().errors.clear();
    fake().devices = 0;
    EXPECT_EQ(failure(open_cuda_device), "the NVIDIA driver finds no device");
    fake().devices = 1;
    fake().errors["cuInit"] = CUDA_ERROR_UNKNOWN;
    EXPECT_EQ(failure(open_cuda_device), "the NVIDIA driver does not start: CUDA_ERROR_UNKNOWN (its text)");
}

TEST_F(FakeDriver, DevicesThatAreTooOldAreNamed) {
    fake().devices = 2;
    fake().major = 6;
    fake().minor = 1;
    EXPECT_EQ(failure(open_cuda_device), "compute capability 8.0 is needed: Fake 0 has 7.5, Fake 1 has 6.1");
}

TEST_F(FakeDriver, LeavesNothingBehindAfterAFailedOpening) {
    fake().errors["cuStreamCreate"] = CUDA_ERROR_OUT_OF_MEMORY;
    EXPECT_EQ(failure(open_cuda_device), "cuStreamCreate for Fake 0: CUDA_ERROR_OUT_OF_MEMORY (its text)");
    fake().errors = {{"cuDevicePrimaryCtxRetain", CUDA_ERROR_OUT_OF_MEMORY}};
    EXPECT_EQ(failure(open_cuda_device),
              "cuDevicePrimaryCtxRetain for Fake 0: CUDA_ERROR_OUT_OF_MEMORY (its text)");
}

TEST_F(FakeDriver, TheFirstDeviceThatIsNewEnoughIsDescribed) {
    fake().devices = 3;
    const std::unique_ptr<Device> device = open_cuda_device();
    const DeviceInfo& info = device->info();
    EXPECT_EQ(info.name, "Fake 2");
    EXPECT_EQ(info.driver, "CUDA 13.0, compute capability 9.0");
    EXPECT_EQ(info.memory, 0x1p30);
    EXPECT_EQ(info.multiprocessors, 132 * kernel_shape(Kernel::flash_attention).groups_per_multiprocessor);
    EXPECT_EQ(info.largest_buffer, std::size_t{1} << 30U);
    EXPECT_FALSE(info.software);
    EXPECT_TRUE(info.split_keys);
    EXPECT_EQ(info.chunk_dims % 16, 0);
    EXPECT_GE(info.chunk_dims, 16);
}

TEST_F(FakeDevice, BytesComeBackFromWhereTheyWent) {
    std::vector<std::byte> bytes(std::size_t{20} << 20U);  // more than one part of the staging memory
    for (std::size_t n = 0; n < bytes.size(); ++n) bytes[n] = static_cast<std::byte>(n * 7 + n / 1000);
    const auto buffer = device().allocate(bytes.size() + 100, "a test");
    device().clear(*buffer);
    device().upload(*buffer, bytes, 60);
    std::vector<std::byte> found(bytes.size() + 100);
    device().download(*buffer, found, 0);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), found.begin() + 60));
    EXPECT_EQ(found[59], std::byte{0});
    EXPECT_EQ(found.back(), std::byte{0});
    EXPECT_EQ(failure([&] {
                  device().upload(*buffer, bytes, 101);
                  return 0;
              }).substr(0, 5),
              "bytes");
}

// Small uploads wrap around the staging ring several times before the device has read any of them.
TEST_F(FakeDevice, UploadsKeepTheirBytesUntilTheDeviceReadsThem) {
    constexpr std::size_t size = 700'001, count = 120;
    const auto buffer = device().allocate(size * count, "a test");
    for (std::size_t n = 0; n < count; ++n)
        device().upload(*buffer, std::vector<std::byte>(size, static_cast<std::byte>(n)), n * size);
    std::vector<std::byte> found(size * count);
    device().download(*buffer, found, 0);
    for (std::size_t n = 0; n < count; ++n) {
        EXPECT_EQ(found[n * size], static_cast<std::byte>(n));
        EXPECT_EQ(found[(n + 1) * size - 1], static_cast<std::byte>(n));
    }
}

// The second launch is enqueued before the results of the first are read: those must still be the first
// one's.
TEST_F(FakeDevice, ADownloadHasWhatWasThereWhenItWasStarted) {
    fake().arguments["copy_probe"] = {sizeof(CopyProbeTask), 2};
    fake().launch = [](const fake_cuda::Launched& launched) {
        std::byte* to = nullptr;
        std::memcpy(&to, launched.arguments[2], sizeof to);
        CopyProbeTask task{};
        std::memcpy(&task, launched.arguments[0], sizeof task);
        std::fill(to, to + task.count, static_cast<std::byte>(task.count % 251));
    };
    constexpr std::size_t size = std::size_t{20} << 20U;
    const auto one = device().allocate(size, "a test"), two = device().allocate(size, "a test");
    const auto run = [&](const DeviceBuffer& buffer, std::size_t count) {
        const CopyProbeTask task{static_cast<uint>(count)};
        device().run({Kernel::copy_probe, 1, 1, std::as_bytes(std::span(&task, 1)), {nullptr, &buffer}});
    };
    run(*one, size);
    const auto first = device().start_download(*one, {0, size, 100});
    run(*two, size - 1);
    const auto second = device().start_download(*two, {0, size - 1, 1});
    std::size_t taken = 0;
    first->take([&](std::size_t begin, std::span<const std::byte> part) {
        EXPECT_EQ(begin, taken);
        EXPECT_EQ(begin % 100, 0U) << "parts are whole units";
        taken += part.size();
        EXPECT_TRUE(
            std::ranges::all_of(part, [](std::byte b) { return b == static_cast<std::byte>(size % 251); }));
    });
    EXPECT_EQ(taken, size);
    second->take([&](std::size_t, std::span<const std::byte> part) {
        EXPECT_TRUE(std::ranges::all_of(
            part, [](std::byte b) { return b == static_cast<std::byte>((size - 1) % 251); }));
    });
}

// Each operation of the fake device takes a millisecond of its clock; two events measure the operations
// between them.
TEST_F(FakeDevice, TheClockTellsKernelsFromCopies) {
    const auto buffer = device().allocate(std::size_t{20} << 20U, "a test");
    const std::vector<std::byte> task(512);
    const std::vector<std::byte> bytes(std::size_t{20} << 20U);
    device().run({Kernel::copy_probe, 1, 1, task, {buffer.get(), buffer.get()}});  // before the clock runs
    device().start_clock();
    for (int n = 0; n < 3; ++n) device().run({Kernel::copy_probe, 1, 1, task, {buffer.get(), buffer.get()}});
    device().run({Kernel::product_probe, 1, 1, task, {buffer.get()}});
    device().upload(*buffer, bytes);
    std::vector<std::byte> found(1000);
    device().download(*buffer, found);
    const DeviceTimes times = device().stop_clock();
    EXPECT_EQ(times.launches[static_cast<std::size_t>(Kernel::copy_probe)], 3);
    EXPECT_EQ(times.launches[static_cast<std::size_t>(Kernel::product_probe)], 1);
    EXPECT_EQ(times.launches[static_cast<std::size_t>(Kernel::pack_vectors)], 0);
    EXPECT_EQ(times.uploaded, std::int64_t{20} << 20U);
    EXPECT_EQ(times.downloaded, 1000);
    EXPECT_GE(times.uploads, 3e-3) << "three parts";
    EXPECT_GE(times.downloads, 1e-3);
    EXPECT_GE(times.max_memory, std::int64_t{20} << 20U);
    EXPECT_EQ(device().stop_clock().uploaded, 0) << "it was read";
}

TEST_F(FakeDevice, MemoryThatWasGivenBackIsUsedAgain) {
    const auto held = [] { return fake().used; };
    device().allocate(100'000, "a test").reset();
    const std::size_t once = held();
    for (int n = 0; n < 5; ++n) device().allocate(100'000, "a test").reset();
    EXPECT_EQ(held(), once);
    EXPECT_GE(once, 100'000U);
}

TEST_F(FakeDevice, TooLittleMemoryIsSaidInFigures) {
    const auto half = device().allocate(std::size_t{1} << 29U, "queries");
    EXPECT_EQ(failure([&] { return device().allocate(std::size_t{3} << 29U, "keys"); }),
              "keys need 1.50 GiB of the device's memory, 0.50 of 1.00 GiB are free");
    EXPECT_EQ(failure([&] { return device().allocate(1000, "keys"); }), "none") << "the device is not lost";
}

// The kernel's arguments are its task and its buffers, in order: run on the emulated machine, they give the
// expected results.
TEST_F(FakeDevice, ALaunchHasItsShapeItsTaskAndItsBuffers) {
    fake().launch = [](const fake_cuda::Launched& launched) {
        EXPECT_EQ(launched.kernel, "pack_vectors");
        const host_cuda::HostKernel* kernel = host_cuda::find_kernel(Kernel::pack_vectors);
        ASSERT_NE(kernel, nullptr);
        std::vector<std::byte*> places(kernel->buffers);
        for (std::size_t n = 0; n < places.size(); ++n)
            std::memcpy(&places[n], launched.arguments[n + 1], sizeof(std::byte*));
        const std::span task(static_cast<const std::byte*>(launched.arguments[0]), kernel->task_bytes);
        host_cuda::run_grid({static_cast<int>(launched.groups_x), static_cast<int>(launched.groups_y),
                             static_cast<int>(launched.threads), launched.shared_bytes},
                            [&] { kernel->call(task, places); });
    };
    PackTask task{};
    task.rows = 3;
    task.dim = task.padded = 16;
    std::vector<float> raw(48);
    std::iota(raw.begin(), raw.end(), 1.0F);
    const std::vector<float> factors{1, 2, 1, 3, 1, 4};
    const std::vector<int> tokens{1, 2, 3};
    const std::vector<float> bias(16, 0.5F);
    const auto sent = [&](std::span<const std::byte> bytes) {
        auto buffer = device().allocate(bytes.size(), "a test");
        device().upload(*buffer, bytes);
        return buffer;
    };
    const auto raw_buffer = sent(std::as_bytes(std::span(raw)));
    const auto token_buffer = sent(std::as_bytes(std::span(tokens)));
    const auto factor_buffer = sent(std::as_bytes(std::span(factors)));
    const auto bias_buffer = sent(std::as_bytes(std::span(bias)));
    const auto out = device().allocate(48 * 4, "a test");
    device().run({Kernel::pack_vectors,
                  3,
                  1,
                  std::as_bytes(std::span(&task, 1)),
                  {raw_buffer.get(), token_buffer.get(), factor_buffer.get(), bias_buffer.get(), nullptr,
                   nullptr, out.get(), nullptr}});
    std::vector<float> found(48);
    device().download(*out, std::as_writable_bytes(std::span(found)));
    for (std::size_t n = 0; n < 48; ++n) EXPECT_EQ(found[n], (raw[n] + 0.5F) * factors[2 * (n / 16) + 1]);
}

TEST_F(FakeDevice, EveryKernelIsInTheProgram) {
    for (const Kernel kernel : every_kernel())
        EXPECT_EQ(failure_of_running(kernel), "none") << kernel_name(kernel);
    EXPECT_EQ(fake().ptx, "") << "a driver of today compiles nothing";
}

// With nvcc of CUDA 12, its binaries are for all drivers that are new enough.
TEST_F(FakeDevice, DriversOfCuda12GetPtxThatTheyKnow) {
    fake().version = 12040;
    for (const Kernel kernel : every_kernel()) {
        fake().ptx = "";
        EXPECT_EQ(failure_of_running(kernel), "none") << kernel_name(kernel);
        if (CUDA_VERSION < 13000) continue;
        const std::string& ptx = fake().ptx;
        EXPECT_NE(ptx.find("\n.version 8.0\n.target sm_80\n"), std::string::npos) << kernel_name(kernel);
        EXPECT_NE(ptx.find(".entry " + std::string(kernel_name(kernel)) + "("), std::string::npos)
            << kernel_name(kernel);
        EXPECT_EQ(ptx.find_last_not_of('\n'), ptx.rfind('}'))
            << kernel_name(kernel) << ": its end is that of its function";
    }
}

TEST_F(FakeDevice, GroupsAtOnceAreThoseThatTheKernelsShapeLeavesRoomFor) {
    fake().room = [](const std::string& kernel, int threads, std::size_t shared_bytes) {
        EXPECT_EQ(threads, 64);
        EXPECT_EQ(shared_bytes, 80008U);
        return kernel == "pack_vectors" ? 2 : 0;
    };
    PackTask task{};
    task.padded = 20000;
    EXPECT_EQ(device().groups_at_once(Kernel::pack_vectors, std::as_bytes(std::span(&task, 1))), 2 * 132);
    EXPECT_EQ(fake().allowed_shared["pack_vectors"], 80008) << "what is not allowed has no room at all";
}

TEST_F(FakeDevice, MuchSharedMemoryIsAskedForAndMayBeTooMuch) {
    PackTask task{};
    task.padded = 20000;
    device().run({Kernel::pack_vectors, 1, 1, std::as_bytes(std::span(&task, 1)), {}});
    EXPECT_EQ(fake().allowed_shared["pack_vectors"], 80008);
    task.padded = 100000;
    EXPECT_EQ(failure([&] {
                  device().run({Kernel::pack_vectors, 1, 1, std::as_bytes(std::span(&task, 1)), {}});
                  return 0;
              }),
              "pack_vectors needs 400008 bytes of shared memory, Fake 0 has 232448");
}

TEST_F(FakeDevice, AnErrorNamesItsCallAndALostDeviceItsReason) {
    PackTask task{};
    const auto run = [&] {
        device().run({Kernel::pack_vectors, 1, 1, std::as_bytes(std::span(&task, 1)), {}});
        return 0;
    };
    fake().errors["cuModuleLoadData"] = CUDA_ERROR_INVALID_IMAGE;
    EXPECT_EQ(failure(run), "cuModuleLoadData for pack_vectors: CUDA_ERROR_INVALID_IMAGE (its text)");
    fake().errors.clear();
    EXPECT_EQ(failure(run), "none");
    fake().errors["cuStreamSynchronize"] = CUDA_ERROR_ILLEGAL_ADDRESS;
    const std::string lost =
        "the device was lost at cuStreamSynchronize for pack_vectors: CUDA_ERROR_ILLEGAL_ADDRESS (its text)";
    EXPECT_EQ(failure([&] {
                  device().finish();
                  return 0;
              }),
              lost);
    fake().errors = {{"cuLaunchKernel", CUDA_ERROR_UNKNOWN}};
    EXPECT_EQ(failure(run), lost);
}

}  // namespace
