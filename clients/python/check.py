"""Everything about this package in one command: style, types, wheel and sdist, and the tests.

    python3 clients/python/check.py [--plotly 5 6 7]

The tests run against a whole service that is started from this checkout (`npm ci` comes first), with the
built wheel installed beside each major of plotly from PyPI, and once without plotly. Needs nothing but Python
and its venv module; what it installs stays in clients/python/.venvs.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

here = Path(__file__).resolve().parent
venvs = here / ".venvs" / f"{sys.version_info.major}.{sys.version_info.minor}"
tools = ["build==1.6.1", "mypy==2.4.1", "ruff==0.17.6"]
test_tools = ["pytest==9.2.0", "numpy", "pandas", "nbclient", "ipykernel"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--plotly", nargs="*", default=["5", "6", "7"], metavar="MAJOR")
    majors: list[str] = parser.parse_args().plotly

    python = prepare("tools", tools)
    run([python, "-m", "ruff", "check", "."])
    run([python, "-m", "ruff", "format", "--check", "src", "tests", "bench", "check.py"])
    run([python, "-m", "mypy"])
    shutil.rmtree(here / "dist", ignore_errors=True)
    # The wheel is built from the sdist: so both are whole.
    run([python, "-m", "build", "--outdir", "dist"])
    (wheel,) = (here / "dist").glob("*.whl")

    failed = [name for name, needs in environments(majors).items() if not tested(name, [str(wheel), *needs])]
    print(f"failed: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


def environments(majors: Sequence[str]) -> dict[str, list[str]]:
    """What is installed beside the wheel, by the name of the environment."""
    plotlys = {f"plotly-{major}": [f"plotly>={major},<{int(major) + 1}", *test_tools] for major in majors}
    return {"bare": ["pytest==9.2.0"], **plotlys}


def tested(name: str, needs: Sequence[str]) -> bool:
    python = prepare(name, needs)
    version = "from importlib import metadata as m; print('plotly', m.version('plotly'))"
    print(f"\n{name}, Python {sys.version.split()[0]}", flush=True)
    subprocess.run([python, "-c", version], stderr=subprocess.DEVNULL)
    return subprocess.run([python, "-m", "pytest", "-rs"], cwd=here).returncode == 0


def prepare(name: str, needs: Sequence[str]) -> str:
    """The Python of an environment that has all these; kept from run to run."""
    folder = venvs / name
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    quiet = ["-q", "--disable-pip-version-check"]
    run([str(python), "-m", "pip", "install", *quiet, *needs])
    # The wheel's version stays the same while its content changes.
    wheels = [need for need in needs if need.endswith(".whl")]
    if wheels:
        run([str(python), "-m", "pip", "install", *quiet, "--force-reinstall", "--no-deps", *wheels])
    return str(python)


def run(command: Sequence[str]) -> None:
    if code := subprocess.run(command, cwd=here).returncode:
        sys.exit(code)


if __name__ == "__main__":
    sys.exit(main())
