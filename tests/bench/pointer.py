"""pointer.py POSLAB [VIEW…]: moves nothing but the pointer over each view's figure in the real window, drawn off
screen, and prints the median and 90 % of the processor time of the window's thread until the draw list of a
frame is complete, without rasterising: while the pointer stays within a pixel, over the controls at the right,
and while it crosses the figure."""

import json
import os
import statistics
import subprocess
import sys
import tempfile

STEPS = 150
PATHS = {
    "within a pixel": lambda t: f"canvas {0.40003 + 0.0006 * t:.5f} 0.4",
    "over controls": lambda t: f"inspector {0.3 + 0.4 * t:.5f} {0.55 + 0.2 * t:.5f}",
    "across": lambda t: f"canvas {0.1 + 0.6 * t:.5f} {0.2 + 0.4 * t:.5f}",
}
program = os.path.abspath(sys.argv[1])


def frames_of(view, path):
    with tempfile.TemporaryDirectory() as folder:
        script, trace = os.path.join(folder, "steps"), os.path.join(folder, "trace")
        moves = [f"move {path(step / STEPS)}" for step in range(STEPS)]
        with open(script, "w", encoding="utf-8") as file:
            file.write("\n".join(["wait", *moves, "wait"]) + "\n")
        environment = {**os.environ, "POSLAB_TRACE": trace, "POSLAB_STATE": os.path.join(folder, "state")}
        words = (program, *view.split(), "--window-size", "1440x900", "--replay", script,
                 "--capture", os.path.join(folder, "end.png"))
        ran = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            sys.exit(f"{view}: {ran.stderr.strip()}")
        with open(trace, encoding="utf-8") as file:
            return [json.loads(line)["built_ms"] for line in file][-STEPS:-4]


for one in sys.argv[2:] or ("position-matrix", "attention", "bias-decay", "rope-2d"):
    for name, path in PATHS.items():
        times = sorted(frames_of(one, path))
        print(f"{one:20} {name:15} {len(times)} frames: median {statistics.median(times):5.2f} ms, "
              f"90 % {times[int(0.9 * len(times))]:5.2f} ms", flush=True)
