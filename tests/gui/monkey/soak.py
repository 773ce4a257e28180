#!/usr/bin/env python3
"""Lets the window play, or open files repeatedly, and measures how its memory grows.

    tests/gui/with_display.sh tests/gui/monkey/soak.py PROGRAM play|open [--minutes M] [--view VIEW]
        [--folder FOLDER]

Prints the memory (anonymous, resident), the open files and the frames per minute, and the growth in eight
hours at the rate of the second half. Exit code 1 if that is more than 64 MiB, or if files remain open."""

import argparse
import pathlib
import sys
import tempfile
import time

from files import make_files, uri
from monkey import Window
from pointer_and_keys import Hands

MOST_IN_EIGHT_HOURS = 64  # MiB


def memory_of(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1024
    return 0.0


def files_of(process):
    return len(list(pathlib.Path(f"/proc/{process.pid}/fd").iterdir()))


def growth(samples):
    """MiB per hour: the least-squares slope through (seconds, MiB)."""
    count = len(samples)
    mean_t, mean_m = (sum(sample[n] for sample in samples) / count for n in (0, 1))
    spread = sum((t - mean_t) ** 2 for t, _ in samples)
    return 3600 * sum((t - mean_t) * (m - mean_m) for t, m in samples) / spread if spread else 0.0


def press_play(window, hands):
    rect = window.state()["widgets"]["tool.play"]
    hands.move(rect[0] + rect[2] / 2, rect[1] + rect[3] / 2)
    hands.click()


def soak(window, hands, arguments, files):
    if arguments.what == "play":
        press_play(window, hands)
    samples, opened, begun, told = [], 0, time.monotonic(), 0.0
    while (now := time.monotonic() - begun) < 60 * arguments.minutes:
        if arguments.what == "open":
            hands.drop([uri(files[opened % len(files)])], 600, 400)
            opened += 1
        time.sleep(0.02 if arguments.what == "open" else 1)
        window.check()
        samples.append((now, memory_of(window.process)))
        if now >= told:
            print(f"{now:6.0f} s  {samples[-1][1]:7.1f} MiB  {files_of(window.process)} files open  "
                  f"frame {window.state().get('frame')}  {opened} dropped", flush=True)
            told += max(10.0, 6 * arguments.minutes)
    return samples, opened


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("what", choices=["play", "open"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--view", default="position-matrix")
    parser.add_argument("--folder", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = (arguments.folder or pathlib.Path(tempfile.mkdtemp(prefix="poslab-soak-"))).resolve()
    window, hands = Window(pathlib.Path(arguments.program).resolve(), folder), Hands()
    files = [path for path in make_files(arguments.program, folder / "files", 1) if path.is_file()]
    window.start([arguments.view, "--window-size", "1280x800"])
    window.wait_for(lambda state: state.get("shown", False), "no first figure")
    first_files = files_of(window.process)
    samples, opened = soak(window, hands, arguments, files)
    window.wait_for(lambda state: state.get("job") == "idle" or arguments.what == "play", "it does not come to rest")
    last_files = files_of(window.process)
    hourly = growth(samples[len(samples) // 2 :])
    window.end("terminate")
    print(f"{arguments.what} {arguments.view}: {opened} files, eight hours would add {8 * hourly:.1f} MiB, "
          f"{last_files - first_files} more files are open")
    return int(8 * hourly > MOST_IN_EIGHT_HOURS or last_files > first_files + 4)


if __name__ == "__main__":
    sys.exit(main())
