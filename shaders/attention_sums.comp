#version 430 core

// See AttentionSumsTask.
#include "common/tasks.h"

layout(local_size_x = 256) in;
layout(std140, binding = 0) uniform Task { AttentionSumsTask task; };

const int rows_of_thread = 1;
#include "common/attention_logits.glsl"

layout(std430, binding = 5) readonly restrict buffer Values { float values[]; };
layout(std430, binding = 6) coherent restrict buffer Diagonals { float diagonals[]; };
layout(std430, binding = 7) restrict buffer Output { float outputs[]; };

const float no_weight = -1.0;  // marks masked cells: 0 would fail if a value is infinite

shared int least_key;
shared int end_key;
shared uint touched;  // bit n: some row has a key in the tile in one of the pieces n, n + 32, ...

float own_known;  // for the thread's row; not finite: the row counts as 0

// Finds an outer bound of the keys of all rows in all pieces.
void find_keys() {
    if (lane == 0) {
        least_key = task.keys;
        end_key = 0;
    }
    barrier();
    for (int n = lane; n < tile_rows * task.pieces; n += threads) {
        if (n % tile_rows >= row_count) continue;
        int cell = cell_place(n / tile_rows, first_row + n % tile_rows);
        if (integers[cell] >= integers[cell + 1]) continue;
        atomicMin(least_key, integers[cell]);
        atomicMax(end_key, integers[cell + 1]);
    }
    barrier();
}

uint pieces_of_tile(int first_key) {
    barrier();
    if (lane == 0) touched = 0u;
    barrier();
    for (int n = lane; n < tile_rows * task.pieces; n += threads) {
        if (n % tile_rows >= row_count) continue;
        int piece = n / tile_rows;
        int cell = cell_place(piece, first_row + n % tile_rows);
        if (max(integers[cell], first_key) < min(integers[cell + 1], first_key + tile_keys)) atomicOr(touched, 1u << uint(piece & 31));
    }
    barrier();
    return touched;
}

void make_weights(uint pieces, int first_key) {
    start_logits();
    for (int piece = 0; piece < task.pieces; ++piece)
        if (((pieces >> uint(piece & 31)) & 1u) != 0u) add_piece(piece, first_key);
    add_distance_bias();
    bool counted = abs(own_known) < -masked_logit;
    for (int j = 0; j < 4; ++j) {
        float logit = logits[0][j];
        tile[thread_row() * tile_pitch + thread_key() + 16 * j] =
            counted && logit != masked_logit ? power_of_two(logit - own_known) : no_weight;
    }
}

// Tokens are consecutive along rows and keys: each thread sums one diagonal of the tile.
void add_diagonals(int first_key) {
    if (lane >= tile_rows + tile_keys - 1) return;
    int at = row_token[0] - integers[task.keys_at + 2 * first_key] + lane - (tile_keys - 1) + task.tokens - 1;
    if (at < 0 || at > 2 * task.tokens - 2) return;
    float sum = 0.0;
    for (int row = 0; row < tile_rows; ++row) {
        int key = row + tile_keys - 1 - lane;
        float weight = key >= 0 && key < tile_keys ? tile[row * tile_pitch + key] : 0.0;
        sum += weight < 0.0 ? 0.0 : weight;
    }
    diagonals[int(gl_WorkGroupID.x) * (2 * task.tokens - 1) + at] += sum;
}

// The thread has the outputs of rows 4 (lane / 64) ... + 3 at the value dimensions lane mod 64, + 64, ...
int output_place(int row) { return (first_row + row) * task.value_dim; }

void clear_outputs() {
    for (int n = lane & 63; n < task.value_dim; n += 64)
        for (int row = lane / 64 * 4; row < min(lane / 64 * 4 + 4, row_count); ++row) outputs[output_place(row) + n] = 0.0;
}

// Processes two dimensions at a time, n and n + 64.
void add_outputs(int first_key) {
    int row = lane / 64 * 4;
    for (int n = lane & 63; n < task.value_dim; n += 128) {
        bool both = n + 64 < task.value_dim;
        vec4 sums = vec4(0.0), later_sums = vec4(0.0);
        for (int key = 0; key < tile_keys; ++key) {
            int at = (first_key + key) * task.value_dim + n;
            float value = values[at], later = both ? values[at + 64] : 0.0;
            for (int i = 0; i < 4; ++i) {
                float weight = tile[(row + i) * tile_pitch + key];
                sums[i] += weight * (weight < 0.0 ? 0.0 : value);
                later_sums[i] += weight * (weight < 0.0 ? 0.0 : later);
            }
        }
        for (int i = 0; i < 4 && row + i < row_count; ++i) {
            outputs[output_place(row + i) + n] += sums[i];
            if (both) outputs[output_place(row + i) + n + 64] += later_sums[i];
        }
    }
}

void visit_tile(uint pieces, int first_key) {
    load_key_tokens(first_key);
    make_weights(pieces, first_key);
    barrier();
    if (task.diagonals != 0) add_diagonals(first_key);
    if (task.value_dim > 0) add_outputs(first_key);
    memoryBarrierBuffer();
}

void main() {
    lane = int(gl_LocalInvocationIndex);
    first_row = task.first_row + int(gl_WorkGroupID.x) * tile_rows;
    row_count = min(task.end_row - first_row, tile_rows);
    if (row_count <= 0) return;
    load_row_tokens();
    own_known = numbers[task.known + first_row + min(thread_row(), row_count - 1)];
    clear_outputs();
    find_keys();
    for (int first_key = least_key / tile_keys * tile_keys; first_key < end_key; first_key += tile_keys) {
        uint pieces = pieces_of_tile(first_key);
        if (pieces != 0u) visit_tile(pieces, first_key);
    }
}
