"""Converts Python values to command line words; arrays, bytes and dictionaries become files in memory."""

from __future__ import annotations

import collections.abc
import difflib
import io
import itertools
import json
import operator
import os
import re
import zlib
from typing import Any

import numpy

from poslab import _core, _descriptions


class Command:
    """The words of a command, and the files in memory that they name."""

    def __init__(self, name: str, *words: str) -> None:
        self.words = [name, *words]
        self._files: list[_File] = []
        self._paths: list[tuple[str, str]] = []  # with the names of their options
        self._states: list[Any] | None = None  # of the paths, for remember()

    def encoded(self, *more: str) -> list[bytes]:
        """Returns the words and these as bytes, in which paths have those of the file system."""
        self.expect_unchanged()
        words = [*self.words, *more]
        for word in words:
            if "\0" in word:  # the words of a command line end there
                raise _descriptions.error(f"{word!r} contains a null character")
        return [encoded(word) for word in words]

    def remember(self) -> None:
        """Makes later uses, which read arrays and files again, refuse those that have changed."""
        for file in self._files:
            file.checksum = file.current_checksum()
        self._states = [_state(path) for _, path in self._paths]

    def expect_unchanged(self) -> None:
        for file in self._files:
            if file.checksum is not None and file.checksum != file.current_checksum():
                name = file.parts[0]
                raise _descriptions.error(f"--{name}: the array has changed since it was passed; pass a copy", exit_code=3)
        for (name, path), state in zip(self._paths, self._states or []):
            if state != _state(path):
                raise _descriptions.error(f"--{name}: {path} or the working folder has changed since it was read", exit_code=3)

    def __getstate__(self) -> dict[str, Any]:
        self.expect_unchanged()
        files = [(file.file.path, *file.parts) for file in self._files]
        return {"words": self.words, "files": files, "paths": self._paths}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._files = [_File(*parts) for _, *parts in state["files"]]
        self._paths, self._states = state["paths"], None  # the files may be copies of the earlier ones
        # Other commands of this process may have these paths, and the new path of one file may be the old
        # path of the next, so all are replaced at once.
        paths = {path: file.file.path for (path, *_), file in zip(state["files"], self._files)}
        old = re.compile("|".join(map(re.escape, paths)))
        self.words = [old.sub(lambda found: paths[found[0]], word) if paths else word for word in state["words"]]

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
        self.words += flag(name, value)

    def add_variants(self, name: str, view: _descriptions.View, versus: Any) -> None:
        """Adds variants in the form of --versus: a dictionary of changed parameters, its text, or several of either."""
        if versus is None:
            return
        variants = [versus] if isinstance(versus, (str, collections.abc.Mapping)) else listed(name, versus)
        for variant in variants:
            if not isinstance(variant, (str, collections.abc.Mapping)):
                raise _descriptions.error(f"{name}: must be a dictionary of changed parameters, or several")
            changes = value_text(name, variant) if isinstance(variant, str) else self._changes(view, variant)
            self.words.append(f"--{name}={changes}")

    def add_range(self, view: _descriptions.View, name: str, values: Any) -> None:
        """Adds a range in the form of --over: its text, or individual values."""
        parameter = view.parameters.get(_descriptions.python_name(name))
        if parameter is None:
            raise _descriptions.error(_unknown(name, view))
        option = _descriptions.program_name(name)
        holds_commas = parameter.kind in ("list", "choice_list", "file", "axes")
        if not isinstance(values, str):
            _refuse_masked(option, values)
            texts = [self._text(option, value, parameter.kind) for value in listed(name, values)]
            if not texts:
                raise _descriptions.error(f"{name}: a sweep requires at least one value")
            values = (";" if holds_commas else ",").join(texts)
        self.words.append(f"--over={option}={value_text(option, values)}")

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
        _refuse_masked(name, value)
        if isinstance(value, (slice, range)):
            return _interval(value)
        if isinstance(value, (list, tuple)) or (isinstance(value, numpy.ndarray) and value.ndim > 0):
            between = {"interval": ":", "resolution": "x"}.get(kind, ",")
            return between.join(value_text(name, item) for item in value) or "none"
        return value_text(name, value)

    def _path(self, name: str, value: Any) -> str:
        if isinstance(value, (str, os.PathLike)):
            self._paths.append((name, path_text(value)))
            return self._paths[-1][1]
        value = _dictionary(name, value)
        if isinstance(value, collections.abc.Mapping):
            return self._given(name, ".json", [_json(name, value)])
        if isinstance(value, (bytes, bytearray)):
            return self._given(name, ".txt", [value])
        if isinstance(value, (list, tuple)) and value and all(isinstance(line, str) for line in value):
            ended = _line if name == "tokens" else _ended  # a list of tokens has escapes, a text has none
            return self._given(name, ".txt", [encoded("".join(map(ended, value)))])
        array = _array(name, value)
        try:
            return self._given(name, ".npy", _npy(array))
        except (BufferError, TypeError, ValueError) as reason:  # dates, texts of variable length
            raise _unreadable(name, reason) from reason

    def _given(self, name: str, ending: str, parts: list[Any]) -> str:
        self._files.append(_File(name, ending, parts))
        return self._files[-1].file.path


class _File:
    """A file in memory, and what it was made from."""

    def __init__(self, name: str, ending: str, parts: list[Any]) -> None:
        self.file = _core.GivenFile(name, ending, parts)
        self.parts = (name, ending, parts)
        self.checksum: int | None = None  # of Command.remember

    def current_checksum(self) -> int:
        checksum = 0
        for part in self.parts[2]:
            rows_first = isinstance(part, (bytes, bytearray)) or part.flags.c_contiguous
            checksum = zlib.crc32(part if rows_first else part.T, checksum)
        return checksum


def encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise _descriptions.error(f"{text!r} is not a valid text") from None


def path_text(path: str | bytes | os.PathLike[Any]) -> str:
    """Returns the text whose encoded() is the bytes of the path, which may be no UTF-8."""
    try:
        text = os.fsencode(path).decode("utf-8", "surrogateescape")
    except (TypeError, UnicodeEncodeError):
        text = "\0"
    if "\0" in text:  # the program would read it only up to there
        raise _descriptions.error(f"{path!r} is not a path")
    return text


def _state(path: str) -> list[tuple[int, int, int]] | None:
    """Returns the inode, size and modification time of the file, or of each file of a model's folder; None if there is none."""
    while path:  # FILE#NAME is an array of a file
        place = os.path.expanduser(encoded(path))
        try:
            found = [os.stat(file) for file in (_model_files(place) if os.path.isdir(place) else [place])]
            return sorted((one.st_ino, one.st_size, one.st_mtime_ns) for one in found)
        except OSError:
            path = path.rpartition("#")[0]
    return None


def _model_files(folder: bytes) -> list[bytes]:
    return [entry.path for entry in os.scandir(folder) if entry.name.endswith((b".json", b".safetensors", b".model"))]


def output(path: str | bytes | os.PathLike[Any]) -> str:
    return f"--output={path_text(path)}"


def flag(name: str, value: bool) -> list[str]:
    """Returns the words of a flag: one if it is set, none otherwise."""
    if not isinstance(value, (bool, numpy.bool_)):  # "no" is true in Python
        raise _descriptions.error(f"{name}: must be True or False, not of type {type(value).__name__}")
    return [f"--{_descriptions.program_name(name)}"] if value else []


def _refuse_masked(name: str, value: Any) -> None:
    seen, unseen = set(), [value]  # a list may hold itself
    while unseen:
        item = unseen.pop()
        if isinstance(item, numpy.ma.MaskedArray):
            raise _descriptions.error(f"--{name}: a masked array cannot be read; fill it first, e.g. by .filled(0)")
        if isinstance(item, (list, tuple)) and id(item) not in seen:
            seen.add(id(item))
            unseen.extend(item)


def _array(name: str, value: Any) -> numpy.ndarray:
    _refuse_masked(name, value)
    try:
        array = numpy.asanyarray(value)
    except Exception as reason:  # of an object's own conversion, too
        raise _unreadable(name, reason) from reason
    _refuse_masked(name, array)
    return numpy.asarray(array)


def _unreadable(name: str, reason: Exception) -> _core.Error:
    return _descriptions.error(f"--{name}: cannot be read as an array: {_line(str(reason)).rstrip()}")


def _dictionary(name: str, value: Any) -> Any:
    """Returns the dictionary of an object that has one, e.g. a config of Transformers, or else the value."""
    try:
        return value.to_dict() if hasattr(value, "to_dict") else value
    except Exception as reason:  # of the object itself, or its class was passed
        raise _descriptions.error(f"--{name}: to_dict() cannot be read: {_line(str(reason)).rstrip()}") from reason


def _plain(value: Any) -> Any:
    if isinstance(value, (numpy.generic, numpy.ndarray)):
        return value.tolist()
    raise TypeError(f"a value of type {type(value).__name__}")


def _json(name: str, value: Any) -> bytes:
    try:
        return json.dumps(value, default=_plain).encode()
    except (TypeError, ValueError, RecursionError) as reason:
        raise _descriptions.error(f"--{name}: cannot be written as JSON: {reason}") from reason


def listed(name: str, values: Any) -> list[Any]:
    """Returns the values as a list, of at most as many as a sweep may have."""
    try:
        found = list(itertools.islice(values, _core.max_sweep_steps + 1))
    except TypeError:
        raise _descriptions.error(f"{name}: must be several values, not one of type {type(values).__name__}") from None
    if len(found) > _core.max_sweep_steps:
        raise _descriptions.error(f"{name}: at most {_core.max_sweep_steps} values are allowed", exit_code=5)
    return found


def _npy(array: numpy.ndarray) -> list[Any]:
    """Returns a header and the array's memory; only non-contiguous arrays are copied."""
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        array = numpy.ascontiguousarray(array)
    header = io.BytesIO()
    numpy.lib.format.write_array_header_1_0(header, numpy.lib.format.header_data_from_array_1_0(array))
    if array.dtype.num >= 256:  # dtypes of other packages such as bfloat16 have no buffer format
        array = array.view(f"V{array.dtype.itemsize}")
    return [header.getvalue(), array]


def value_text(name: str, value: Any) -> str:
    """Returns a single value as a word of the command line."""
    if isinstance(value, numpy.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return str.__str__(value)  # a subclass such as an Enum formats as something else
    try:
        return str(operator.index(value))
    except Exception:  # of an object's own conversion; ValueError for thousands of digits
        pass
    try:
        is_numpy = isinstance(value, (numpy.ndarray, numpy.generic))
        if hasattr(value, "__float__") and not (is_numpy and numpy.iscomplexobj(value)):  # NumPy drops a part
            return repr(float(value))
    except Exception:  # of an object's own conversion
        pass
    raise _descriptions.error(f"--{name}: a value of type {type(value).__name__} cannot be read")


def _interval(value: slice | range) -> str:
    if value.step not in (None, 1) or value.start is None or value.stop is None:
        raise _descriptions.error(f"{value}: an interval must have a beginning and an end, but no step")
    return f"{value.start}:{value.stop}"


def _line(text: str) -> str:
    for plain, escaped in {"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"}.items():
        text = text.replace(plain, escaped)
    return text + "\n"


def _ended(line: str) -> str:
    return line if line.endswith("\n") else line + "\n"


def _unknown(name: str, view: _descriptions.View) -> str:
    near = difflib.get_close_matches(name, view.parameters, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return f"{view.name} has no parameter '{name}'{meant}; poslab.parameters('{view.name}') lists them"
