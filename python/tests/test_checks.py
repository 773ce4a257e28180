"""Right numbers agree, and injected mistakes are found and named."""

import copy
import json
import pickle
import re
import subprocess
import sys

import numpy as np
from support import InFolder, causal_logits, drawn, inverse_frequency, rotate, tables

import poslab
from poslab import _core

CONFIG = {
    "model_type": "llama",
    "hidden_size": 128,
    "num_attention_heads": 2,
    "rope_theta": 10000.0,
    "max_position_embeddings": 4096,
}


class Pickled(InFolder):
    def setUp(self):
        super().setUp()
        for name in ("before", "after"):
            (self.folder / name).mkdir()

    def test_come_back_with_their_arrays(self):
        check = poslab.check(inverse_frequency=np.ones(32), dim=64)
        picture = poslab.plot("attention", queries=np.asfortranarray(drawn(1, 30, 8)), keys=drawn(2, 30, 8))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with self.subTest(protocol):
                again = pickle.loads(pickle.dumps(check, protocol))
                self.assertEqual((again.report, again.agrees, again.facts), (check.report, False, check.facts))
                np.testing.assert_array_equal(again.deviations, check.deviations)
                for kept in (check, picture):
                    kept.save(self.folder / "before" / "a.svg")
                    pickle.loads(pickle.dumps(kept, protocol)).save(self.folder / "after" / "a.svg")
                    before, after = ((self.folder / name / "a.svg").read_text() for name in ("before", "after"))
                    # The path of the array in memory differs while both are in use.
                    self.assertEqual(re.sub(r" \d+(>|&gt;)", r"\1", after), before)

    def test_in_another_process(self):
        check = poslab.check(inverse_frequency=np.ones(32), dim=64)
        (self.folder / "check").write_bytes(pickle.dumps(check))
        program = "import pickle, sys; check = pickle.load(open('check', 'rb')); check.save('a.svg'); print(check.report, end='')"
        ran = subprocess.run([sys.executable, "-c", program], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((ran.stdout, ran.stderr, ran.returncode), (check.report, "", 0))
        check.save(self.folder / "before" / "a.svg")
        self.assertEqual((self.folder / "a.svg").read_text(), (self.folder / "before" / "a.svg").read_text())

    def test_sweeps_and_copies(self):
        sweep = poslab.sweep("position-matrix", {"w": [2, 3]}, length=16, array="positions")
        again = copy.deepcopy(pickle.loads(pickle.dumps(sweep)))
        np.testing.assert_array_equal(again["positions"], sweep["positions"])

    def test_files_in_memory_alone_are_refused(self):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with self.assertRaisesRegex(TypeError, "cannot pickle"):
                pickle.dumps(_core.GivenFile("a", ".txt", [b"a"]), protocol)


class Checks(InFolder):
    def test_right_ones_agree(self):
        cos, sin = tables(np.arange(100), 64)
        before = drawn(1, 100, 64, dtype=np.float32)
        after = rotate(before.astype(np.float64), np.arange(100)).astype(np.float32)
        queries, keys = drawn(2, 20, 64), drawn(3, 20, 64)
        for arrays in (
            {"inverse_frequency": inverse_frequency(64)},
            {"cos": cos, "sin": sin},
            {"before": before, "after": after},
            {"cos": cos[5:9], "sin": sin[5:9], "positions": np.arange(5, 9)},
            {
                "queries": queries,
                "keys": keys,
                "logits": causal_logits(rotate(queries, np.arange(20)), rotate(keys, np.arange(20))),
            },
        ):
            with self.subTest(list(arrays)):
                done = poslab.check(config=CONFIG, **arrays)
                done.require()
                self.assertTrue(done)
                self.assertIsNone(done.mistake)
                self.assertLessEqual(np.nanmax(np.abs(done.deviations) / done.tolerances), 1)

    def test_planted_mistakes_are_named(self):
        cos, sin = tables(np.arange(100), 64)
        shifted = tables(np.arange(1, 101), 64)
        halved = inverse_frequency(64, 10000.0).astype(np.float32).view(np.uint32)
        halved = (halved & 0xFFFF0000).view(np.float32)  # rounds towards zero, unlike bfloat16: not a known mistake
        for mistake, arrays in {
            "sign": {"cos": cos, "sin": -sin},
            "positions-off-by-one": {"cos": shifted[0], "sin": shifted[1]},
            "base-ignored": {"inverse_frequency": inverse_frequency(64), "base": 500000.0},
            None: {"inverse_frequency": halved},
        }.items():
            with self.subTest(mistake):
                done = poslab.check(config=CONFIG, **arrays)
                self.assertFalse(done)
                self.assertFalse(done.agrees)
                self.assertEqual(done.mistake, mistake)
                with self.assertRaises(AssertionError) as raised:
                    done.require()
                self.assertEqual(str(raised.exception), done.report.rstrip())
                self.assertIn("do not agree", repr(done))
                self.assertGreater(np.nanmax(np.abs(done.deviations) / done.tolerances), 1)

    def test_deviations_are_where_the_mistake_is(self):
        cos, sin = tables(np.arange(50), 64)
        sin[17, 3] += 0.25
        done = poslab.check(config=CONFIG, cos=cos, sin=sin)
        self.assertFalse(done)
        worst = np.unravel_index(np.nanargmax(np.abs(done.deviations)), done.deviations.shape)
        self.assertEqual(worst[0], 17)
        self.assertAlmostEqual(np.nanmax(np.abs(done.deviations)), 0.25, places=5)
        self.assertEqual((done.row, done.facts["at"]["position"]), ("position", 17))
        self.assertFalse(done.deviations.flags.owndata)

    def test_it_is_what_the_command_line_says(self):
        frequencies = inverse_frequency(64) * 1.001
        np.save(self.folder / "f.npy", frequencies)
        (self.folder / "config.json").write_text(json.dumps(CONFIG))
        done = poslab.check(config=CONFIG, inverse_frequency=frequencies)
        words = ("check", "--config=config.json", "--inverse-frequency=f.npy")
        # A config that is not a file is named <config>.json.
        self.assertEqual(self.program(*words, code=1), done.report.replace("<config>.json", "config.json"))
        facts = json.loads(json.dumps(done.facts).replace("<config>.json", "config.json"))
        self.assertEqual(json.loads(self.program(*words, "--json", code=1)), facts)

    def test_slopes_buckets_and_matrices(self):
        poslab.check(alibi_slopes=2.0 ** -np.arange(1, 9), heads=8).require()
        self.assertFalse(poslab.check(alibi_slopes=2.0 ** -np.arange(8), heads=8))
        n = np.arange(6)
        a = -np.where(n[:, None] > n, np.sqrt(np.outer(2 * n + 1, 2 * n + 1)), 0) - np.diag(n + 1.0)
        poslab.check(hippo_a=a, hippo_b=np.sqrt(2 * n + 1.0), measure="legs").require()
        self.assertEqual(poslab.check(hippo_a=a.T, hippo_b=np.sqrt(2 * n + 1.0), measure="legs").mistake, "transposed")

    def test_two_definitions(self):
        self.assertTrue(poslab.check(config=CONFIG, against={"base": 10000}))
        differing = poslab.check(config=CONFIG, against={**CONFIG, "rope_theta": 500000.0})
        self.assertFalse(differing)
        self.assertIsNone(differing.deviations)
        self.assertIn("frequencies of 31 of 32 pairs", differing.report)
        self.assertFalse(poslab.check(config=CONFIG, against="base=500000"))
        with self.assertRaisesRegex(poslab.Error, "--against has no report page"):
            poslab.check(config=CONFIG, against={"base": 10000}).save(self.folder / "a.svg")
        with self.assertRaisesRegex(poslab.Error, "--heads and --against cannot be combined"):
            poslab.check(config=CONFIG, against={"base": 10000}, heads=-7)

    def test_a_page(self):
        poslab.check(config=CONFIG, inverse_frequency=inverse_frequency(64) * 1.001).save(self.folder / "report.pdf")
        self.assertTrue((self.folder / "report.pdf").read_bytes().startswith(b"%PDF"))

    def test_errors(self):
        with self.assertRaisesRegex(poslab.Error, "cos"):
            poslab.check(config=CONFIG, sin=np.zeros((3, 32)))
        with self.assertRaisesRegex(poslab.Error, "frequencies has no parameter 'inv_freq'"):
            poslab.check(inv_freq=np.zeros(3))
        with self.assertRaisesRegex(poslab.Error, "<inverse-frequency>.npy"):
            poslab.check(config=CONFIG, inverse_frequency=np.full(32, np.nan))
