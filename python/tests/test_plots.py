"""Pictures equal those of the command line byte by byte."""

import xml.etree.ElementTree

import numpy as np
from support import InFolder, drawn

import poslab


class Plots(InFolder):
    def assert_written(self, picture, ending, *words):
        self.program("plot", *words, "-o", f"figure{ending}")
        picture.save(self.folder / "own" / f"figure{ending}")
        self.assertEqual((self.folder / "own" / f"figure{ending}").read_bytes(), (self.folder / f"figure{ending}").read_bytes())

    def setUp(self):
        super().setUp()
        (self.folder / "own").mkdir()

    def test_every_view_is_a_picture(self):
        for view in poslab.views():
            with self.subTest(view):
                drawing = xml.etree.ElementTree.fromstring(poslab.plot(view).svg)
                self.assertEqual(drawing.tag, "{http://www.w3.org/2000/svg}svg")
                self.assertGreater(len(list(drawing.iter("{http://www.w3.org/2000/svg}text"))), 5)

    def test_a_notebook_shows_it(self):
        picture = poslab.plot("position_matrix", length=64)
        self.assertEqual(picture._repr_svg_(), picture.svg)
        self.assertEqual(repr(picture), "<poslab.Picture of position-matrix>")

    def test_files_of_every_format(self):
        picture = poslab.plot("position-matrix", length=128, map="rerope", w=16)
        for ending in (".svg", ".png", ".pdf", ".tex"):
            with self.subTest(ending):
                self.assert_written(picture, ending, "position-matrix", "--length=128", "--map=rerope", "--w=16")
        with self.assertRaisesRegex(poslab.Error, "a picture must end in"):
            picture.save(self.folder / "figure.jpg")

    def test_options(self):
        picture = poslab.plot(
            "bias-decay",
            figure="main",
            theme="dark",
            size=(800, 500),
            title="A title, of one's own",
            bare=False,
            caption="[below]",
            proof="grey",
            lang="zh",
            length=512,
        )
        self.assert_written(
            picture,
            ".svg",
            "bias-decay",
            "--figure=main",
            "--theme=dark",
            "--size=800x500",
            "--title=A title, of one's own",
            "--caption=[below]",
            "--proof=grey",
            "--lang=zh",
            "--length=512",
        )
        printed = poslab.plot("frequencies", size="3.3x2.5in", font="stix", dpi=200, transparent=True, bare=True)
        self.assert_written(
            printed, ".png", "frequencies", "--size=3.3x2.5in", "--font=stix", "--dpi=200", "--transparent", "--bare"
        )

    def test_variants(self):
        picture = poslab.plot(
            "attention",
            length=64,
            dim=16,
            map="rerope",
            w=8,
            difference=True,
            figure="map",
            versus={"name": "plain, as it was", "map": "rope"},
        )
        self.assert_written(
            picture,
            ".svg",
            "attention",
            "--length=64",
            "--dim=16",
            "--map=rerope",
            "--w=8",
            "--difference",
            "--figure=map",
            "--versus=map=rope,name=plain, as it was",
        )
        several = poslab.plot("frequencies", versus=[{"base": 500000}, "scaling=yarn,factor=4"])
        self.assert_written(several, ".svg", "frequencies", "--versus=base=500000", "--versus=scaling=yarn,factor=4")
        with self.assertRaisesRegex(poslab.Error, "attention has no parameter 'mapp'"):
            poslab.plot("attention", versus={"mapp": "rope"})

    def test_own_arrays_stay_with_the_picture(self):
        queries, keys = drawn(1, 48, 16), drawn(2, 48, 16)
        np.save(self.folder / "queries.npy", queries)
        np.save(self.folder / "keys.npy", keys)
        picture = poslab.plot("attention", queries=queries, keys=keys, map="rope", figure="map", lang="en")
        del queries, keys
        self.assertIn("--keys &apos;<keys>".replace("<", "&lt;").split(" ")[0], picture.svg)
        picture.save(self.folder / "own" / "figure.png")
        self.program(
            "plot", "attention", "--queries=queries.npy", "--keys=keys.npy", "--map=rope", "--figure=map", "-o", "figure.png"
        )
        own, written = (pixels(folder / "figure.png") for folder in (self.folder / "own", self.folder))
        self.assertEqual(own[0], written[0])
        self.assertGreater(np.mean(own[1] == written[1]), 0.99)  # the subtitle names the files

    def test_files_have_the_names_that_were_given(self):
        (self.folder / "a.svg").write_text("mine")
        picture = poslab.plot("frequencies")
        for path in (f"{self.folder}/a.svg\0.png", f"{self.folder}/a.svg\0"):
            with self.assertRaisesRegex(poslab.Error, "is not a path$") as raised:
                picture.save(path)
            self.assertEqual(raised.exception.exit_code, 2)
        self.assertEqual((self.folder / "a.svg").read_text(), "mine")
        with self.assertRaisesRegex(poslab.Error, "contains a null character$"):
            poslab.plot("frequencies", title="a\0b")


def pixels(path):
    """Returns size and inflated rows of a PNG."""
    import zlib

    data, at, rows, size = path.read_bytes(), 8, b"", None
    while at < len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        content = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            size = content
        if kind == b"IDAT":
            rows += content
        at += 12 + length
    return size, np.frombuffer(zlib.decompress(rows), np.uint8)
