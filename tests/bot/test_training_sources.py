"""What trains FACE TO FACE's network compiles a part of the program by itself: the list of sources must be whole."""
import ast
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sources():
    """SOURCES of the trainer, which cannot be imported without PyTorch."""
    tree = ast.parse((ROOT / "tools/train/facetoface.py").read_text())
    value = next(node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "SOURCES")
    return eval(compile(ast.Expression(value), "facetoface.py", "eval"))  # names and strings of our own file


class Sources(unittest.TestCase):
    def test_nothing_that_the_player_calls_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            command = ["cc", "-std=gnu17", "-O0", "-march=native", "-fPIC", "-shared", "-pthread", "-Wl,-z,defs", f"-I{ROOT}/src", f"-I{ROOT}/include"]
            built = subprocess.run([*command, "-o", f"{folder}/player.so", *(ROOT / source for source in sources()), "-lm"],
                                   capture_output=True, text=True, check=False)
        self.assertEqual(built.returncode, 0, built.stderr)


if __name__ == "__main__":
    unittest.main()
