"""Numbers or figures for a range of parameter values: poslab.sweep."""

from __future__ import annotations

import collections.abc
import json
import operator
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy

from poslab import _core, _descriptions, _notes
from poslab._results import Result, names_of
from poslab._words import Command, flag, listed, output, value_text

_Progress = Callable[[float], object]


class Sweep(collections.abc.Sequence):
    """The steps of a sweep, in order; each is computed on first use, and cached.

    sweep[n], iteration   the Result of a step
    sweep["entropy"]      that array of all steps, stacked: [steps, …], or [first, second, …] for a grid
    parameters            per step: the parameters that it sets
    shape                 steps along each axis; a single number if parameters change together
    notices               messages, e.g. if steps are equal
    """

    def __init__(self, command: Command, arrays: list[bytes], progress: _Progress | None) -> None:
        self._command = command
        self._arrays = arrays
        self._progress = progress
        self._steps = _core.SweepSteps(command.encoded())
        command.remember()
        self._results: dict[int, Result] = {}
        self._values: dict[int, dict[str, Any]] = {}
        self.shape: tuple[int, ...] = tuple(self._steps.shape)
        self.notices: list[str] = self._steps.notices
        self.parameters: list[dict[str, Any]] = [self._parameters(step) for step in range(len(self))]
        _notes.warn(self.notices)

    def __len__(self) -> int:
        return int(numpy.prod(self.shape))

    def __getitem__(self, step: Any) -> Any:
        if isinstance(step, str):
            return self.stack(step)
        if isinstance(step, slice):
            return [self[n] for n in range(*step.indices(len(self)))]
        at = operator.index(step)
        at += len(self) if at < 0 else 0
        if not 0 <= at < len(self):
            raise IndexError(f"step {step}: the sweep has {len(self)} steps")
        if at not in self._results:
            self._command.expect_unchanged()
        return self._result(at, self._progress)

    def __iter__(self) -> Iterator[Result]:
        if len(self._results) < len(self):
            self._command.expect_unchanged()  # once, since it reads all arrays
        for step in range(len(self)):
            yield self._result(step, self._part(step))

    def stack(self, array: str) -> numpy.ndarray:
        """Stacks an array of all steps along new first axes. Raises ValueError if the shapes differ."""
        each = [result[array] for result in self]
        shapes = {one.shape for one in each}
        if len(shapes) > 1:
            raise ValueError(f"'{array}' has different shapes, {', '.join(map(str, sorted(shapes)))}; use sweep[n]['{array}']")
        return numpy.stack(each).reshape(*self.shape, *each[0].shape)

    def rows(self) -> list[dict[str, Any]]:
        """Returns the parameters and scalars of each step, e.g. for pandas.DataFrame."""
        if len(self._values) < len(self):
            self._command.expect_unchanged()
        for step in range(len(self)):
            if step not in self._values:
                self._values[step] = self._steps.values(step, self._part(step))
        return [{**self.parameters[step], **self._values[step]} for step in range(len(self))]

    def to_dict(self) -> dict[str, list[Any]]:
        """Returns the rows() as columns."""
        rows = self.rows()
        names = dict.fromkeys(name for row in rows for name in row)
        return {name: [row.get(name) for row in rows] for name in names}

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        fps: float | None = None,
        limits: str | None = None,
        values: str | Sequence[str] = (),
        fresh: bool = False,
        progress: _Progress | None = None,
    ) -> list[str]:
        """Writes .gif, .mp4, DIR/ of PNGs, .pdf (a sheet) or .csv, like `poslab sweep … -o PATH`; returns notices.

        fps     frames per second; limits: "held" or "each"
        values  the columns of a CSV, one or several; default: all scalars
        fresh   recomputes frames left by an earlier run
        """
        words = [output(path)]
        for name, value in {"fps": fps, "limits": limits}.items():
            words += [] if value is None else [f"--{name}={value_text(name, value)}"]
        columns = [values] if isinstance(values, str) else listed("values", values)
        words += [f"--value={value_text('value', column)}" for column in columns]
        words += flag("fresh", fresh)
        return _core.sweep(self._command.encoded(*words), progress or self._progress)

    def __repr__(self) -> str:
        return f"<poslab.Sweep of {_descriptions.python_name(self._command.words[1])}: {' × '.join(map(str, self.shape))} steps>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Sweep, (self._command, self._arrays, self._progress)

    def _result(self, step: int, progress: _Progress | None) -> Result:
        if step not in self._results:
            made = self._steps.compute(step, self._arrays, progress)
            _notes.warn(made["pooled"])
            self._results[step] = Result(made)
        return self._results[step]

    def _parameters(self, step: int) -> dict[str, Any]:
        given = json.loads(self._steps.parameters(step))
        return {_descriptions.python_name(name): value for name, value in given.items()}

    def _part(self, step: int) -> _Progress | None:
        """Converts the progress of one step to that of all steps."""
        if self._progress is None:
            return None
        progress, steps = self._progress, len(self)
        return lambda fraction: progress((step + fraction) / steps)


def sweep(
    view: str,
    over: Mapping[str, Any],
    *,
    together: bool = False,
    array: str | Sequence[str] | None = None,
    versus: Any = None,
    path: str | os.PathLike[str] | None = None,
    figure: str | None = None,
    theme: str | None = None,
    size: str | tuple[float, float] | None = None,
    dpi: float | None = None,
    bare: bool = False,
    lang: str | None = None,
    engine: str | None = None,
    progress: _Progress | None = None,
    **parameters: Any,
) -> Sweep:
    """Computes or draws a view for a range of parameter values, like `poslab sweep VIEW`.

    over      one or two parameters with their values: a list, a range, an array, or a string like
              "16:512:6" (FROM:TO:COUNT, evenly spaced on the slider); two parameters form a grid
    together  changes both parameters together, step by step, instead of a grid
    array     one of the view's arrays, or several, in each result; default: all
    path      writes a film, frames, a sheet or a table immediately, like save()
    figure, theme, size, dpi, bare, lang    for figures drawn by save(), as in poslab.plot

    Other arguments are as in poslab.compute. Raises poslab.Error.
    """
    found = _descriptions.find_view(view)
    command = Command("sweep", _descriptions.program_name(found.name))
    for name, value in {"figure": figure, "theme": theme, "dpi": dpi, "engine": engine}.items():
        command.add(name, value)
    command.add("size", size, "resolution")
    spoken = lang or _descriptions.language()
    command.add("lang", None if spoken == "en" else spoken)
    command.add_flag("bare", bare)
    command.add_flag("together", together)
    command.add_variants("versus", found, versus)
    command.add_parameters(found, parameters)
    if not isinstance(over, Mapping):
        raise _descriptions.error("over: must be a dictionary of parameters and their values")
    for name, values in over.items():
        command.add_range(found, name, values)
    made = Sweep(command, names_of(found, array), progress)
    if path is not None:
        made.save(path)
    return made
