#!/usr/bin/env python3
"""Sends signals to commands at random moments and reports how long each lives on.

    tests/faults/ten_signals.py PROGRAM [--signals 10] [--seed 1] [--only WORD]

Each command first runs undisturbed, for at most --longest seconds. Then SIGINT and SIGTERM in turn end it,
each at a moment between its start and its end. A run fails if it lives longer than a second after the signal
(time that its main thread waited for a processor is not counted, and is printed), ends with another code than
130 or that of the undisturbed run, or leaves something other than the whole output. Exit code 1 if any run
failed.
"""

import argparse
import os
import pathlib
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time

VIEWS = "position-matrix frequencies conformance attention bias-decay memory memory-decay rope-2d extrapolation evidence"

LINES = (
    [f"compute {view} -o a.json" for view in VIEWS.split()]
    + [f"compute {view} -o a.npz" for view in VIEWS.split()]
    + [f"plot {view} -o a.{ending}" for view, ending in zip(VIEWS.split(), ["png", "pdf", "svg", "tex"] * 3)]
    + [f"plot {view} --figure all -o a.png" for view in VIEWS.split()]
    + [f"{view} --capture a.png --window-size 1280x720" for view in VIEWS.split()]
    + [f"page {view} -o a.html" for view in VIEWS.split()[:3]]
    + [f"lesson {name} -o a.{ending}" for name in ("rope", "rerope", "hippo") for ending in ("pdf", "html")]
    + """
compute position-matrix --length 1000000 --resolution 4096x4096 -o a.npz
compute position-matrix --length 8192 --engine reference -o a.json
compute attention --length 65536 -o a.json
compute attention --length 8192 --engine reference -o a.json
compute attention --length 16384 --dim 4096 -o a.json
compute attention --length 4096 --map rerope --resolution 4096x4096 -o a.npz
compute attention --length 4096 --resolution 4096x4096 --array map -o a.csv
compute bias-decay --length 16777216 -o a.json
compute bias-decay --length 1000000 --engine reference -o a.json
compute extrapolation --length 16384 -o a.json
compute extrapolation --length 4096 --text text.txt -o a.json
compute memory --order 1000 --method exact -o a.json
compute memory --order 1000 --measure fourier-legs -o a.json
compute memory --order 1024 --measure legt --method exact -o a.json
compute memory --order 512 --measure legt --signal-length 100000 -o a.json
compute memory --order 4096 --signal-length 300000 -o a.json
compute memory --signal-length 100000000 -o a.json
compute memory-decay --order 4096 -o a.json
compute memory-decay --order 4096 --array impulse -o a.json
compute rope-2d --dim 4096 --grid 512 -o a.json
plot attention --length 65536 --size 6000x4000 -o a.png
plot position-matrix --size 12000x9000 -o a.png
plot position-matrix --size 4000x3000 --resolution 4096x4096 -o a.pdf
plot position-matrix --resolution 2048x2048 -o a.svg
plot memory --figure claims -o a.png
plot extrapolation --figure recall -o a.png
plot rope-2d --dim 4096 --grid 512 --figure similarity -o a.png
sweep position-matrix --over w=1:400:60 -o a.gif
sweep position-matrix --over w=1:400:60 -o a.mp4
sweep position-matrix --over w=1:400:200 -o a.csv
sweep position-matrix --over w=1:400:40 -o frames/
sweep attention --over w=1:400:12 --length 16384 -o a.csv
sweep memory --over order=8:512:20 --method exact -o frames/
check --hippo-a matrix.npy --discretisation zoh
check --hippo-a matrix.npy --discretisation bilinear
check --t5-buckets buckets.npy
check --alibi-slopes slopes.npy
check --queries queries.npy --keys queries.npy --logits buckets.npy --dim 64
vectors --dim 4096 -o a.npz
train --text text.txt --steps 2000 -o model
train --text text.txt --steps 50 --train-length 2048 --batch 4 -o model
gallery -o pictures
page --all -o site
page attention --controls w,k -o a.html
lesson rerope --live -o a.html
lesson rerope --slides -o a.pdf
lesson --check rerope
bench
doctor
doctor --json
views --json
views attention
manual
attention --length 65536 --capture a.png
memory --order 1000 --measure fourier-legs --capture a.png
--capture a.png --window-size 8000x6000
""".strip().splitlines()
)


def npy(path, shape, kind="<f4"):
    """Writes an array of zeros with a nonzero diagonal of bytes."""
    header = repr({"descr": kind, "fortran_order": False, "shape": shape}).encode()
    header += b" " * (64 - (len(header) + 11) % 64) + b"\n"
    count = 1
    for size in shape:
        count *= size
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
        file.write(b"\x00\x00\x00\x3f" * count if kind == "<f4" else bytes(8 * count))


def prepare(folder):
    npy(folder / "matrix.npy", (600, 600))
    npy(folder / "buckets.npy", (2000, 2000))
    npy(folder / "slopes.npy", (1000000,))
    npy(folder / "queries.npy", (2000, 64))
    words = "a state of N numbers stores a whole history ".split()
    source = random.Random(7)
    (folder / "text.txt").write_text(" ".join(source.choice(words) for _ in range(300000)))


def waited(pid):
    """Seconds that the main thread was ready but had no processor."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def outputs(folder, given):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path not in given and path.is_file())


def run(program, words, moment=None, how=None, longest=20.0):
    """Returns (exit code, seconds of life, seconds after the signal, seconds without a processor, output)."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        given = set(folder.rglob("*"))
        environment = dict(os.environ, POSLAB_STATE=name + "/state", HOME=name)
        begun = time.monotonic()
        child = subprocess.Popen([program, *words], cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        try:
            child.wait(longest if moment is None else moment)
            return child.returncode, time.monotonic() - begun, None, 0.0, outputs(folder, given)
        except subprocess.TimeoutExpired:
            pass
        sent, before = time.monotonic(), waited(child.pid)
        child.send_signal(how or signal.SIGTERM)
        without = before
        while child.poll() is None and time.monotonic() - sent < 30:
            without = waited(child.pid) or without
            time.sleep(0.005)
        after = time.monotonic() - sent
        if child.poll() is None:
            child.kill()
        child.wait()
        left = [path for path in outputs(folder, given) if not path.startswith("state/")]
        return child.returncode, sent - begun, after, without - before, left


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--signals", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=20)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    program, source = os.path.abspath(given.program), random.Random(given.seed)
    sent = failed = 0
    slowest = longest = 0.0
    for line in (line for line in LINES if given.only in line):
        words = shlex.split(line)
        code, life, after, *_ = run(program, words, longest=given.longest)
        codes = (0, 1, 130) if after is not None else (0, 1, 130, code)  # some are refused
        for turn in range(given.signals):
            how = (signal.SIGINT, signal.SIGTERM)[turn % 2]
            moment = source.uniform(0, life)
            code, begun, after, without, left = run(program, words, moment, how)
            if after is None:
                continue  # it had ended
            sent += 1
            own = after - without
            slowest, longest = max(slowest, own), max(longest, after)
            parts = [path for path in left if ".part" in path or ".tmp" in path]
            early = begun < 0.1 and code == -how  # before the program could handle it
            if own > 1 or (code not in codes and not early) or parts:
                failed += 1
                print(f"{line}: {how.name} at {begun:.2f} s of {life:.2f}: lived {after:.2f} s, {without:.2f} of them "
                      f"without a processor; code {code} {' '.join(parts)}", flush=True)
    print(f"{sent} signals, {failed} runs failed, the slowest lived {longest:.2f} s ({slowest:.2f} with a processor), load {os.getloadavg()[0]:.1f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
