"""Good and bad files for a window: written by the program itself, then damaged."""

import pathlib
import random
import subprocess
import urllib.parse


def make_files(program, folder, seed):
    """Returns paths of files, folders and nonexistent files."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = random.Random(seed)
    commands = {
        "map.npz": ["compute", "position-matrix", "--length", "64"],
        "weights.npy": ["compute", "attention", "--length", "48", "--array", "map"],
        "frequencies.json": ["compute", "frequencies"],
        "decay.csv": ["compute", "bias-decay"],
        "vectors.npz": ["vectors"],
        "map.png": ["plot", "position-matrix", "--w", "77"],
        "plane.svg": ["plot", "rope-2d"],
        "memory.pdf": ["plot", "memory"],
        "entropy.tex": ["plot", "attention", "--length", "128", "--figure", "entropy"],
    }
    for name, words in commands.items():
        subprocess.run([program, *words, "-o", str(folder / name)], capture_output=True, timeout=120, check=False)
    (folder / "config.json").write_text('{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,'
                                        ' "max_position_embeddings": 8192, "rope_theta": 500000.0}')
    (folder / "own.lesson").write_text("title: A lesson\n\nstep: one\nposition-matrix --w 12\n\nWhat is w?\n")
    (folder / "words of a text.txt").write_text("It was the best of times, it was the worst of times. " * 40)
    good = [path for path in sorted(folder.iterdir()) if path.is_file()]
    for path in good:
        damaged = bytearray(path.read_bytes())
        for _ in range(8):
            if damaged:
                damaged[chosen.randrange(len(damaged))] = chosen.randrange(256)
        (folder / ("damaged-" + path.name)).write_bytes(damaged)
        (folder / ("half-" + path.name)).write_bytes(path.read_bytes()[: len(damaged) // 2])
    odd = ["it's \"quoted\" (图 1).png", "no ending", "-o.npz", "line\nbreak.json", "位置.npz", "percent%20.svg"]
    for name in odd:
        (folder / name).write_bytes(chosen.choice(good).read_bytes())
    (folder / "empty.npz").write_bytes(b"")
    (folder / "noise.safetensors").write_bytes(chosen.randbytes(4096))
    (folder / "folder.npz").mkdir(exist_ok=True)
    return sorted(folder.iterdir()) + [folder / "not there.npy", pathlib.Path("/dev/zero"), pathlib.Path("/root/../etc")]


def uri(path):
    return "file://" + urllib.parse.quote(str(path))
