#version 430 core

// See AttentionTask. The logits of a tile pass through the group's memory. Threads there process rows in
// quarters: row lane mod 64, keys 16 (lane / 64) ... + 15, and then, column after column of the result, row
// lane mod 64 again.
#include "common/tasks.h"

layout(local_size_x = 256) in;
layout(std140, binding = 0) uniform Task { AttentionTask task; };

const int rows_of_thread = 4;
#include "common/attention_logits.glsl"

layout(std430, binding = 5) coherent restrict buffer Scratch { float scratch[]; };
layout(std430, binding = 6) writeonly restrict buffer Statistics { double statistics[]; };
layout(std430, binding = 7) writeonly restrict buffer Segments { float segments[]; };

const int quarter_keys = 16;
const float headroom = 16.0;  // how far a logit may exceed its reference

shared int row_segment[tile_rows];
// factor for the columns of a row; finally the one that turns them into weights
shared float row_factor[tile_rows];
shared float row_reference[tile_rows];
shared uint raised;
shared float quarter_largest[threads];
shared int key_column[tile_keys];
shared uint run_starts[2];  // one bit for each key that begins a run of keys of one column
shared int run_begin[tile_keys];
shared double quarter_sums[threads];

// State of the strip, the same in all threads.
int flags;
int shown_begin, shown_end;  // columns that have been written
// State of the thread's row, the same in its four threads ...
int row, quarter;
float reference, largest;
bool referenced;
// ... and each thread's share of its sums.
double weight_sum, exponent_sum, distance_sum, near_sum, beyond_sum;

bool visits_all_keys() { return (flags & 1) != 0; }
bool wants_statistics() { return (flags & 2) != 0; }
bool wants_weights() { return visits_all_keys() || task.pool == 1; }
bool pools_largest() { return task.pool == 2 || task.pool == 3; }
float empty_column() { return pools_largest() ? masked_logit : 0.0; }
int scratch_place(int tile_row) { return (int(gl_WorkGroupID.x) * tile_rows + tile_row) * task.columns; }

void start_strip(int strip) {
    int at = task.strips_at + 4 * strip;
    first_row = integers[at];
    row_count = integers[at + 1] - first_row;
    flags = integers[at + 3];
    shown_begin = shown_end = 0;
    int own_row = first_row + min(row, row_count - 1);
    reference = !visits_all_keys() && task.known != -1 ? numbers[task.known + own_row] : 0.0;
    referenced = false;
    largest = masked_logit;
    weight_sum = exponent_sum = distance_sum = near_sum = beyond_sum = double(0.0);
    barrier();  // threads of the previous strip may still read these
    if (lane < tile_rows) row_segment[lane] = lane < row_count ? integers[task.rows_at + 2 * (first_row + lane) + 1] : -1;
    if (lane < 2) run_starts[lane] = 0u;
    load_row_tokens();
    barrier();
}

// Finds the keys that begin a run.
void load_columns(int first_key) {
    if (task.pool == 0 || lane >= tile_keys) return;
    int column = integers[task.keys_at + 2 * (first_key + lane) + 1];
    key_column[lane] = column;
    if (lane == 0 || column != integers[task.keys_at + 2 * (first_key + lane) - 1])
        atomicOr(run_starts[lane >> 5], 1u << uint(lane & 31));
}

// Returns the number of runs of the tile and writes where they begin.
int list_runs() {
    uint low = run_starts[0], high = run_starts[1];
    uint own = lane < 32 ? low : high;
    if (lane < tile_keys && ((own >> uint(lane & 31)) & 1u) != 0u) {
        int before = bitCount(own & ((1u << uint(lane & 31)) - 1u)) + (lane < 32 ? 0 : bitCount(low));
        run_begin[before] = lane;
    }
    return bitCount(low) + bitCount(high);
}

void make_logits(int strip, int first_key) {
    start_logits();
    for (int piece = 0; piece < task.pieces; ++piece) {
        int bounds = task.bounds_at + 4 * (strip * task.pieces + piece);
        if (integers[bounds] < first_key + tile_keys && integers[bounds + 3] > first_key) add_piece(piece, first_key);
    }
    add_distance_bias();
    for (int i = 0; i < rows_of_thread; ++i)
        for (int j = 0; j < 4; ++j) tile[(thread_row() + i) * tile_pitch + thread_key() + 16 * j] = logits[i][j];
}

void find_largest() {
    float most = masked_logit;
    for (int k = 0; k < quarter_keys; ++k) {
        float logit = tile[row * tile_pitch + quarter * quarter_keys + k];
        most = logit > most ? logit : most;
    }
    quarter_largest[lane] = most;
}

// References and their increments are integers, so scaling sums does not round them.
void raise_reference() {
    float most = max(max(quarter_largest[row], quarter_largest[row + 64]),
                     max(quarter_largest[row + 128], quarter_largest[row + 192]));
    largest = max(largest, most);
    float factor = 1.0;
    if (!referenced && most > masked_logit) {
        reference = floor(most);
        referenced = true;
    } else if (referenced && most > reference + headroom) {
        float rise = floor(most - reference);
        reference = isinf(most) ? most : reference + rise;
        factor = rise < 126.0 ? ldexp(1.0, -int(rise)) : 0.0;
        double scale = double(factor);
        exponent_sum = scale * (exponent_sum - double(min(rise, 1e30)) * weight_sum);
        weight_sum *= scale;
        distance_sum *= scale;
        near_sum *= scale;
        beyond_sum *= scale;
        if (shown_end > shown_begin) atomicOr(raised, 1u);
    }
    if (quarter == 0) row_factor[row] = factor;
}

// One bit for each of the thread's keys whose position is beyond the trained ones.
uint keys_beyond(int first_key) {
    uint beyond = 0u;
    if (row >= row_count) return beyond;
    int first = first_key + quarter * quarter_keys;
    for (int piece = 0; piece < task.pieces; ++piece) {
        int cell = cell_place(piece, first_row + row);
        int begin = max(integers[cell] - first, 0), end = min(integers[cell + 1] - first, quarter_keys);
        int number = integers[cell + 2];
        int description = task.pieces_at + 5 * piece;
        int trained_begin = integers[description + 3], trained_end = integers[description + 4];
        for (int k = begin; k < end; ++k) {
            int position = number - integers[task.key_numbers_at + piece * task.keys + first + k];
            if (position < trained_begin || position >= trained_end) beyond |= 1u << uint(k);
        }
    }
    return beyond;
}

// Sums the thread's keys; if sums of weights are shown, e replaces the logits.
void add_weights(int first_key) {
    uint beyond = wants_statistics() ? keys_beyond(first_key) : 0u;
    float weight = 0.0, exponent = 0.0, distance = 0.0, near = 0.0, far = 0.0;
    for (int k = 0; k < quarter_keys; ++k) {
        int key = quarter * quarter_keys + k;
        float x = tile[row * tile_pitch + key] - reference;
        float e = power_of_two(x);
        weight += e;
        if (wants_statistics()) {
            int behind = row_token[row] - key_token[key];
            exponent += x < least_exponent ? 0.0 : e * x;
            distance += e * float(behind);
            near += abs(behind) < task.near ? e : 0.0;
            far += ((beyond >> uint(k)) & 1u) != 0u ? e : 0.0;
        }
        if (task.pool == 1) tile[row * tile_pitch + key] = e;
    }
    weight_sum += double(weight);
    exponent_sum += double(exponent);
    distance_sum += double(distance);
    near_sum += double(near);
    beyond_sum += double(far);
}

void scale_columns() {
    for (int scaled = 0; scaled < row_count; ++scaled) {
        float factor = row_factor[scaled];
        if (factor == 1.0) continue;
        for (int column = shown_begin + lane; column < shown_end; column += threads)
            scratch[scratch_place(scaled) + column] *= factor;
    }
    memoryBarrierBuffer();
    barrier();
}

// The column of a run, or of the adjacent run if it has none.
int column_near(int run, int next) {
    int column = key_column[run_begin[run]];
    return column < 0 && next >= 0 ? key_column[run_begin[next]] : column;
}

// Fills columns between those of previous tiles and `end`, which have no cells.
void fill_columns_before(int end) {
    if (shown_end == shown_begin) shown_begin = shown_end = end;
    int count = end - shown_end;
    for (int n = lane; n < count * row_count; n += threads) scratch[scratch_place(n / count) + shown_end + n % count] = empty_column();
    shown_end = max(shown_end, end);
}

float pooled_run(int begin, int end) {
    float pooled = empty_column();
    for (int key = begin; key < end; ++key) {
        float number = tile[row * tile_pitch + key];
        if (pools_largest())
            pooled = larger_of(pooled, number);
        else
            pooled += number == masked_logit ? 0.0 : number;
    }
    return pooled;
}

void pool_columns(int runs) {
    int first = column_near(0, runs > 1 ? 1 : -1), last = column_near(runs - 1, runs - 2);
    if (last < 0) return;
    int written = shown_begin == shown_end ? first : shown_end;
    fill_columns_before(first);
    for (int run = quarter; run < runs; run += 4) {
        int begin = run_begin[run];
        int column = key_column[begin];
        if (column < 0 || row >= row_count) continue;
        int at = scratch_place(row);
        if (run > 0)
            for (int empty = max(shown_end, column_near(run - 1, run - 2) + 1); empty < column; ++empty) scratch[at + empty] = empty_column();
        float pooled = pooled_run(begin, run + 1 < runs ? run_begin[run + 1] : tile_keys);
        if (column < written) {
            float before = scratch[at + column];
            pooled = pools_largest() ? larger_of(before, pooled) : before + pooled;
        }
        scratch[at + column] = pooled;
    }
    shown_end = last + 1;
}

void visit_tile(int strip, int first_key) {
    load_key_tokens(first_key);
    load_columns(first_key);
    make_logits(strip, first_key);
    int runs = task.pool == 0 ? 0 : list_runs();
    if (lane == 0) raised = 0u;
    barrier();
    if (lane < 2) run_starts[lane] = 0u;
    if (visits_all_keys()) {
        find_largest();
        barrier();
        raise_reference();
    }
    if (wants_weights()) {
        add_weights(first_key);
        barrier();
        if (task.pool == 1 && raised != 0u) scale_columns();
    }
    if (runs > 0) pool_columns(runs);
    memoryBarrierBuffer();
    barrier();
}

bool is_touched(int strip, int first_key) {
    for (int piece = 0; piece < task.pieces; ++piece) {
        int bounds = task.bounds_at + 4 * (strip * task.pieces + piece);
        if (integers[bounds] < first_key + tile_keys && integers[bounds + 3] > first_key) return true;
    }
    return false;
}

void visit_tiles(int strip) {
    int begin = task.keys, end = 0;
    for (int piece = 0; piece < task.pieces; ++piece) {
        int bounds = task.bounds_at + 4 * (strip * task.pieces + piece);
        begin = min(begin, integers[bounds]);
        end = max(end, integers[bounds + 3]);
    }
    for (int first_key = begin / tile_keys * tile_keys; first_key < end; first_key += tile_keys)
        if (is_touched(strip, first_key)) visit_tile(strip, first_key);
}

double row_sum(double share) {
    barrier();
    quarter_sums[lane] = share;
    barrier();
    return (quarter_sums[row] + quarter_sums[row + 64]) + (quarter_sums[row + 128] + quarter_sums[row + 192]);
}

// Completes the sums of the rows, and the factors that turn their columns into weights: 0 if there is no
// finite sum.
void finish_rows() {
    bool defined = abs(reference) < -masked_logit;
    double weight = double(1.0);
    if (visits_all_keys()) {
        weight = row_sum(weight_sum);
        defined = defined && weight > double(0.0) && weight < double(1e38);
        double exponent = row_sum(exponent_sum), distance = row_sum(distance_sum);
        double near = row_sum(near_sum), beyond = row_sum(beyond_sum);
        if (quarter == 0 && row < row_count) {
            int at = 8 * (first_row + row);
            statistics[at] = double(reference);
            statistics[at + 1] = weight;
            statistics[at + 2] = exponent;
            statistics[at + 3] = distance;
            statistics[at + 4] = near;
            statistics[at + 5] = beyond;
            statistics[at + 6] = double(largest);
            statistics[at + 7] = double(0.0);
        }
    }
    if (quarter == 0) {
        row_factor[row] = defined ? float(double(1.0) / weight) : 0.0;
        row_reference[row] = reference;
    }
    barrier();
}

float pooled_rows(int begin, int end, int column) {
    bool empty = column < shown_begin || column >= shown_end;
    float pooled = task.pool == 3 ? masked_logit : 0.0;
    for (int r = begin; r < end && !empty; ++r) {
        float number = scratch[scratch_place(r) + column];
        float factor = row_factor[r];
        if (task.pool == 1) pooled += factor == 0.0 ? 0.0 : factor * number;
        if (task.pool == 2) pooled = larger_of(pooled, factor == 0.0 ? 0.0 : factor * power_of_two(number - row_reference[r]));
        if (task.pool == 3) pooled = larger_of(pooled, number);
        if (task.pool == 4) pooled += number;
    }
    return pooled;
}

void finish_segments() {
    for (int begin = 0, end = 0; begin < row_count; begin = end) {
        int segment = row_segment[begin];
        for (end = begin + 1; end < row_count && row_segment[end] == segment;) ++end;
        if (segment < 0) continue;
        for (int column = lane; column < task.columns; column += threads)
            segments[segment * task.columns + column] = pooled_rows(begin, end, column);
    }
}

void main() {
    lane = int(gl_LocalInvocationIndex);
    row = lane & 63;
    quarter = lane >> 6;
    for (int n = int(gl_WorkGroupID.x); n < task.strips; n += int(gl_NumWorkGroups.x)) {
        int strip = task.first_strip + n;
        start_strip(strip);
        visit_tiles(strip);
        finish_rows();
        if (task.pool != 0) finish_segments();
    }
}
