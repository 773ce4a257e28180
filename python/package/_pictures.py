"""Figures: poslab.plot."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from poslab import _core, _descriptions
from poslab._words import Command, output


class Picture:
    """A figure, displayed by notebooks.

    svg      the figure as SVG text
    notices  messages for the user, e.g. about omitted parts
    """

    def __init__(self, command: Command, progress: Callable[[float], object] | None = None) -> None:
        self._command = command
        drawn, self.notices = _core.picture(command.encoded("--output=figure.svg"), progress)
        self.svg: str = drawn.decode()
        command.remember()

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str], progress: Callable[[float], object] | None = None) -> None:
        """Writes a file like `poslab plot … -o PATH`: .png, .pdf, .svg or .tex; PNGs at full resolution."""
        _core.plot(self._command.encoded(output(path)), progress)

    def __repr__(self) -> str:
        return f"<poslab.Picture of {self._command.words[1]}>"


def plot(
    view: str,
    *,
    figure: str | None = None,
    theme: str | None = None,
    size: str | tuple[float, float] | None = None,
    preset_size: str | None = None,
    font_size: float | None = None,
    font: str | None = None,
    proof: str | None = None,
    title: str | None = None,
    caption: str | None = None,
    dpi: float | None = None,
    bare: bool = False,
    transparent: bool = False,
    versus: Any = None,
    difference: bool = False,
    wipe: float | None = None,
    lang: str | None = None,
    engine: str | None = None,
    progress: Callable[[float], object] | None = None,
    **parameters: Any,
) -> Picture:
    """Draws a figure, like `poslab plot VIEW`.

    figure       the name of one of the view's figures
    theme        light or dark
    size         (width, height) in CSS pixels, or "3.3x2.5in", for print; preset_size: icml-column, a4 …
    font_size    running text in points, laid out for print; font: inter or stix
    proof        grey, protanopia, deuteranopia or tritanopia
    title        replaces title and subtitle; caption: text below the figure
    dpi          resolution of a PNG
    bare         omits title, subtitle, key and colour bars; transparent: omits the background
    versus       a dictionary of changed parameters, or several, drawn alongside; "name" in it is its label
    difference   with a single versus: one variant minus the other; wipe: split at this share of the width
    lang         en, zh …; default: poslab.language()

    Other arguments are as in poslab.compute. Raises poslab.Error.
    """
    found = _descriptions.find_view(view)
    command = Command("plot", _descriptions.program_name(found.name))
    options = {
        "figure": figure,
        "theme": theme,
        "preset_size": preset_size,
        "font_size": font_size,
        "font": font,
        "proof": proof,
        "title": title,
        "caption": caption,
        "dpi": dpi,
        "wipe": wipe,
        "engine": engine,
    }
    for name, value in options.items():
        command.add(name, value)
    command.add("size", size, "resolution")
    spoken = lang or _descriptions.language()
    command.add("lang", None if spoken == "en" else spoken)
    for name, flag in {"bare": bare, "transparent": transparent, "difference": difference}.items():
        command.add_flag(name, flag)
    command.add_variants("versus", found, versus)
    command.add_parameters(found, parameters)
    return Picture(command, progress)
