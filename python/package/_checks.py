"""Checks of implementations: poslab.check."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import numpy

from poslab import _core, _descriptions
from poslab._results import make_read_only
from poslab._words import Command, output


class Check:
    """The result of a check; true if everything agrees, so that a test can `assert` it.

    agrees             True if the dump agrees with the definition
    report             a readable report
    facts              the output of `poslab check --json`
    mistake            the known mistake that explains it best, or None
    deviations         of each number, [rows, columns], named by `row` and `column`; tolerances: permitted
                       deviations; observed: the numbers; NaN: not compared. None if definitions were compared
    """

    def __init__(self, command: Command, progress: Callable[[float], object] | None = None) -> None:
        self._command = command
        made = _core.check(command.encoded(), progress)
        command.remember()
        self.report: str = made["report"]
        self.facts: dict[str, Any] = json.loads(made["facts"])
        self.agrees: bool = self.facts["agrees"]
        self.mistake: str | None = self.facts.get("mistake")
        self.deviations: numpy.ndarray | None = made.get("deviations")
        self.tolerances: numpy.ndarray | None = made.get("tolerance")
        self.observed: numpy.ndarray | None = made.get("observed")
        self.row: str | None = made.get("row")
        self.column: str | None = made.get("column")

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        make_read_only(value for value in state.values() if isinstance(value, numpy.ndarray))

    def __bool__(self) -> bool:
        return self.agrees

    def require(self) -> None:
        """Raises AssertionError with the report unless everything agrees."""
        if not self.agrees:
            raise AssertionError(self.report.rstrip())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the report as a page: .pdf, .svg, .png or .tex."""
        _core.check(self._command.encoded(output(path)), None)

    def __repr__(self) -> str:
        lines = [line.strip() for line in self.report.splitlines()]
        told = [line for line in lines[1:] if line.startswith(("largest", "known", "nearest", "no known", "the definition"))]
        return f"<poslab.Check: {'; '.join([lines[0], *told])}>"


def check(
    *,
    against: Any = None,
    heads: int | None = None,
    measure: str | None = None,
    discretisation: str | None = None,
    step_size: float | None = None,
    sinusoidal_layout: str | None = None,
    sinusoidal_denominator: str | None = None,
    layout_2d: str | None = None,
    grid: str | None = None,
    coordinates: str | None = None,
    mrope_layout: str | None = None,
    lang: str | None = None,
    progress: Callable[[float], object] | None = None,
    **given: Any,
) -> Check:
    """Compares arrays with their definition, like `poslab check`.

    Arrays are named as on its command line: inverse_frequency; cos and sin; freqs_cis; before and after;
    queries, keys and logits; alibi_slopes; t5_buckets; t5_bias and t5_weights; sinusoidal; hippo_a and
    hippo_b; optionally with positions. The definition is config (a path, a dictionary, or an object with
    to_dict, as in Transformers), preset, or any parameter of the view frequencies.

    against    another definition instead of arrays: a config, or a dictionary of changed parameters
    heads      the expected number of slopes
    measure, discretisation, step_size    for HiPPO's matrices
    sinusoidal_layout, sinusoidal_denominator    fix the definition of sinusoidal positions
    layout_2d, grid, coordinates    positions in images: "axial", "14x20", "dinov3"
    mrope_layout    "blocks", "interleaved" or "alternating"
    lang       language of the page that save() writes

    Raises poslab.Error if the arrays cannot be compared.
    """
    view = _descriptions.find_view("frequencies")
    arrays = {_descriptions.python_name(role) for role, _ in _core.check_parts()}
    command = Command("check")
    options = {
        "heads": heads,
        "measure": measure,
        "discretisation": discretisation,
        "step_size": step_size,
        "sinusoidal_layout": sinusoidal_layout,
        "sinusoidal_denominator": sinusoidal_denominator,
        "layout_2d": layout_2d,
        "grid": grid,
        "coordinates": coordinates,
        "mrope_layout": mrope_layout,
        "lang": lang,
    }
    for name, value in options.items():
        command.add(name, value)
    for name in arrays & given.keys():
        command.add(name, given.pop(name), "file")
    command.add_parameters(view, given)
    if isinstance(against, dict) and all(_descriptions.python_name(name) in view.parameters for name in against):
        command.add_variants("against", view, against)
    else:
        command.add("against", against, "file")
    return Check(command, progress)
