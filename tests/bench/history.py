"""Records the results of `scripts/bench` for a commit, and compares two builds.

history.py record POSLAB FILE KEY=VALUE…: runs `poslab bench` and cold starts, and writes
times and shares as JSON, with these facts.
history.py against OLD NEW ROUNDS [BENCHMARK…]: runs both programs alternately and prints the
median ratio of each pair, new over old, with its quartiles and range. The program that starts alternates,
too."""

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

RECORDED_ROUNDS = 9
SIZES = ("--length", "1024", "--size", "1600x1000")


def output(*words):
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(words)}: {ran.stderr.strip()}")
    return ran.stdout


def cold_starts(program, folder):
    """Returns the seconds from the start of a process to its end, after the first picture: for a plot, and
    for the window, drawn off screen."""
    picture = os.path.join(folder, "picture.png")
    commands = {
        "plot": (program, "plot", "position-matrix", "--quiet", *SIZES, "-o", picture),
        "window": (program, "position-matrix", "--length", "1024", "--window-size", "1440x900", "--capture", picture),
    }
    seconds = {}
    for name, words in commands.items():
        begin = time.perf_counter()
        output(*words)
        seconds[f"cold start, {name}"] = time.perf_counter() - begin
    return seconds


def bench(program, rounds, names):
    """Returns results by "benchmark, subject"."""
    words = (program, "bench", "--json", "--engine", "cpu", "--rounds", str(rounds), *names)
    table = json.loads(output(*words))["benchmarks"]
    return {f"{one['name']}, {result['name']}": result for one in table for result in one["results"]}, table


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def record(program, path, facts):
    results, table = bench(program, RECORDED_ROUNDS, ())
    with tempfile.TemporaryDirectory() as folder:
        os.environ["POSLAB_STATE"] = os.path.join(folder, "state")
        starts = [cold_starts(program, folder) for _ in range(11)]
    kept = dict(fact.split("=", 1) for fact in facts)
    kept.update(processor=processor(), threads=os.cpu_count(), load=round(os.getloadavg()[0], 2))
    kept["peaks_per_second"] = {one["name"]: {p["name"]: float(f"{p['per_second']:.4g}") for p in one["peaks"]} for one in table}
    kept["rows"] = {
        name: {
            "ms": float(f"{1000 * result['seconds']:.4g}"),
            "of_floor": round(result["fraction_of_floor"], 4),
            "of_peak": round(result["fraction_of_peak"], 4),
        }
        for name, result in results.items()
    }
    for name in starts[0]:
        times = [1000 * start[name] for start in starts[1:]]
        kept["rows"][name] = {"ms": round(statistics.median(times), 2), "least_ms": round(min(times), 2)}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(kept, file, indent=1)
        file.write("\n")
    print(f"Saved to {path}")


def against(old, new, rounds, names):
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["POSLAB_STATE"] = os.path.join(folder, "state")
        for turn in range(rounds + 1):
            pair = {}
            for program in (old, new) if turn % 2 == 0 else (new, old):
                seconds = {name: result["seconds"] for name, result in bench(program, 3, names)[0].items()}
                seconds.update(cold_starts(program, folder))
                pair[program] = seconds
            if turn > 0:  # the first run warms up
                for name in (name for name in pair[old] if name in pair[new]):
                    seen.setdefault(name, []).append((pair[old][name], pair[new][name]))
    print(f"{'new over old, ' + str(rounds) + ' pairs':36} {'old ms':>9} {'new ms':>9} {'median':>7} {'middle half':>15} {'all':>15}")
    for name, pairs in seen.items():
        ratios = sorted(after / before for before, after in pairs)
        low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
        before, after = (1000 * statistics.median(column) for column in zip(*pairs))
        print(
            f"{name:36} {before:9.3f} {after:9.3f} {statistics.median(ratios):7.3f} "
            f"{low:6.3f} … {high:.3f} {ratios[0]:7.3f} … {ratios[-1]:.3f}"
        )


if sys.argv[1] == "record":
    record(sys.argv[2], sys.argv[3], sys.argv[4:])
else:
    against(os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
