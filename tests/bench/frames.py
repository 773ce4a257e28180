"""frames.py POSLAB [VIEW…]: drags the main slider of each view in the real window, drawn off screen (Mesa
llvmpipe on a machine without a graphics processor), and prints the median and 99 % of two times of a frame:
from its start until it is shown, and the processor time of the window's thread until the draw list is
complete, without rasterising. The main slider is the view's first number with a widget in the window."""

import json
import os
import statistics
import subprocess
import sys
import tempfile

STEPS = 40
program = os.path.abspath(sys.argv[1])


def replay(folder, view, steps):
    """Returns the trace of a window that replays these steps."""
    script, trace = os.path.join(folder, "steps"), os.path.join(folder, "trace")
    with open(script, "w", encoding="utf-8") as file:
        file.write("\n".join(steps) + "\n")
    if os.path.exists(trace):
        os.remove(trace)
    environment = {**os.environ, "POSLAB_TRACE": trace, "POSLAB_STATE": os.path.join(folder, "state")}
    words = (program, view, "--window-size", "1440x900", "--replay", script, "--capture", os.path.join(folder, "end.png"))
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"{view}: {ran.stderr.strip()}")
    with open(trace, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def main_slider(frame):
    for name, value in frame["values"].items():
        if name in frame["widgets"]:
            try:
                float(value)
            except ValueError:
                continue
            return name
    return None


def spread(times):
    times = sorted(times)
    return f"median {statistics.median(times):6.1f} ms, 99 % {times[min(len(times) - 1, int(0.99 * len(times)))]:6.1f} ms"


def measure(view):
    with tempfile.TemporaryDirectory() as folder:
        name = main_slider(replay(folder, view, ["wait"])[-1])
        if name is None:
            return print(f"{view:20} has no slider")
        steps = ["wait", f"move {name} 0.4", "press left"]
        for step in range(STEPS):
            steps.append(f"move {name} {0.4 + 0.2 * step / STEPS:.4f}")
        frames = replay(folder, view, [*steps, "release left", "wait"])
    dragged = [frame for frame in frames if frame["clicks"] == 1]
    if not dragged:
        return print(f"{view:20} {name}: no frame while it was dragged")
    shown = spread([frame["shown_ms"] - frame["began_ms"] for frame in dragged])
    print(f"{view:20} {name:14} {len(dragged):4} frames: {shown}; of the processor without rasterising:",
          spread([frame["built_ms"] for frame in dragged]), flush=True)


def all_views():
    ran = subprocess.run((program, "views", "--json"), capture_output=True, text=True, check=True)
    return [view["id"] for view in json.loads(ran.stdout)]


for one in sys.argv[2:] or all_views():
    measure(one)
