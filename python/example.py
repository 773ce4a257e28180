"""Computes attention under ReRoPE, checks a RoPE implementation, and writes a figure, attention.svg."""

import numpy as np

import poslab

random = np.random.default_rng(1)
queries, keys = random.standard_normal((2, 512, 64))
result = poslab.compute("attention", map="rerope", w=128, queries=queries, keys=keys)
print(result["map"].shape, "weights; share of the nearest 128 keys:", round(result.scalars["near_mass"], 3))

angles = np.outer(np.arange(100), 10000.0 ** (-np.arange(0, 64, 2) / 64))
check = poslab.check(cos=np.cos(angles), sin=-np.sin(angles), dim=64)
print("right" if check else f"wrong: {check.mistake}")

poslab.plot("attention", map="rerope", w=128, queries=queries, keys=keys).save("attention.svg")
