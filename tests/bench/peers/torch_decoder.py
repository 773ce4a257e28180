"""The losses of a text under a Llama-shaped model in PyTorch, as `poslab bench decoder` computes them;
float32, on the processor.

torch_decoder.py FOLDER|large [ROUNDS [TOKENS]]: FOLDER has config.json, model.safetensors and held_out.txt,
whose bytes are tokens; `large` is SmolLM-135M's shape with random weights. Prints one JSON object: {"peer",
"threads", "tokens", "mean_loss", "seconds": [for each of ROUNDS, after a warm-up]}."""

import importlib.metadata
import json
import os
import struct
import sys
import time

import numpy
import torch

source = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
tokens = int(sys.argv[3]) if len(sys.argv) > 3 else 1024

torch.set_num_threads(len(os.sched_getaffinity(0)))  # Debian's uses one by default

smollm = {
    "vocab_size": 49152,
    "hidden_size": 576,
    "num_hidden_layers": 30,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "head_dim": 64,
    "intermediate_size": 1536,
    "rms_norm_eps": 1e-5,
    "rope_theta": 10000.0,
    "tie_word_embeddings": True,
}


def read_weights(path):
    """Returns the tensors of a .safetensors by name, as float32."""
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = file.read()
    kinds = {"F32": numpy.float32, "F16": numpy.float16}
    weights = {}
    for name, tensor in header.items():
        if name == "__metadata__":
            continue
        begin, end = tensor["data_offsets"]
        numbers = numpy.frombuffer(data[begin:end], kinds[tensor["dtype"]]).astype(numpy.float32)
        weights[name] = torch.from_numpy(numbers.reshape(tensor["shape"]))
    return weights


def random_weights(config):
    torch.manual_seed(1)
    width, inner, head = config["hidden_size"], config["intermediate_size"], config["head_dim"]
    queries, keys = config["num_attention_heads"] * head, config["num_key_value_heads"] * head
    shapes = {
        "self_attn.q_proj": (queries, width),
        "self_attn.k_proj": (keys, width),
        "self_attn.v_proj": (keys, width),
        "self_attn.o_proj": (width, queries),
        "mlp.gate_proj": (inner, width),
        "mlp.up_proj": (inner, width),
        "mlp.down_proj": (width, inner),
    }
    weights = {"model.embed_tokens.weight": 0.02 * torch.randn(config["vocab_size"], width), "model.norm.weight": torch.ones(width)}
    for layer in range(config["num_hidden_layers"]):
        for name, shape in shapes.items():
            weights[f"model.layers.{layer}.{name}.weight"] = 0.02 * torch.randn(*shape)
        for name in ("input_layernorm", "post_attention_layernorm"):
            weights[f"model.layers.{layer}.{name}.weight"] = torch.ones(width)
    return weights


def norm(x, gain, epsilon):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon) * gain


def rotated(x, cos, sin):
    """[heads, tokens, head_dim], pair (p, p + head_dim / 2)."""
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat([-second, first], -1) * sin


def losses_of(config, weights, read):
    head, heads = config["head_dim"], config["num_attention_heads"]
    groups = heads // config["num_key_value_heads"]
    angle = torch.outer(
        torch.arange(len(read), dtype=torch.float64),
        config["rope_theta"] ** (-torch.arange(0, head, 2, dtype=torch.float64) / head),
    )
    cos, sin = (torch.cat([wave, wave], -1).float() for wave in (angle.cos(), angle.sin()))
    epsilon = config["rms_norm_eps"]
    x = weights["model.embed_tokens.weight"][read]
    for layer in range(config["num_hidden_layers"]):
        of = {name[len(f"model.layers.{layer}.") :]: w for name, w in weights.items() if name.startswith(f"model.layers.{layer}.")}
        normed = norm(x, of["input_layernorm.weight"], epsilon)
        q, k, v = (
            (normed @ of[f"self_attn.{name}_proj.weight"].T).view(len(read), -1, head).transpose(0, 1) for name in "qkv"
        )
        k, v = (each.repeat_interleave(groups, 0) for each in (rotated(k, cos, sin), v))
        logits = rotated(q, cos, sin) @ k.transpose(1, 2) / head**0.5
        later = torch.ones(len(read), len(read), dtype=torch.bool).triu(1)
        mixed = logits.masked_fill_(later, -torch.inf).softmax(-1) @ v
        x = x + mixed.transpose(0, 1).reshape(len(read), -1) @ of["self_attn.o_proj.weight"].T
        normed = norm(x, of["post_attention_layernorm.weight"], epsilon)
        gate = torch.nn.functional.silu(normed @ of["mlp.gate_proj.weight"].T)
        x = x + (gate * (normed @ of["mlp.up_proj.weight"].T)) @ of["mlp.down_proj.weight"].T
    output = weights.get("lm_head.weight", weights["model.embed_tokens.weight"])
    logits = norm(x, weights["model.norm.weight"], epsilon)[:-1] @ output.T
    return torch.nn.functional.cross_entropy(logits, read[1:], reduction="none")


if source == "large":
    model, weights = smollm, random_weights(smollm)
    text = torch.arange(tokens) * 7919 % model["vocab_size"]
else:
    with open(os.path.join(source, "config.json"), encoding="utf-8") as file:
        model = json.load(file)
    weights = read_weights(os.path.join(source, "model.safetensors"))
    with open(os.path.join(source, "held_out.txt"), "rb") as file:
        text = torch.tensor(list(file.read(tokens)))

seconds = []
with torch.no_grad():
    for _ in range(rounds + 1):
        begin = time.perf_counter()
        losses = losses_of(model, weights, text)
        mean = float(losses.mean())
        seconds.append(time.perf_counter() - begin)
print(
    json.dumps(
        {
            "peer": "PyTorch " + importlib.metadata.version("torch"),
            "threads": torch.get_num_threads(),
            "tokens": len(text),
            "mean_loss": mean,
            "seconds": seconds[1:],
        }
    )
)
