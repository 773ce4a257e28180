"""The available views, parameters, figures and arrays, from the program's descriptors."""

from __future__ import annotations

import functools
import json
import keyword
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from poslab import _core


@dataclass(frozen=True)
class Parameter:
    """A parameter of a view, with its `range` in interval notation, or the `choices` that it allows."""

    name: str
    kind: str
    label: str
    symbol: str
    unit: str
    default: Any
    range: str
    choices: tuple[str, ...]
    help: str
    source: str


@dataclass(frozen=True)
class Figure:
    name: str
    title: str


@dataclass(frozen=True)
class Array:
    name: str
    axes: tuple[str, ...]
    unit: str
    help: str


@dataclass(frozen=True)
class View:
    """A view: one subject. `values` maps the names of scalars to their descriptions."""

    name: str
    title: str
    summary: str
    source: str
    parameters: dict[str, Parameter]
    figures: dict[str, Figure]
    arrays: dict[str, Array]
    values: dict[str, str]


def language(language: str | None = None) -> str:
    """Returns the language of messages and descriptions, "en" or "zh"; sets it first if one is given."""
    if language is not None:
        if not isinstance(language, str):
            raise error(f"language: must be a string, not of type {type(language).__name__}")
        _core.set_language(language.encode("utf-8", "replace"))
        _described.cache_clear()
        for follow in _followers:
            follow()
    return _core.language()


_followers: list[Callable[[], None]] = []


def follow_language(follow: Callable[[], None]) -> None:
    """Registers a function that is called whenever the language changes."""
    _followers.append(follow)


def views() -> dict[str, View]:
    """Returns all views by name."""
    return dict(_described())


def parameters(view: str) -> dict[str, Parameter]:
    """Returns the parameters of a view by name."""
    return dict(find_view(view).parameters)


def find_view(view: str) -> View:
    if not isinstance(view, str):
        raise error(f"view: must be a name, not of type {type(view).__name__}")
    found = _described().get(python_name(view))
    if found is None:
        raise error(f"there is no view '{view}'; views are {', '.join(_described())}")
    return found


def error(sentence: str, exit_code: int = 2) -> _core.Error:
    """Creates an error, by default that of a command line with an unknown name."""
    raised = _core.Error(sentence)
    raised.exit_code = exit_code
    return raised


def python_name(name: str) -> str:
    name = _name(name).replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def program_name(name: str) -> str:
    return _name(name).rstrip("_").replace("_", "-")


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise error(f"{name!r}: a name must be a string")
    return name


@functools.lru_cache(maxsize=1)
def _described() -> dict[str, View]:
    read = (_view(view) for view in json.loads(_core.views()))
    return {view.name: view for view in read}


def _view(view: dict[str, Any]) -> View:
    read = [_parameter(parameter) for parameter in view["parameters"]]
    return View(
        name=python_name(view["id"]),
        title=_said(view["title"]),
        summary=_said(view["summary"]),
        source=view["source"],
        parameters={parameter.name: parameter for parameter in read},
        figures={figure["id"]: Figure(figure["id"], _said(figure["title"])) for figure in view["figures"]},
        arrays={
            array["name"]: Array(array["name"], tuple(array["axes"].split(", ")), array["unit"], _said(array["help"]))
            for array in view["arrays"]
        },
        values={value["name"]: _said(value["help"]) for value in view["values"]},
    )


def _parameter(parameter: dict[str, Any]) -> Parameter:
    default = parameter["default"]
    return Parameter(
        name=python_name(parameter["id"]),
        kind=parameter["kind"],
        label=_said(parameter["label"]),
        symbol=parameter["symbol"],
        unit=_said(parameter["unit"]),
        default=tuple(default) if isinstance(default, list) else default,
        range=_range(parameter.get("range")),
        choices=tuple(choice["id"] for choice in parameter.get("choices", [])),
        help=_said(parameter["help"]),
        source=_said(parameter["source"]),
    )


def _range(ends: dict[str, Any] | None) -> str:
    if ends is None:
        return ""
    first, last = "(" if ends["open_minimum"] else "[", ")" if ends["open_maximum"] else "]"
    return f"{first}{ends['minimum']:.10g}, {ends['maximum']:.10g}{last}"


def _said(text: dict[str, str]) -> str:
    return text[_core.language()]
