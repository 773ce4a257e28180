#version 430 core
// See PositionFieldTask in shaders/common/tasks.h.

#define POSLAB_SHARED
#define POSLAB_EXACT precise
#define real double
#include "common/wide_real.h"
#include "common/tasks.h"

layout(local_size_x = 16, local_size_y = 16) in;

layout(std140, binding = 0) uniform TaskBlock { PositionFieldTask task; };
layout(std430, binding = 1) readonly buffer Runs { ivec2 runs[]; };
layout(std430, binding = 2) readonly buffer RowTerms { dvec2 row_terms[]; };
layout(std430, binding = 3) readonly buffer ColumnTerms { dvec2 column_terms[]; };
layout(std430, binding = 4) readonly buffer Pieces { dvec4 pieces[]; };
layout(std430, binding = 5) writeonly buffer Out { uvec2 cells[]; };

// Each operation of a position is rounded once, as in every engine; a driver's quotient of doubles may not
// be.
double rounded_quotient(double a, double b) {
    precise double quotient = a / b;
    WideReal back = exact_product(quotient, b);
    precise double rest = (a - back.high) - back.low;
    precise double rounded = quotient + rest / b;
    return rounded;
}

uvec2 position_of(int piece, int row, int column) {
    dvec2 a = row_terms[piece * task.height + row];
    dvec2 b = column_terms[piece * task.width + column];
    double difference = wide_sum(make_wide(a.x, a.y), make_wide(-b.x, -b.y)).high;
    dvec4 of = pieces[piece];
    precise double product = of.y * difference;
    precise double position = of.x + rounded_quotient(product, of.z);
    return unpackDouble2x32(position);
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= task.width || row >= task.height) return;
    uvec2 cell = uvec2(task.masked_low, task.masked_high);
    for (int piece = 0; piece < task.pieces; ++piece) {
        ivec2 run = runs[piece * task.height + row];
        if (column >= run.x && column < run.y) {
            cell = position_of(piece, row, column);
            break;
        }
    }
    cells[row * task.width + column] = cell;
}
