"""The same as numpy_attention.py in PyTorch, on a graphics processor where it has one, else on the processor.

torch_attention.py WAY [ROUNDS [LENGTH [SIDE]]]: causal attention of LENGTH tokens (default 4096), d = 128. WAY is
  rope, rerope    pooled weights as numpy_attention.py makes them, L x L matrices and all
  rope-tf32, rerope-tf32  the same, products in TF32 (10 bits) where the device has it; else float32 throughout
  sdpa            scaled_dot_product_attention of RoPE: the output alone, no weights; float32
  sdpa-bfloat16   the same in bfloat16, which the fastest kernels want
q and k are where PyTorch computes; what is made of them is brought to the processor's memory. Prints one JSON object:
{"peer", "device", "way", "tokens", "dim", "side", "seconds": [of each of ROUNDS, after one that warms up], "peak_bytes": of the
device or null, "error": null or why there are no seconds}."""

import importlib.metadata
import json
import sys
import time

import torch

way = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
length = int(sys.argv[3]) if len(sys.argv) > 3 else 4096
side = min(length, int(sys.argv[4]) if len(sys.argv) > 4 else 1024)
d, base, w = 128, 1e4, length // 4
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
i = torch.arange(length, dtype=torch.int32, device=device)


def rotate(x, position):
    """Pair (2p, 2p + 1) of each row turned by position * base^(-2p/d)."""
    angle = torch.outer(position.double(), base ** (-torch.arange(0, d, 2, dtype=torch.float64, device=device) / d))
    cos = angle.cos().repeat_interleave(2, -1).float()
    sin = angle.sin().repeat_interleave(2, -1).float()
    turned = torch.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape)
    return x * cos + turned * sin


def logits(q, k):
    near = rotate(q, i) @ rotate(k, i).T / d**0.5
    if not way.startswith("rerope"):
        return near
    far = rotate(q, torch.full_like(i, w)) @ k.T / d**0.5
    return torch.where(i[:, None] - i[None, :] < w, near, far)


def pooled_weights(q, k):
    weights = logits(q, k).masked_fill(i[:, None] < i[None, :], -torch.inf).softmax(-1)
    return torch.nn.functional.avg_pool2d(weights[None, None], length // side)


def output(q, k):
    kind = torch.bfloat16 if way.endswith("bfloat16") else torch.float32
    heads = (x.to(kind)[None, None] for x in (rotate(q, i), rotate(k, i), k))
    return torch.nn.functional.scaled_dot_product_attention(*heads, is_causal=True)


def seconds_of(run, q, k):
    """Until the result is in the processor's memory, which waits for the device."""
    begin = time.perf_counter()
    run(q, k).cpu()
    return time.perf_counter() - begin


def free_memory():
    """Of the processor, bytes: Linux would end the process instead of refusing."""
    with open("/proc/meminfo", encoding="ascii") as lines:
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))


def measured():
    run = {"rope": pooled_weights, "rerope": pooled_weights, "sdpa": output}[way.split("-")[0]]
    matrices = {"rope": 4, "rerope": 5, "sdpa": 0}[way.split("-")[0]]  # of L x L float32 at once, at least
    needed = 4 * matrices * length**2
    if device.type == "cpu" and needed > free_memory():
        raise MemoryError(f"{matrices} matrices of L x L float32 are {needed / 1e9:.0f} GB, {free_memory() / 1e9:.0f} GB are free")
    q, k = torch.randn(2, length, d, device=device)
    seconds_of(run, q, k)
    return [seconds_of(run, q, k) for _ in range(rounds)]


def out_of_memory(error):
    cuda = getattr(torch.cuda, "OutOfMemoryError", MemoryError)
    return isinstance(error, (MemoryError, cuda)) or "allocate memory" in str(error)


answer = {
    "peer": "PyTorch " + importlib.metadata.version("torch"),
    "device": torch.cuda.get_device_name(device) if device.type == "cuda" else f"{torch.get_num_threads()} threads",
    "way": way,
    "tokens": length,
    "dim": d,
    "side": side,
    "seconds": [],
    "peak_bytes": None,
    "error": None,
}
torch.manual_seed(1)
torch.set_float32_matmul_precision("high" if way.endswith("tf32") else "highest")
torch.backends.cuda.matmul.allow_tf32 = way.endswith("tf32")
if device.type == "cuda":
    torch.cuda.reset_peak_memory_stats(device)
try:
    with torch.no_grad():
        answer["seconds"] = measured()
except (MemoryError, RuntimeError) as error:
    if not out_of_memory(error):
        raise
    answer["error"] = "out of memory: " + " ".join(str(error).split())
if device.type == "cuda":
    answer["peak_bytes"] = torch.cuda.max_memory_allocated(device)
print(json.dumps(answer))
