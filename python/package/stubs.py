"""Writes the types of the views' functions for editors and type checkers: python -m poslab.stubs FILE"""

from __future__ import annotations

import pathlib
import sys

from poslab import _descriptions, _functions

_HEAD = """\
# Generated from the descriptors by poslab.stubs.
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal

from poslab._results import Result

_File = str | PathLike[str] | Any  # or anything convertible to an array, or a dictionary
"""

_TYPES = {
    "toggle": "bool",
    "integer": "int",
    "real": "float",
    "interval": "tuple[int, int] | range | slice | str",
    "resolution": "tuple[int, int] | str",
    "optional_real": "float | str",
    "list": "Sequence[float] | str",
    "file": "_File",
    "axes": "str",
}


def stub_of(view: _descriptions.View) -> str:
    lines = [f"    {parameter.name}: {_type(parameter)} | None = ...," for parameter in view.parameters.values()]
    return "\n".join(
        [
            f"def {view.name}(",
            "    *,",
            *lines,
            "    array: str | Sequence[str] | None = ...,",
            "    versus: Any = ...,",
            "    engine: str | None = ...,",
            "    progress: Callable[[float], object] | None = ...,",
            ") -> Result: ...",
        ]
    )


def _type(parameter: _descriptions.Parameter) -> str:
    choices = f"Literal[{', '.join(map(repr, parameter.choices))}]"
    if parameter.kind == "choice":
        return choices
    if parameter.kind == "choice_list":
        return f"Sequence[{choices}] | str"
    return _TYPES[parameter.kind]


def stubs() -> str:
    names = "\n".join(f"    {name!r}," for name in _functions.__all__)
    return "\n\n".join([_HEAD, *(stub_of(view) for view in _descriptions.views().values()), f"__all__ = [\n{names}\n]\n"])


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(stubs(), encoding="utf-8")
