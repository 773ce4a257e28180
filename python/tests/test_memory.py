"""The module keeps to POSLAB_MEMORY, or says how much more a result needs."""

import os
import subprocess
import sys
import unittest

LIMIT = 256  # MiB

# Others may have loaded the C++ library before: its functions then do not see the module's.
SCRIPT = """
import ctypes
ctypes.CDLL("libstdc++.so.6")
import numpy as np
import poslab

def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))

buckets = np.zeros((2500, 2500), np.float32)
poslab.position_matrix(length=16)
before = peak()
try:
    {work}
except poslab.Error as error:
    assert error.exit_code == 5, error
    print("refused", error)
print(peak() - before)
"""

WORK = {
    "buckets": "poslab.check(t5_buckets=buckets)",
    "pixels": "poslab.attention(length=4096, resolution='4096x4096', array='map')",
    "results": "held = [poslab.position_matrix(length=100000, resolution='2048x2048') for _ in range(20)]",
    "a sweep": "held = poslab.sweep('position-matrix', {'w': range(1, 31)}, array='positions', resolution='1024x1024')",
    "a picture": "poslab.plot('position-matrix', size='9000x9000')._repr_png_()",
}


def run(work, limit):
    """Returns the lines that the work prints; the last one is its peak in KiB."""
    environment = dict(os.environ, POSLAB_MEMORY=limit)
    ran = subprocess.run([sys.executable, "-c", SCRIPT.format(work=work)], capture_output=True, text=True, env=environment)
    if ran.returncode != 0:
        raise AssertionError(ran.stderr)
    return ran.stdout.splitlines()


class Memory(unittest.TestCase):
    def test_stays_below_the_limit(self):
        for name, work in WORK.items():
            with self.subTest(name):
                self.assertLess(int(run(work, f"{LIMIT}M")[-1]) / 1024, LIMIT + 60)  # and what libraries take

    def test_a_refusal_says_how_much_is_needed(self):
        refused = run(WORK["results"], f"{LIMIT}M")[0]
        self.assertRegex(refused, r"refused \d+\.\d MiB .*POSLAB_MEMORY")

    def test_is_given_back(self):
        again = "[poslab.position_matrix(length=100000, resolution='2048x2048') for _ in range(1)] and None"
        lines = run(f"[({again}) for _ in range(12)]", f"{LIMIT}M")
        self.assertEqual(len(lines), 1, lines)


if __name__ == "__main__":
    unittest.main()
