"""S(distance) = (2/d) sum of cos(distance theta_p) at 10^6 distances, d = 128, base 1e4, by the NumPy one-liner.
Prints the seconds of the one-liner alone, one line for each of ROUNDS (argument, default 5); 512 MB at a time."""

import sys
import time

import numpy as np

d, base = 128, 1e4
theta = base ** (-np.arange(0, d, 2) / d)
delta = np.arange(1_000_000)
for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 5):
    begin = time.perf_counter()
    similarity = np.cos(np.outer(delta, theta)).mean(1)
    print(time.perf_counter() - begin)
