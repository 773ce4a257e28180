"""Causal attention weights of 4096 tokens, d = 128, pooled to 1024 x 1024 means, as in a notebook with NumPy.

numpy_attention.py WAY [ROUNDS [LENGTH [SIDE]]]: WAY is rope, or rerope in two passes: the logits twice, once
with rotations (i, j), used for i - j < w, and once with (w, 0), used for the rest (w = LENGTH / 4).
Prints one JSON object: {"peer", "device", "way", "tokens", "dim", "side", "seconds": [from q, k to the pooled
weights, for each of ROUNDS (default 5) after a warm-up], "peak_bytes": of the process, "error": null or the
reason for missing seconds}."""

import json
import os
import resource
import sys
import time

import numpy as np

way = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
length = int(sys.argv[3]) if len(sys.argv) > 3 else 4096
side = min(length, int(sys.argv[4]) if len(sys.argv) > 4 else 1024)
d, base, w = 128, 1e4, length // 4


def rotate(x, position):
    """Rotates pair (2p, 2p + 1) of each row by position * base^(-2p/d)."""
    angle = np.multiply.outer(position, base ** (-np.arange(0, d, 2) / d))
    cos = np.repeat(np.cos(angle), 2, -1).astype(np.float32)
    sin = np.repeat(np.sin(angle), 2, -1).astype(np.float32)
    turned = np.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape)
    return x * cos + turned * sin


def logits(q, k):
    i = np.arange(length)
    near = rotate(q, i) @ rotate(k, i).T / np.float32(np.sqrt(d))
    if way == "rope":
        return near
    far = rotate(q, np.full(length, w)) @ k.T / np.float32(np.sqrt(d))
    return np.where(i[:, None] - i[None, :] < w, near, far)


def weights(q, k):
    i = np.arange(length)
    a = np.where(i[:, None] >= i[None, :], logits(q, k), np.float32(-np.inf))
    a = np.exp(a - a.max(-1, keepdims=True))
    return a / a.sum(-1, keepdims=True)


def seconds_of(q, k):
    begin = time.perf_counter()
    weights(q, k).reshape(side, length // side, side, length // side).mean((1, 3))
    return time.perf_counter() - begin


def free_memory():
    """Returns the available bytes, since Linux would kill the process instead of refusing memory."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))


def measured():
    matrices = 4  # L x L float32 matrices held together, at least
    needed = 4 * matrices * length**2
    if needed > free_memory():
        raise MemoryError(f"{matrices} matrices of L x L float32 are {needed / 1e9:.0f} GB, {free_memory() / 1e9:.0f} GB are free")
    random = np.random.default_rng(1)
    q, k = random.standard_normal((2, length, d), dtype=np.float32)
    seconds_of(q, k)
    return [seconds_of(q, k) for _ in range(rounds)]


answer = {
    "peer": "NumPy " + np.__version__,
    "device": f"{os.cpu_count()} threads",
    "way": way,
    "tokens": length,
    "dim": d,
    "side": side,
    "seconds": [],
    "peak_bytes": None,
    "error": None,
}
try:
    answer["seconds"] = measured()
except MemoryError as error:
    answer["error"] = "out of memory: " + " ".join(str(error).split())
answer["peak_bytes"] = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps(answer))
