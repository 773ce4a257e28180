"""The same as numpy_attention.py in PyTorch on the processor: causal attention weights of 4096 tokens, d = 128, pooled.

torch_attention.py VARIANT [ROUNDS [LENGTH]]: VARIANT is rope or rerope. Prints seconds, one line for each of ROUNDS."""

import sys
import time

import torch

variant = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
length = int(sys.argv[3]) if len(sys.argv) > 3 else 4096
d, base, w = 128, 1e4, length // 4
side = min(length, 1024)
i = torch.arange(length)


def rotate(x, position):
    """Pair (2p, 2p + 1) of each row turned by position * base^(-2p/d)."""
    angle = torch.outer(position.double(), base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d))
    cos = angle.cos().repeat_interleave(2, -1).float()
    sin = angle.sin().repeat_interleave(2, -1).float()
    turned = torch.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape)
    return x * cos + turned * sin


def logits(q, k):
    near = rotate(q, i) @ rotate(k, i).T / d**0.5
    if variant == "rope":
        return near
    far = rotate(q, torch.full_like(i, w)) @ k.T / d**0.5
    return torch.where(i[:, None] - i[None, :] < w, near, far)


def weights(q, k):
    return logits(q, k).masked_fill(i[:, None] < i[None, :], -torch.inf).softmax(-1)


torch.manual_seed(1)
q, k = torch.randn(2, length, d)
with torch.no_grad():
    for _ in range(rounds):
        begin = time.perf_counter()
        pooled = torch.nn.functional.avg_pool2d(weights(q, k)[None, None], length // side)
        print(time.perf_counter() - begin)
