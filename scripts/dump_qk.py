#!/usr/bin/env python3
"""Writes a Hugging Face decoder model's queries and keys before rotation, for PosLab's attention view."""

import argparse
import importlib.util
import json
import os
import re
import sys
from dataclasses import dataclass, field

DESCRIPTION = """\
Runs MODEL once over a text and writes the output of its attention projections before rotation:

  queries  [layers, heads, tokens, dim]
  keys     [layers, key heads, tokens, dim]
  values   [layers, key heads, tokens, dim]   (with --values)

Biases of the projections and norms of queries and keys (Qwen 3, Gemma 3, OLMo 2) are included, because the rotation
follows them. The first index counts the chosen layers in ascending order. In the folder of FILE, tokens.txt has one token per line,
with \\n for a line break, \\r, \\t, \\\\ for a backslash and \\xNN for other control characters.
"""

EPILOG = """\
examples:
  dump_qk.py Qwen/Qwen3-0.6B --text book.txt --layers 0,13,27 --length 8192 -o qk.safetensors
  poslab attention --queries qk.safetensors#queries --keys qk.safetensors#keys

Needs numpy, torch and transformers, and safetensors for .safetensors.
Exit status: 0 fine, 1 the model or its text cannot be used, 2 usage.
"""


class Problem(Exception):
    """A sentence for the user."""


# --- names of modules -------------------------------------------------------------------------------------------------

SEPARATE = ("q_proj", "k_proj", "v_proj")
# The layouts of a joint projection: one after the other; heads, each with all three; or groups of query
# heads, each followed by one key and one value.
FUSED = {
    ("qkv_proj", None): "consecutive",
    ("Wqkv", "mpt"): "consecutive",
    ("c_attn", "gpt2"): "consecutive",
    ("c_attn", "qwen"): "consecutive",
    ("query_key_value", "gpt_neox"): "per head",
    ("query_key_value", "bloom"): "per head",
    ("query_key_value", "falcon"): "grouped",
}
# Norms before the rotation. Others (query_layernorm of HunYuan) follow it.
NORMS = {"q_norm": "queries", "q_layernorm": "queries", "k_norm": "keys", "k_layernorm": "keys"}

MODULE = re.compile(r"^(?P<prefix>.*?)\.?(?P<layer>\d+)\.(?P<attention>self_attn|self_attention|attn\.attention|attention|attn)"
                    r"\.(?P<name>\w+)$")
NOT_DECODERS = re.compile(r"(^|[._])(vision|visual|audio|image|encoder)")


@dataclass
class Layer:
    """The projections of one attention layer: full module names by their last part."""
    modules: dict = field(default_factory=dict)
    fused: str = ""  # the joint projection; empty: separate ones
    layout: str = ""  # layout of the joint projection

    def norm(self, kind):
        return next((name for part, name in self.modules.items() if NORMS.get(part) == kind), None)


def find_layers(module_names, model_type, layer_count):
    """Returns the decoder's attention layers by layer number. Raises Problem for an unknown structure."""
    groups = {}
    for full in module_names:
        match = MODULE.match(full)
        if match and not NOT_DECODERS.search(match["prefix"]):
            groups.setdefault(match["prefix"], {}).setdefault(int(match["layer"]), {})[match["name"]] = full
    stacks = [found for found in groups.values() if sorted(found) == list(range(layer_count))]
    if len(stacks) != 1:
        seen = ", ".join(f"{prefix}.0..{max(found)}" for prefix, found in sorted(groups.items())) or "none"
        raise Problem(f"model type '{model_type}': cannot find the attention of its {layer_count} layers (found: {seen})")
    return {number: layer_of(number, modules, model_type) for number, modules in sorted(stacks[0].items())}


def layer_of(number, modules, model_type):
    layer = Layer(modules)
    fused = [(part, layout) for (part, of), layout in FUSED.items() if part in modules and of in (None, model_type)]
    if len(fused) == 1:
        layer.fused, layer.layout = fused[0]
    elif not all(part in modules for part in SEPARATE):
        raise Problem(f"model type '{model_type}', layer {number}: its attention has {', '.join(sorted(modules))}, neither "
                      "q_proj, k_proj, v_proj nor a joint projection whose order is known for this type")
    after = [part for part in modules if re.fullmatch(r"(query|key)_layernorm|qk_norm", part)]
    if after:
        raise Problem(f"model type '{model_type}', layer {number}: {after[0]} follows the rotation, so that queries and keys "
                      "before it are not what its attention compares")
    return layer


def parse_layers(text, layer_count):
    """Returns the layers of 'all' or '0,5,10-12' in ascending order."""
    if text == "all":
        return list(range(layer_count))
    chosen = set()
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if not match:
            raise Problem(f"--layers {text}: '{part}' is neither a layer nor a range FIRST-LAST")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last or last >= layer_count:
            raise Problem(f"--layers {text}: '{part}' is not within 0-{layer_count - 1}")
        chosen.update(range(first, last + 1))
    return sorted(chosen)


# --- shapes -----------------------------------------------------------------------------------------------------------

@dataclass
class Heads:
    queries: int
    keys: int
    dim: int


def first_of(config, *names):
    values = (getattr(config, name, None) for name in names)
    return next((value for value in values if value is not None), None)


def heads_of(config):
    """Returns the head counts of a configuration, whatever their keys. Raises Problem."""
    queries = first_of(config, "num_attention_heads", "n_head", "n_heads", "num_heads")
    hidden = first_of(config, "hidden_size", "n_embd", "d_model")
    if not isinstance(queries, int) or queries < 1:
        raise Problem("the configuration gives no number of attention heads")
    keys = first_of(config, "num_key_value_heads", "num_kv_heads", "n_head_kv") or queries
    if getattr(config, "model_type", "") == "falcon" and not getattr(config, "new_decoder_architecture", False):
        keys = 1 if getattr(config, "multi_query", False) else queries
    dim = getattr(config, "head_dim", None) or (hidden or 0) // queries
    if not dim or queries % keys != 0:
        raise Problem(f"the configuration's {queries} heads and {keys} key heads of {dim} numbers are inconsistent")
    return Heads(queries, keys, dim)


def as_heads(matrix, heads, dim, what):
    """Reshapes [tokens, heads * dim] to [tokens, heads, dim]."""
    if len(matrix.shape) != 2 or matrix.shape[1] != heads * dim:
        raise Problem(f"{what} have the shape {list(matrix.shape)}; expected [tokens, {heads} heads x {dim}]")
    return matrix.reshape(matrix.shape[0], heads, dim)


def split_fused(matrix, layout, heads):
    """Splits the output [tokens, columns] of a joint projection into queries, keys, values [tokens, heads, dim]."""
    tokens, h, k, d = matrix.shape[0], heads.queries, heads.keys, heads.dim
    if len(matrix.shape) != 2 or matrix.shape[1] != (h + 2 * k) * d:
        raise Problem(f"the joint projection has the shape {list(matrix.shape)}; expected [tokens, ({h} + 2 x {k}) heads x {d}]")
    if layout == "consecutive":
        parts = matrix.reshape(tokens, h + 2 * k, d)
        return parts[:, :h], parts[:, h:h + k], parts[:, h + k:]
    if layout == "per head" and h != k:
        raise Problem(f"{h} heads and {k} key heads cannot share a per-head projection; the numbers must be equal")
    # Per head is the grouped layout with groups of one.
    parts = matrix.reshape(tokens, k, h // k + 2, d)
    return parts[:, :, :-2].reshape(tokens, h, d), parts[:, :, -2], parts[:, :, -1]


def stack_layers(layers, kind, numpy, number_type):
    """Stacks {layer: [tokens, heads, dim]} to [layers, heads, tokens, dim]. Raises Problem for invalid shapes or numbers."""
    shapes = {number: tuple(array.shape) for number, array in layers.items()}
    if len(set(shapes.values())) > 1:
        told = ", ".join(f"layer {number} {list(shape)}" for number, shape in shapes.items())
        raise Problem(f"{kind} differ in shape between layers ({told}); choose layers of equal shape with --layers")
    stacked = numpy.stack([numpy.swapaxes(array, 0, 1) for _, array in sorted(layers.items())])
    if number_type == "float16":
        largest = float(numpy.max(numpy.abs(numpy.where(numpy.isfinite(stacked), stacked, 0))))
        if largest > 65504:
            raise Problem(f"{kind} reach {largest:g}, beyond float16; write float32 with --dtype float32")
    return numpy.ascontiguousarray(stacked.astype(number_type))


# --- tokens and files -------------------------------------------------------------------------------------------------

def escape_token(text):
    """Returns a token as one line."""
    known = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(known.get(c) or (f"\\x{ord(c):02x}" if ord(c) < 32 or ord(c) == 127 else c) for c in text)


def token_text(piece, decoded):
    """Returns the text of a token; decoding a single SentencePiece piece loses its leading space."""
    return " " + decoded if piece.startswith("\u2581") and not decoded.startswith(" ") else decoded


def file_format(path, asked):
    if asked:
        return asked
    ending = os.path.splitext(path)[1]
    if ending not in (".safetensors", ".npz"):
        raise Problem(f"-o {path}: must end in .safetensors or .npz, or --format must be given")
    return ending[1:]


def write_atomically(path, write):
    """Calls write(temporary name), then renames, so that `path` is never a partial file."""
    partial = f"{path}.part{os.getpid()}"
    try:
        write(partial)
        os.replace(partial, path)
    except OSError as error:
        raise Problem(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        if os.path.exists(partial):
            os.remove(partial)


def write_tensors(path, kind, tensors, metadata):
    if kind == "safetensors":
        from safetensors.numpy import save_file
        write_atomically(path, lambda name: save_file(tensors, name, metadata=metadata))
        return
    import numpy

    def write(name):
        with open(name, "wb") as file:
            numpy.savez(file, **tensors)
    write_atomically(path, write)


def write_tokens(path, tokens):
    def write(name):
        with open(name, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(escape_token(token) + "\n" for token in tokens)
    write_atomically(path, write)


# --- the model --------------------------------------------------------------------------------------------------------

class Done(Exception):
    """Everything requested has been captured; the layers above need not run."""


class Capture:
    """Hooks on the projections of the chosen layers; taken[kind][layer] is [tokens, heads, dim] as numpy float32."""

    def __init__(self, modules, layers, heads, with_values):
        self.modules, self.layers, self.heads = modules, layers, heads
        self.kinds = ("queries", "keys", "values") if with_values else ("queries", "keys")
        self.taken = {kind: {} for kind in self.kinds}
        self.handles = []
        for number, layer in layers.items():
            parts = [("fused", layer.fused)] if layer.fused else list(zip(self.kinds, SEPARATE))
            for kind, part in parts:
                hook = self.hook(number, layer, kind)
                self.handles.append(modules[layer.modules[part]].register_forward_hook(hook))

    def hook(self, number, layer, kind):
        def take(_module, _inputs, output):
            if len(output.shape) != 3 or output.shape[0] != 1:
                raise Problem(f"layer {number}: {kind} have the shape {list(output.shape)}; expected [1, tokens, columns]")
            matrix = output[0]
            if kind == "fused":
                three = split_fused(matrix, layer.layout, self.heads)
                for name, part in zip(self.kinds, three):
                    self.keep(number, layer, name, part)
            else:
                count = self.heads.queries if kind == "queries" else self.heads.keys
                self.keep(number, layer, kind, as_heads(matrix, count, self.heads.dim, f"layer {number}: {kind}"))
            if all(len(taken) == len(self.layers) for taken in self.taken.values()):
                raise Done
        return take

    def keep(self, number, layer, kind, part):
        self.taken[kind][number] = self.normed(number, layer, kind, part).detach().float().cpu().numpy()

    def normed(self, number, layer, kind, part):
        name = layer.norm(kind)
        if name is None:
            return part
        norm = self.modules[name]
        size = getattr(norm, "weight", None)
        size = None if size is None else tuple(size.shape)
        if size in ((part.shape[2],), (part.shape[1], part.shape[2])):
            return norm(part)
        if size == (part.shape[1] * part.shape[2],):
            return norm(part.reshape(part.shape[0], -1)).reshape(part.shape)
        raise Problem(f"layer {number}: {name} has weights {size}, neither one head's nor all heads'")

    def remove(self):
        for handle in self.handles:
            handle.remove()


def capture(model, input_ids, layers_text, with_values):
    """Runs the model on [1, tokens]; returns ({kind: {layer: array}}, chosen layers)."""
    import torch
    get = getattr(model.config, "get_text_config", None)  # of the decoder, if the model has other parts, too
    config = get() if get else model.config
    count = first_of(config, "num_hidden_layers", "n_layer", "num_layers", "n_layers")
    if not isinstance(count, int):
        raise Problem("the configuration gives no number of layers")
    modules = dict(model.named_modules())
    found = find_layers(modules, getattr(config, "model_type", "unknown"), count)
    chosen = parse_layers(layers_text, count)
    hooks = Capture(modules, {number: found[number] for number in chosen}, heads_of(config), with_values)
    try:
        with torch.no_grad():
            model(input_ids=input_ids, use_cache=False)
    except Done:
        pass
    finally:
        hooks.remove()
    missing = [kind for kind, taken in hooks.taken.items() if len(taken) != len(chosen)]
    if missing:
        raise Problem(f"the model ran without using its projections of {', '.join(missing)} in every chosen layer")
    return hooks.taken, chosen


def read_text(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"{path}: cannot be read: {error}") from None


def load(arguments):
    try:
        import torch
        import transformers
    except ImportError as error:
        raise Problem(f"needs torch and transformers ({error})") from None
    text = arguments.prompt if arguments.text is None else read_text(arguments.text)
    options = {"trust_remote_code": arguments.trust_remote_code}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(arguments.model, **options)
        model = transformers.AutoModel.from_pretrained(arguments.model, torch_dtype="auto", **options)
    except (OSError, ValueError) as error:
        raise Problem(f"{arguments.model}: cannot be loaded: {error}") from None
    model = model.to(arguments.device).eval()
    ids = tokenizer(text)["input_ids"][:arguments.length]
    if not ids:
        raise Problem("the text has no tokens")
    tokens = [token_text(str(tokenizer.convert_ids_to_tokens(token)), tokenizer.decode([token])) for token in ids]
    return model, torch.tensor([ids], device=arguments.device), tokens


def run(arguments):
    kind = file_format(arguments.output, arguments.format)
    if kind == "safetensors" and importlib.util.find_spec("safetensors") is None:
        raise Problem("the package 'safetensors' is not installed; write .npz instead, with --format npz")
    model, input_ids, tokens = load(arguments)
    import numpy
    taken, chosen = capture(model, input_ids, arguments.layers, arguments.values)
    tensors = {name: stack_layers(layers, name, numpy, arguments.dtype) for name, layers in taken.items()}
    metadata = {"model": arguments.model, "layers": ",".join(map(str, chosen)), "rotated": "no"}
    write_tensors(arguments.output, kind, tensors, metadata)
    beside = os.path.join(os.path.dirname(arguments.output), "tokens.txt")
    write_tokens(beside, tokens)
    shapes = {name: list(tensor.shape) for name, tensor in tensors.items()}
    print(f"{arguments.output}: {json.dumps(shapes)}, layers {metadata['layers']}; {beside}: {len(tokens)} tokens")


def positive(text):
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def read_arguments(words):
    parser = argparse.ArgumentParser(prog="dump_qk.py", description=DESCRIPTION, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="MODEL", help="folder of a model, or its name on the Hugging Face hub")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--text", metavar="FILE", help="text to run over (UTF-8)")
    source.add_argument("--prompt", metavar="TEXT", help="the text itself")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write, .safetensors or .npz")
    parser.add_argument("--layers", metavar="LIST", default="all", help="layers from 0 on: 0,5,10-12 (default: all)")
    parser.add_argument("--length", metavar="N", type=positive, default=8192, help="at most this many tokens (default: 8192)")
    parser.add_argument("--values", action="store_true", help="write the values, too")
    parser.add_argument("--dtype", choices=("float16", "float32"), default="float16", help="of what is written (default: float16)")
    parser.add_argument("--format", choices=("safetensors", "npz"), help="of FILE (default: as its name ends)")
    parser.add_argument("--device", default="cpu", help="where the model runs: cpu, cuda, cuda:1, mps (default: cpu)")
    parser.add_argument("--trust-remote-code", action="store_true", help="run code that the model brings along")
    return parser.parse_args(words)


def main(words):
    try:
        run(read_arguments(words))
    except Problem as problem:
        print(f"dump_qk.py: error: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
