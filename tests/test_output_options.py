"""What the command line refuses to print or to draw."""

import pytest

from research import cli


@pytest.fixture
def call(monkeypatch, capsys):
    """Call the command line in this process; return status, standard output and standard error."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["research", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return ended.value.code, out, err

    return run


@pytest.mark.parametrize("asked", [("--csv", "--json"), ("--markdown", "--latex"), ("--json", "--latex")])
def test_two_forms_of_output_at_once_are_refused(call, asked):
    commands = [("compare", "results/quickstart")]
    if set(asked) <= {"--csv", "--json"}:
        commands.append(("space", "2x2"))
    for command in commands:
        status, out, err = call(*command, *asked)
        assert (status, out) == (2, "")
        assert err.startswith("output: found --") and err.endswith("; expected one of them at most\n")
        assert all(word in err for word in asked) and err.count("\n") == 1


def test_a_figure_is_drawn_as_what_it_is_called_or_refused(call, tmp_path):
    for wrong in (tmp_path / "x.pdf", "."):
        status, out, err = call("space", "2x2", "--figure", wrong)
        assert (status, out) == (2, "") and list(tmp_path.iterdir()) == []
        assert err == f"--figure: found {wrong}; expected a name ending in .svg or .png, as both are drawn\n"
    assert call("space", "2x2", "--json", "--figure", tmp_path / "x.png")[0] == 0
    assert {each.name for each in tmp_path.iterdir()} == {"x.csv", "x.png", "x.svg"}
