"""Writes the .pt files next to it, and expected.json with their contents according to PyTorch.

Made with Debian's python3-torch 1.13.1: python3 make.py. Tests need neither Python nor PyTorch.
"""

import argparse
import collections
import json
import math
import os

import torch

FOLDER = os.path.dirname(os.path.abspath(__file__))
expected = {}


def arrays_in(value, name=""):
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, (dict, list, tuple)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from arrays_in(item, f"{name}.{key}" if name else str(key))


def spelt(number):
    if isinstance(number, float) and not math.isfinite(number):
        return str(number)
    return float(number)


def save(file, value, **options):
    torch.save(value, os.path.join(FOLDER, file), **options)
    expected[file] = {
        name: {
            "shape": list(tensor.shape),
            "type": str(tensor.dtype).replace("torch.", ""),
            "values": [spelt(number) for number in tensor.detach().flatten().tolist()],
        }
        for name, tensor in arrays_in(value)
    }


def refuse(file, value, **options):
    torch.save(value, os.path.join(FOLDER, file), **options)


class Runs:
    def __reduce__(self):
        return os.system, ("touch /tmp/poslab-was-here",)


numbers = torch.tensor([0.1, -2.5, 3.0, 1e-3, float("nan"), float("inf")], dtype=torch.float64)
floats = {str(t).replace("torch.", ""): numbers.to(t) for t in (torch.float16, torch.bfloat16, torch.float32, torch.float64)}
integers = {
    str(t).replace("torch.", ""): torch.tensor([torch.iinfo(t).min // 2, 0, 7, 100], dtype=t)
    for t in (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
}
save("types.pt", {**floats, **integers, "bool": torch.tensor([True, False])})

grid = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4)
save(
    "views.pt",
    {
        "whole": grid,
        "transposed": grid.transpose(0, 2),
        "permuted": grid.permute(1, 2, 0),
        "slice": grid[:, 1:, ::2],
        "column": grid[1, :, 3],
        "one": grid[1, 2, 3],
        "expanded": grid[:, :1, :1].expand(2, 2, 3),
        "diagonal": grid[0, :, :3].diagonal(),
        "windows": torch.arange(5, dtype=torch.int16).unfold(0, 3, 1),
    },
)

torch.manual_seed(1)
module = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.LayerNorm(3))
save(
    "nested.pt",
    {
        "model": module.state_dict(),
        "trained": module[0].weight,
        "list": [torch.ones(2), 3, None, "text", 1.5, 2**70, True, (torch.zeros(1, 1),)],
        7: collections.OrderedDict(a=torch.arange(3)),
        "step": 100,
    },
)
save("tensor.pt", torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
save("protocol4.pt", {"a": [torch.arange(3).float()], "b": torch.nn.Parameter(torch.ones(1))}, pickle_protocol=4)
refuse("complex_among_others.pt", {"freqs_cis": torch.ones(2, dtype=torch.complex64), "cos": torch.ones(2)})

refuse("legacy.pt", torch.ones(2), _use_new_zipfile_serialization=False)
refuse("namespace.pt", {"weights": torch.ones(2), "arguments": argparse.Namespace(rate=1e-3)})
refuse("runs.pt", {"weights": torch.ones(2), "surprise": Runs()})
refuse("sparse.pt", torch.eye(2).to_sparse())
refuse("quantised.pt", torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8))
refuse("integer.pt", {"a": torch.tensor([[1], [2**53 + 1]])})
refuse("large.pt", torch.ones(1).expand(5000, 5000))

with open(os.path.join(FOLDER, "expected.json"), "w", encoding="utf-8") as out:
    json.dump(expected, out, indent=1)
    out.write("\n")
