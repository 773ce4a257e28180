"""Errors have the program's message, in the selected language."""

import json
import os
import subprocess
import unittest

import numpy as np
from support import PROGRAM, InFolder

import poslab


class Errors(InFolder):
    def test_are_the_sentences_of_the_command_line(self):
        for words, given in (
            (["--w=-1"], {"w": -1}),
            (["--map=x"], {"map": "x"}),
            (["--queries=none.npy"], {"queries": "none.npy"}),
            (["--length=1000000000000"], {"length": 10**12}),
            (["--base=inf"], {"base": np.inf}),
            (["--rows=5:2"], {"rows": (5, 2)}),
        ):
            with self.subTest(words), self.assertRaises(poslab.Error) as raised:
                poslab.attention(**given)
            told = self.program_error("compute", "attention", *words, "-o", "-")
            self.assertEqual((raised.exception.exit_code, f"poslab: error: {raised.exception}\n"), told)

    def program_error(self, *words):
        ran = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)
        return ran.returncode, ran.stderr

    def test_name_paths_of_any_bytes(self):
        path = os.fsdecode(os.fsencode(self.folder) + b"/\xff.npy")
        with self.assertRaises(poslab.Error) as raised:
            poslab.attention(source="file", queries=path, keys=path)
        self.assertEqual(str(raised.exception), f"{path}: no such file")
        self.assertEqual(raised.exception.exit_code, 3)

    def test_are_value_errors(self):
        with self.assertRaises(ValueError):
            poslab.attention(w=-1)

    def test_name_what_there_is(self):
        with self.assertRaisesRegex(poslab.Error, "there is no view 'atention'; views are position_matrix, "):
            poslab.compute("atention")
        with self.assertRaisesRegex(poslab.Error, r"attention has no parameter 'lenght'; did you mean length\?"):
            poslab.attention(lenght=5)
        with self.assertRaisesRegex(poslab.Error, "--array nothing: must be one of map, "):
            poslab.attention(array="nothing")
        with self.assertRaisesRegex(poslab.Error, r"--array output: not available with these parameters \("):
            poslab.attention(array=["map", "output"], length=16)
        with self.assertRaisesRegex(poslab.Error, "--engine abacus: "):
            poslab.attention(engine="abacus")

    def test_of_arrays_name_them(self):
        with self.assertRaisesRegex(poslab.Error, r"<queries>.npy: its shape is \[3\]"):
            poslab.attention(queries=np.zeros(3), keys=np.zeros((3, 2)))
        with self.assertRaisesRegex(
            poslab.Error, r"<keys>.npy: its shape \[4, 2\] does not fit that of the queries, \[5, 2\] in <queries>.npy"
        ):
            poslab.attention(queries=np.zeros((5, 2)), keys=np.zeros((4, 2)))
        with self.assertRaisesRegex(poslab.Error, "<queries>.npy: "):
            poslab.attention(queries=np.zeros((5, 2), dtype=complex), keys=np.zeros((5, 2)))
        with self.assertRaisesRegex(poslab.Error, r"range\(0, 9, 2\): an interval must have a beginning and an end, but no step"):
            poslab.attention(rows=range(0, 9, 2))

    def test_of_other_types_name_the_parameter(self):
        for value in ({}, object(), [1, []]):
            with self.subTest(value), self.assertRaisesRegex(
                poslab.Error, "^--w: a value of type (dict|object|list) cannot be read$"
            ):
                poslab.attention(w=value)
        with self.assertRaisesRegex(poslab.Error, "^--causal 1: must be true or false$"):
            poslab.attention(causal=1)

    def test_flags_are_true_or_false(self):
        sweep = poslab.sweep("position_matrix", {"w": [2]}, length=8)
        calls = {
            "bare": lambda flag: poslab.plot("position_matrix", length=8, bare=flag),
            "transparent": lambda flag: poslab.plot("position_matrix", length=8, transparent=flag),
            "difference": lambda flag: poslab.page("position_matrix", difference=flag),
            "together": lambda flag: poslab.sweep("position_matrix", {"w": [2]}, together=flag),
            "fresh": lambda flag: sweep.save(self.folder / "a.csv", fresh=flag),
        }
        for name, call in calls.items():
            for flag in ("no", "", 0, 1.0, None, [], np.zeros(2)):
                with self.subTest(name), self.assertRaisesRegex(
                    poslab.Error, f"^{name}: must be True or False, not of type {type(flag).__name__}$"
                ):
                    call(flag)
        plain, bare = (poslab.plot("position_matrix", length=8, bare=flag).svg for flag in (False, True))
        for flag in (False, True):
            picture = poslab.plot("position_matrix", length=8, bare=np.bool_(flag))
            self.assertEqual(picture.svg, bare if flag else plain)

    def test_no_part_of_a_number_is_dropped(self):
        for value in (np.complex128(8 + 3j), np.array(8 + 3j), [np.complex64(8)], 10**5000, -(10**5000)):
            with self.subTest(type(value)), self.assertRaisesRegex(poslab.Error, "^--w: a value of type .* cannot be read$"):
                poslab.attention(w=value)

    def test_numbers_of_other_libraries_are_read(self):
        class Scalar:  # like a tensor of PyTorch that requires a gradient
            dtype = object()

            def __array__(self, *_args, **_keywords):
                raise RuntimeError("detach it first")

            def __float__(self):
                return 8.0

        self.assertEqual(poslab.attention(base=Scalar()).parameters["base"], 8)

    def test_are_the_programs_own_for_arrays_of_any_type(self):
        for array in (
            np.zeros((5, 2), "M8[s]"),
            np.zeros((5, 2), "m8[ns]"),
            np.zeros((5, 2), object),
            np.zeros((5, 2), "U3"),
            np.zeros((5, 2), "f4, f4"),
            np.zeros((5, 2), [("x" * 100 + str(n), "f4") for n in range(1000)]),
            np.zeros((5, 2), np.longdouble),
            np.zeros((5, 2), np.int64),
        ):
            with self.subTest(array.dtype.kind), self.assertRaises(poslab.Error) as raised:
                poslab.attention(queries=array, keys=np.zeros((5, 2)))
            self.assertIn("queries", str(raised.exception))

    def test_are_the_programs_own_for_arguments_of_any_type(self):
        class Unwilling:
            def __float__(self):
                return "no"

            def __index__(self):
                raise RuntimeError("no index")

            def to_dict(self):
                raise RuntimeError("no dictionary")

            def __array__(self, *_):
                raise RuntimeError("no array")

        endless = []
        endless.append(endless)
        for call in (
            lambda: poslab.compute(3),
            lambda: poslab.parameters(None),
            lambda: poslab.language(3),
            lambda: poslab.attention(progress=3),
            lambda: poslab.attention(array=3),
            lambda: poslab.attention(array=[3]),
            lambda: poslab.attention(array="\udcff"),
            lambda: poslab.attention(versus=3),
            lambda: poslab.attention(versus=[3]),
            lambda: poslab.attention(map="\udcff"),
            lambda: poslab.attention(map="\ud800"),
            lambda: poslab.attention(w=Unwilling()),
            lambda: poslab.attention(queries=Unwilling(), keys=np.zeros((3, 2))),
            lambda: poslab.attention(queries=[[1], [2, 3]], keys=np.zeros((3, 2))),
            lambda: poslab.frequencies(config={"a": object()}),
            lambda: poslab.sweep("attention", 3),
            lambda: poslab.sweep("attention", {"w": 3}),
            lambda: poslab.plot("frequencies").save(3),
            lambda: poslab.attention(versus={3: 4}),
            lambda: poslab.sweep("attention", {3: [4]}),
            lambda: poslab.sweep("attention", {"w": [4]}).save("w.csv", values=3),
            lambda: poslab.check(against={3: 4}),
            lambda: poslab.page("attention", controls=3),
            lambda: poslab.page("attention", controls=[3]),
            lambda: poslab.attention(w=Unwilling(), rows=endless),
            lambda: poslab.attention(queries=endless),
            lambda: poslab.frequencies(config=Unwilling),
            lambda: poslab.frequencies(config=Unwilling()),
        ):
            with self.assertRaises(poslab.Error) as raised:
                call()
            self.assertNotIn("incompatible", str(raised.exception))
            self.assertEqual(raised.exception.exit_code, 2)

    def test_speak_the_language(self):
        self.addCleanup(poslab.language, "en")
        english, help_in_english = poslab.views()["attention"].title, poslab.attention.__doc__
        self.assertEqual(poslab.language(), "en")
        self.assertEqual(poslab.language("zh"), "zh")
        self.assertEqual(english, "Attention map")
        title = json.loads(self.program("views", "attention", "--json"))["title"]["zh"]
        self.assertEqual(poslab.views()["attention"].title, title)
        self.assertNotEqual(poslab.attention.__doc__, help_in_english)
        with self.assertRaisesRegex(poslab.Error, "^--w -1\uff1a"):
            poslab.attention(w=-1)
        self.assertIn(title, poslab.plot("attention", length=16).svg)
        poslab.language("en")
        with self.assertRaisesRegex(poslab.Error, "--lang xx: must be en, zh or de"):
            poslab.language("xx")
        self.assertEqual(poslab.language(), "en")


if __name__ == "__main__":
    unittest.main()
