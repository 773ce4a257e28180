"""Loss and gradients of a small Llama by PyTorch's autograd: python3 torch_gradients.py FOLDER

FOLDER: config.json, model.safetensors, tokens.json ({"tokens": [[...]], "targets": [[...]]}),
gradient.safetensors (the program's). Prints the loss, and for each tensor the largest difference of its
gradient as a share of its largest entry.
"""
import json
import math
import struct
import sys

import torch


def tensors_of(path):
    with open(path, "rb") as file:
        (size,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(size))
        data = file.read()
    header.pop("__metadata__", None)
    return {name: torch.frombuffer(bytearray(data[slice(*entry["data_offsets"])]), dtype=torch.float32).reshape(entry["shape"])
            for name, entry in header.items()}


def normed(x, gain, epsilon):
    return gain * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon)


def rotated(x, base):
    length, dim = x.shape[-2:]
    frequency = base ** (-torch.arange(0, dim, 2, dtype=torch.float64) / dim)
    angle = torch.arange(length, dtype=torch.float64)[:, None] * frequency
    angle = torch.cat((angle, angle), -1)
    turned = torch.cat((-x[..., dim // 2:], x[..., :dim // 2]), -1)
    return x * angle.cos() + turned * angle.sin()


def attention(x, weights, prefix, config):
    batch, length, _ = x.shape
    heads, dim = config["num_attention_heads"], config["head_dim"]
    q, k, v = (torch.nn.functional.linear(x, weights[prefix + name + "_proj.weight"]).view(batch, length, heads, dim).transpose(1, 2)
               for name in "qkv")
    logits = rotated(q, config["rope_theta"]) @ rotated(k, config["rope_theta"]).transpose(-1, -2) / math.sqrt(dim)
    distance = torch.arange(length)[:, None] - torch.arange(length)[None, :]
    hidden = distance < 0
    if config.get("sliding_window"):
        hidden = hidden | (distance >= config["sliding_window"])
    mixed = logits.masked_fill(hidden, -math.inf).softmax(-1) @ v
    return torch.nn.functional.linear(mixed.transpose(1, 2).reshape(batch, length, heads * dim), weights[prefix + "o_proj.weight"])


def loss_of(weights, config, tokens, targets):
    linear, epsilon = torch.nn.functional.linear, config["rms_norm_eps"]
    x = weights["model.embed_tokens.weight"][tokens]
    for layer in range(config["num_hidden_layers"]):
        prefix = f"model.layers.{layer}."
        x = x + attention(normed(x, weights[prefix + "input_layernorm.weight"], epsilon), weights, prefix + "self_attn.", config)
        n = normed(x, weights[prefix + "post_attention_layernorm.weight"], epsilon)
        mlp = prefix + "mlp."
        gate = torch.nn.functional.silu(linear(n, weights[mlp + "gate_proj.weight"]))
        x = x + linear(gate * linear(n, weights[mlp + "up_proj.weight"]), weights[mlp + "down_proj.weight"])
    x = normed(x, weights["model.norm.weight"], epsilon)
    output = weights["model.embed_tokens.weight" if config["tie_word_embeddings"] else "lm_head.weight"]
    logits = linear(x, output)
    return torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


def main(folder):
    with open(folder + "/config.json") as file:
        config = json.load(file)
    with open(folder + "/tokens.json") as file:
        text = json.load(file)
    weights = {name: tensor.double().requires_grad_() for name, tensor in tensors_of(folder + "/model.safetensors").items()}
    loss = loss_of(weights, config, torch.tensor(text["tokens"]), torch.tensor(text["targets"]))
    loss.backward()
    theirs = tensors_of(folder + "/gradient.safetensors")
    result = {"loss": loss.item(),
              "differences": {name: ((theirs[name].double() - tensor.grad).abs().max() / tensor.grad.abs().max()).item()
                              for name, tensor in weights.items()}}
    print(json.dumps(result))


main(sys.argv[1])
