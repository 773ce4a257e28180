"""The same picture as `poslab plot position-matrix --figure matrix --length 1024 --size 1600x1000` by hand:
Leaky ReRoPE, 1024 x 1024 cells, heat map with colour bar, PNG of 1600 x 1000. The time from cold start to
file is compared."""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

length, w, k = 1024, 256, 16
i = np.arange(length)[:, None]
j = np.arange(length)[None, :]
distance = i - j
position = np.where(distance < w, distance, w + (distance - w) / k)
position = np.ma.masked_where(distance < 0, position)
figure, axes = plt.subplots(figsize=(16, 10), dpi=100)
picture = axes.imshow(position, cmap="viridis", interpolation="nearest")
figure.colorbar(picture, label="position, tokens")
axes.set_xlabel("key j")
axes.set_ylabel("query i")
axes.set_title("Leaky ReRoPE")
figure.savefig(sys.argv[1])
