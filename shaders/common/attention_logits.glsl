// GLSL, for kernels with groups of 256 threads whose uniform `task` gives the tables of
// shaders/common/tasks.h and which define rows_of_thread. Logits of a tile, 16 rows_of_thread rows by 64
// keys: each thread has those of rows_of_thread rows by 4 keys in registers, and the group holds 16
// dimensions of the rows and keys at a time, four to a vector.
layout(std430, binding = 1) readonly restrict buffer Integers { int integers[]; };
layout(std430, binding = 2) readonly restrict buffer Numbers { float numbers[]; };
layout(std430, binding = 3) readonly restrict buffer Queries { vec4 queries[]; };
layout(std430, binding = 4) readonly restrict buffer Keys { vec4 keys[]; };

const int threads = 256;
const int tile_rows = 16 * rows_of_thread;
const int tile_keys = 64;
const int tile_pitch = tile_keys + 1;  // odd, so that threads that access a column of the tile use all banks
const int chunk_quads = 4;
const int chunk_pitch = chunk_quads + 1;       // likewise, for eight threads that read a vector each
const float masked_logit = -3.4028234663852886e38;  // the lowest float
const float least_exponent = -96.0;                 // powers of two below it count as 0
const float greatest_exponent = 127.0;              // for decay

shared vec4 query_chunk[tile_rows * chunk_pitch];
shared vec4 key_chunk[tile_keys * chunk_pitch];
shared float tile[tile_rows * tile_pitch];
shared int row_token[tile_rows];
shared int key_token[tile_keys];

int lane;           // index of the thread in its group
int first_row;      // index of the group's first row
int row_count;      // number of its rows, at most tile_rows
vec4 products[rows_of_thread];  // for row thread_row() + i with key thread_key() + 16 j
vec4 logits[rows_of_thread];

int thread_row() { return (lane >> 4) * rows_of_thread; }
int thread_key() { return lane & 15; }

// 2^x; 0 below least_exponent. NaN stays NaN even if a driver's exp2 loses it.
float power_of_two(float x) { return x < least_exponent ? 0.0 : (isnan(x) ? x : exp2(x)); }

// The larger value; NaN is sticky.
float larger_of(float so_far, float number) { return number > so_far || isnan(number) ? number : so_far; }

// Index of the three numbers of `cells`.
int cell_place(int piece, int row) { return task.cells_at + 3 * (piece * task.rows + row); }

void load_row_tokens() {
    if (lane < tile_rows) row_token[lane] = integers[task.rows_at + 2 * (first_row + min(lane, row_count - 1))];
}

void load_key_tokens(int first_key) {
    if (lane < tile_keys) key_token[lane] = integers[task.keys_at + 2 * (first_key + lane)];
}

// Number of tokens between a row and the first key of the tile's block.
float distance_from_block(int row, int first_key) {
    int block = first_key / task.decay_block * task.decay_block;
    return float(integers[task.rows_at + 2 * row] - integers[task.keys_at + 2 * block]);
}

vec4 decayed(vec4 query, int quad, float behind) {
    int at = task.decay + 4 * quad;
    vec4 rate = vec4(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]);
    vec4 exponent = min(rate * behind, vec4(greatest_exponent));
    return query * vec4(power_of_two(exponent.x), power_of_two(exponent.y), power_of_two(exponent.z), power_of_two(exponent.w));
}

void multiply_chunk() {
    vec4 sums[rows_of_thread];
    for (int i = 0; i < rows_of_thread; ++i) sums[i] = vec4(0.0);
    for (int quad = 0; quad < chunk_quads; ++quad) {
        vec4 a = key_chunk[thread_key() * chunk_pitch + quad];
        vec4 b = key_chunk[(thread_key() + 16) * chunk_pitch + quad];
        vec4 c = key_chunk[(thread_key() + 32) * chunk_pitch + quad];
        vec4 d = key_chunk[(thread_key() + 48) * chunk_pitch + quad];
        for (int i = 0; i < rows_of_thread; ++i) {
            vec4 query = query_chunk[(thread_row() + i) * chunk_pitch + quad];
            sums[i] += query.x * vec4(a.x, b.x, c.x, d.x);
            sums[i] += query.y * vec4(a.y, b.y, c.y, d.y);
            sums[i] += query.z * vec4(a.z, b.z, c.z, d.z);
            sums[i] += query.w * vec4(a.w, b.w, c.w, d.w);
        }
    }
    for (int i = 0; i < rows_of_thread; ++i) products[i] += sums[i];
}

// Products of the group's rows and the tile's keys in one rotation of each. While a chunk is multiplied the
// next one is loaded.
void multiply(int query_rotation, int key_rotation, int first_key) {
    int quads = task.dims / 4;
    int quad = lane & 3;
    int row = first_row + min(lane >> 2, row_count - 1);
    int query_at = (query_rotation * task.rows + row) * quads;
    int key_at = (key_rotation * task.keys + first_key + (lane >> 2)) * quads;
    bool brings_query = lane < 4 * tile_rows;
    bool decays = task.decay_block > 0;
    float behind = decays ? distance_from_block(row, first_key) : 0.0;
    for (int i = 0; i < rows_of_thread; ++i) products[i] = vec4(0.0);
    vec4 query = brings_query ? queries[query_at + quad] : vec4(0.0);
    vec4 key = keys[key_at + quad];
    for (; quad < quads; quad += chunk_quads) {
        barrier();
        if (brings_query) query_chunk[(lane >> 2) * chunk_pitch + (lane & 3)] = decays ? decayed(query, quad, behind) : query;
        key_chunk[(lane >> 2) * chunk_pitch + (lane & 3)] = key;
        barrier();
        if (quad + chunk_quads < quads) {
            if (brings_query) query = queries[query_at + quad + chunk_quads];
            key = keys[key_at + quad + chunk_quads];
        }
        multiply_chunk();
    }
}

void start_logits() {
    for (int i = 0; i < rows_of_thread; ++i) logits[i] = vec4(masked_logit);
}

// Merges the cells of the tile that lie in a piece.
void add_piece(int piece, int first_key) {
    int description = task.pieces_at + 5 * piece;
    int bias = integers[description + 2];
    multiply(integers[description], integers[description + 1], first_key);
    for (int i = 0; i < rows_of_thread; ++i) {
        if (thread_row() + i >= row_count) continue;
        int cell = cell_place(piece, first_row + thread_row() + i);
        int begin = integers[cell] - first_key, end = integers[cell + 1] - first_key;
        int number = integers[cell + 2];
        for (int j = 0; j < 4; ++j) {
            int key = thread_key() + 16 * j;
            if (key < begin || key >= end) continue;
            logits[i][j] = products[i][j];
            if (bias != -1)
                logits[i][j] += numbers[bias + number - integers[task.key_numbers_at + piece * task.keys + first_key + key]];
        }
    }
}

// Requires the tokens of rows and keys, and a barrier since they were loaded.
void add_distance_bias() {
    if (task.distance_bias == -1) return;
    for (int i = 0; i < rows_of_thread; ++i)
        for (int j = 0; j < 4; ++j)
            if (logits[i][j] != masked_logit)
                logits[i][j] += numbers[task.distance_bias + row_token[thread_row() + i] - key_token[thread_key() + 16 * j]];
}
