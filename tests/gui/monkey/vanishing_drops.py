#!/usr/bin/env python3
"""Drops files from windows that disappear immediately. Exit code 1 and the error output if that ends the
program."""

import argparse
import pathlib
import sys
import time

from files import uri
from monkey import Found, Window
from pointer_and_keys import Hands


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    file = arguments.folder / "a.json"
    file.write_text("{}")
    window, hands = Window(str(pathlib.Path(arguments.program).resolve()), arguments.folder), Hands()
    try:
        window.start(["--window-size", "1280x800"])
        window.wait_for(lambda state: state.get("shown", False), "no first figure")
        for n in range(20):
            hands.drop([uri(file)], 600, 400, patience=0.003 * n)
            time.sleep(0.05)
            window.check()
        time.sleep(0.5)
        window.end("terminate")
    except Found as found:
        print(found, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
