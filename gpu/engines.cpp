#include "gpu/engines.hpp"

#include "gpu/cuda/cuda_device.hpp"
#include "gpu/engine/gpu_engine.hpp"
#include "gpu/opengl/opengl_device.hpp"

#include <utility>

namespace poslab::gpu {
namespace {

/// "NVIDIA H200, CUDA 13.0, compute capability 9.0"
std::string device_text(const DeviceInfo& info) {
    std::string text = info.name + ", " + info.driver;
    if (info.software) text += ", software: runs on the processor and is used only if selected by name";
    return text;
}

StartedEngine started(const char* name, std::unique_ptr<Device> device,
                      Products products = Products::both_parts) {
    const DeviceInfo info = device->info();
    return {make_gpu_engine(name, std::move(device), products), device_text(info), info.software};
}

std::unique_ptr<Device> opengl_device(OfferedContext& window) {
    if (std::unique_ptr<OpenGlContext> context = window.take()) {
        try {
            return open_opengl_device(std::move(context));
        } catch (const DeviceFailure&) {  // another driver may work
        }
    }
    return open_opengl_device();
}

}  // namespace

std::shared_ptr<const EngineCatalogue> program_engines(const std::shared_ptr<OfferedContext>& window) {
    std::vector<EngineSource> sources = processor_sources();
    sources.push_back({"opengl", [window] { return started("opengl", opengl_device(*window)); },
                       [window] { return window->is_there() || has_hardware_opengl(); },
                       "a driver with OpenGL 4.3 through EGL: the graphics processor vendor's or Mesa's "
                       "(Debian: libegl1, libgl1-mesa-dri)"});
    sources.push_back({"cuda", [] { return started("cuda", open_cuda_device()); }, has_cuda,
                       "an NVIDIA graphics processor of compute capability 8.0 or later with NVIDIA's driver "
                       "for CUDA 12.0 or later (nvidia-smi shows both), and PosLab built with CUDA"});
    // Never chosen by `auto`: its logits are accurate to three digits, those of cuda to six.
    sources.push_back({"cuda-half",
                       [] { return started("cuda-half", open_cuda_device(), Products::upper_part); },
                       {},
                       "the same as cuda; attention uses 16-bit floats, a third of the products"});
    return std::make_shared<const EngineCatalogue>(std::move(sources));
}

}  // namespace poslab::gpu
