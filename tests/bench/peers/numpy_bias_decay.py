"""numpy_bias_decay.py WAY [ROUNDS [DISTANCE...]]: f(D) = sum over p of w_p cos(D theta_p) + s_p sin(D
theta_p) at 10^6 distances, the product a^T R_(-D) b of two gaussian biases, d = 128, base 1e4. WAY:
  outer    the formula, in pieces that fit the cache: outer product, cosine, sine, matrix times vector
  theorem  D = 1000 m + n, by the addition theorem one product of two tables of 1000 rows, with BLAS
Prints seconds, one line for each of ROUNDS (default 5); or f at each DISTANCE, if any are given."""

import sys
import time

import numpy as np

d, base, count = 128, 1e4, 1_000_000
theta = base ** (-np.arange(0, d, 2) / d)


def split_mix(state):
    z = state + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def normals(seed, stream):
    """PosLab's normals 0 ... d - 1 of a stream: Box-Muller, counters 2 n and 2 n + 1."""
    state = np.array([seed ^ (stream * 0x9E3779B97F4A7C15 % 2**64)], dtype=np.uint64)
    bits = split_mix(split_mix(state) + np.arange(2 * d, dtype=np.uint64))
    u = ((bits >> np.uint64(11)).astype(float) + 0.5) / 2.0**53
    return np.sqrt(-2 * np.log(u[0::2])) * np.cos(2 * np.pi * u[1::2])


a, b = normals(1, 3), normals(1, 4)
w = a[0::2] * b[0::2] + a[1::2] * b[1::2]
s = a[0::2] * b[1::2] - a[1::2] * b[0::2]


def outer(rows=4000):
    f = np.empty(count)
    for begin in range(0, count, rows):
        angle = np.outer(np.arange(begin, begin + rows), theta)
        f[begin : begin + rows] = np.cos(angle) @ w + np.sin(angle) @ s
    return f


def theorem(columns=1000):
    coarse = np.outer(np.arange(0, count, columns), theta)
    fine = np.outer(np.arange(columns), theta)
    cosine, sine = np.cos(coarse), np.sin(coarse)
    left = np.hstack((w * cosine + s * sine, s * cosine - w * sine))
    return (left @ np.hstack((np.cos(fine), np.sin(fine))).T).ravel()


compute = {"outer": outer, "theorem": theorem}[sys.argv[1]]
if len(sys.argv) > 3:
    print(*(repr(float(value)) for value in compute()[[int(word) for word in sys.argv[3:]]]))
    sys.exit()
for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 5):
    start = time.perf_counter()
    compute()
    print(time.perf_counter() - start)
