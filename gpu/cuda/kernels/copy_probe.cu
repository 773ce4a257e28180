#include "gpu/cuda/kernels/machine.cuh"

extern "C" __global__ void __launch_bounds__(256)
    copy_probe(CopyProbeTask task, const uint4* from, uint4* to) {
    const uint n = (static_cast<uint>(group_index_y()) * static_cast<uint>(group_count_x()) +
                    static_cast<uint>(group_index_x())) *
                       256u +
                   static_cast<uint>(thread_index());
    if (n < task.count) to[n] = from[n];
}
