#pragma once

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <map>
#include <string>

/// A libcuda.so.1 for tests: its memory is the processor's, and the test determines what its one device does
/// and lacks. Operations on a stream are executed as late as possible: when something waits for them, and
/// only as far as necessary. Code that reads too early, or reuses memory that is still to be read, therefore
/// gets wrong data.
namespace fake_cuda {

struct Launched {
    std::string kernel;
    unsigned int groups_x = 0, groups_y = 0, threads = 0, shared_bytes = 0;
    void** arguments = nullptr;
};

struct Arguments {
    std::size_t task_bytes = 0, buffers = 0;
};

struct Machine {
    int version = 13000;
    int devices = 1;
    int major = 9, minor = 0;
    int multiprocessors = 132;
    int shared_bytes = 232448;  // per group, the maximum
    // The number of groups of a kernel that fit a multiprocessor.
    std::function<int(const std::string& kernel, int threads, std::size_t shared_bytes)> room;
    std::size_t memory = std::size_t{1} << 30U;
    std::map<std::string, CUresult> errors;  // results of calls, by name
    std::function<void(const Launched&)> launch = [](const Launched&) {};

    std::map<std::string, Arguments>
        arguments;  // including kernels that run late; the others run immediately

    std::size_t used = 0;                        // bytes of memory
    int contexts = 0, streams = 0, modules = 0;  // currently open
    int current = 0;                             // contexts pushed and not popped
    int events = 0, staging = 0;
    float milliseconds = 0;                     // on the device's clock, which each operation advances by one
    std::map<std::string, int> allowed_shared;  // by kernel
    std::string ptx;                            // the last one loaded, by a driver of CUDA 12
};

[[nodiscard]] Machine& machine();

}  // namespace fake_cuda
