"""The Python blocks of the pages run in order and print the text after `# `; the example runs, too."""

import contextlib
import io
import os
import re
import subprocess
import sys
import unittest

from support import ROOT, InFolder

PAGES = ("docs/python.md",)


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class Pages(InFolder):
    def test_blocks_run(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        for page in PAGES:
            names = {}
            self.assertTrue(blocks(page), page)
            for block in blocks(page):
                with self.subTest(page, block=block), contextlib.redirect_stdout(io.StringIO()) as printed:
                    exec(compile(block, page, "exec"), names)
                    told = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
                    self.assertEqual(printed.getvalue().splitlines()[: len(told)], told)

    def test_the_example_runs(self):
        example = ROOT / "python" / "example.py"
        told = subprocess.run([sys.executable, example], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn("(512, 512) weights", told.stdout)
        self.assertIn("wrong: sign", told.stdout)
        self.assertTrue((self.folder / "attention.svg").read_text(encoding="utf-8").startswith("<?xml"))


if __name__ == "__main__":
    unittest.main()
