"""Converts Python values to command line words; arrays, bytes and dictionaries become files in memory."""

from __future__ import annotations

import collections.abc
import difflib
import io
import json
import operator
import os
from typing import Any

import numpy

from poslab import _core, _descriptions


class Command:
    """The words of a command, and the files in memory that they name."""

    def __init__(self, name: str, *words: str) -> None:
        self.words = [name, *words]
        self._files: list[_core.GivenFile] = []

    def add_parameters(self, view: _descriptions.View, given: dict[str, Any]) -> None:
        for name, value in given.items():
            parameter = view.parameters.get(_descriptions.python_name(name))
            if parameter is None:
                raise _descriptions.error(_unknown(name, view))
            self.add(name, value, parameter.kind)

    def add(self, name: str, value: Any, kind: str = "") -> None:
        """Adds an option; None is ignored."""
        option = _descriptions.program_name(name)
        if value is not None:
            self.words.append(f"--{option}={self._text(option, value, kind)}")

    def add_flag(self, name: str, value: bool) -> None:
        if value:
            self.words.append(f"--{_descriptions.program_name(name)}")

    def add_variants(self, name: str, view: _descriptions.View, versus: Any) -> None:
        """Adds variants in the form of --versus: a dictionary of changed parameters, its text, or several of either."""
        if versus is None:
            return
        for variant in [versus] if isinstance(versus, (str, collections.abc.Mapping)) else versus:
            self.words.append(f"--{name}={variant if isinstance(variant, str) else self._changes(view, variant)}")

    def add_range(self, view: _descriptions.View, name: str, values: Any) -> None:
        """Adds a range in the form of --over: its text, or individual values."""
        parameter = view.parameters.get(_descriptions.python_name(name))
        if parameter is None:
            raise _descriptions.error(_unknown(name, view))
        option = _descriptions.program_name(name)
        holds_commas = parameter.kind in ("list", "choice_list", "file", "axes")
        if not isinstance(values, str):
            texts = [self._text(option, value, parameter.kind) for value in values]
            if not texts:
                raise _descriptions.error(f"{name}: a sweep requires at least one value")
            values = (";" if holds_commas else ",").join(texts)
        self.words.append(f"--over={option}={values}")

    def _changes(self, view: _descriptions.View, changes: collections.abc.Mapping[str, Any]) -> str:
        said = []
        for name, value in changes.items():
            parameter = view.parameters.get(_descriptions.python_name(name))
            if parameter is None and name != "name":
                raise _descriptions.error(_unknown(name, view))
            option = _descriptions.program_name(name)
            said.append((name == "name", f"{option}={self._text(option, value, parameter.kind if parameter else '')}"))
        return ",".join(text for _, text in sorted(said, key=operator.itemgetter(0)))  # the name must be last

    def _text(self, name: str, value: Any, kind: str) -> str:
        if kind == "file":
            return self._path(name, value)
        if isinstance(value, (slice, range)):
            return _interval(value)
        if isinstance(value, (list, tuple)) or (isinstance(value, numpy.ndarray) and value.ndim > 0):
            between = {"interval": ":", "resolution": "x"}.get(kind, ",")
            return between.join(_one(name, item) for item in value) or "none"
        return _one(name, value)

    def _path(self, name: str, value: Any) -> str:
        if isinstance(value, (str, os.PathLike)):
            return os.fsdecode(value)
        if hasattr(value, "to_dict"):  # e.g. a config of Transformers
            value = value.to_dict()
        if isinstance(value, collections.abc.Mapping):
            return self._given(name, ".json", [json.dumps(value).encode()])
        if isinstance(value, (bytes, bytearray)):
            return self._given(name, ".txt", [value])
        if isinstance(value, (list, tuple)) and value and all(isinstance(line, str) for line in value):
            return self._given(name, ".txt", ["".join(_line(line) for line in value).encode()])
        return self._given(name, ".npy", _npy(numpy.asarray(value)))

    def _given(self, name: str, ending: str, parts: list[Any]) -> str:
        file = _core.GivenFile(name, ending, parts)
        self._files.append(file)
        return file.path


def _npy(array: numpy.ndarray) -> list[Any]:
    """Returns a header and the array's memory; only non-contiguous arrays are copied."""
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        array = numpy.ascontiguousarray(array)
    header = io.BytesIO()
    numpy.lib.format.write_array_header_1_0(header, numpy.lib.format.header_data_from_array_1_0(array))
    if array.dtype.num >= 256:  # dtypes of other packages such as bfloat16 have no buffer format
        array = array.view(f"V{array.dtype.itemsize}")
    return [header.getvalue(), array]


def _one(name: str, value: Any) -> str:
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if hasattr(value, "__index__"):
        return str(operator.index(value))
    if not hasattr(value, "__float__"):
        raise _descriptions.error(f"--{name}: a value of type {type(value).__name__} cannot be read")
    return repr(float(value))


def _interval(value: slice | range) -> str:
    if value.step not in (None, 1) or value.start is None or value.stop is None:
        raise _descriptions.error(f"{value}: an interval must have a beginning and an end, but no step")
    return f"{value.start}:{value.stop}"


def _line(text: str) -> str:
    for plain, escaped in {"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"}.items():
        text = text.replace(plain, escaped)
    return text + "\n"


def _unknown(name: str, view: _descriptions.View) -> str:
    near = difflib.get_close_matches(name, view.parameters, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return f"{view.name} has no parameter '{name}'{meant}; poslab.parameters('{view.name}') lists them"
