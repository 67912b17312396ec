"""Puts the bundled games into the wheel; everything else about the build stands in pyproject.toml.

`rules/`, `cards/` and `schema/` are plain folders beside the code, not packages. A wheel carries them in
`rulewright_content/`, where the command line looks for games when no content folder is near.
"""

from pathlib import Path
from shutil import copytree, ignore_patterns

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
CONTENT = ("rules", "cards", "schema")


class BuildWithContent(build_py):
    """Copies the content folders beside the built packages (an editable install reads them in place)."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib) / "rulewright_content"
            for folder in CONTENT:
                if (HERE / folder).is_dir():
                    copytree(
                        HERE / folder,
                        target / folder,
                        dirs_exist_ok=True,
                        ignore=ignore_patterns("__pycache__", "*.py", "*.pyc", ".*"),
                    )


setup(cmdclass={"build_py": BuildWithContent})
