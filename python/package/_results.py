"""Numbers: poslab.compute."""

from __future__ import annotations

import collections.abc
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy

from poslab import _core, _descriptions
from poslab._words import Command


_ALL_BUT_SIGN = numpy.uint64(2**63 - 1)


class Result(collections.abc.Mapping):
    """Arrays by name, with what there is to know of them. They may not be written into: copy what is to be changed.

    axes        for each array the names of its dimensions
    units       for each array its unit
    extents     for each array and dimension the indices that it covers, (begin, end): more than it has numbers where it is pooled
    scalars     single values by name; None where one is not defined
    parameters  all that it was computed with
    warnings    sentences
    engine      what computed it
    """

    def __init__(self, made: dict[str, Any]) -> None:
        self.view: str = _descriptions.python_name(made["view"])
        self.engine: str = made["engine"]
        self.parameters: dict[str, Any] = {
            _descriptions.python_name(name): value for name, value in json.loads(made["parameters"]).items()
        }
        self.scalars: dict[str, Any] = made["values"]
        self.warnings: list[str] = made["warnings"]
        self._arrays: dict[str, numpy.ndarray] = {name: array for name, array, *_ in made["arrays"]}
        self.axes: dict[str, tuple[str, ...]] = {name: tuple(axes) for name, _, axes, *_ in made["arrays"]}
        self.units: dict[str, str] = {name: unit for name, _, _, unit, _ in made["arrays"]}
        self.extents: dict[str, tuple[Any, ...]] = {name: tuple(extents) for name, *_, extents in made["arrays"]}

    def __getitem__(self, name: str) -> numpy.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def masked(self, name: str) -> numpy.ndarray:
        """Where the array has no number: above the diagonal of a causal map, say. A NaN elsewhere is a result."""
        return self[name].view(numpy.uint64) & _ALL_BUT_SIGN == _core.masked_bits

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        arrays = ", ".join(f"{name} {list(array.shape)}" for name, array in self.items())
        return f"<poslab.Result of {self.view}: {arrays}>"


def compute(
    view: str,
    *,
    array: str | Sequence[str] | None = None,
    engine: str | None = None,
    progress: Callable[[float], object] | None = None,
    **parameters: Any,
) -> Result:
    """What `poslab compute VIEW` computes.

    array     one of the view's arrays, or several; all where none is named
    engine    auto, reference, cpu, opengl, cuda …
    progress  called with a fraction in [0, 1] some times a second

    Parameters are those of the view (poslab.parameters). Where the command line takes a file, an array does, too, and a dictionary
    for a config; they are not copied. An interrupt (Ctrl-C) stops the computation. Other threads run meanwhile. Raises poslab.Error.
    """
    found = _descriptions.find_view(view)
    command = Command("compute", _descriptions.program_name(found.name))
    command.add("engine", engine)
    command.add_parameters(found, parameters)
    names = [array] if isinstance(array, str) else list(array or [])
    return Result(_core.compute(command.words, names, progress))
