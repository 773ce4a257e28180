"""pip installs the complete package, which runs from any folder."""

import base64
import csv
import hashlib
import importlib.util
import os
import subprocess
import sys
import unittest
import zipfile

from support import ROOT, InFolder


class Install(InFolder):
    def test_pip_installs_it(self):
        place = self.folder / "place"
        # Requires no network. The build folder is that of these tests (POSLAB_BUILD).
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--no-index",
                "--no-deps",
                "--no-cache-dir",
                "--root-user-action=ignore",
                "--target",
                place,
                ROOT / "python",
            ],
            check=True,
        )
        environment = {**os.environ, "PYTHONPATH": str(place)}
        code = (
            "import importlib.metadata, poslab; print(poslab.__version__ == importlib.metadata.version('poslab'), poslab.__file__, "
            "poslab.position_matrix(length=8)['positions'][7, 2])"
        )
        told = subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=self.folder, capture_output=True, text=True, check=True
        )
        self.assertEqual(told.stdout.split(), ["True", str(place / "poslab" / "__init__.py"), "5.0"])
        self.assertFalse((ROOT / "python" / "build").exists())

    def test_the_record_is_of_what_is_packed(self):
        described = importlib.util.spec_from_file_location("build_wheel", ROOT / "python" / "build_wheel.py")
        backend = importlib.util.module_from_spec(described)
        described.loader.exec_module(backend)
        name = backend.build_wheel(self.folder)
        with zipfile.ZipFile(self.folder / name) as wheel:
            record = next(path for path in wheel.namelist() if path.endswith(".dist-info/RECORD"))
            rows = {row[0]: row[1:] for row in csv.reader(wheel.read(record).decode().splitlines())}
            self.assertEqual(sorted(rows), sorted(wheel.namelist()))
            for path, (digest, size) in rows.items():
                if path != record:
                    content = wheel.read(path)
                    self.assertEqual(
                        (digest, size),
                        (
                            "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode(),
                            str(len(content)),
                        ),
                    )
            for module in (ROOT / "python" / "package").iterdir():
                if module.is_file():
                    self.assertEqual(wheel.read(f"poslab/{module.name}"), module.read_bytes())


if __name__ == "__main__":
    unittest.main()
