"""The same as numpy_attention.py in PyTorch, on a graphics processor if available, else on the processor.

torch_attention.py WAYS [ROUNDS [LENGTH [SIDE [DEVICE]]]]: causal attention of LENGTH tokens (default 4096),
d = 128, on DEVICE (cuda or cpu). WAYS are names separated by commas:
  rope, rerope    pooled weights as in numpy_attention.py: whole rows of L, all of them together if memory
                  permits; rerope in two passes, as in patches of models: scores under both rotations, of
                  which each cell selects one
  rope-tf32, rerope-tf32  the same, with products in TF32 (10 bits) if the device has it; otherwise float32
                  throughout
  sdpa            scaled_dot_product_attention of RoPE: the output only, no weights; float32
  sdpa-bfloat16   the same in bfloat16, which the fastest kernels require
q and k are on PyTorch's device; results are copied to the processor's memory. Prints one JSON object per line
for each: {"peer", "device", "way", "tokens", "dim", "side", "rows": computed together, "seconds": [for each
of ROUNDS, after a warm-up], "kernel_seconds": [by the device's clock, without that copy; none on the
processor], "peak_bytes": of the device or null, "error": null or the reason for missing seconds}."""

import importlib.metadata
import json
import sys
import time

import torch

ways = sys.argv[1].split(",")
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
length = int(sys.argv[3]) if len(sys.argv) > 3 else 4096
side = min(length, int(sys.argv[4]) if len(sys.argv) > 4 else 1024)
found = "cuda" if torch.cuda.is_available() else "cpu"
device = torch.device(sys.argv[5] if len(sys.argv) > 5 else found)
d, base, w = 128, 1e4, length // 4


def rotate(x, position):
    """Rotates pair (2p, 2p + 1) of each row by position * base^(-2p/d)."""
    angle = torch.outer(position.double(), base ** (-torch.arange(0, d, 2, dtype=torch.float64, device=device) / d))
    cos = angle.cos().repeat_interleave(2, -1).float()
    sin = angle.sin().repeat_interleave(2, -1).float()
    turned = torch.stack([-x[:, 1::2], x[:, ::2]], -1).reshape(x.shape)
    return x * cos + turned * sin


def pooled_rows(way, rows, near, far, j):
    """Returns the pooled weights of the queries `rows`. `near` and `far`: queries and keys under each
    rotation."""
    logits = near[0][rows] @ near[1].T / d**0.5
    i = j[rows, None]
    if way.startswith("rerope"):
        logits = torch.where((i - j).abs() < w, logits, far[0][rows] @ far[1].T / d**0.5)
    weights = logits.masked_fill(i < j, -torch.inf).softmax(-1)
    return torch.nn.functional.avg_pool2d(weights[None, None], length // side)[0, 0]


def pooled_weights(way, q, k, rows_at_once):
    j = torch.arange(length, dtype=torch.int32, device=device)
    near = rotate(q, j), rotate(k, j)
    far = (rotate(q, torch.full_like(j, w)), k) if way.startswith("rerope") else None
    blocks = (slice(first, first + rows_at_once) for first in range(0, length, rows_at_once))
    return torch.cat([pooled_rows(way, rows, near, far, j) for rows in blocks])


def output(way, q, k, _rows_at_once):
    j = torch.arange(length, dtype=torch.int32, device=device)
    kind = torch.bfloat16 if way.endswith("bfloat16") else torch.float32
    heads = (x.to(kind)[None, None] for x in (rotate(q, j), rotate(k, j), k))
    return torch.nn.functional.scaled_dot_product_attention(*heads, is_causal=True)


def seconds_of(run, *of):
    """Returns the seconds until the result is in the processor's memory, which waits for the device, and
    those of the device alone."""
    events = [torch.cuda.Event(enable_timing=True) for _ in range(2)] if device.type == "cuda" else []
    begin = time.perf_counter()
    for event in events[:1]:
        event.record()
    result = run(*of)
    for event in events[1:]:
        event.record()
    result.cpu()
    seconds = time.perf_counter() - begin
    return seconds, events[0].elapsed_time(events[1]) / 1000 if events else None


def free_memory():
    """Returns the available bytes; for the processor from /proc, since Linux would kill the process instead
    of refusing memory."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info()[0] + torch.cuda.memory_reserved() - torch.cuda.memory_allocated()
    with open("/proc/meminfo", encoding="ascii") as lines:
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))


def rows_that_fit(way):
    """Returns the number of rows that fill four fifths of the free memory, in whole rows of cells."""
    matrices = 6 if way.startswith("rerope") else 4  # rows x L float32 matrices held together, at least
    pool = length // side
    fit = int(0.8 * free_memory() / (4 * matrices * length))
    if fit < pool:
        raise MemoryError(f"{matrices} matrices of {pool} x {length} float32 do not fit into {free_memory() / 1e9:.1f} GB")
    return min(length, fit // pool * pool)


def out_of_memory(error):
    cuda = getattr(torch.cuda, "OutOfMemoryError", MemoryError)
    return isinstance(error, (MemoryError, cuda)) or "allocate memory" in str(error)


def measure(way, answer):
    run = {"rope": pooled_weights, "rerope": pooled_weights, "sdpa": output}[way.split("-")[0]]
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high" if way.endswith("tf32") else "highest")
    if device.type == "cuda":
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats(device)
    if run is pooled_weights:
        answer["rows"] = rows_that_fit(way)
    q, k = torch.randn(2, length, d, device=device)
    seconds_of(run, way, q, k, answer["rows"])
    for _ in range(rounds):
        seconds, kernels = seconds_of(run, way, q, k, answer["rows"])
        answer["seconds"].append(seconds)
        answer["kernel_seconds"] += [kernels] if kernels is not None else []


def measured(way):
    answer = {
        "peer": "PyTorch " + importlib.metadata.version("torch"),
        "device": torch.cuda.get_device_name(device) if device.type == "cuda" else f"{torch.get_num_threads()} threads",
        "way": way,
        "tokens": length,
        "dim": d,
        "side": side,
        "rows": length,
        "seconds": [],
        "kernel_seconds": [],
        "peak_bytes": None,
        "error": None,
    }
    try:
        with torch.no_grad():
            measure(way, answer)
    except (MemoryError, RuntimeError) as error:
        if not out_of_memory(error):
            raise
        answer["error"] = "out of memory: " + " ".join(str(error).split())
    if device.type == "cuda":
        answer["peak_bytes"] = torch.cuda.max_memory_allocated(device)
    return answer


if device.type == "cuda" and found != "cuda":
    sys.exit("torch_attention.py: PyTorch finds no CUDA device")
for name in ways:
    print(json.dumps(measured(name)), flush=True)
