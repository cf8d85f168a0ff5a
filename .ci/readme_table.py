"""Put the tables of `results/` where README.md quotes them, between its marks `table:` and `end`."""

import re
from pathlib import Path

readme = Path("README.md")


def quoted(found: re.Match[str]) -> str:
    """Return the marks with the table between them."""
    folder, group = found[1].split()
    summary = Path(folder, "tables/summary.md").read_text()
    table = summary.split(f"## {group}")[1].split("## ")[0].split("\n", 2)[2].strip()
    return f"<!-- table: {found[1]} -->\n{table}\n<!-- end -->"


readme.write_text(re.sub(r"<!-- table: (.*?) -->\n.*?<!-- end -->", quoted, readme.read_text(), flags=re.S))
