"""Computations can be interrupted, report progress, and let other threads run."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
from support import drawn

import poslab


def long_one(**given):
    """Runs loops for minutes."""
    return poslab.attention(length=65536, engine="reference", array="entropy", **given)


# Each is in one function of a library for seconds: Eigen's reflections and exponentials, and OpenBLAS.
IN_LIBRARIES = {
    "reflections": "poslab.memory(measure='fourier-legs', order=1000)",
    "exponentials": "poslab.check(hippo_a=np.ones((1500, 1500)), discretisation='zoh')",
}
INTERRUPTED = """
import os, signal, sys, threading, time
import numpy as np
import poslab

def interrupt():
    time.sleep(2)
    global sent
    sent = time.time()
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    {work}
except KeyboardInterrupt:
    print(time.time() - sent, time.time())
    sys.exit(7)
"""

AT_EXIT = """
import sys, threading, time
import poslab

def work(progress):
    poslab.attention(length=65536, engine="reference", array="entropy", progress=progress)

for progress in (None, lambda _: time.sleep(0.02)):
    threading.Thread(target=work, args=[progress], daemon=True).start()
time.sleep({seconds})
sys.exit(7)
"""


class Jobs(unittest.TestCase):
    def test_an_interrupt_ends_them(self):
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        begun = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            long_one()
        self.assertLess(time.monotonic() - begun, 10)

    def test_an_interrupt_does_not_wait_for_a_library(self):
        for name, work in IN_LIBRARIES.items():
            with self.subTest(name):
                ran = subprocess.run([sys.executable, "-c", INTERRUPTED.format(work=work)], capture_output=True, text=True)
                self.assertEqual(ran.returncode, 7, ran.stderr)
                self.assertLess(float(ran.stdout.split()[0]), 1, "until the exception")
                self.assertLess(time.time() - float(ran.stdout.split()[1]), 1.5, "until the process ended")

    def test_the_process_ends_while_daemon_threads_compute(self):
        for seconds in (0.3, 0.43, 0.56):
            ran = subprocess.run([sys.executable, "-c", AT_EXIT.format(seconds=seconds)], capture_output=True, text=True)
            self.assertEqual((ran.returncode, ran.stderr), (7, ""))

    def test_so_does_what_progress_raises(self):
        class Enough(Exception):
            pass

        def progress(fraction):
            raise Enough(fraction)

        with self.assertRaises(Enough):
            long_one(progress=progress)

    def test_progress_rises_to_one(self):
        told = []
        poslab.attention(length=4096, engine="reference", array="entropy", progress=told.append)
        self.assertEqual(told[-1], 1)
        self.assertGreater(len(told), 1)
        self.assertTrue(all(0 < fraction <= 1 for fraction in told), told)

    def test_other_threads_run_meanwhile(self):
        stop = threading.Event()

        def progress(_):
            if stop.is_set():
                raise StopIteration

        def work():
            with self.assertRaises(StopIteration):
                long_one(progress=progress)

        thread = threading.Thread(target=work)
        begun = time.monotonic()
        thread.start()
        counted = 0
        while time.monotonic() - begun < 0.5:
            counted += 1
        running = thread.is_alive()
        stop.set()
        thread.join()
        self.assertTrue(running)
        self.assertGreater(counted, 1000)

    def test_the_threads_of_numpy_are_left_alone(self):
        blas = ctypes.CDLL("libopenblas.so.0")  # NumPy's, which is already loaded
        before = blas.openblas_get_num_threads()
        self.addCleanup(blas.openblas_set_num_threads, before)
        blas.openblas_set_num_threads(2)
        threads = blas.openblas_get_num_threads()
        poslab.extrapolation(length=256)
        self.assertEqual(blas.openblas_get_num_threads(), threads)

    def test_several_at_once_do_not_mix_their_arrays(self):
        def result(seed):
            return poslab.attention(queries=drawn(seed, 64, 16), keys=drawn(seed + 100, 64, 16), map="rope", array="map")["map"]

        alone = [result(seed) for seed in range(8)]
        together = [None] * 8

        def work(seed):
            for _ in range(5):
                together[seed] = result(seed)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for one, other in zip(alone, together):
            np.testing.assert_array_equal(one, other)


if __name__ == "__main__":
    unittest.main()
