"""A function for each view, created from the descriptors of its parameters."""

from __future__ import annotations

import inspect
import textwrap
from typing import Any

from poslab import _descriptions
from poslab._results import Result, compute

__all__ = list(_descriptions.views())

_WIDTH = 100


def _function(view: _descriptions.View) -> Any:
    def of_view(**given: Any) -> Result:
        return compute(view.name, **given)

    of_view.__name__ = of_view.__qualname__ = view.name
    of_view.__module__ = "poslab"
    own = [
        parameter
        for parameter in inspect.signature(compute).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    keyword = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=parameter.default)
        for name, parameter in view.parameters.items()
    ]
    of_view.__signature__ = inspect.Signature([*keyword, *own], return_annotation="Result")
    return of_view


def documented(view: _descriptions.View) -> str:
    """Returns the docstring of a view's function."""
    sections = [
        (
            f"Parameters (from {view.source})" if view.source else "Parameters",
            [(_head(parameter), _told(parameter)) for parameter in view.parameters.values()],
        ),
        ("Arrays", [(_array_head(array), array.help) for array in view.arrays.values()]),
        ("Scalars", list(view.values.items())),
        ("Figures, drawn by poslab.plot", [(figure.name, figure.title) for figure in view.figures.values()]),
    ]
    text = [*textwrap.wrap(f"{view.title}. {view.summary}", _WIDTH), "", "array, versus, engine and progress: see poslab.compute."]
    for heading, rows in sections:
        text += ["", heading, "-" * len(heading)]
        for head, told in rows:
            text += [head, *textwrap.wrap(told, _WIDTH, initial_indent="    ", subsequent_indent="    ")]
    return "\n".join(text)


_KINDS = {
    "toggle": "bool",
    "integer": "int",
    "real": "float",
    "interval": "(begin, end)",
    "resolution": "(width, height)",
    "optional_real": "float",
    "list": "numbers",
    "file": "path, array or dictionary",
    "axes": "str",
}


def _head(parameter: _descriptions.Parameter) -> str:
    kind = _KINDS.get(parameter.kind) or ("some of " if parameter.kind == "choice_list" else "") + ", ".join(parameter.choices)
    unit = f" ({parameter.unit})" if parameter.unit else ""
    within = f" in {parameter.range}" if parameter.range else ""
    return f"{parameter.name} : {kind}{unit}{within}, default {parameter.default}"


def _told(parameter: _descriptions.Parameter) -> str:
    symbol = f"{parameter.symbol}: " if parameter.symbol and parameter.symbol != parameter.name else ""
    return f"{symbol}{parameter.help}" + (f" ({parameter.source})" if parameter.source else "")


def _array_head(array: _descriptions.Array) -> str:
    return f"{array.name} : [{', '.join(array.axes)}]" + (f", {array.unit}" if array.unit else "")


def _describe() -> None:
    for name, view in _descriptions.views().items():
        globals()[name].__doc__ = documented(view)


globals().update({name: _function(view) for name, view in _descriptions.views().items()})
_describe()
_descriptions.follow_language(_describe)
