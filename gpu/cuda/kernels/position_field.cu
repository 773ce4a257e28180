// Compiled without fused multiply-add: each operation is rounded once.
#include "gpu/cuda/kernels/machine.cuh"

extern "C" __global__ void __launch_bounds__(256)
    position_field(PositionFieldTask task, const int2* runs, const double2* row_terms,
                   const double2* column_terms, const Double4* pieces, uint2* out) {
    const int column = group_index_x() * 16 + thread_index() % 16;
    const int row = group_index_y() * 16 + thread_index() / 16;
    if (row >= task.height || column >= task.width) return;
    uint2 bits = make_uint2(task.masked_low, task.masked_high);
    for (int piece = 0; piece < task.pieces; ++piece) {
        const int2 run = runs[piece * task.height + row];
        if (column < run.x || column >= run.y) continue;
        const double2 at_row = row_terms[piece * task.height + row];
        const double2 at_column = column_terms[piece * task.width + column];
        const in_double::WideReal difference = in_double::wide_sum(
            in_double::make_wide(at_row.x, at_row.y), in_double::make_wide(-at_column.x, -at_column.y));
        const Double4 unit = pieces[piece];
        bits = words_of_double(unit.x + unit.y * difference.high / unit.z);
    }
    out[row * task.width + column] = bits;
}
