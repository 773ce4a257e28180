"""Live pages are those of the command line, and notebooks show them."""

import html
import os
import pathlib
import unittest

from support import InFolder

import poslab


def has_engine():
    try:
        poslab.page("position-matrix", length=8)
    except poslab.Error as error:
        return error.exit_code != 6
    return True


class LivePages(InFolder):
    def test_without_an_engine_it_says_so(self):
        os.environ["POSLAB_PAGE_ENGINE"] = str(self.folder)
        self.addCleanup(os.environ.pop, "POSLAB_PAGE_ENGINE")
        with self.assertRaisesRegex(poslab.Error, "scripts/page-engine") as raised:
            poslab.page("position-matrix")
        self.assertEqual(raised.exception.exit_code, 6)

    def test_a_page_with_any_engine(self):
        engine = self.folder / "engine"
        engine.mkdir()
        (engine / "page_engine.js").write_text("var PosLabEngine;")
        (engine / "page_engine.wasm.gz").write_bytes(b"\x1f\x8b")
        (engine / "page_fonts.css").write_text("")
        os.environ["POSLAB_PAGE_ENGINE"] = str(engine)
        self.addCleanup(os.environ.pop, "POSLAB_PAGE_ENGINE")
        page = poslab.page("position_matrix", length=64, w=12, controls=("w", "train_length"), versus={"map": "rope"})
        self.assertIn("<!DOCTYPE html>", page.html[:20])
        self.assertIn(html.escape(page.html), page._repr_html_())
        self.assertEqual(repr(page), "<poslab.LivePage of position-matrix>")
        page.save(self.folder / "own.html")
        self.program("page", "position-matrix", "--length=64", "--w=12", "--controls=w,train-length", "--versus=map=rope", "-o", "figure.html")
        self.assertEqual((self.folder / "own.html").read_bytes(), (self.folder / "figure.html").read_bytes())
        with self.assertRaisesRegex(poslab.Error, "must end in .html"):
            page.save(self.folder / "own.txt")
        with self.assertRaisesRegex(poslab.Error, "^Cannot write '.*a.html': the folder '.*nowhere' does not exist") as raised:
            page.save(self.folder / "nowhere" / "a.html")
        self.assertEqual(raised.exception.exit_code, 4)
        with self.assertRaisesRegex(poslab.Error, "is not a path$"):
            page.save(f"{self.folder}/own.html\0.html")
        with self.assertRaisesRegex(poslab.Error, "is not a path$"):
            page.save(3)
        with self.assertRaisesRegex(poslab.Error, "controls"):
            poslab.page("position-matrix", controls="nothing")

    def test_the_engine_of_the_build_is_found(self):
        built = pathlib.Path(os.environ["POSLAB_ROOT"]) / "build" / "page-engine" / "page_engine.wasm.gz"
        self.assertEqual(has_engine(), built.exists())


if __name__ == "__main__":
    unittest.main()
