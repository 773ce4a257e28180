#pragma once

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <map>
#include <string>

/// A library libcuda.so.1 for tests: its memory is the processor's, and its one device does and lacks what a test says. What
/// streams are asked for happens as late as it may: when somebody waits for it, and only as far as that needs. So whoever reads too
/// early, or hands out again what is still to be read, gets something else.
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
    int shared_bytes = 232448;  // that a group may be allowed
    // How many groups of a kernel a multiprocessor has room for.
    std::function<int(const std::string& kernel, int threads, std::size_t shared_bytes)> room;
    std::size_t memory = std::size_t{1} << 30U;
    std::map<std::string, CUresult> errors;  // what a call answers, by its name
    std::function<void(const Launched&)> launch = [](const Launched&) {};

    std::map<std::string, Arguments> arguments;  // of kernels that run late, too; the others run at once

    std::size_t used = 0;                        // memory
    int contexts = 0, streams = 0, modules = 0;  // that are open
    int current = 0;                             // contexts pushed and not popped
    int events = 0, staging = 0;
    float milliseconds = 0;                     // of the device's clock, which each thing that is done moves on by one
    std::map<std::string, int> allowed_shared;  // of kernels
    std::string ptx;                            // that was loaded last, by a driver of CUDA 12
};

[[nodiscard]] Machine& machine();

}  // namespace fake_cuda
