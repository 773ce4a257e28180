"""Prints the library with which NumPy multiplies matrices and, for OpenBLAS, which of its kernels runs
here."""

import ctypes
import os

import numpy as np

multiarray = (np._core if hasattr(np, "_core") else np.core)._multiarray_umath


class Place(ctypes.Structure):
    """Dl_info of dladdr."""

    _fields_ = [("file", ctypes.c_char_p), ("base", ctypes.c_void_p), ("name", ctypes.c_char_p), ("address", ctypes.c_void_p)]


def symbol(*names):
    """Returns the first of these functions that NumPy finds; preloaded libraries precede linked ones."""
    for scope in (ctypes.CDLL(None), ctypes.CDLL(multiarray.__file__)):
        for name in names:
            if hasattr(scope, name):
                return getattr(scope, name)
    return None


product = symbol("cblas_sgemm", "cblas_sgemm64_", "scipy_cblas_sgemm64_")
place = Place()
if product is None or not ctypes.CDLL(None).dladdr(ctypes.cast(product, ctypes.c_void_p), ctypes.byref(place)):
    print("unknown")
else:
    core = symbol("openblas_get_corename", "openblas_get_corename64_", "scipy_openblas_get_corename64_")
    if core is not None:
        core.restype = ctypes.c_char_p
    # A reference BLAS next to a LAPACK from OpenBLAS matches both.
    path = os.path.realpath(place.file.decode())
    print(path, core().decode() if core is not None and "openblas" in path else "")
