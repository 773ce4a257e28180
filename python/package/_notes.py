"""Warnings of the module, as Python's own."""

from __future__ import annotations

import pathlib
import sys
import warnings

_PACKAGE = str(pathlib.Path(__file__).parent)


class PosLabWarning(UserWarning):
    """Something that a result leaves out: the sentence is in `warnings` or `notices` of the result, too."""


def warn(sentences: list[str]) -> None:
    """Warns at the line that called the module."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    for sentence in sentences:
        warnings.warn(sentence, PosLabWarning, stacklevel=level)
