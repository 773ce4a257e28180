"""torch_table.py: converts the output of torch_attention.py on stdin to a table for gpu-check.md."""

import json
import statistics
import sys


def milliseconds(seconds):
    return f"{1000 * statistics.median(seconds):.2f}" if seconds else "–"


print("| way | kernels ms | call ms | device MB | |")
print("|---|---|---|---|---|", flush=True)
for line in sys.stdin:
    seen = json.loads(line)
    memory = f"{seen['peak_bytes'] / 1e6:.0f}" if seen["peak_bytes"] else "–"
    note = seen["error"] or f"{seen['peer']}, {seen['tokens']} tokens in blocks of {seen['rows']} rows"
    cells = (seen["way"], milliseconds(seen["kernel_seconds"]), milliseconds(seen["seconds"]), memory, note.replace("|", "/"))
    print(f"| {' | '.join(cells)} |", flush=True)
