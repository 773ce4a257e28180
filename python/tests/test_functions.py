"""A function for each view, created from its descriptors: signature, help, types."""

import ast
import inspect
import json
import subprocess
import unittest

from support import PROGRAM, ROOT

import poslab
from poslab import _core, stubs

DESCRIBED = {
    view["id"]: view for view in json.loads(subprocess.run([PROGRAM, "views", "--json"], capture_output=True, check=True).stdout)
}


class Functions(unittest.TestCase):
    def test_there_is_one_of_each_view(self):
        self.assertEqual([view.replace("_", "-") for view in poslab.views()], list(DESCRIBED))
        for view in poslab.views():
            self.assertIn(view, poslab.__all__)

    def test_signatures_have_every_parameter_with_its_default(self):
        for view, described in DESCRIBED.items():
            signature = inspect.signature(getattr(poslab, view.replace("-", "_")))
            for parameter in described["parameters"]:
                name = parameter["id"].replace("-", "_")
                default = signature.parameters.get(name, signature.parameters.get(name + "_")).default
                self.assertEqual(list(default) if isinstance(default, tuple) else default, parameter["default"], parameter["id"])
            self.assertEqual([name for name in signature.parameters][-4:], ["array", "versus", "engine", "progress"])

    def test_no_parameter_is_called_as_an_option(self):
        functions = (poslab.compute, poslab.plot, poslab.check, poslab.sweep)
        options = {name for function in functions for name in inspect.signature(function).parameters} - {"parameters", "given"}
        for view in poslab.views().values():
            allowed = (
                {"measure"} if view.name != "frequencies" else set()
            )  # options of check only, which also has the parameters of frequencies
            if view.name != "frequencies":
                allowed |= {"heads", "discretisation", "step_size", "sinusoidal_layout", "sinusoidal_denominator"}
                allowed |= {"layout_2d", "grid", "coordinates", "mrope_layout"}
            self.assertFalse(options & view.parameters.keys() - allowed, view.name)

    def test_help_says_all_of_a_parameter(self):
        text = " ".join(poslab.attention.__doc__.split())
        self.assertIn("w : int (tokens) in [0, 16777216], default 256 Distances below w are left unchanged. (9708)", text)
        self.assertIn("map : rope, pi, rerope, ", text)
        for parameter in DESCRIBED["attention"]["parameters"]:
            self.assertIn(" ".join(parameter["help"]["en"].split()), text)
        for kind in ("arrays", "values"):
            for row in DESCRIBED["attention"][kind]:
                self.assertIn(" ".join(row["help"]["en"].split()), text)

    def test_descriptions(self):
        parameter = poslab.parameters("attention")["lambda_"]
        self.assertEqual((parameter.kind, parameter.symbol), ("real", "λ"))
        self.assertEqual(poslab.views()["attention"].arrays["map"].axes, ("rows", "cols"))
        self.assertIn("main", poslab.views()["attention"].figures)

    def test_defaults_are_what_is_computed_without_words(self):
        for view in ("position_matrix", "memory_decay"):
            defaults = {name: parameter.default for name, parameter in poslab.parameters(view).items()}
            self.assertEqual(getattr(poslab, view)(**defaults).parameters, getattr(poslab, view)().parameters)

    def test_the_stub_of_the_core_has_all_of_it(self):
        nodes = ast.parse((ROOT / "python" / "package" / "_core.pyi").read_text(encoding="utf-8")).body
        named = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        named |= {node.target.id for node in nodes if isinstance(node, ast.AnnAssign)}
        self.assertEqual(named, {name for name in dir(_core) if not name.startswith("__")})

    def test_stubs_are_python_with_every_parameter(self):
        functions = {node.name: node for node in ast.parse(stubs.stubs()).body if isinstance(node, ast.FunctionDef)}
        self.assertEqual(list(functions), list(poslab.views()))
        for view in poslab.views().values():
            self.assertEqual([argument.arg for argument in functions[view.name].args.kwonlyargs][:-4], list(view.parameters))


if __name__ == "__main__":
    unittest.main()
