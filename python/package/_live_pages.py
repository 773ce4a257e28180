"""Live pages: poslab.page."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Iterable
from typing import Any

from poslab import _core, _descriptions
from poslab._words import Command, encoded, listed, path_text


class LivePage:
    """A figure with its controls, alive in a notebook and in any browser.

    html     the page, which needs no other file
    notices  messages for the user
    """

    def __init__(self, command: Command, height: int, progress: Callable[[float], object] | None = None) -> None:
        self._view = command.words[1]
        self._height = height
        page, self.notices = _core.page(command.encoded("--output=page.html"), progress)
        self.html: str = page.decode()

    def _repr_html_(self) -> str:
        source = html.escape(self.html)
        return f'<iframe srcdoc="{source}" width="100%" height="{self._height}" style="border:0"></iframe>'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that `poslab page … -o PATH` writes."""
        text = path_text(path)
        if not text.endswith(".html"):
            raise _descriptions.error(f"{text}: a page must end in .html")
        _core.write_file(encoded(text), self.html.encode())

    def __repr__(self) -> str:
        return f"<poslab.LivePage of {self._view}>"


def page(
    view: str,
    *,
    controls: str | Iterable[str] | None = None,
    figure: str | None = None,
    versus: Any = None,
    difference: bool = False,
    wipe: float | None = None,
    lang: str | None = None,
    engine: str | None = None,
    height: int = 640,
    progress: Callable[[float], object] | None = None,
    **parameters: Any,
) -> LivePage:
    """Makes a live page of a figure, like `poslab page VIEW`.

    controls     names of the parameters with a control; default: those that the window lists first
    figure       the name of one of the view's figures
    versus       a dictionary of changed parameters, drawn alongside; "name" in it is its label
    difference   with a single versus: one variant minus the other; wipe: split at this share of the width
    lang         en, zh …; default: the reader's language
    height       of the page in a notebook, in CSS pixels

    Other arguments are as in poslab.compute. Raises poslab.Error, also if the engine of pages was not built
    (scripts/page-engine).
    """
    found = _descriptions.find_view(view)
    command = Command("page", _descriptions.program_name(found.name))
    if controls is not None:
        names = controls.split(",") if isinstance(controls, str) else listed("controls", controls)
        command.words.append("--controls=" + ",".join(_descriptions.program_name(name) for name in names))
    for name, value in {"figure": figure, "wipe": wipe, "lang": lang, "engine": engine}.items():
        command.add(name, value)
    command.add_flag("difference", difference)
    command.add_variants("versus", found, versus)
    command.add_parameters(found, parameters)
    return LivePage(command, height, progress)
