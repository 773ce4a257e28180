#include "app/gui/platform.hpp"
#include "app/window/renderer_name.hpp"
#include "gpu/opengl/opengl_device.hpp"
#include "tests/gui/surfaces.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <span>
#include <thread>
#include <vector>

namespace poslab {
namespace {

class ComputeContext : public testing::TestWithParam<test::On> {
  protected:
    void SetUp() override {
        if (const std::string missing = test::missing(GetParam()); !missing.empty()) GTEST_SKIP() << missing;
        SurfaceOptions options;
        options.width = 320;
        options.height = 200;
        options.scale = 1;
        platform_ = std::make_unique<Platform>(test::surface(GetParam(), options), fonts_);
    }

    std::unique_ptr<gpu::Device> device() {
        std::unique_ptr<gpu::OpenGlContext> context = platform_->compute_context(true);
        return context != nullptr ? gpu::open_opengl_device(std::move(context), text) : nullptr;
    }

    static gpu::KernelText text(gpu::Kernel) {
        return {"shaders/doubling.comp",
                "#version 430 core\nlayout(local_size_x = 64) in;\n"
                "layout(std430, binding = 1) buffer Values { uint values[]; };\n"
                "void main() { values[gl_GlobalInvocationID.x] *= 2u; }\n"};
    }

    /// Starts from 1 and doubles it `times` times.
    static std::vector<std::uint32_t> doubled(gpu::Device& device, int times) {
        std::vector<std::uint32_t> values(640, 1);
        for (int n = 0; n < times; ++n) {
            const auto held = device.hold();
            const auto buffer = device.allocate(values.size() * 4, "values");
            device.upload(*buffer, std::as_bytes(std::span(values)));
            device.run({gpu::Kernel::position_field, 10, 1, {}, {buffer.get()}});
            device.download(*buffer, std::as_writable_bytes(std::span(values)));
        }
        return values;
    }

    FontLibrary fonts_;
    std::unique_ptr<Platform> platform_;
};

TEST_P(ComputeContext, ComputesOnAnotherThreadWhileTheWindowDraws) {
    const std::unique_ptr<gpu::Device> computing = device();
    if (computing == nullptr) GTEST_SKIP() << "opengl: the window's driver has no OpenGL 4.3";
    EXPECT_EQ(computing->info().name, renderer_name());  // the window's device
    std::vector<std::uint32_t> found;
    std::jthread worker([&] { found = doubled(*computing, 20); });
    int frames = 10;
    platform_->request_frames(frames);
    platform_->run([&] { return --frames > 0; });
    worker.join();
    EXPECT_EQ(found, std::vector<std::uint32_t>(640, 1u << 20));
    EXPECT_GE(platform_->frames_drawn(), 10u);
}

TEST_P(ComputeContext, IsOnlyOnDemandWhereTheRendererIsSoftware) {
    EXPECT_EQ(platform_->compute_context(false) == nullptr, is_software_renderer());
}

TEST_P(ComputeContext, LeavesTheWindowItsOwn) {
    const std::unique_ptr<gpu::Device> computing = device();
    if (computing == nullptr) GTEST_SKIP() << "opengl: the window's driver has no OpenGL 4.3";
    platform_->set_background(rgb(0x336699));
    bool same = false;
    platform_->run([&] {
        same = doubled(*computing, 3) == std::vector<std::uint32_t>(640, 8);
        return false;
    });
    EXPECT_TRUE(same);
    const std::vector<std::uint8_t> pixels = platform_->read_pixels().rgb;
    ASSERT_EQ(pixels.size(), 320u * 200 * 3);
    EXPECT_EQ(std::vector(pixels.begin(), pixels.begin() + 3), (std::vector<std::uint8_t>{0x33, 0x66, 0x99}));
}

/// Off screen there are two contexts of one device, which are independent of each other.
TEST_P(ComputeContext, EndsWithAWindowOfTheDisplay) {
    std::unique_ptr<gpu::Device> computing = device();
    if (computing == nullptr) GTEST_SKIP() << "opengl: the window's driver has no OpenGL 4.3";
    std::unique_ptr<gpu::DeviceBuffer> buffer;
    {
        const auto held = computing->hold();
        buffer = computing->allocate(100, "values");
    }
    platform_.reset();
    try {
        EXPECT_EQ(doubled(*computing, 2), std::vector<std::uint32_t>(640, 4));
        EXPECT_EQ(GetParam(), test::On::memory);
    } catch (const gpu::DeviceFailure& failure) {
        EXPECT_STREQ(failure.what(), "the window whose OpenGL it used is closed");
        EXPECT_EQ(GetParam(), test::On::display);
    }
    buffer.reset();
    computing.reset();
}

INSTANTIATE_TEST_SUITE_P(Draws, ComputeContext, testing::Values(test::On::display, test::On::memory),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace poslab
