#version 430 core
// See ResidualTask in shaders/common/tasks.h.

#define POSLAB_SHARED
#define POSLAB_EXACT precise
#define real double
#include "common/turn.h"
#include "common/wide_real.h"
#include "common/residual.h"
#include "common/tasks.h"

layout(local_size_x = 64) in;

layout(std140, binding = 0) uniform TaskBlock { ResidualTask task; };
layout(std430, binding = 1) readonly buffer Exponents { dvec2 exponents[]; };
layout(std430, binding = 2) readonly buffer Columns { double across[]; };
layout(std430, binding = 3) readonly buffer Rows { double up[]; };
layout(std430, binding = 4) writeonly buffer Out { double residuals[]; };

WideReal number_at(int place) { return make_wide(exponents[place].x, exponents[place].y); }

WideReal entry_at(int place, double x, double y) {
    WideReal along_x = wide_product(number_at(place + 6), make_wide(x, 0.0));
    WideReal along_y = wide_product(number_at(place + 12), make_wide(y, 0.0));
    return wide_sum(number_at(place), wide_sum(along_x, along_y));
}

Halves rotation_at(int place, double x, double y) {
    return halves_of(entry_at(place, x, y), entry_at(place + 1, x, y), entry_at(place + 2, x, y), entry_at(place + 3, x, y),
                     entry_at(place + 4, x, y), entry_at(place + 5, x, y));
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    if (column >= task.width || gl_WorkGroupID.y >= uint(task.rows)) return;
    int row = task.first_row + int(gl_WorkGroupID.y);
    double x = across[column];
    double y = up[row];
    residuals[row * task.width + column] =
        rotation_residual_of(rotation_at(0, x, y), rotation_at(18, x, y), rotation_at(36, x, y));
}
