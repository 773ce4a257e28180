#include "tests/gpu/opengl_fixture.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

namespace poslab::gpu {
namespace {

std::unique_ptr<Device> device_with(const std::string& text) {
    return open_opengl_device(make_egl_context(), [text](Kernel) {
        return KernelText{"shaders/some.comp", text};
    });
}

std::vector<std::uint32_t> counted(std::size_t count) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), 1u);
    return values;
}

const std::string doubling = R"(#version 430 core
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform TaskBlock { int count; };
layout(std430, binding = 1) buffer Values { uint values[]; };
void main() {
    if (gl_GlobalInvocationID.x < uint(count)) values[gl_GlobalInvocationID.x] *= 2u;
}
)";

TEST_F(OpenGl, SaysWhatItIs) {
    const DeviceInfo& info = device().info();
    EXPECT_FALSE(info.name.empty());
    EXPECT_TRUE(info.driver.starts_with("OpenGL 4.")) << info.driver;
    EXPECT_EQ(info.driver.find('('), std::string::npos) << info.driver;
    EXPECT_EQ(info.software, info.name.find("llvmpipe") != std::string::npos) << info.name;
    EXPECT_TRUE(info.software || has_hardware_opengl()) << info.name;
    EXPECT_GE(info.largest_buffer, std::size_t{1} << 24);  // the minimum of OpenGL 4.3
    EXPECT_GE(info.multiprocessors, 1);
    std::cout << info.name << ", " << info.driver << ", " << info.memory / 1e6 << " MB free, buffers up to "
              << static_cast<double>(info.largest_buffer) / 1e6 << " MB\n";
}

TEST_F(OpenGl, EveryKernelThatIsThereCompiles) {
    const auto held = device().hold();
    for (const Kernel kernel : {Kernel::position_field, Kernel::cosine_profile, Kernel::legs_scan_channels,
                                Kernel::legs_scan_order, Kernel::rotation_residual, Kernel::pack_vectors}) {
        const std::vector<std::byte> nothing(256);
        const auto buffer = buffer_of(std::vector<double>(64));
        EXPECT_EQ(
            failure_of([&] {
                device().run({kernel, 1, 1, nothing, std::vector<const DeviceBuffer*>(7, buffer.get())});
                device().finish();
            }),
            "nothing failed")
            << kernel_name(kernel);
    }
}

TEST_F(OpenGl, KeepsWhatItIsGiven) {
    const auto held = device().hold();
    const std::vector<std::uint32_t> values = counted(1001);
    const auto buffer = buffer_of(values);
    EXPECT_EQ(buffer->bytes(), 4004u);
    EXPECT_EQ(values_of<std::uint32_t>(*buffer), values);

    const std::vector<std::uint32_t> part{7, 8, 9};
    device().upload(*buffer, std::as_bytes(std::span(part)), 4 * 998);
    std::vector<std::uint32_t> end(4);
    device().download(*buffer, std::as_writable_bytes(std::span(end)), 4 * 997);
    EXPECT_EQ(end, (std::vector<std::uint32_t>{998, 7, 8, 9}));

    device().clear(*buffer);
    EXPECT_EQ(values_of<std::uint32_t>(*buffer), std::vector<std::uint32_t>(1001));
    EXPECT_THROW(device().upload(*buffer, std::as_bytes(std::span(part)), 4 * 999), std::out_of_range);
}

TEST_F(OpenGl, RunsSeeWhatTheRunBeforeWrote) {
    const std::unique_ptr<Device> own = device_with(doubling);
    const auto held = own->hold();
    const std::vector<std::uint32_t> values = counted(1000);
    const auto buffer = own->allocate(4000, "values");
    own->upload(*buffer, std::as_bytes(std::span(values)));
    const std::int32_t count = 999;
    for (int n = 0; n < 5; ++n) own->run({Kernel::pack_vectors, 16, 1, task_of(count), {buffer.get()}});
    std::vector<std::uint32_t> found(1000);
    own->download(*buffer, std::as_writable_bytes(std::span(found)));
    for (std::size_t n = 0; n < 999; ++n) ASSERT_EQ(found[n], 32 * values[n]) << n;
    EXPECT_EQ(found[999], 1000u);  // beyond the count
}

TEST_F(OpenGl, ThreadsTakeTurns) {
    const std::unique_ptr<Device> own = device_with(doubling);
    const auto rounds = [&own](std::vector<std::uint32_t>& found) {
        for (int n = 0; n < 20; ++n) {
            const auto held = own->hold();
            const auto again = own->hold();  // nested, as in called functions
            const auto buffer = own->allocate(4000, "values");
            own->upload(*buffer, std::as_bytes(std::span(found)));
            const std::int32_t count = 1000;
            own->run({Kernel::pack_vectors, 16, 1, task_of(count), {buffer.get()}});
            own->download(*buffer, std::as_writable_bytes(std::span(found)));
        }
    };
    std::vector<std::uint32_t> ours(1000, 1), theirs(1000, 3);
    std::jthread other([&] { rounds(theirs); });
    rounds(ours);
    other.join();
    EXPECT_EQ(ours, std::vector<std::uint32_t>(1000, 1u << 20));
    EXPECT_EQ(theirs, std::vector<std::uint32_t>(1000, 3u << 20));
}

TEST_F(OpenGl, BuffersMayOutliveTheHold) {
    std::unique_ptr<DeviceBuffer> buffer;
    {
        const auto held = device().hold();
        buffer = buffer_of(counted(10));
    }
    EXPECT_THROW(device().finish(), std::logic_error);  // not held
    buffer.reset();
    const auto held = device().hold();
    device().finish();
    buffer = buffer_of(counted(10));
    device_.reset();  // while the buffer is there
}

TEST_F(OpenGl, SaysWhatDidNotFit) {
    const auto held = device().hold();
    const std::string message =
        failure_of([&] { (void)device().allocate(std::size_t{1} << 46, "the keys of 131072 tokens"); });
    EXPECT_NE(message.find("the keys of 131072 tokens need 70368745 MB"), std::string::npos) << message;
    EXPECT_NE(message.find(device().info().name), std::string::npos) << message;
    // The device remains usable.
    EXPECT_EQ(values_of<std::uint32_t>(*buffer_of(counted(10))), counted(10));
}

TEST_F(OpenGl, SaysHowManyGroupsAreTooMany) {
    const std::unique_ptr<Device> own = device_with(doubling);
    const auto held = own->hold();
    const std::string message = failure_of([&] { own->run({Kernel::pack_vectors, 1, 0xFFFFFFFFu, {}, {}}); });
    EXPECT_TRUE(message.starts_with("1 x 4294967295 groups of pack_vectors exceed the limit of ")) << message;
}

TEST_F(OpenGl, NamesTheLineOfABrokenShader) {
    const std::string text =
        "#version 430 core\n#define POSLAB_SHARED\n"
        "// from shaders/common/plan.h\n// first\nint broken() { return missing_name; }\n\n// end of "
        "shaders/common/plan.h\n"
        "layout(local_size_x = 1) in;\nvoid main() {}\n";
    const std::unique_ptr<Device> in_common = device_with(text);
    const auto held = in_common->hold();
    const std::string message = failure_of([&] { in_common->run({Kernel::cosine_profile, 1, 1, {}, {}}); });
    EXPECT_TRUE(message.starts_with(
        "the OpenGL driver does not compile the kernel cosine_profile: shaders/common/plan.h, line 2: "))
        << message;
    EXPECT_NE(message.find("missing_name"), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST_F(OpenGl, NamesTheLineAfterAnIncludedFile) {
    const std::unique_ptr<Device> own = device_with(
        "#version 430 core\n// from shaders/common/plan.h\nint a;\n\n// end of shaders/common/plan.h\n"
        "layout(local_size_x = 1) in;\nvoid main() { missing_call(); }\n");
    const auto held = own->hold();
    const std::string message = failure_of([&] { own->run({Kernel::cosine_profile, 1, 1, {}, {}}); });
    EXPECT_NE(message.find(": shaders/some.comp, line 4: "), std::string::npos) << message;
}

TEST_F(OpenGl, SaysWhatDoesNotLink) {
    const std::unique_ptr<Device> own = device_with(
        "#version 430 core\nlayout(local_size_x = 1) in;\nvoid missing();\nvoid main() { missing(); }\n");
    const auto held = own->hold();
    const std::string message = failure_of([&] { own->run({Kernel::cosine_profile, 1, 1, {}, {}}); });
    EXPECT_TRUE(message.starts_with("the OpenGL driver does not link the kernel cosine_profile: "))
        << message;
    EXPECT_NE(message.find("missing"), std::string::npos) << message;
}

TEST_F(OpenGl, SaysThatAKernelIsNotThere) {
    const std::unique_ptr<Device> own = device_with("");
    const auto held = own->hold();
    EXPECT_EQ(failure_of([&] {
                  own->run({Kernel::attention_sums, 1, 1, {}, {}});
              }),
              "there is no kernel attention_sums for OpenGL");
}

/// A context that another part of the program destroys.
class LostContext final : public OpenGlContext {
  public:
    explicit LostContext(std::shared_ptr<bool> gone) : gone_(std::move(gone)), inner_(make_egl_context()) {}
    void make_current() override {
        if (*gone_) throw DeviceFailure("the window is closed");
        inner_->make_current();
    }
    void release() noexcept override { inner_->release(); }

  private:
    std::shared_ptr<bool> gone_;
    std::unique_ptr<OpenGlContext> inner_;
};

TEST_F(OpenGl, OutlivesAContextThatIsTakenAway) {
    const auto gone = std::make_shared<bool>(false);
    std::unique_ptr<Device> own = open_opengl_device(std::make_unique<LostContext>(gone));
    std::unique_ptr<DeviceBuffer> buffer;
    {
        const auto held = own->hold();
        buffer = own->allocate(100, "values");
    }
    *gone = true;
    EXPECT_EQ(failure_of([&] { (void)own->hold(); }), "the window is closed");
    buffer.reset();
    own.reset();
}

// EGL and Mesa read their environment once, so these tests run in separate programs in which no driver was
// loaded before.
constexpr const char* mesa_vendor = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";

bool mesa_is_there() { return std::filesystem::exists(mesa_vendor); }

TEST(OpenGlDriver, ThatIsTooOldSaysWhatItOffers) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (!mesa_is_there()) GTEST_SKIP() << "opengl: no Mesa";
    EXPECT_EXIT(
        {
            setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
            setenv("MESA_GLSL_VERSION_OVERRIDE", "330", 1);
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", mesa_vendor, 1);
            std::cerr << failure_of([] { (void)open_opengl_device(); }) << '\n';
            std::exit(0);
        },
        testing::ExitedWithCode(0),
        "compute shaders need OpenGL 4.3, and this driver has OpenGL 3.3 .*Mesa.* on |built without OpenGL "
        "compute");
}

TEST(OpenGlDriver, ThatIsMissingIsSaid) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    if (!mesa_is_there()) GTEST_SKIP() << "opengl: no Mesa";
    EXPECT_EXIT(
        {
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere/at_all.json", 1);
            std::cerr << (has_hardware_opengl() ? "hardware" : failure_of([] { (void)open_opengl_device(); }))
                      << '\n';
            std::exit(0);
        },
        testing::ExitedWithCode(0),
        "EGL has no driver that works without a display|built without OpenGL compute");
}

}  // namespace
}  // namespace poslab::gpu
