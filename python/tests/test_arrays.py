"""Arrays are not copied unnecessarily, and references are released."""

import copy
import gc
import os
import pathlib
import pickle
import unittest
import weakref

import numpy as np
from support import InFolder, causal_logits, drawn, rotate, softmax

import poslab


class Results(unittest.TestCase):
    def test_are_handed_over(self):
        array = poslab.position_matrix(length=32)["positions"]
        self.assertEqual(array.dtype, np.float64)
        self.assertFalse(array.flags.owndata)
        self.assertEqual(type(array.base).__name__, "PyCapsule")
        self.assertFalse(array.flags.writeable)
        self.assertTrue(array.flags.c_contiguous)

    def test_remain_read_only_in_pickles_and_copies(self):
        result = poslab.compute("position_matrix", length=16, map="rerope", w=4, versus={"w": 8})
        check = poslab.check(inverse_frequency=np.ones(32), dim=64)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            for again in (pickle.loads(pickle.dumps(result, protocol)), copy.deepcopy(result)):
                np.testing.assert_array_equal(again["positions"], result["positions"])
                self.assertEqual(repr(again), repr(result))
                for array in (*again.values(), *again.variants[0].values()):
                    self.assertFalse(array.flags.writeable)
            again = pickle.loads(pickle.dumps(check, protocol))
            for array in (again.deviations, again.tolerances, again.observed):
                self.assertFalse(array.flags.writeable)

    def test_outlive_all_else(self):
        array = poslab.position_matrix(length=300, map="rope")["distance"]
        gc.collect()
        poslab.position_matrix(length=300, map="pi")
        np.testing.assert_array_equal(array, np.arange(300))

    def test_are_a_mapping(self):
        result = poslab.position_matrix(length=16)
        self.assertEqual(len(result), len(list(result)))
        self.assertEqual(dict(result).keys(), result.keys())
        self.assertIn("positions [16, 16]", repr(result))
        with self.assertRaises(KeyError):
            result["nothing"]


class Paths(InFolder):
    def test_of_any_bytes(self):
        folder = os.fsencode(self.folder) + b"/\xff\xfe"
        os.mkdir(folder)
        for name, numbers in ((b"/q.npy", drawn(1, 30, 8)), (b"/k.npy", drawn(2, 30, 8))):
            with open(folder + name, "wb") as file:
                np.save(file, numbers)
        named = {"queries": pathlib.Path(os.fsdecode(folder + b"/q.npy")), "keys": os.fsdecode(folder + b"/k.npy")}
        expected = poslab.attention(queries=drawn(1, 30, 8), keys=drawn(2, 30, 8))["map"]
        np.testing.assert_array_equal(poslab.attention(**named)["map"], expected)
        self.assertEqual(len(poslab.sweep("attention", {"w": [1, 2]}, **named)), 2)
        for picture in (poslab.plot("attention", **named), poslab.check(inverse_frequency=np.ones(4), dim=8)):
            picture.save(os.fsdecode(folder + b"/a.svg"))
            self.assertTrue(os.path.exists(folder + b"/a.svg"))
            os.remove(folder + b"/a.svg")
        poslab.sweep("frequencies", {"dim": [64, 128]}).save(os.fsdecode(folder + b"/a.csv"))
        self.assertTrue(os.path.exists(folder + b"/a.csv"))


class Given(InFolder):
    def weights(self, queries, keys):
        return np.nan_to_num(poslab.attention(queries=queries, keys=keys, map="rope", pairing="gpt-neox", array="map")["map"])

    def test_every_layout_and_type_is_read(self):
        queries, keys = drawn(1, 30, 8), drawn(2, 30, 8)
        positions = np.arange(30)
        wanted = softmax(causal_logits(rotate(queries, positions), rotate(keys, positions)))
        scattered = np.zeros((60, 16))
        scattered[::2, ::2] = queries
        for given in (
            queries,
            np.asfortranarray(queries),
            scattered[::2, ::2],
            queries.astype(">f8"),
            queries.astype("f4"),
            queries.tolist(),
            memoryview(queries),
        ):
            np.testing.assert_allclose(self.weights(given, keys), wanted, atol=2e-6)
        np.testing.assert_allclose(self.weights(queries.astype("f2"), keys), wanted, atol=1e-2)

    def test_masked_ones_are_refused(self):
        queries = np.ma.masked_greater(drawn(1, 30, 8), 0)
        for given in (queries, list(queries), [[row] for row in queries], np.ma.masked_array(drawn(1, 30, 8))):
            with self.assertRaisesRegex(poslab.Error, "^--queries: a masked array cannot be read; fill it first"):
                self.weights(given, drawn(2, 30, 8))
        self.weights(queries.filled(0), drawn(2, 30, 8))
        for call in (
            lambda: poslab.check(inverse_frequency=np.ma.masked_array(np.ones(4)), dim=8),
            lambda: poslab.attention(w=np.ma.masked),
            lambda: poslab.frequencies(explicit_frequencies=np.ma.masked_array([1.0, 0.5], mask=[0, 1])),
            lambda: poslab.sweep("attention", {"w": np.ma.masked_array([1, 2], mask=[0, 1])}),
        ):
            with self.assertRaisesRegex(poslab.Error, "a masked array cannot be read"):
                call()

    def test_the_memory_itself_is_read(self):
        # A read-only view of memory that NumPy does not own, with no copy elsewhere.
        words = bytearray(drawn(1, 30, 8).tobytes())
        queries = np.frombuffer(memoryview(words).toreadonly(), dtype=np.float64).reshape(30, 8)
        keys = drawn(2, 30, 8)
        before = self.weights(queries, keys)
        words[:] = drawn(3, 30, 8).tobytes()
        np.testing.assert_array_equal(self.weights(queries, keys), self.weights(drawn(3, 30, 8), keys))
        self.assertFalse(np.array_equal(before, self.weights(queries, keys)))

    def test_changed_ones_are_refused(self):
        queries, keys = drawn(1, 30, 8), np.asfortranarray(drawn(2, 30, 8))
        config = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 1}
        given = {"queries": queries, "keys": keys}
        picture = poslab.plot("attention", figure="map", **given)
        sweep = poslab.sweep("attention", {"w": [1, 2, 3]}, map="rerope", **given)
        inverse_frequency = np.ones(32)
        check = poslab.check(config=config, inverse_frequency=inverse_frequency)
        first = sweep[0]
        picture.save(self.folder / "before.svg")
        sweep[1]
        check.save(self.folder / "before.pdf")
        keys[0] += 1
        inverse_frequency[0] = 2
        self.assertIs(sweep[0], first)
        for use in (
            lambda: picture.save(self.folder / "after.svg"),
            lambda: pickle.dumps(picture),
            lambda: sweep[2],
            lambda: sweep.rows(),
            lambda: sweep.save(self.folder / "after.csv"),
            lambda: check.save(self.folder / "after.pdf"),
        ):
            with self.assertRaisesRegex(poslab.Error, "^--(keys|inverse-frequency): the array has changed") as raised:
                use()
            self.assertEqual(raised.exception.exit_code, 3)

    def test_files_of_another_working_folder_are_refused(self):
        self.addCleanup(os.chdir, os.getcwd())
        pictures = []
        for seed, name in enumerate(("one", "two")):
            (self.folder / name).mkdir()
            os.chdir(self.folder / name)
            np.save("queries.npy", drawn(seed, 30, 8))
            pictures.append(poslab.plot("attention", queries="queries.npy", keys="queries.npy", figure="map"))
        pictures[1].save("two.svg")
        with self.assertRaisesRegex(poslab.Error, "^--queries: queries.npy or the working folder has changed"):
            pictures[0].save("one.svg")
        os.chdir(self.folder / "one")
        pickle.loads(pickle.dumps(pictures[0])).save("one.svg")
        os.remove("queries.npy")
        with self.assertRaisesRegex(poslab.Error, "has changed"):
            pictures[0].save("again.svg")

    def test_is_let_go(self):
        class Watched(np.ndarray):
            pass

        queries = drawn(1, 30, 8).view(Watched)
        gone = weakref.ref(queries)
        result = poslab.attention(queries=queries, keys=drawn(2, 30, 8), map="rope")
        del queries
        gc.collect()
        self.assertIsNone(gone())
        self.assertEqual(result.parameters["queries"], "<queries>.npy")

    def test_of_another_package_as_bfloat16(self):
        # Like in ml_dtypes: two bytes without NumPy arithmetic.
        queries, keys = drawn(1, 30, 8), drawn(2, 30, 8)
        halves = (queries.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        upper = (halves.astype(np.uint32) << 16).view(np.float32)
        np.testing.assert_array_equal(self.weights(halves.view("V2"), keys), self.weights(upper, keys))
