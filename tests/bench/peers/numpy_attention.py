"""Causal attention weights of 4096 tokens, d = 128, pooled to 1024 x 1024 means, as one writes it in a notebook with NumPy.

numpy_attention.py VARIANT [ROUNDS [LENGTH]]: VARIANT is rope, or rerope in two passes: the logits twice, once with rotations
(i, j) and once with (w, 0), the first where i - j < w, else the second (w = LENGTH / 4).
Prints the seconds from q, k to the pooled weights, one line for each of ROUNDS (default 5)."""

import sys
import time

import numpy as np

variant = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
length = int(sys.argv[3]) if len(sys.argv) > 3 else 4096
d, base, w = 128, 1e4, length // 4
side = min(length, 1024)


def rotate(x, position):
    """Pair (2p, 2p + 1) of each row turned by position * base^(-2p/d)."""
    angle = np.multiply.outer(position, base ** (-np.arange(0, d, 2) / d))
    cos = np.repeat(np.cos(angle), 2, -1).astype(np.float32)
    sin = np.repeat(np.sin(angle), 2, -1).astype(np.float32)
    turned = np.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape)
    return x * cos + turned * sin


def logits(q, k):
    i = np.arange(length)
    near = rotate(q, i) @ rotate(k, i).T / np.float32(np.sqrt(d))
    if variant == "rope":
        return near
    far = rotate(q, np.full(length, w)) @ k.T / np.float32(np.sqrt(d))
    return np.where(i[:, None] - i[None, :] < w, near, far)


def weights(q, k):
    i = np.arange(length)
    a = np.where(i[:, None] >= i[None, :], logits(q, k), np.float32(-np.inf))
    a = np.exp(a - a.max(-1, keepdims=True))
    return a / a.sum(-1, keepdims=True)


random = np.random.default_rng(1)
q, k = random.standard_normal((2, length, d), dtype=np.float32)
for _ in range(rounds):
    begin = time.perf_counter()
    pooled = weights(q, k).reshape(side, length // side, side, length // side).mean((1, 3))
    print(time.perf_counter() - begin)
