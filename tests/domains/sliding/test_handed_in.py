import subprocess
import sys

import research

BOARDS = "3 2 9 9\n4\n3,3,123456708\n3,3,123450786\n3,3,123456078\n3,3,123745086\n"


def test_answers_of_a_run_are_handed_in_within_the_totals(tmp_path):
    (tmp_path / "boards.txt").write_text(BOARDS)
    text = (
        "seeds: 1..4\ninstances: [sliding.file: {path: boards.txt}]\nstrategies: [a_star, greedy]\n"
        "fog: {cost: jump}\nmetrics: [moves, L, R, U, D]\ntotals: {L: 3, R: 2, U: 9, D: 9}\n"
    )
    (tmp_path / "few.yaml").write_text(text)
    results = research.run(tmp_path / "few.yaml", out=tmp_path / "out", jobs=1)
    handed = results.handed_in()
    assert len(handed.found) == 4 and handed.found[1] == "R" and handed.found[2] == "D"
    assert len(handed.chosen) < 4 and all(
        handed.used[letter] <= most for letter, most in handed.totals.items()
    )
    (tmp_path / "answers.txt").write_text(handed.text())
    command = [sys.executable, "-m", "research"]
    words = ["check", "boards.txt", "--answers", "answers.txt"]
    checked = subprocess.run([*command, *words], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0 and f"{len(handed.chosen)} of 4 boards solved" in checked.stdout
    printed = subprocess.run([*command, "answers", "out"], cwd=tmp_path, capture_output=True, text=True)
    assert printed.returncode == 0 and printed.stdout == handed.text()
    assert "boards 4, solved 4, handed_in" in printed.stderr
    assert (tmp_path / "out/tables/answers.csv").read_text().startswith("boards,solved,handed_in,L,L_allowed")


def test_results_without_boards_have_no_answers(tmp_path):
    content = {"seeds": 1, "instances": [{"maze.kruskal": {"size": "4x4"}}], "strategies": ["greedy"]}
    research.run(content, out=tmp_path / "out", jobs=1)
    command = [sys.executable, "-m", "research", "answers", "out"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "there are no answers among the rows" in done.stderr
