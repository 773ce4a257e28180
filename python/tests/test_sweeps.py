"""Sweeps, variants and pooled arrays have the numbers of the command line; omissions are reported."""

import csv
import itertools
import pickle
import unittest
import warnings

import numpy as np
from support import InFolder, drawn

import poslab


class Sweeps(InFolder):
    def test_rows_are_those_of_the_csv(self):
        sweep = poslab.sweep("position_matrix", {"w": "1:32:6"}, length=64, map="rerope")
        words = ["sweep", "position-matrix", "--length=64", "--map=rerope", "--over=w=1:32:6", "-o"]
        self.program(*words, "written.csv")
        sweep.save(self.folder / "own.csv")
        self.assertEqual((self.folder / "own.csv").read_bytes(), (self.folder / "written.csv").read_bytes())
        with open(self.folder / "written.csv", newline="") as file:
            lines = list(csv.DictReader(file))
        rows = sweep.rows()
        self.assertEqual(len(rows), len(lines))
        for row, line in zip(rows, lines):
            self.assertEqual(row["w"], int(line["w (tokens)"]))
            self.assertEqual(row["max_position"], float(line["max_position"]))
            self.assertEqual(row["max_position"], row["w"])  # ReRoPE's largest position in a longer text is w
        self.assertEqual(sweep.to_dict()["w"], [row["w"] for row in rows])

    def test_one_column_is_a_text(self):
        sweep = poslab.sweep("position_matrix", {"w": [4, 8]}, length=32)
        for name, values in (("a.csv", "max_position"), ("b.csv", ["max_position"])):
            sweep.save(self.folder / name, values=values)
            self.assertEqual((self.folder / name).read_text().splitlines()[0], "w (tokens),max_position")

    def test_arrays_are_stacked(self):
        sweep = poslab.sweep("position_matrix", {"w": [4, 8], "length": [32]}, array="positions", map="rerope")
        distances = np.maximum(np.subtract.outer(np.arange(32), np.arange(32)), 0)
        expected = [[np.minimum(distances, 4)], [np.minimum(distances, 8)]]
        np.testing.assert_array_equal(np.nan_to_num(sweep["positions"]), expected)
        lengths = poslab.sweep("position_matrix", {"length": [8, 16]}, array="positions")
        with self.assertRaisesRegex(ValueError, "different shapes"):
            lengths["positions"]

    def test_parameters_run_together(self):
        sweep = poslab.sweep("position_matrix", {"w": [4, 8], "length": [16, 32]}, together=True)
        self.assertEqual(sweep.parameters, [{"w": 4, "length": 16}, {"w": 8, "length": 32}])
        self.assertEqual(sweep.shape, (2,))

    def test_frames_are_those_of_the_command_line(self):
        poslab.sweep("position_matrix", {"w": [2, 4]}, map="rerope", length=16, size=(300, 200), path=f"{self.folder}/own/")
        words = ["--map=rerope", "--length=16", "--size=300x200", "--over=w=2,4", "-o", "written/"]
        self.program("sweep", "position-matrix", *words)
        for name in ("0001.png", "0002.png"):
            self.assertEqual((self.folder / "own" / name).read_bytes(), (self.folder / "written" / name).read_bytes())

    def test_equal_steps_are_said(self):
        with self.assertWarnsRegex(poslab.PosLabWarning, "60 steps requested, 16 differ"):
            sweep = poslab.sweep("position_matrix", {"w": "1:16:60"}, map="rerope", length=32)
        self.assertEqual(len(sweep), 16)

    def test_pickled_arrays_are_not_mixed_up(self):
        first, second, keys = drawn(1, 24, 8), drawn(2, 24, 8), drawn(3, 24, 8)
        sweep = poslab.sweep("attention", {"w": [4]}, array="map", queries=first, keys=keys, versus={"queries": second})
        expected, pickled = sweep[0], pickle.dumps(sweep)
        del sweep
        other = poslab.sweep("attention", {"w": [4]}, queries=keys, keys=keys)  # has the first of these paths now
        again = pickle.loads(pickled)[0]
        np.testing.assert_array_equal(again["map"], expected["map"])
        np.testing.assert_array_equal(again.variants[0]["map"], expected.variants[0]["map"])
        self.assertEqual(len(other), 1)

    def test_refusals(self):
        with self.assertRaisesRegex(poslab.Error, "did you mean"):
            poslab.sweep("position_matrix", {"lenght": [1, 2]})
        with self.assertRaisesRegex(poslab.Error, "w: at most 100000 values are allowed") as raised:
            poslab.sweep("position_matrix", {"w": itertools.count(1)})  # without an end
        self.assertEqual(raised.exception.exit_code, 5)


class Variants(InFolder):
    def test_each_is_a_result_of_its_own(self):
        result = poslab.compute("position_matrix", length=64, map="rerope", w=8, versus=[{"w": 16}, {"map": "rope", "name": "plain"}])
        self.assertEqual([variant.name for variant in result.variants], ["w=16", "plain"])
        for variant, changed in zip(result.variants, ({"map": "rerope", "w": 16}, {"map": "rope", "w": 8})):
            alone = poslab.compute("position_matrix", length=64, **changed)
            np.testing.assert_array_equal(variant["positions"], alone["positions"])
            self.assertEqual(variant.scalars, alone.scalars)


class Pooled(unittest.TestCase):
    def test_every_pooled_array_is_said(self):
        for view in poslab.views():
            with self.subTest(view), warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                result = poslab.compute(view)
                said = ", ".join(str(one.message) for one in caught)
                for name in result:
                    covered = tuple(end - begin for begin, end in result.extents[name])
                    self.assertEqual(result.pooled[name], result[name].size < np.prod(covered), name)
                    self.assertEqual(result.pooled[name], name in said.replace(":", ",").split(", "), (name, said))

    def test_the_sentence_names_the_resolution(self):
        with self.assertWarnsRegex(poslab.PosLabWarning, r"1024 × 1024 maxima of 1500 × 1500 cells; resolution=\(1500, 1500\)"):
            result = poslab.position_matrix(length=1500, array="positions", pool="max")
        self.assertEqual(result.cells["positions"], (1500, 1500))

    def test_a_chosen_resolution_is_not_mentioned(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertTrue(poslab.position_matrix(length=1500, array="positions", resolution=(100, 100)).pooled["positions"])
            self.assertFalse(poslab.position_matrix(length=1500, array="positions", resolution=(1500, 1500)).pooled["positions"])


class Missing(unittest.TestCase):
    def test_says_how_to_get_it(self):
        result = poslab.attention(length=16, array="map")
        with self.assertRaisesRegex(KeyError, r"poslab.compute\('attention', array='entropy'"):
            result["entropy"]
        with self.assertRaisesRegex(KeyError, "did you mean 'entropy'"):
            result["entrpy"]
        with self.assertRaisesRegex(AttributeError, "was not computed"):
            result.entropy
        self.assertNotIn("entropy", result)
        with self.assertRaisesRegex(poslab.Error, "did you mean 'entropy'"):
            poslab.attention(length=16, array="entrpy")


if __name__ == "__main__":
    unittest.main()
