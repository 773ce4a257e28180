"""in_process.py POSLAB ROUNDS [PYTHON_WITH_TORCH]: runs the benchmarks of `poslab bench`, alternating with
rivals that do the same with NumPy (of this Python) and PyTorch. Neither counts the start of its process; both
warm up. Prints medians, and ratios as medians of the rounds' ratios."""

import json
import os
import re
import statistics
import subprocess
import sys

poslab, rounds = sys.argv[1], int(sys.argv[2])
torch = sys.argv[3] if len(sys.argv) > 3 else None
peers = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")
environment = dict(os.environ)


def output(*words, **more):
    ran = subprocess.run(words, env={**environment, **more}, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(words)}: {ran.stderr.strip()}")
    return ran.stdout


def bench(*words):
    """Returns a benchmark on the processor, and its results by name."""
    benchmark = json.loads(output(poslab, "bench", "--json", "--engine", "cpu", *words))["benchmarks"][0]
    return benchmark, {result["name"]: result for result in benchmark["results"]}


def peer(python, script, *words):
    """Returns the last seconds that it prints; earlier ones are warm-up."""
    return float(output(python, os.path.join(peers, script), *words).split()[-1])


def attention_peer(python, script, *words, **more):
    """Returns the JSON object that the rival prints."""
    return json.loads(output(python, os.path.join(peers, script), *words, **more).splitlines()[-1])


def equip_numpy(code):
    """Selects OpenBLAS for NumPy, with the same kernels as the floor. Otherwise Debian's NumPy may use the
    slow reference BLAS, and OpenBLAS its oldest kernels on a processor newer than itself."""
    environment.setdefault("OPENBLAS_CORETYPE", code)
    which = (sys.executable, os.path.join(peers, "numpy_blas.py"))
    blas = output(*which).strip()
    if not re.search("openblas|mkl|blis", blas):
        environment["LD_PRELOAD"] = "libopenblas.so.0"
        blas = output(*which).strip()
    print(f"NumPy multiplies with {blas}")


def line(title, pairs, text=""):
    """`pairs`: seconds of the rival and of PosLab, one pair per round."""
    slow, fast = (1000 * statistics.median(column) for column in zip(*pairs))
    ratio = statistics.median(slow / fast for slow, fast in pairs)
    print(f"{title:52} {slow:8.1f} ms against {fast:8.2f} ms, {ratio:5.1f} times{text}", flush=True)


def floor(benchmark):
    first = benchmark["results"][0]
    for part in benchmark["floor"]:
        name = part["name"]
        print(
            f"    floor: {first['work'][name]:.3g} {part['unit']} at {part['per_second']:.3g}/s ({part['by']}): "
            f"{1000 * first['work_seconds'][name]:.2f} ms"
        )


def compare_similarity():
    pairs, to_floor = [], []
    for _ in range(rounds):
        rival = peer(sys.executable, "numpy_similarity.py", "2")
        benchmark, results = bench("similarity", "--rounds", "9")
        pairs.append((rival, results["cosine-profile"]["seconds"]))
        to_floor.append(results["cosine-profile"]["ratio_to_floor"])
    text = f"; {statistics.median(to_floor):.2f} times its floor"
    line("NumPy against similarity, 10^6 distances, d = 128", pairs, text)
    floor(benchmark)


def compare_bias_decay():
    """The first rival follows the formula, the second PosLab's method: the addition theorem, and the tables'
    product by BLAS."""
    ways = {"outer": "a cosine and a sine a term", "theorem": "the addition theorem"}
    pairs, to_floor = {way: [] for way in ways}, []
    for _ in range(rounds):
        rivals = {way: peer(sys.executable, "numpy_bias_decay.py", way, "4") for way in ways}
        benchmark, results = bench("bias-decay", "--rounds", "9")
        for way in ways:
            pairs[way].append((rivals[way], results["cosine-profile"]["seconds"]))
        to_floor.append(results["cosine-profile"]["ratio_to_floor"])
    for way, title in ways.items():
        text = f"; {statistics.median(to_floor):.2f} times its floor"
        line(f"NumPy against bias-decay, {title}", pairs[way], text)
    floor(benchmark)


def compare_attention(name, python, script):
    maps = ("rope", "rerope")
    on_the_processor = {"CUDA_VISIBLE_DEVICES": ""}
    seen = []
    for _ in range(rounds):
        rivals = {}
        rivals["rope"] = attention_peer(python, script, "rope", "3", **on_the_processor)
        benchmark, results = bench("attention", "--rounds", "5")
        rivals["rerope"] = attention_peer(python, script, "rerope", "3", **on_the_processor)
        for rival in rivals.values():
            if rival["error"]:
                return print(f"[SKIP] {rival['peer']} {rival['way']} of {rival['tokens']} tokens: {rival['error']}")
        seen.append(({way: statistics.median(rival["seconds"]) for way, rival in rivals.items()}, results))
    for map_name in maps:
        pairs = [(rivals[map_name], results[map_name]["seconds"]) for rivals, results in seen]
        to_floor = statistics.median(results[map_name]["ratio_to_floor"] for _, results in seen)
        line(f"{name} against attention, {map_name}, 4096 tokens", pairs, f"; {to_floor:.2f} times its floor")
    ours = statistics.median(results["rerope"]["ratio_to_first"] for _, results in seen)
    theirs = statistics.median(rivals["rerope"] / rivals["rope"] for rivals, _ in seen)
    print(f"    rerope costs {ours:.2f} times rope; {name} pays {theirs:.2f} times")
    floor(benchmark)


def compare_decoder():
    """The shipped model, and one of SmolLM-135M's shape."""
    models = os.path.join(os.path.dirname(peers), os.pardir, os.pardir, "assets", "models")
    sizes = (("decoder", os.path.join(models, "english"), "1024", 5), ("decoder-large", "large", "2048", 1))
    for name, source, tokens, each in sizes:
        pairs = []
        for _ in range(rounds):
            rival = json.loads(output(torch, os.path.join(peers, "torch_decoder.py"), source, str(each), tokens))
            _, results = bench(name, "--rounds", str(each))
            pairs.append((statistics.median(rival["seconds"]), results["rope"]["seconds"]))
        line(f"{rival['peer']} against {name}, {tokens} tokens", pairs)


def legs_step():
    """Its rival, the dense step of OpenBLAS, is part of the benchmark."""
    benchmark, _ = bench("legs-step")
    print(f"steps of the state of legs, medians of {benchmark['rounds']} rounds")
    for figure in benchmark["figures"]:
        print(f"    {figure['name']}: {figure['value']:.4g} {figure['unit']}", flush=True)
    floor(benchmark)


def long_attention():
    benchmark, results = bench("attention-long", "--rounds", "1")
    for name, result in results.items():
        print(
            f"attention of {benchmark['length']} tokens, {name}: {result['seconds']:.2f} s, {result['ratio_to_floor']:.2f} times "
            f"its floor, {result['peak_bytes'] / 1e6:.0f} MB at most"
        )


def large_attention(name):
    """Prints every engine in one table, and below it the rivals at that length and resolution, on PyTorch's
    device."""
    answer = json.loads(output(poslab, "bench", name, "--json"))
    benchmark = answer["benchmarks"][0]
    if answer["engine"] == "cpu":
        return print(f"[SKIP] {name}: no graphics processor to compute on")
    print(f"{name}: {benchmark['size']}, engines {answer['engine']}")
    ours = {}
    for result in benchmark["results"]:
        fraction = result["fraction_of_floor"]
        floor_text = f"{100 * fraction:.0f} % of the floor's rate" if fraction else "floor not known"
        print(
            f"    {result['engine'] + ', ' + result['name']:40} {1000 * result['seconds']:10.1f} ms, "
            f"{result['ratio_to_cpu']:.4f} of cpu's, {result['ratio_to_first']:.2f} times rope, {floor_text}"
        )
        ours[result["name"]] = min(ours.get(result["name"], result["seconds"]), result["seconds"])
    for sentence in benchmark.get("left_out", []):
        print(f"    left out: {sentence}")
    if not torch:
        return print("    [SKIP] PyTorch: not installed")
    for way in ("rope", "rerope", "rope-tf32", "rerope-tf32", "sdpa", "sdpa-bfloat16"):
        rival = attention_peer(torch, "torch_attention.py", way, "5", str(benchmark["length"]), "2048")
        title = f"{rival['peer']} on {rival['device']}, {way}"
        if rival["error"]:
            print(f"    {title}: {rival['error']}", flush=True)
            continue
        seconds = statistics.median(rival["seconds"])
        memory = f"{rival['peak_bytes'] / 1e6:.0f} MB" if rival["peak_bytes"] else "not known"
        against = ours.get("rerope" if way.startswith("rerope") else "rope")
        text = f"{seconds / against:.1f} times our fastest, " if against and not way.startswith("sdpa") else ""
        print(f"    {title}: {1000 * seconds:.1f} ms, {text}memory {memory}", flush=True)


compare_similarity()
quick, _ = bench("attention", "--quick")
equip_numpy(quick["floor"][0]["by"].split(",")[0].split()[-1])
compare_bias_decay()
legs_step()
compare_attention("NumPy", sys.executable, "numpy_attention.py")
if torch:
    compare_attention("PyTorch", torch, "torch_attention.py")
    compare_decoder()
long_attention()
large_attention("attention-large")
large_attention("attention-longest")
