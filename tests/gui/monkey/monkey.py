#!/usr/bin/env python3
"""A seeded monkey in the real window: clicks, drags, keys, drops, resizes, kills and restarts.

    tests/gui/with_display.sh tests/gui/monkey/monkey.py PROGRAM [--seed N] [--minutes M] [--folder FOLDER]

PROGRAM should be built with sanitizers. The window must never end unless requested, must continue drawing,
and must reopen with its session; standard error must remain empty. FOLDER/actions records the actions. Exit
code 1 if a problem was found, with the seed, the last actions and (with gdb) what each thread was doing."""

import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from files import make_files, uri
from pointer_and_keys import Hands

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
KEYS = ["Left", "Right", "Up", "Down", "Home", "End", "Page_Up", "Page_Down", "Tab", "Return", "Escape", "space", "BackSpace",
        "Delete", "plus", "minus", "bracketleft", "bracketright", "question", "slash", "period", "comma", "F1", "F11", "Insert"]
VALUES = ["0", "-1", "1e9", "16777216", "nan", "", "0.5", "12:40", "1,2,3", "10000", "3.3x2.5in", "位置", "a" * 300, "../x.png"]
PATIENCE = 60.0  # seconds for a frame after an input: a sanitized build on a software rasteriser is slow


class Found(Exception):
    pass


def allow_core_file():
    most = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (most, most))


class Window:
    """The running program and its newest state."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.trace, self.errors = folder / "trace", folder / "stderr"
        self.process = None
        self.starts = 0

    def start(self, words):
        self.starts += 1
        self.trace.unlink(missing_ok=True)
        environment = dict(os.environ, POSLAB_TRACE=str(self.trace), POSLAB_STATE=str(self.folder / "state"), HOME=str(self.folder),
                           POSLAB_FILE_DIALOG="own")
        with open(self.errors, "ab") as errors:
            self.process = subprocess.Popen([self.program, *words], env=environment, cwd=self.folder, stderr=errors,
                                            stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, preexec_fn=allow_core_file)
        self.wait_for(lambda state: bool(state), "no first frame")

    def state(self):
        try:
            with open(self.trace, "rb") as file:
                file.seek(0, os.SEEK_END)
                file.seek(max(0, file.tell() - 200_000))
                lines = file.read().split(b"\n")
            return json.loads(lines[-2]) if len(lines) > 1 else {}
        except (OSError, ValueError):
            return {}

    def wait_for(self, true_of, complaint):
        end = time.monotonic() + PATIENCE
        while not true_of(self.state()):
            self.check()
            if time.monotonic() > end:
                raise Found(f"{complaint} within {PATIENCE:.0f} s")
            time.sleep(0.02)

    def check(self):
        code = self.process.poll()
        if code is not None:
            raise Found(f"the program ended unexpectedly, with {code}")
        self.check_errors()

    def check_errors(self):
        text = self.errors.read_text(errors="replace") if self.errors.exists() else ""
        said = [line for line in text.splitlines() if line and not line.startswith("poslab: note:")]
        if said:
            raise Found("standard error: " + "\n".join(said[:60]))

    def end(self, how):
        """After SIGKILL only the latest changes may be lost; otherwise the program must exit with 0."""
        if how == "kill":
            self.process.kill()
            self.process.wait()
            return
        if how == "terminate":
            self.process.terminate()
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Found("it does not end on request") from None
        if code not in (0, -signal.SIGTERM):
            raise Found(f"it ended with {code}")
        self.check_errors()

    def threads(self):
        """Returns gdb's backtraces of the running process, or of its core file; empty without either."""
        runs = self.process.poll() is None
        cores = sorted(self.folder.glob("core*"))
        if shutil.which("gdb") is None or not (runs or cores):
            return ""
        source = ["-p", str(self.process.pid)] if runs else [self.program, str(cores[-1])]
        traced = subprocess.run(["gdb", "-batch", "-nx", "-ex", "thread apply all backtrace 30", *source], capture_output=True,
                                timeout=120, check=False)
        lines = traced.stdout.decode(errors="replace").splitlines()
        return "\n".join(line[:300] for line in lines if not line.startswith(("[New", "warning:")))[-20_000:]


class Monkey:
    def __init__(self, window, hands, chosen, files, log):
        self.window, self.hands, self.random, self.files, self.log = window, hands, chosen, files, log
        self.size = 1280, 800
        self.actions = [(self.click_widget, 30), (self.drag_widget, 18), (self.key, 22), (self.click_anywhere, 6), (self.drag_anywhere, 8),
                        (self.wheel, 10), (self.type_value, 8), (self.drop, 5), (self.resize, 2), (self.shortcut, 6), (self.hold_key, 2)]

    def act(self):
        action = self.random.choices([each for each, _ in self.actions], [weight for _, weight in self.actions])[0]
        told = action()
        self.log.write(f"{action.__name__} {told}\n")
        self.log.flush()

    def widgets(self):
        return sorted(self.window.state().get("widgets", {}).items())

    def place(self, of=None):
        """Returns a point within a widget, or anywhere."""
        if of is None:
            return tuple(self.random.uniform(0, most) for most in self.size)
        x, y, width, height = of
        return x + self.random.random() * width, y + self.random.random() * height

    def widget(self):
        known = self.widgets()
        if not known:
            return "none", self.place()
        name, rect = self.random.choice(known)
        return name, self.place(rect)

    def click_widget(self):
        name, at = self.widget()
        self.hands.move(*at)
        button = self.random.choice([1, 1, 1, 1, 3, 2])
        self.hands.click(button, self.random.choice([1, 1, 1, 2, 3]))
        return name, button

    def click_anywhere(self):
        at = self.place()
        self.hands.move(*at)
        self.hands.click(self.random.choice([1, 1, 2, 3]))
        return at

    def drag_widget(self):
        name, start = self.widget()
        end = self.place() if self.random.random() < 0.3 else (start[0] + self.random.gauss(0, 150), start[1] + self.random.gauss(0, 40))
        self.hands.drag(start, end, self.random.choice([1, 1, 1, 3]))
        return name, end

    def drag_anywhere(self):
        start, end = self.place(), self.place()
        self.hands.drag(start, end, self.random.choice([1, 1, 2, 3]))
        return start, end

    def wheel(self):
        name, at = self.widget() if self.random.random() < 0.5 else ("anywhere", self.place())
        self.hands.move(*at)
        turns = self.random.randrange(1, 12)
        self.hands.click(self.random.choice([4, 5]), turns)
        return name, turns

    def key(self):
        name = self.random.choice(list(LETTERS) + KEYS * 2)
        modifiers = self.random.choice([(), (), (), ("Shift_L",), ("Alt_L",)])
        self.hands.key(name, modifiers)
        return name, modifiers

    def hold_key(self):
        name = self.random.choice(KEYS[:8])
        for _ in range(20):
            self.hands.key(name)
        return name

    def shortcut(self):
        # quitting is covered by restarts
        name = self.random.choice([key for key in LETTERS if key not in "qw"])
        modifiers = self.random.choice([("Control_L",), ("Control_L", "Shift_L")])
        self.hands.key(name, modifiers)
        return name, modifiers

    def type_value(self):
        name, at = self.widget()
        self.hands.move(*at)
        self.hands.click()
        value = self.random.choice(VALUES)
        self.hands.key("a", ("Control_L",))
        for letter in value:
            self.hands.key({".": "period", "-": "minus", ",": "comma", ":": "colon", "/": "slash"}.get(letter, letter))
        self.hands.key(self.random.choice(["Return", "Tab", "Escape"]))
        return name, value[:20]

    def drop(self):
        paths = self.random.sample(self.files, self.random.choice([1, 1, 1, 2, 5]))
        self.hands.drop([uri(path) for path in paths], *self.place())
        return [path.name for path in paths]

    def resize(self):
        self.size = self.random.choice([(1280, 720), (1600, 1000), (960, 600), (2200, 1400), (700, 500), (3000, 320)])
        self.hands.resize(*self.size)
        return self.size

    def restart(self):
        how = self.random.choice(["kill", "terminate", "quit"])
        if how == "quit":
            self.hands.key("Escape")
            self.hands.key("Escape")
            self.hands.key("q", ("Control_L",))
            time.sleep(0.5)
            if self.window.process.poll() is None:  # a text field had the focus
                how = "terminate"
        self.window.end(how)
        words = self.random.choice([[], [], ["--theme", "dark"], ["--lang", "zh"], ["attention"], ["conformance"], ["lesson", "rerope"],
                                    [str(self.random.choice([path for path in self.files if path.suffix in (".png", ".svg", ".pdf")
                                                             and path.name[:4] not in ("dama", "half")]))]])
        self.size = 1280, 800
        self.window.start([*words, "--window-size", "1280x800"])
        return how, words

    def make_sure_that_it_draws(self):
        """Moves the pointer over other widgets, which changes the window and thus requires a new frame."""
        frame = self.window.state().get("frame", 0)
        self.hands.move(5, 5)
        self.hands.move(40, 200)
        self.window.wait_for(lambda state: state.get("frame", 0) > frame, "it does not draw any more")


def run(window, arguments, log):
    chosen = random.Random(arguments.seed)
    files = make_files(arguments.program, window.folder / "files", arguments.seed)
    monkey = Monkey(window, Hands(), chosen, files, log)
    window.start(["--window-size", "1280x800"])
    end, count = time.monotonic() + 60 * arguments.minutes, 0
    while time.monotonic() < end:
        monkey.act()
        count += 1
        window.check()
        if count % 25 == 0:
            monkey.make_sure_that_it_draws()
        if count % 200 == 0:
            log.write(f"restart {monkey.restart()}\n")
    window.end("terminate")
    return count, window.starts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--folder", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = (arguments.folder or pathlib.Path(tempfile.mkdtemp(prefix="poslab-monkey-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")  # Mesa and the X libraries never free some memory
    window = Window(arguments.program, folder)
    with open(folder / "actions", "w", encoding="utf-8") as log:
        try:
            count, starts = run(window, arguments, log)
        except Found as found:
            actions = (folder / "actions").read_text(encoding="utf-8").splitlines()
            state = {key: value for key, value in window.state().items() if key in ("frame", "view", "figure", "values")}
            print(f"monkey: seed {arguments.seed}: {found}\nActions: {folder}/actions; the last:", *actions[-30:],
                  f"State: {json.dumps(state)[:2000]}", window.threads(), sep="\n", file=sys.stderr)
            return 1
    print(f"monkey: seed {arguments.seed}: {count} actions, {starts} starts, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
