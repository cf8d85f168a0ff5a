"""Print pyproject.toml's lower bounds as pip constraints: `numpy>=1.26` becomes `numpy==1.26`."""

import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
for requirement in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
    print(requirement.replace(">=", "=="))
