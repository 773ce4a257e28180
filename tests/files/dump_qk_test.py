"""dump_qk_test.py SCRIPT PART: checks scripts/dump_qk.py. NamesAndTokens needs python3 alone, Arrays NumPy,
TinyModel torch and transformers; WriteFiles FOLDER writes files that the C++ test reads. Exit status 77: a
module for PART is missing."""

import contextlib
import importlib.util
import io
import os
import struct
import sys
import tempfile
import types
import unittest

script = sys.argv[1]
spec = importlib.util.spec_from_file_location("dump_qk", script)
dump_qk = importlib.util.module_from_spec(spec)
sys.modules["dump_qk"] = dump_qk
spec.loader.exec_module(dump_qk)


def names(prefix, layers, attention, parts):
    return [f"{prefix}.{n}.{attention}.{part}" for n in range(layers) for part in parts] + [f"{prefix}.0.mlp.up_proj", "norm"]


LLAMA = ("q_proj", "k_proj", "v_proj", "o_proj")


class NamesAndTokens(unittest.TestCase):
    def problem(self, action, *arguments):
        with self.assertRaises(dump_qk.Problem) as raised:
            action(*arguments)
        return str(raised.exception)

    def test_separate_projections(self):
        for model_type, prefix, attention in (("llama", "layers", "self_attn"), ("mistral", "model.layers", "self_attn"),
                                              ("phi", "layers", "self_attn"), ("gptj", "h", "attn"),
                                              ("gpt_neo", "h", "attn.attention"), ("opt", "decoder.layers", "self_attn")):
            layers = dump_qk.find_layers(names(prefix, 3, attention, LLAMA), model_type, 3)
            self.assertEqual(list(layers), [0, 1, 2])
            self.assertEqual(layers[2].fused, "")
            self.assertEqual(layers[2].modules["k_proj"], f"{prefix}.2.{attention}.k_proj")
            self.assertIsNone(layers[2].norm("queries"))

    def test_norms_before_the_rotation(self):
        layers = dump_qk.find_layers(names("layers", 2, "self_attn", LLAMA + ("q_norm", "k_norm")), "qwen3", 2)
        self.assertEqual(layers[1].norm("queries"), "layers.1.self_attn.q_norm")
        self.assertEqual(layers[1].norm("keys"), "layers.1.self_attn.k_norm")
        self.assertIsNone(layers[1].norm("values"))
        layers = dump_qk.find_layers(names("layers", 2, "self_attn", LLAMA + ("q_layernorm", "k_layernorm")), "phi", 2)
        self.assertEqual(layers[0].norm("keys"), "layers.0.self_attn.k_layernorm")

    def test_joint_projections(self):
        for model_type, prefix, attention, part, layout in (
                ("phi3", "layers", "self_attn", "qkv_proj", "consecutive"),
                ("gpt_neox", "layers", "attention", "query_key_value", "per head"),
                ("bloom", "h", "self_attention", "query_key_value", "per head"),
                ("falcon", "h", "self_attention", "query_key_value", "grouped"),
                ("mpt", "blocks", "attn", "Wqkv", "consecutive"), ("gpt2", "h", "attn", "c_attn", "consecutive")):
            layer = dump_qk.find_layers(names(prefix, 2, attention, (part, "dense")), model_type, 2)[1]
            self.assertEqual((layer.fused, layer.layout), (part, layout))

    def test_towers_of_pictures_do_not_count(self):
        both = names("vision_tower.encoder.layers", 2, "self_attn", LLAMA) + names("language_model.layers", 2, "self_attn", LLAMA)
        layers = dump_qk.find_layers(both, "gemma3", 2)
        self.assertEqual(layers[0].modules["q_proj"], "language_model.layers.0.self_attn.q_proj")

    def test_structures_that_are_not_known(self):
        latent = names("layers", 2, "self_attn", ("q_a_proj", "kv_a_proj_with_mqa"))
        self.assertEqual(self.problem(dump_qk.find_layers, latent, "deepseek_v3", 2),
                         "model type 'deepseek_v3', layer 0: its attention has kv_a_proj_with_mqa, q_a_proj, neither q_proj, k_proj, "
                         "v_proj nor a joint projection whose order is known for this type")
        joint = names("layers", 2, "attention", ("query_key_value",))
        self.assertIn("layer 0", self.problem(dump_qk.find_layers, joint, "unheard_of", 2))
        self.assertEqual(self.problem(dump_qk.find_layers, ["embed", "layers.0.mixer.in_proj"], "mamba", 1),
                         "model type 'mamba': cannot find the attention of its 1 layers (found: none)")
        self.assertEqual(self.problem(dump_qk.find_layers, names("layers", 2, "self_attn", LLAMA), "llama", 3),
                         "model type 'llama': cannot find the attention of its 3 layers (found: layers.0..1)")
        late = names("layers", 1, "self_attn", LLAMA + ("query_layernorm", "key_layernorm"))
        self.assertIn("query_layernorm follows the rotation", self.problem(dump_qk.find_layers, late, "hunyuan", 1))

    def test_layers(self):
        self.assertEqual(dump_qk.parse_layers("all", 3), [0, 1, 2])
        self.assertEqual(dump_qk.parse_layers("10-12,0,11", 13), [0, 10, 11, 12])
        self.assertEqual(self.problem(dump_qk.parse_layers, "1-3", 3), "--layers 1-3: '1-3' is not within 0-2")
        for text in ("", "-1", "a", "2-1", "0,,1", "1.5"):
            self.assertTrue(self.problem(dump_qk.parse_layers, text, 3).startswith(f"--layers {text}: "))

    def test_counts_of_heads(self):
        def heads(**config):
            found = dump_qk.heads_of(types.SimpleNamespace(**config))
            return found.queries, found.keys, found.dim
        self.assertEqual(heads(num_attention_heads=32, num_key_value_heads=8, hidden_size=4096), (32, 8, 128))
        self.assertEqual(heads(num_attention_heads=8, num_key_value_heads=4, hidden_size=2048, head_dim=256), (8, 4, 256))
        self.assertEqual(heads(n_head=12, n_embd=768), (12, 12, 64))
        self.assertEqual(heads(n_heads=16, d_model=2048), (16, 16, 128))
        falcon = {"model_type": "falcon", "num_attention_heads": 8, "hidden_size": 64, "num_kv_heads": 2}
        self.assertEqual(heads(**falcon, new_decoder_architecture=True, multi_query=True), (8, 2, 8))
        self.assertEqual(heads(**falcon, new_decoder_architecture=False, multi_query=True), (8, 1, 8))
        self.assertEqual(heads(**falcon, new_decoder_architecture=False, multi_query=False), (8, 8, 8))
        self.assertIn("8 heads and 3 key heads", self.problem(lambda: heads(num_attention_heads=8, num_key_value_heads=3, head_dim=4)))
        self.assertEqual(self.problem(heads), "the configuration gives no number of attention heads")

    def test_tokens_are_one_line_each(self):
        self.assertEqual(dump_qk.escape_token("a\nb\r\t\\n\x00\x7f 位"), "a\\nb\\r\\t\\\\n\\x00\\x7f 位")
        self.assertEqual(dump_qk.token_text("\u2581The", "The"), " The")
        self.assertEqual(dump_qk.token_text("\u0120The", " The"), " The")
        with tempfile.TemporaryDirectory() as folder:
            dump_qk.write_tokens(os.path.join(folder, "tokens.txt"), ["a", "\n", " b"])
            with open(os.path.join(folder, "tokens.txt"), "rb") as file:
                self.assertEqual(file.read(), b"a\n\\n\n b\n")
            self.assertEqual(os.listdir(folder), ["tokens.txt"], "nothing partial is left")
        self.assertIn("cannot be written", self.problem(dump_qk.write_tokens, "/nowhere/at/all/tokens.txt", []))

    def test_command_line(self):
        self.assertEqual(dump_qk.file_format("a.npz", None), "npz")
        self.assertEqual(dump_qk.file_format("a.safetensors", None), "safetensors")
        self.assertEqual(dump_qk.file_format("a.bin", "npz"), "npz")
        self.assertIn("-o a.bin", self.problem(dump_qk.file_format, "a.bin", None))
        out = io.StringIO()
        with contextlib.redirect_stdout(out), self.assertRaises(SystemExit) as stopped:
            dump_qk.main(["--help"])
        self.assertEqual(stopped.exception.code, 0)
        for word in ("--text", "--prompt", "--output", "--layers", "--length", "--values", "--dtype", "--format", "--device",
                     "--trust-remote-code", "[layers, heads, tokens, dim]", "tokens.txt", "Exit status"):
            self.assertIn(word, out.getvalue())
        for words in ([], ["m", "-o", "a.npz"], ["m", "--prompt", "x"], ["m", "--prompt", "x", "-o", "a.npz", "--length", "0"]):
            with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as stopped:
                dump_qk.main(words)
            self.assertEqual(stopped.exception.code, 2)


def numbers_of(kind, layers, heads, tokens, dim):
    """Returns a number that depends on all indices and is exact in float16: kinds and layers in quarters, the
    rest an integer below 512."""
    import numpy
    n, h, t, c = numpy.ogrid[:layers, :heads, :tokens, :dim]
    return ((7 * h + 3 * t + c) % 512 + {"queries": 0.25, "keys": 0.5, "values": 0.75}[kind] * (1 - 2 * (n % 2))).astype("float32")


class FakeTensor:
    """The methods of a torch tensor that the script uses, by NumPy."""
    def __init__(self, array): self.array = array
    shape = property(lambda self: self.array.shape)
    def __getitem__(self, key): return FakeTensor(self.array[key])
    def reshape(self, *sizes): return FakeTensor(self.array.reshape(*sizes))
    def detach(self): return self
    float = cpu = detach
    def numpy(self): return self.array


class FakeModule:
    def __init__(self, output=None, weight=None, apply=None):
        self.output, self.apply, self.hooks, self.ran = output, apply, [], 0
        self.weight = None if weight is None else FakeTensor(weight)

    def register_forward_hook(self, hook):
        self.hooks.append(hook)
        return types.SimpleNamespace(remove=lambda: self.hooks.remove(hook))

    def __call__(self, given=None):
        self.ran += 1
        if self.apply:
            return FakeTensor(self.apply(given.array))
        for hook in list(self.hooks):
            hook(self, (), FakeTensor(self.output))
        return None


class FakeModel:
    """Runs its projections in order, as a decoder does; module names are Hugging Face's."""
    def __init__(self, modules, **config):
        self.modules, self.config = modules, types.SimpleNamespace(**config)
    def named_modules(self): return self.modules.items()
    def __call__(self, input_ids, use_cache):
        for module in self.modules.values():
            if module.output is not None:
                module()


def fake_torch():
    return types.SimpleNamespace(no_grad=contextlib.nullcontext)


def flat(heads):
    """Converts [heads, tokens, dim] to a projection's output, [1, tokens, heads * dim]."""
    return heads.swapaxes(0, 1).reshape(1, heads.shape[1], -1)


class Arrays(unittest.TestCase):
    def setUp(self):
        import numpy
        self.numpy = numpy
        sys.modules.setdefault("torch", fake_torch())

    def made(self, layers, heads, keys, tokens, dim):
        return {kind: numbers_of(kind, layers, heads if kind == "queries" else keys, tokens, dim)
                for kind in ("queries", "keys", "values")}

    def expect(self, taken, made, chosen, kinds=("queries", "keys", "values")):
        self.assertEqual(tuple(taken), kinds)
        for kind in kinds:
            stacked = dump_qk.stack_layers(taken[kind], kind, self.numpy, "float16")
            self.assertEqual(stacked.dtype, self.numpy.float16)
            self.assertTrue(self.numpy.array_equal(stacked.astype("float32"), made[kind][chosen]), kind)

    def model(self, made, layers, attention="self_attn", **config):
        modules = {}
        for n in range(layers):
            for part, kind in zip(dump_qk.SEPARATE, made):
                modules[f"layers.{n}.{attention}.{part}"] = FakeModule(flat(made[kind][n]))
        return FakeModel(modules, num_hidden_layers=layers, **config)

    def test_separate_projections_of_chosen_layers(self):
        made = self.made(4, 6, 2, 5, 8)
        model = self.model(made, 4, model_type="llama", num_attention_heads=6, num_key_value_heads=2, head_dim=8)
        taken, chosen = dump_qk.capture(model, None, "0,2", True)
        self.assertEqual(chosen, [0, 2])
        self.expect(taken, made, [0, 2])
        self.assertEqual(model.modules["layers.3.self_attn.q_proj"].ran, 0, "the layers above are not run")
        self.assertTrue(all(not module.hooks for module in model.modules.values()), "hooks are removed")
        taken, _ = dump_qk.capture(model, None, "all", False)
        self.expect(taken, made, [0, 1, 2, 3], ("queries", "keys"))

    def test_norms_are_applied(self):
        made = self.made(1, 4, 2, 3, 8)
        for size, of in (((8,), "one head"), ((4, 8), "each head"), ((32,), "all heads")):
            model = self.model(made, 1, model_type="qwen3", num_attention_heads=4, num_key_value_heads=2, head_dim=8)
            seen = []

            def double(array):
                seen.append(array.shape)
                return 2 * array
            model.modules["layers.0.self_attn.q_norm"] = FakeModule(weight=self.numpy.ones(size), apply=double)
            taken, _ = dump_qk.capture(model, None, "all", False)
            self.assertEqual(seen, [(3, 32) if size == (32,) else (3, 4, 8)], of)
            self.assertTrue(self.numpy.array_equal(taken["queries"][0].swapaxes(0, 1), 2 * made["queries"][0]))
            self.assertTrue(self.numpy.array_equal(taken["keys"][0].swapaxes(0, 1), made["keys"][0]))
        model.modules["layers.0.self_attn.q_norm"] = FakeModule(weight=self.numpy.ones(5), apply=double)
        with self.assertRaisesRegex(dump_qk.Problem, "neither one head's nor all heads'"):
            dump_qk.capture(model, None, "all", False)

    def test_joint_projections(self):
        # Each layout is assembled from the definition in its model's code, index by index.
        cases = (("phi3", "self_attn.qkv_proj", 6, 2), ("gpt_neox", "attention.query_key_value", 4, 4),
                 ("falcon", "self_attention.query_key_value", 6, 2), ("gpt2", "attn.c_attn", 4, 4))
        for model_type, name, h, k in cases:
            made, tokens, d = self.made(2, h, k, 5, 8), 5, 8
            modules = {}
            for n in range(2):
                q, key, v = (made[kind][n].swapaxes(0, 1) for kind in ("queries", "keys", "values"))
                columns = []
                if model_type in ("phi3", "gpt2"):
                    columns = [q[:, i] for i in range(h)] + [key[:, i] for i in range(k)] + [v[:, i] for i in range(k)]
                if model_type == "gpt_neox":
                    for i in range(h):
                        columns += [q[:, i], key[:, i], v[:, i]]
                if model_type == "falcon":
                    for group in range(k):
                        columns += [q[:, i] for i in range(group * h // k, (group + 1) * h // k)] + [key[:, group], v[:, group]]
                modules[f"h.{n}.{name}"] = FakeModule(self.numpy.concatenate(columns, axis=1).reshape(1, tokens, -1))
            model = FakeModel(modules, model_type=model_type, num_hidden_layers=2, num_attention_heads=h, num_key_value_heads=k,
                              num_kv_heads=k, new_decoder_architecture=True, hidden_size=h * d)
            taken, _ = dump_qk.capture(model, None, "all", True)
            self.expect(taken, made, [0, 1])

    def test_what_does_not_fit(self):
        made = self.made(1, 4, 2, 3, 8)
        model = self.model(made, 1, model_type="llama", num_attention_heads=4, num_key_value_heads=4, head_dim=8)
        with self.assertRaisesRegex(dump_qk.Problem, r"layer 0: keys have the shape \[3, 16\]; expected \[tokens, 4 heads x 8\]"):
            dump_qk.capture(model, None, "all", False)
        large = {0: self.numpy.full((1, 1, 2), 70000, "float32")}
        with self.assertRaisesRegex(dump_qk.Problem, "keys reach 70000, beyond float16"):
            dump_qk.stack_layers(large, "keys", self.numpy, "float16")
        self.assertEqual(dump_qk.stack_layers(large, "keys", self.numpy, "float32").dtype, self.numpy.float32)
        with self.assertRaisesRegex(dump_qk.Problem, r"layer 0 \[1, 1, 2\], layer 1 \[1, 1, 4\]"):
            dump_qk.stack_layers({**large, 1: self.numpy.zeros((1, 1, 4))}, "keys", self.numpy, "float16")

    def test_the_program_from_end_to_end(self):
        made = self.made(2, 4, 2, 3, 8)
        model = self.model(made, 2, model_type="llama", num_attention_heads=4, num_key_value_heads=2, head_dim=8)
        original, dump_qk.load = dump_qk.load, lambda arguments: (model, None, ["a", "\n", "b"])
        self.addCleanup(setattr, dump_qk, "load", original)
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            path = os.path.join(folder, "qk.npz")
            self.assertEqual(dump_qk.main(["m", "--prompt", "x", "-o", path, "--values", "--layers", "1"]), 0)
            self.assertEqual(sorted(os.listdir(folder)), ["qk.npz", "tokens.txt"])
            with self.numpy.load(path) as read:
                self.assertEqual(sorted(read.files), ["keys", "queries", "values"])
                self.assertTrue(self.numpy.array_equal(read["keys"].astype("float32"), made["keys"][1:]))


def save_safetensors(tensors, path, metadata):
    """Follows the description of the format: 8 bytes of size, JSON, data."""
    import json
    header, data = {"__metadata__": metadata}, b""
    for name, tensor in tensors.items():
        kind = {"float16": "F16", "float32": "F32"}[str(tensor.dtype)]
        header[name] = {"dtype": kind, "shape": tensor.shape, "data_offsets": [len(data), len(data) + tensor.nbytes]}
        data += tensor.tobytes()
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def write_files(folder):
    """Writes files for the C++ test, with the script's own writer if the package is installed, else by the
    format's description."""
    import numpy
    if importlib.util.find_spec("safetensors") is None:
        package = types.ModuleType("safetensors")
        package.numpy = types.ModuleType("safetensors.numpy")
        package.numpy.save_file = save_safetensors
        sys.modules.update({"safetensors": package, "safetensors.numpy": package.numpy})
    for number_type in ("float16", "float32"):
        tensors = {}
        for kind, heads in (("queries", 4), ("keys", 2)):
            made = numbers_of(kind, 3, heads, 10, 8)
            layers = {n: made[n].swapaxes(0, 1) for n in range(3)}
            tensors[kind] = dump_qk.stack_layers(layers, kind, numpy, number_type)
        for ending in ("safetensors", "npz"):
            dump_qk.write_tensors(os.path.join(folder, f"{number_type}.{ending}"), ending, tensors, {"rotated": "no"})
    # Other variants that NumPy writes: compressed, Fortran order, the other byte order, version 2 of the
    # header, float64.
    made = numbers_of("queries", 3, 4, 10, 8)
    numpy.savez_compressed(os.path.join(folder, "packed.npz"), queries=made.astype("float64"), tokens=numpy.arange(10))
    numpy.save(os.path.join(folder, "fortran.npy"), numpy.asfortranarray(made))
    numpy.save(os.path.join(folder, "big.npy"), made.astype(">f2"))
    with open(os.path.join(folder, "second.npy"), "wb") as file:
        numpy.lib.format.write_array(file, made, version=(2, 0))


class TinyModel(unittest.TestCase):
    """If torch and transformers are installed: random models of a few families, compared with the input of
    their own attention."""
    def test_families(self):
        import torch
        import transformers
        common = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 50, "intermediate_size": 64}
        families = [(transformers.LlamaConfig, {"num_key_value_heads": 2}), (transformers.GPTNeoXConfig, {}),
                    (transformers.Phi3Config, {"num_key_value_heads": 2, "pad_token_id": 0}),
                    (getattr(transformers, "Qwen3Config", None), {"num_key_value_heads": 2, "head_dim": 16})]
        ids = torch.arange(7)[None]
        for config_class, more in families:
            if config_class is None:
                continue
            torch.manual_seed(0)
            model = transformers.AutoModel.from_config(config_class(**common, **more)).eval()
            taken, _ = dump_qk.capture(model, ids, "all", True)
            # Values are not rotated: the model's cache contains them as its attention used them.
            with torch.no_grad():
                cache = model(input_ids=ids, use_cache=True).past_key_values
            for n in range(2):
                expected = cache[n][1][0] if not hasattr(cache, "layers") else cache.layers[n].values[0]
                self.assertLess(abs(expected.numpy() - taken["values"][n].swapaxes(0, 1)).max(), 1e-6, config_class.__name__)
                key = cache[n][0][0] if not hasattr(cache, "layers") else cache.layers[n].keys[0]
                # Token 0 is at position 0, where the rotation is the identity.
                self.assertLess(abs(key[:, 0].numpy() - taken["keys"][n][0]).max(), 1e-5, config_class.__name__)


NEEDS = {"NamesAndTokens": (), "Arrays": ("numpy",), "WriteFiles": ("numpy",), "TinyModel": ("numpy", "torch", "transformers")}

if __name__ == "__main__":
    part = sys.argv[2]
    if any(importlib.util.find_spec(module) is None for module in NEEDS[part]):
        sys.exit(77)
    if part == "WriteFiles":
        write_files(sys.argv[3])
    else:
        unittest.main(argv=[sys.argv[0], part])
