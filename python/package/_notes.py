"""The module's warnings as Python warnings."""

from __future__ import annotations

import pathlib
import sys
import warnings

_PACKAGE = str(pathlib.Path(__file__).parent)


class PosLabWarning(UserWarning):
    """A result is incomplete; the message is also in its `warnings` or `notices`."""


def warn(sentences: list[str]) -> None:
    """Warns at the line of the caller outside the module."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    for sentence in sentences:
        warnings.warn(sentence, PosLabWarning, stacklevel=level)
