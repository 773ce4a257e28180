"""Helpers of the tests: the program itself, and reference formulas in NumPy."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

ROOT = pathlib.Path(os.environ["POSLAB_ROOT"])
PROGRAM = os.environ["POSLAB_BINARY"]


class InFolder(unittest.TestCase):
    """Gives each test its own folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, *words, code=0):
        ran = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(ran.returncode, code, ran.stderr)
        return ran.stdout


def drawn(seed, *shape, dtype=np.float64):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def inverse_frequency(dim, base=10000.0):
    return base ** (-np.arange(0, dim, 2) / dim)


def tables(positions, dim, base=10000.0):
    """Returns cos and sin, [positions, pairs]."""
    angles = np.outer(positions, inverse_frequency(dim, base))
    return np.cos(angles), np.sin(angles)


def rotate(x, positions, base=10000.0):
    """Applies RoPE to half-split pairs: (p, p + d/2)."""
    cos, sin = tables(positions, x.shape[-1], base)
    a, b = np.split(x, 2, axis=-1)
    return np.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)


def causal_logits(queries, keys):
    logits = queries @ keys.T / np.sqrt(queries.shape[-1])
    return np.where(np.tri(*logits.shape, dtype=bool), logits, -np.inf)


def softmax(logits):
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
