"""Numbers: poslab.compute."""

from __future__ import annotations

import collections.abc
import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy

from poslab import _core, _descriptions, _notes
from poslab._words import Command, encoded


_ALL_BUT_SIGN = numpy.uint64(2**63 - 1)


class MissingArray(KeyError):
    """The result has no such array; the message says how to get it."""

    def __str__(self) -> str:
        return self.args[0]


class Result(collections.abc.Mapping):
    """Arrays by name, with their metadata. The arrays are read-only: copy them before changing them.

    axes        per array: the names of its dimensions
    units       per array: its unit
    extents     per array and dimension: the covered indices, (begin, end); more than its size if pooled
    cells       per array: its shape before pooling; pooled: True if it was pooled
    scalars     single values by name; None if undefined
    parameters  all parameters of the computation
    warnings    messages
    engine      the engine that computed it
    variants    the results of `versus`, in order; name: the name of a variant, empty for others
    """

    def __init__(self, made: dict[str, Any]) -> None:
        self.view: str = _descriptions.python_name(made["view"])
        self.name: str = made["name"]
        self.variants: tuple[Result, ...] = tuple(Result(variant) for variant in made.get("variants", []))
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

        self.cells: dict[str, tuple[int, ...]] = {name: self._cells(name) for name in self}
        self.pooled: dict[str, bool] = {name: self.cells[name] != array.shape for name, array in self.items()}

    def __getitem__(self, name: str) -> numpy.ndarray:
        if name not in self._arrays:
            raise MissingArray(self._missing(name))
        return self._arrays[name]

    def __contains__(self, name: object) -> bool:
        return name in self._arrays

    # Mapping compares the arrays, whose comparison by NumPy has no truth value.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._arrays:
            raise AttributeError(f"arrays are items: result[{name!r}]")
        raise AttributeError(self._missing(name))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        make_read_only(self._arrays.values())

    def _cells(self, name: str) -> tuple[int, ...]:
        pairs = zip(self._arrays[name].shape, self.extents[name])
        return tuple(size if extent is None else max(size, extent[1] - extent[0]) for size, extent in pairs)

    def _missing(self, name: object) -> str:
        if name in self.scalars:
            return f"{name!r} is a scalar: result.scalars[{name!r}]"
        view = _descriptions.find_view(self.view)
        if name in view.arrays:
            call = f"poslab.compute({self.view!r}, array={name!r}, ...)"
            return f"{name!r} was not computed; {call} computes it: {view.arrays[name].help}"
        known = [*view.arrays, *view.values]
        near = difflib.get_close_matches(str(name), known, n=1)
        if not near:
            return f"{self.view} has no array {name!r}; it has {', '.join(view.arrays)}"
        how = f"result[{near[0]!r}]" if near[0] in self._arrays else f"poslab.compute({self.view!r}, array={near[0]!r}, ...)"
        if near[0] in view.values:
            how = f"result.scalars[{near[0]!r}]"
        return f"{self.view} has no array {name!r}; did you mean {near[0]!r}: {how}?"

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def masked(self, name: str) -> numpy.ndarray:
        """True for masked elements, e.g. above the diagonal of a causal map; other NaNs are results."""
        return self[name].view(numpy.uint64) & _ALL_BUT_SIGN == _core.masked_bits

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        pooled = {name: f" of {list(self.cells[name])} cells" for name, is_pooled in self.pooled.items() if is_pooled}
        arrays = ", ".join(f"{name} {list(array.shape)}{pooled.get(name, '')}" for name, array in self.items())
        return f"<poslab.Result of {self.view}: {arrays}>"


def make_read_only(arrays: Iterable[numpy.ndarray]) -> None:
    """Makes arrays read-only again, which pickles and copies are not."""
    for array in arrays:
        array.flags.writeable = False


def compute(
    view: str,
    *,
    array: str | Sequence[str] | None = None,
    versus: Any = None,
    engine: str | None = None,
    progress: Callable[[float], object] | None = None,
    **parameters: Any,
) -> Result:
    """Computes arrays and scalars, like `poslab compute VIEW`.

    array     one of the view's arrays, or several; default: all
    versus    a dictionary of changed parameters, or several: the result has a variant for each
    engine    auto, reference, cpu, opengl, cuda …
    progress  called with a fraction in [0, 1] several times per second

    Parameters are those of the view (poslab.parameters). Files may be given as arrays, and a config as a
    dictionary; arrays are not copied. A matrix with more than 1024 rows or columns is pooled, with a
    PosLabWarning, unless `resolution` sets its size. An interrupt (Ctrl-C) stops the computation; other
    threads run meanwhile. Raises poslab.Error.
    """
    found = _descriptions.find_view(view)
    command = Command("compute", _descriptions.program_name(found.name))
    command.add("engine", engine)
    command.add_variants("versus", found, versus)
    command.add_parameters(found, parameters)
    made = _core.compute(command.encoded(), names_of(found, array), progress)
    _notes.warn(made["pooled"])
    return Result(made)


def names_of(view: _descriptions.View, array: str | Sequence[str] | None) -> list[bytes]:
    """Returns the names as a list of bytes. Raises poslab.Error for a misspelled one."""
    names = [array] if isinstance(array, str) or array is None else array
    names = [name for name in names if name is not None] if isinstance(names, collections.abc.Iterable) else [names]
    if not all(isinstance(name, str) for name in names):
        raise _descriptions.error("array: must be a name, or several")
    for name in names:
        near = difflib.get_close_matches(name, view.arrays, n=1)
        if name not in view.arrays and near:
            raise _descriptions.error(f"{view.name} has no array '{name}'; did you mean '{near[0]}'?")
    return [encoded(name) for name in names]
