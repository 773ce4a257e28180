#include "gpu/fake_driver/fake_driver.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#undef cuEventElapsedTime  // the symbol that every driver exports
extern "C" CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end);

namespace fake_cuda {

Machine& machine() {
    static Machine the;
    return the;
}

namespace {

CUresult answer(const char* call) {
    const auto found = machine().errors.find(call);
    return found == machine().errors.end() ? CUDA_SUCCESS : found->second;
}

template <class Handle>
Handle some_handle() {
    static int thing = 0;
    return reinterpret_cast<Handle>(&thing);
}

/// A position in a stream.
struct Place {
    struct Stream* stream = nullptr;
    std::size_t end = 0;  // includes everything before it
};

struct Stream {
    std::deque<std::function<CUresult()>> open;
    std::size_t done = 0;
    CUresult error = CUDA_SUCCESS;

    [[nodiscard]] std::size_t end() const { return done + open.size(); }
};

struct Event {
    Place place;
    float time = 0;  // when it was reached
};

CUresult do_until(Stream& stream, std::size_t end) {
    while (stream.done < end) {
        const std::function<CUresult()> next = std::move(stream.open.front());
        stream.open.pop_front();
        ++stream.done;
        machine().milliseconds += 1;
        if (const CUresult result = next(); result != CUDA_SUCCESS) stream.error = result;
    }
    return stream.error;
}

Stream& of(CUstream stream) { return *reinterpret_cast<Stream*>(stream); }
Event& of(CUevent event) { return *reinterpret_cast<Event*>(event); }

CUresult later(CUstream stream, std::function<CUresult()> work) {
    of(stream).open.push_back(std::move(work));
    return CUDA_SUCCESS;
}

// The size of an allocation is stored before it.
constexpr std::size_t header = 256;

}  // namespace
}  // namespace fake_cuda

using fake_cuda::answer;
using fake_cuda::machine;

CUresult cuInit(unsigned int) { return answer("cuInit"); }
CUresult cuDriverGetVersion(int* version) {
    *version = machine().version;
    return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult error, const char** name) {
    static const std::map<CUresult, const char*> names{
        {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
        {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
        {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE"},
        {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN"}};
    const auto found = names.find(error);
    *name = found == names.end() ? nullptr : found->second;
    return found == names.end() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** text) {
    *text = "its text";
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int* count) {
    *count = machine().devices;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int n) {
    *device = n;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
    const std::string text = "Fake " + std::to_string(device);
    std::strncpy(name, text.c_str(), static_cast<std::size_t>(length));
    return CUDA_SUCCESS;
}
// The last device has the machine's properties; those before it are older.
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice device) {
    const bool last = device + 1 == machine().devices;
    if (which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) *value = last ? machine().major : 7;
    if (which == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR) *value = last ? machine().minor : 5;
    if (which == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) *value = machine().multiprocessors;
    if (which == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) *value = machine().shared_bytes;
    return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice) {
    *bytes = machine().memory;
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
    *context = fake_cuda::some_handle<CUcontext>();
    if (answer("cuDevicePrimaryCtxRetain") == CUDA_SUCCESS) ++machine().contexts;
    return answer("cuDevicePrimaryCtxRetain");
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) {
    --machine().contexts;
    return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext) {
    ++machine().current;
    return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext*) {
    --machine().current;
    return CUDA_SUCCESS;
}
CUresult cuStreamCreate(CUstream* stream, unsigned int) {
    *stream = nullptr;
    if (answer("cuStreamCreate") != CUDA_SUCCESS) return answer("cuStreamCreate");
    *stream = reinterpret_cast<CUstream>(new fake_cuda::Stream);
    ++machine().streams;
    return CUDA_SUCCESS;
}
CUresult cuStreamDestroy(CUstream stream) {
    fake_cuda::Stream* const all = &fake_cuda::of(stream);
    (void)fake_cuda::do_until(*all, all->end());
    delete all;
    --machine().streams;
    return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream stream) {
    const CUresult result = fake_cuda::do_until(fake_cuda::of(stream), fake_cuda::of(stream).end());
    return result != CUDA_SUCCESS ? result : answer("cuStreamSynchronize");
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int) {
    const fake_cuda::Place until = fake_cuda::of(event).place;
    return fake_cuda::later(stream, [until] {
        return until.stream == nullptr ? CUDA_SUCCESS : do_until(*until.stream, until.end);
    });
}
CUresult cuEventCreate(CUevent* event, unsigned int) {
    *event = reinterpret_cast<CUevent>(new fake_cuda::Event);
    ++machine().events;
    return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent event) {
    // open work refers to it
    if (fake_cuda::of(event).place.stream != nullptr) (void)cuEventSynchronize(event);
    delete &fake_cuda::of(event);
    --machine().events;
    return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
    (void)fake_cuda::later(stream, [event] {
        fake_cuda::of(event).time = machine().milliseconds;
        return CUDA_SUCCESS;
    });
    fake_cuda::of(event).place = {&fake_cuda::of(stream), fake_cuda::of(stream).end()};
    return CUDA_SUCCESS;
}
CUresult cuEventSynchronize(CUevent event) {
    const fake_cuda::Place until = fake_cuda::of(event).place;
    return until.stream == nullptr ? CUDA_SUCCESS : fake_cuda::do_until(*until.stream, until.end);
}
CUresult cuEventElapsedTime(float* milliseconds, CUevent begin, CUevent end) {
    *milliseconds = fake_cuda::of(end).time - fake_cuda::of(begin).time;
    return CUDA_SUCCESS;
}
// A fat binary begins with its magic number, PTX (a C string) with a comment. Drivers refuse binaries of a
// later major version.
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
    static constexpr std::array<unsigned char, 4> mark{0x50, 0xED, 0x55, 0xBA};
    const bool is_binary = std::memcmp(image, mark.data(), mark.size()) == 0;
    if (is_binary && machine().version / 1000 < CUDA_VERSION / 1000)
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    if (!is_binary && std::memcmp(image, "//", 2) != 0) return CUDA_ERROR_INVALID_IMAGE;
    if (!is_binary) machine().ptx = static_cast<const char*>(image);
    *module = fake_cuda::some_handle<CUmodule>();
    if (answer("cuModuleLoadData") == CUDA_SUCCESS) ++machine().modules;
    return answer("cuModuleLoadData");
}
CUresult cuModuleUnload(CUmodule) {
    --machine().modules;
    return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
    static std::map<std::string, std::string> names;  // std::map keeps the addresses valid
    *function = reinterpret_cast<CUfunction>(&names.emplace(name, name).first->second);
    return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute, int value) {
    machine().allowed_shared[*reinterpret_cast<const std::string*>(function)] = value;
    return answer("cuFuncSetAttribute");
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* groups, CUfunction function, int threads,
                                                     std::size_t shared_bytes) {
    *groups = machine().room(*reinterpret_cast<const std::string*>(function), threads, shared_bytes);
    return answer("cuOccupancyMaxActiveBlocksPerMultiprocessor");
}
CUresult cuMemAlloc(CUdeviceptr* place, std::size_t bytes) {
    if (bytes > machine().memory - machine().used) return CUDA_ERROR_OUT_OF_MEMORY;
    auto* all = static_cast<std::byte*>(
        std::aligned_alloc(fake_cuda::header, (bytes / fake_cuda::header + 2) * fake_cuda::header));
    std::memcpy(all, &bytes, sizeof bytes);
    machine().used += bytes;
    *place = reinterpret_cast<CUdeviceptr>(all + fake_cuda::header);
    return CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr place) {
    auto* all = reinterpret_cast<std::byte*>(place) - fake_cuda::header;
    std::size_t bytes = 0;
    std::memcpy(&bytes, all, sizeof bytes);
    machine().used -= bytes;
    std::free(all);
    return CUDA_SUCCESS;
}
CUresult cuMemAllocHost(void** place, std::size_t bytes) {
    *place = std::malloc(bytes);
    ++machine().staging;
    return CUDA_SUCCESS;
}
CUresult cuMemFreeHost(void* place) {
    std::free(place);
    --machine().staging;
    return CUDA_SUCCESS;
}
CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
    *free = machine().memory - machine().used;
    *total = machine().memory;
    return CUDA_SUCCESS;
}
// Host memory is read and written when the copy is executed, as with a real device's DMA.
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
    return fake_cuda::later(stream, [to, from, bytes] {
        std::memcpy(reinterpret_cast<void*>(to), from, bytes);
        return answer("cuMemcpyHtoDAsync");
    });
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
    return fake_cuda::later(stream, [to, from, bytes] {
        std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
        return answer("cuMemcpyDtoHAsync");
    });
}
CUresult cuMemsetD8Async(CUdeviceptr place, unsigned char value, std::size_t bytes, CUstream stream) {
    return fake_cuda::later(stream, [place, value, bytes] {
        std::memset(reinterpret_cast<void*>(place), value, bytes);
        return CUDA_SUCCESS;
    });
}
CUresult cuLaunchKernel(CUfunction function, unsigned int groups_x, unsigned int groups_y, unsigned int,
                        unsigned int threads, unsigned int, unsigned int, unsigned int shared,
                        CUstream stream, void** arguments, void**) {
    if (answer("cuLaunchKernel") != CUDA_SUCCESS) return answer("cuLaunchKernel");
    const std::string& name = *reinterpret_cast<const std::string*>(function);
    const auto known = machine().arguments.find(name);
    if (known == machine().arguments.end()) {
        const CUresult before = cuStreamSynchronize(stream);
        machine().launch({name, groups_x, groups_y, threads, shared, arguments});
        return before;
    }
    const auto* const task = static_cast<const std::byte*>(arguments[0]);
    std::vector<std::byte> copied(task, task + known->second.task_bytes);
    std::vector<CUdeviceptr> places;
    for (std::size_t n = 0; n < known->second.buffers; ++n)
        places.push_back(*static_cast<const CUdeviceptr*>(arguments[n + 1]));
    return fake_cuda::later(stream, [=, &name]() mutable {
        std::vector<void*> all{copied.data()};
        for (CUdeviceptr& place : places) all.push_back(&place);
        machine().launch({name, groups_x, groups_y, threads, shared, all.data()});
        return CUDA_SUCCESS;
    });
}
