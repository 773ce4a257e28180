"""The numbers match formulas in NumPy, and those of the command line bit by bit."""

import ctypes
import enum
import json
import os
import platform
import re
import struct
import subprocess
import sys

import numpy as np
from support import InFolder, causal_logits, drawn, inverse_frequency, rotate, softmax

import poslab


WITH_A_COMMA = """
import locale, sys
import poslab

def svg():
    return poslab.plot("rope-2d", theta=0.25, font_size=9.5, size="6x4in").svg

before = svg()
locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
read = poslab.frequencies(config=sys.argv[1]).parameters
print(locale.localeconv()["decimal_point"], svg() == before, read["base"], read["factor"])
"""


def gguf():
    """Returns the metadata of a model with a linear scaling by 1.5."""

    def text(content):
        return struct.pack("<Q", len(content)) + content

    def entry(key, kind, value):
        return text(key) + struct.pack("<I", kind) + value

    uint32, float32, string = 4, 6, 8
    entries = [
        entry(b"general.architecture", string, text(b"llama")),
        entry(b"llama.block_count", uint32, struct.pack("<I", 2)),
        entry(b"llama.embedding_length", uint32, struct.pack("<I", 64)),
        entry(b"llama.attention.head_count", uint32, struct.pack("<I", 1)),
        entry(b"llama.context_length", uint32, struct.pack("<I", 2048)),
        entry(b"llama.rope.dimension_count", uint32, struct.pack("<I", 64)),
        entry(b"llama.rope.freq_base", float32, struct.pack("<f", 10000.5)),
        entry(b"llama.rope.scaling.type", string, text(b"linear")),
        entry(b"llama.rope.scaling.factor", float32, struct.pack("<f", 1.5)),
    ]
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries)) + b"".join(entries) + bytes(64)


class Formulas(InFolder):
    def test_frequencies(self):
        result = poslab.frequencies(dim=64, base=500000)
        np.testing.assert_allclose(result["inverse_frequency"], inverse_frequency(64, 500000.0), rtol=1e-14)

    def test_attention_of_own_queries_and_keys(self):
        queries, keys = drawn(1, 96, 32), drawn(2, 96, 32)
        result = poslab.attention(queries=queries, keys=keys, map="rope", pairing="gpt-neox")
        positions = np.arange(96)
        # The program stores queries and keys in float32.
        weights = softmax(causal_logits(rotate(queries, positions), rotate(keys, positions)))
        np.testing.assert_allclose(np.where(result.masked("map"), 0, result["map"]), weights, atol=2e-6)
        np.testing.assert_array_equal(result.masked("map"), ~np.tri(96, dtype=bool))
        np.testing.assert_allclose(result["maximum"], weights.max(axis=-1), atol=2e-6)

    def test_positions_of_rerope(self):
        positions = poslab.position_matrix(length=64, map="rerope", w=8)["positions"]
        distances = np.subtract.outer(np.arange(64), np.arange(64))
        np.testing.assert_array_equal(np.nan_to_num(positions), np.where(distances < 0, 0, np.minimum(distances, 8)))

    def test_values_make_the_output(self):
        queries, keys, values = drawn(1, 40, 16), drawn(2, 40, 16), drawn(3, 40, 24)
        output = poslab.attention(queries=queries, keys=keys, values=values, map="rope", pairing="gpt-neox", array="output")[
            "output"
        ]
        positions = np.arange(40)
        weights = softmax(causal_logits(rotate(queries, positions), rotate(keys, positions)))
        np.testing.assert_allclose(output, weights @ values, atol=1e-5)


class CommandLine(InFolder):
    def assert_same(self, result, name, *words):
        self.program("compute", name, *words, "-o", "result.npz")
        written = np.load(self.folder / "result.npz")
        names = [name for name in written.files if name != "warnings"]
        self.assertEqual(list(result), names)
        self.assertEqual("warnings" in written.files, bool(result.warnings))
        for array in names:
            computed = np.isfinite(written[array])
            np.testing.assert_array_equal(result[array].shape, written[array].shape)
            np.testing.assert_array_equal(result[array][computed].view(np.uint64), written[array][computed].view(np.uint64))
            self.assertFalse(np.isfinite(result[array][~computed]).any())

    def test_every_view_is_the_same(self):
        for view in poslab.views():
            with self.subTest(view):
                name = view.replace("_", "-")
                result = poslab.compute(view)
                self.assert_same(result, name)
                written = json.loads(self.program("compute", name, "-o", "-"))
                self.assertEqual(
                    {key.rstrip("_").replace("_", "-"): value for key, value in result.parameters.items()}, written["parameters"]
                )
                # Only the spelling of the resolution differs.
                spelled = [re.sub(r"resolution=\((\d+), (\d+)\)", r"--resolution \1x\2", one) for one in result.warnings]
                self.assertEqual(spelled, written["warnings"])
                self.assertEqual(result.engine, written["engine"])
                self.assertEqual({name: tuple(array["axes"]) for name, array in written["arrays"].items()}, result.axes)
                self.assertEqual({name: array["unit"] for name, array in written["arrays"].items()}, result.units)
                scalars = {
                    name: value for name, value in result.scalars.items() if value == value and value not in (np.inf, -np.inf)
                }
                self.assertEqual(scalars, {name: written["values"][name] for name in scalars})

    def test_arrays_are_as_their_files(self):
        queries, keys = drawn(1, 2, 50, 16, dtype=np.float32), drawn(2, 2, 50, 16, dtype=np.float16)
        np.save(self.folder / "queries.npy", queries)
        np.save(self.folder / "keys.npy", keys)
        result = poslab.attention(queries=queries, keys=keys, map="rerope", w=12, head="all")
        self.assert_same(result, "attention", "--queries=queries.npy", "--keys=keys.npy", "--map=rerope", "--w=12", "--head=all")

    def test_values_of_every_kind(self):
        result = poslab.attention(
            length=np.int64(200),
            base=np.float32(5000),
            bias="gau",
            lambda_=1.5,
            causal=False,
            rows=(10, 60),
            cols=range(0, 40),
            resolution=(20, 25),
            scaling="longrope",
            dim=8,
            factor=2,
            short_factors=[1, 1.5, 2.0, 3],
            long_factors=np.array([1.0, 2, 4, 8]),
            mscale=None,
            w="2^4",
        )
        self.assertEqual(result["map"].shape, (25, 20))
        self.assertEqual(result.extents["map"], ((10, 60), (0, 40)))
        self.assert_same(
            result,
            "attention",
            "--length=200",
            "--base=5000",
            "--bias=gau",
            "--lambda=1.5",
            "--causal=false",
            "--rows=10:60",
            "--cols=0:40",
            "--resolution=20x25",
            "--scaling=longrope",
            "--dim=8",
            "--factor=2",
            "--short-factors=1,1.5,2,3",
            "--long-factors=1,2,4,8",
            "--w=16",
        )

    def test_a_config_is_a_dictionary(self):
        config = {
            "model_type": "llama",
            "hidden_size": 64,
            "num_attention_heads": 2,
            "rope_theta": 123456.0,
            "max_position_embeddings": 512,
        }
        (self.folder / "config.json").write_text(json.dumps(config))
        result = poslab.frequencies(config=config)
        np.testing.assert_allclose(result["inverse_frequency"], inverse_frequency(32, 123456.0), rtol=1e-14)
        self.assert_same(result, "frequencies", "--config=config.json")

        class Config:
            def to_dict(self):
                return config

        self.assertEqual(poslab.frequencies(config=Config()).parameters["base"], 123456.0)
        of_numpy = {**config, "hidden_size": np.int64(64), "rope_theta": np.float32(123456)}
        self.assertEqual(poslab.frequencies(config=of_numpy).parameters["base"], 123456.0)

    def test_texts_of_subclasses_and_arrays_of_one_value(self):
        class Map(str, enum.Enum):
            REROPE = "rerope"

        class Title(str):
            def __format__(self, _):
                return "formatted"

        for given in ({"map": Map.REROPE}, {"map": np.array("rerope")}, {"map": np.str_("rerope")}):
            self.assertEqual(poslab.position_matrix(length=8, **given).parameters["map"], "rerope")
        self.assertFalse(poslab.position_matrix(length=8, causal=np.array(False)).parameters["causal"])
        variant = poslab.position_matrix(length=8, versus={"map": Map.REROPE}).variants[0]
        self.assertEqual(variant.parameters["map"], "rerope")
        sweep = poslab.sweep("position-matrix", {"w": Title("2:4:3")}, length=8)
        self.assertEqual([step["w"] for step in sweep.parameters], [2, 3, 4])
        self.assertNotIn("formatted", poslab.plot("position-matrix", length=8, title=Title("Own")).svg)

    def test_results_are_equal_to_themselves_only(self):
        first, second = poslab.position_matrix(length=8), poslab.position_matrix(length=8)
        self.assertEqual(first, first)
        self.assertNotEqual(first, second)
        self.assertEqual(len({first, second}), 2)

    def test_a_decimal_comma_changes_nothing(self):
        german = "de_DE.UTF-8"
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", self.folder / german], capture_output=True, text=True)
        if not (self.folder / german / "LC_NUMERIC").exists():
            self.skipTest(f"no German locale can be made: {made.stderr}")
        (self.folder / "model.gguf").write_bytes(gguf())
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", WITH_A_COMMA, self.folder / "model.gguf"],
            env={**os.environ, "LOCPATH": str(self.folder)},
            capture_output=True,
            text=True,
        )
        self.assertEqual((ran.stdout, ran.stderr), (", True 10000.5 1.5\n", ""))

    def test_the_rounding_of_the_process_changes_nothing(self):
        upward = {"x86_64": 0x800, "aarch64": 0x400000}.get(platform.machine())
        if upward is None:
            self.skipTest("an unknown processor")
        library = ctypes.CDLL("libm.so.6")
        given = {"map": "leaky-rerope", "k": 1.7, "length": 300}
        nearest = [poslab.position_matrix(**given)["positions"], poslab.memory()["states"]]
        self.addCleanup(library.fesetround, 0)
        library.fesetround(upward)
        upwards = [poslab.position_matrix(**given)["positions"], poslab.memory()["states"]]
        library.fesetround(0)
        for before, after in zip(nearest, upwards):
            np.testing.assert_array_equal(before, after)

    def test_a_signal_and_texts(self):
        signal = np.cumsum(drawn(4, 300, 2), axis=0)
        np.save(self.folder / "signal.npy", signal)
        self.assert_same(poslab.memory(file=signal, channel=1), "memory", "--file=signal.npy", "--channel=1")
        (self.folder / "text.txt").write_bytes(b"In the beginning God created the heaven and the earth.")
        result = poslab.attention(source="model", text=(self.folder / "text.txt").read_bytes(), length=24)
        self.assert_same(result, "attention", "--source=model", "--text=text.txt", "--length=24")
        text = "a \\ b\tc\n\nIn the beginning"
        lines = poslab.attention(source="model", text=text.splitlines(), length=24)
        ended = poslab.attention(source="model", text=text.splitlines(keepends=True), length=24)
        whole = poslab.attention(source="model", text=text.encode(), length=24)
        np.testing.assert_array_equal(lines["map"], whole["map"])
        np.testing.assert_array_equal(ended["map"], whole["map"])
