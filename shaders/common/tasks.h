// The common C subset of C++, CUDA and GLSL (see plan.h). The parameters of each kernel, and its buffers in
// order; matrices are row-major. Members are scalars with natural alignment, so that C and GLSL (std140) use
// the same layout. The task itself is a uniform block in GLSL (binding 0) and the first argument in CUDA;
// buffers are storage blocks 1, 2 ... and the following arguments.

// position_field: each cell of a window that lies wholly inside a piece, from the terms of its row and its
// column; the others remain `masked` (a NaN with a payload, so written as two words). Groups of 16 x 16
// threads, over columns and rows.
//   1 int2    runs [pieces, height]: columns begin ... end - 1 of the row are inside the piece; those of a
//             row do not overlap
//   2 double2 row terms [pieces, height], high and low part
//   3 double2 column terms [pieces, width]
//   4 double4 pieces: offset, scale, divisor, 0:  p = offset + scale (row - column) / divisor
//   5 uint2   out [height, width]: low and high word of the double
struct PositionFieldTask {
    int height;
    int width;
    int pieces;
    uint masked_low;
    uint masked_high;
};

// cosine_profile: f(D) at D = begin ... begin + count - 1. Groups of 256 threads compute 1024 distances: 32
// centres by 32 offsets, f(c + m) = sum of (w C + s S) cos(m theta) + (s C - w S) sin(m theta), both tables
// from exact phases.
//   1 uint2   phases gained per token [frequencies]: high, low
//   2 double2 weights [frequencies]: of the cosine, of the sine
//   3 double  out [count]
struct CosineProfileTask {
    uint begin;
    uint count;
    uint frequencies;
};

// legs_scan_channels: one thread per channel, 64 per group. legs_scan_order: one group of 256 threads per
// channel, which share its numbers n. Both run `samples` steps, k >= 1 throughout.
//   1 double4 coefficients [samples]: product, solve, excess, 0
//   2 double  root [order]: sqrt(2n+1)
//   3 double  signal [samples, channels]
//   4 int     slots [samples]: index of the record for the state after the sample, or -1
//   5 double  state [order, channels], in and out
//   6 double  records [slots, order, channels]
//   7 double2 extents [channels], in and out: max |x|, infinite once a number was not finite; the first
//   sample (of this launch) after which that was so, or -1
struct LegsScanTask {
    int order;
    int channels;
    int samples;
};

// rotation_residual: one thread per point, 64 per group, groups over columns and rows; rows first_row ...
// first_row + rows - 1.
//   1 double2 exponents [first second third, constant along_x along_y, a b c d e f], high and low part
//   2 double  x [width]
//   3 double  y [height]
//   4 double  out [height, width]
struct ResidualTask {
    int width;
    int first_row;
    int rows;
};

// pack_vectors: rows of queries or keys in the layout of the attention kernels: bias added, pairs rotated by
// the axis, times a factor, in the order pair 0 first, pair 0 second, pair 1 first ..., the dimensions that
// do not rotate, zeros up to `padded`. One group of 64 threads per row.
//   1 float   raw [rows, dim], of this launch; `by_token`: [tokens, dim]
//   2 int     tokens [rows], of this launch
//   3 float2  factors [rows], of this launch: of pairs, of the other dimensions
//   4 float   bias [dim]
//   5 uint4   phases [pairs]: of the axis's offset (high, low), gained per step of the axis (high, low)
//   6 float   decay [pairs]: log2(decay) / 512; row n of all is multiplied by 2^(-decay (n mod decay_block));
//             unused if decay_block is 0
//   7 float   out [all rows, padded]. `split`: 16-bit floats instead, the upper parts of the row, then 2^11
//             times the remainders, all of them times 1 / scale
//   8 float   scales, a power of two for each row, that of the launch's first row at `scale_first_row`; only
//             with `split`
struct PackTask {
    int rows;
    int first_row;  // index of the launch's first row among all rows
    int dim;
    int pairs;
    int interleaved;  // pair p is dimensions (2p, 2p + 1), else (p, p + pairs), both from `rotated_from` on
    int rotated_from;  // 0, or the number of the other dimensions, which then come first
    int padded;
    int turned;  // 0: no rotation
    int shift;
    int modulus;
    int group;
    int cap;
    int split;
    int decay_block;
    int scale_first_row;
    int by_token;
};

// flash_attention: processes strips of rows, one tile of 64 keys after the other, and writes the sums of
// their rows. Logits t are in units of log2. Groups of threads process the strips first_strip ... first_strip
// + strips - 1 in rounds, one strip per group and round; each group has its own part of `scratch`. A cell
// whose key lies in no piece of the row is masked.
//   1 int     integers, at the offsets given below:
//               strips  [strips]{first row, end row, first segment, flags: 1 all keys (else the window's), 2
//                       statistics}
//               bounds  [strips, pieces]{least begin, most begin, least end, most end of the keys of the rows
//                       that have any; most begin is 2^31 - 1 if any row has none}; a tile is visited if
//                       least begin < its end and most end > its begin
//               rows    [rows]{token, segment (of all, not of the strip's) or -1}; rows of a segment are
//                       consecutive
//               cells   [pieces, rows]{first key, end key, number}
//               pieces  [pieces]{rotation of queries, of keys, offset in numbers of its bias for number 0 or
//                       -1, trained begin, end}
//               keys    [keys]{token, column or -1}
//               numbers_of_keys [pieces, keys]
//   2 float   numbers: bias by distance at distance_bias + D (distance_bias -1: none), bias of a piece at its
//             offset + (number of the row - number of the key), known log2 sums of rows at `known`, decay
//             [dims] at `decay`, scales of keys [rotations, keys] at `scales`, of queries [rotations, rows]
//             at `query_scales`
//   3 float   queries [rotations, rows, dims], see PackTask.split
//   4 float   keys [rotations, keys, dims], likewise
//   5 float   scratch [groups, strip rows, columns]; if queries are split and decay_block is not 0, preceded
//             by [groups of the launch, strip rows, dims]
//   6 double  statistics [rows, 8]: reference m, sum of e = 2^(t - m), of e (t - m), of e D, of e where |D| <
//             near, of e where the position is beyond the trained ones (number outside trained begin ... end
//             - 1), largest t (which may miss a NaN), 0. Written if the strip visits all keys; the third to
//             the sixth are valid only with flag 2.
//   7 float   segments [segments, columns]: over the rows of a segment, sums of weights, the largest weight,
//             the largest t or sums of t
struct AttentionTask {
    int first_strip;
    int strips;  // in the launch
    int rows;
    int keys;  // a multiple of 64
    int dims;  // a multiple of 16
    int pieces;
    int columns;
    int column_keys;    // keys per column, if all have the same number and the first begins at key 0; else 0
    // 0 nothing is pooled, 1 sums of weights, 2 largest weights, 3 largest logits, 4 sums of logits
    int pool;
    int near;
    int decay_block;    // keys; 0: no decay
    int strips_at;
    int bounds_at;
    int rows_at;
    int cells_at;
    int pieces_at;
    int keys_at;
    int key_numbers_at;
    int distance_bias;
    int known;          // -1: strips with all keys compute the sums themselves
    int decay;
    int scales;
    int chunk;          // dims processed together (CUDA)
    // use only the upper parts of split keys and queries: 11 bits of each number instead of 22
    int upper_alone;
    int query_scales;
};

// attention_sums: a second pass with known log2 sums of the rows: sums over weights w = 2^(t - known); rows
// whose known sum is not finite count as 0 throughout; their tokens are consecutive. One group of 256 threads
// for each 16 rows from first_row on.
//   1, 2, 3, 4 as above
//   5 float   values [keys, value_dim]
//   6 float   diagonals [groups, 2 tokens - 1], added to: sum of w at D + tokens - 1; only if `diagonals`;
//             tokens of keys are consecutive, too
//   7 float   output [rows, value_dim]: sum of w v over unmasked keys; only if value_dim > 0
struct AttentionSumsTask {
    int first_row;
    int end_row;
    int rows;
    int keys;
    int dims;
    int pieces;
    int tokens;
    int diagonals;
    int value_dim;
    int decay_block;
    int rows_at;
    int cells_at;
    int pieces_at;
    int keys_at;
    int key_numbers_at;
    int distance_bias;
    int known;
    int decay;
    int scales;
    int query_scales;
};

// copy_probe: copies, to measure the maximum bandwidth of a device's memory. 256 threads per group, one
// element each.
//   1 uint4   from [count]
//   2 uint4   to [count]
struct CopyProbeTask {
    uint count;
};

// product_probe: multiply-adds as in flash_attention, from registers alone: in float32, 64 per thread and
// round; if keys are split, on tensor cores, 8 * 2048 per warp and round, each of them three products of
// halves. 256 threads per group.
//   1 float   out [groups, 256]: arbitrary results
struct ProductProbeTask {
    int rounds;
};
