"""The forward pass of LlamaForCausalLM and related models as in transformers, in float64 with NumPy.

Usage: python3 THIS FOLDER TOKENS OUT.

Written from the definitions in modeling_llama.py, modeling_qwen2.py, modeling_qwen3.py and
modeling_rope_utils.py (Transformers 5): frequencies of each rope_scaling, cos and sin tables, rotate_half,
repeat_kv, softmax, SwiGLU. TOKENS: numbers separated by commas. OUT: float64.
"""
import json
import math
import struct
import sys

import numpy as np


def tensors_of(path):
    with open(path, "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(size))
        data = file.read()
    made = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        piece = data[begin:end]
        if entry["dtype"] == "BF16":
            numbers = (np.frombuffer(piece, "<u2").astype(np.uint32) << 16).view(np.float32)
        else:
            numbers = np.frombuffer(piece, {"F16": "<f2", "F32": "<f4"}[entry["dtype"]])
        made[name] = numbers.astype(np.float64).reshape(entry["shape"])
    return made


def default_frequencies(base, dim):
    return 1.0 / base ** (np.arange(0, dim, 2) / dim)


def yarn(config, scaling, base, dim):
    factor = scaling["factor"]
    original = scaling.get("original_max_position_embeddings") or config["max_position_embeddings"]
    attention = scaling.get("attention_factor") or (0.1 * math.log(factor) + 1.0 if factor > 1 else 1.0)

    def dimension(rotations):
        return dim * math.log(original / (rotations * 2 * math.pi)) / (2 * math.log(base))

    low, high = dimension(scaling.get("beta_fast", 32)), dimension(scaling.get("beta_slow", 1))
    low, high = max(math.floor(low), 0), min(math.ceil(high), dim - 1)
    if low == high:
        high += 0.001
    ramp = np.clip((np.arange(dim // 2) - low) / (high - low), 0, 1)
    plain = default_frequencies(base, dim)
    return plain / factor * ramp + plain * (1 - ramp), attention


def llama3(scaling, base, dim):
    plain = default_frequencies(base, dim)
    low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
    original, factor = scaling["original_max_position_embeddings"], scaling["factor"]
    wavelength = 2 * math.pi / plain
    smooth = (original / wavelength - low) / (high - low)
    middle = (1 - smooth) * plain / factor + smooth * plain
    scaled = np.where(wavelength > original / low, plain / factor, plain)
    return np.where((wavelength <= original / low) & (wavelength >= original / high), middle, scaled)


def frequencies(config, tokens):
    base, dim = config["rope_theta"], config["head_dim"]
    scaling = config.get("rope_scaling") or {"rope_type": "default"}
    kind = scaling["rope_type"]
    if kind == "default":
        return default_frequencies(base, dim), 1.0
    if kind == "linear":
        return default_frequencies(base, dim) / scaling["factor"], 1.0
    if kind == "dynamic":
        length = config["max_position_embeddings"]
        seen = max(tokens, length)
        factor = scaling["factor"]
        return default_frequencies(base * (factor * seen / length - (factor - 1)) ** (dim / (dim - 2)), dim), 1.0
    if kind == "yarn":
        return yarn(config, scaling, base, dim)
    if kind == "llama3":
        return llama3(scaling, base, dim), 1.0
    if kind == "longrope":
        original = config["original_max_position_embeddings"]
        factors = scaling["long_factor"] if tokens > original else scaling["short_factor"]
        factor = config["max_position_embeddings"] / original
        attention = math.sqrt(1 + math.log(factor) / math.log(original)) if factor > 1 else 1.0
        return default_frequencies(base, dim) / np.array(factors), attention
    raise SystemExit("no such rope_type: " + kind)


class Model:
    def __init__(self, folder):
        with open(folder + "/config.json") as file:
            self.config = json.load(file)
        self.tensors = tensors_of(folder + "/model.safetensors")
        self.heads = self.config["num_attention_heads"]
        self.key_heads = self.config["num_key_value_heads"]
        self.dim = self.config["head_dim"]

    def linear(self, x, name):
        bias = self.tensors.get(name + ".bias")
        return x @ self.tensors[name + ".weight"].T + (0 if bias is None else bias)

    def norm(self, x, name):
        weight = self.tensors.get(name + ".weight")
        if weight is None:
            return x
        return weight * (x / np.sqrt((x**2).mean(-1, keepdims=True) + self.config["rms_norm_eps"]))

    def states(self, x, layer, name, heads):
        return self.linear(x, f"{layer}.self_attn.{name}_proj").reshape(len(x), heads, self.dim).transpose(1, 0, 2)

    def attention(self, x, layer, cos, sin):
        queries = self.norm(self.states(x, layer, "q", self.heads), f"{layer}.self_attn.q_norm")
        keys = self.norm(self.states(x, layer, "k", self.key_heads), f"{layer}.self_attn.k_norm")
        values = self.states(x, layer, "v", self.key_heads)
        half = self.dim // 2

        def rotated(states):
            return states * cos + np.concatenate([-states[..., half:], states[..., :half]], -1) * sin

        queries, keys = rotated(queries), rotated(keys)
        repeat = self.heads // self.key_heads
        keys, values = np.repeat(keys, repeat, 0), np.repeat(values, repeat, 0)
        logits = queries @ keys.transpose(0, 2, 1) * self.dim**-0.5
        logits = np.where(np.tri(len(x), dtype=bool), logits, -np.inf)
        weights = np.exp(logits - logits.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        return self.linear((weights @ values).transpose(1, 0, 2).reshape(len(x), -1), f"{layer}.self_attn.o_proj")

    def logits(self, tokens):
        inverse_frequency, attention_factor = frequencies(self.config, len(tokens))
        angles = np.outer(np.arange(len(tokens)), inverse_frequency)
        angles = np.concatenate([angles, angles], -1)
        cos, sin = np.cos(angles) * attention_factor, np.sin(angles) * attention_factor
        x = self.tensors["model.embed_tokens.weight"][tokens]
        for number in range(self.config["num_hidden_layers"]):
            layer = f"model.layers.{number}"
            x = x + self.attention(self.norm(x, f"{layer}.input_layernorm"), layer, cos, sin)
            y = self.norm(x, f"{layer}.post_attention_layernorm")
            gate = self.linear(y, f"{layer}.mlp.gate_proj")
            y = gate / (1 + np.exp(-gate)) * self.linear(y, f"{layer}.mlp.up_proj")
            x = x + self.linear(y, f"{layer}.mlp.down_proj")
        table = "model.embed_tokens" if self.config["tie_word_embeddings"] else "lm_head"
        return self.norm(x, "model.norm") @ self.tensors[table + ".weight"].T


if __name__ == "__main__":
    folder, tokens, out = sys.argv[1:]
    Model(folder).logits([int(token) for token in tokens.split(",")]).astype("<f8").tofile(out)
