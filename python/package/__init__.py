"""PosLab from Python: the numbers, figures and checks of its command line, on NumPy arrays.

    result = poslab.compute("attention", map="rerope", w=512, queries=queries, keys=keys)
    result["map"]                                       # a NumPy array, not copied
    poslab.plot("position-matrix", length=1_000_000)    # a notebook shows it
    poslab.sweep("attention", {"w": "16:512:6"})        # one result per value, or a film: .save("w.gif")
    assert poslab.check(config="config.json", cos=cos, sin=sin)

Parameters have the names of the command line, with _ for - (and a trailing _ after Python keywords: lambda_).
Each view is also a function, whose help lists its parameters: help(poslab.attention).
"""

from poslab import _functions
from poslab._checks import Check, check
from poslab._core import Error
from poslab._core import version as __version__
from poslab._descriptions import Array, Figure, Parameter, View, language, parameters, views
from poslab._functions import *  # noqa: F403: one function per view
from poslab._live_pages import LivePage, page
from poslab._notes import PosLabWarning
from poslab._pictures import Picture, plot
from poslab._results import MissingArray, Result, compute
from poslab._sweeps import Sweep, sweep

__all__ = [
    "Array",
    "Check",
    "Error",
    "Figure",
    "LivePage",
    "MissingArray",
    "Parameter",
    "Picture",
    "PosLabWarning",
    "Result",
    "Sweep",
    "View",
    "__version__",
    "check",
    "compute",
    "language",
    "page",
    "parameters",
    "plot",
    "sweep",
    "views",
    *_functions.__all__,
]
