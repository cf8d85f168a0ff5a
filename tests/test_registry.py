from pathlib import Path

import pytest

import research
from research import registry
from research.fingerprint import code_of
from research.plugins import PluginError, load_plugin
from research.registry import REGISTRIES, Entry, Registry, UnknownName, strategies

GOOD = '''
from research import strategies

@strategies.register(needs={"goal"})
def planted(view, step: int = 1):
    """Planted by a test."""
    while view.moves():
        yield view.moves()[-1]
'''


@pytest.fixture
def plugin(tmp_path):
    """Write and load a plug-in; what it registered is taken out again afterwards."""
    path = tmp_path / "planted.py"

    def load(text):
        path.write_text(text)
        load_plugin(path)
        return path

    yield load
    for each in REGISTRIES.values():
        each.forget(path)


def test_an_unknown_name_names_the_nearest():
    with pytest.raises(UnknownName, match=r"unknown strategy 'a_stra' \(did you mean 'a_star'\?\)"):
        strategies["a_stra"]


def test_a_name_far_from_all_others_gets_no_suggestion():
    with pytest.raises(UnknownName, match=r"^unknown strategy 'qqq'$"):
        strategies["qqq"]


def test_names_come_in_alphabetical_order():
    assert list(strategies) == sorted(strategies) and len(strategies) >= 13


def test_a_plugin_registers_what_it_defines(plugin):
    plugin(GOOD)
    maze = research.make("maze.backtracker", seed=3, size=5)
    assert research.play(maze, "planted").outcome is research.Outcome.SOLVED
    assert strategies["planted"].doc == "Planted by a test."


def test_a_changed_plugin_takes_the_place_of_the_old_one(plugin):
    plugin(GOOD)
    before = code_of(strategies["planted"])
    plugin(GOOD.replace("Planted by", "Planted again by"))
    assert strategies["planted"].doc == "Planted again by a test."
    research.fingerprint._content.cache_clear() if hasattr(research, "fingerprint") else None
    assert code_of(strategies["planted"]) != before


def test_a_broken_plugin_is_one_line_with_its_place_and_leaves_nothing(plugin):
    with pytest.raises(PluginError) as caught:
        plugin(GOOD + "\n\nboom = 1 / 0\n")
    assert "planted.py:11: ZeroDivisionError" in str(caught.value) and "\n" not in str(caught.value)
    assert "planted" not in strategies


def test_a_syntax_error_is_told_with_its_line(plugin):
    with pytest.raises(PluginError, match=r"planted\.py:2: SyntaxError"):
        plugin("x = 1\ndef f(:\n")


def test_a_missing_plugin_is_told():
    with pytest.raises(PluginError, match="No such file"):
        load_plugin("nowhere.py")


def test_a_plugin_cannot_take_the_name_of_another_strategy(plugin):
    with pytest.raises(PluginError, match="'a_star' is registered already"):
        plugin(GOOD.replace("def planted", "def a_star"))
    assert strategies["a_star"].file.name == "a_star.py"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("step: int", "seed: int"), "cannot be called 'seed'"),
        (GOOD.replace("yield ", "return "), "must yield"),
    ],
)
def test_what_cannot_be_a_strategy_is_refused_when_it_registers(plugin, text, said):
    with pytest.raises(PluginError, match=said):
        plugin(text)


def test_a_broken_file_in_a_package_is_reported_and_the_others_load(tmp_path, monkeypatch):
    package = tmp_path / "zoo"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "bad.py").write_text("import nothing_of_the_kind\n")
    (package / "good.py").write_text("found = []\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "problems", [])
    assert len(Registry("beast", "zoo")) == 0
    assert len(registry.problems) == 1 and "nothing_of_the_kind" in registry.problems[0]
    import zoo.good

    assert zoo.good.found == []


def test_the_parameters_are_those_of_the_signature_without_the_view():
    assert list(strategies["monotone_beam"].parameters) == ["h", "width", "order"]


def test_the_fingerprint_covers_what_a_file_imports_from_its_neighbours():
    from research.fingerprint import _files

    names = {path.name for path in _files(strategies["a_star"])}
    assert {"a_star.py", "best_first.py", "heuristics.py"} <= names and "fog.py" not in names


def test_an_entry_without_a_file_counts_by_its_code():
    namespace = {}
    exec("def one(view):\n yield 1\ndef two(view):\n yield 2\n", namespace)
    one, two = (Entry("strategy", name, namespace[name]) for name in ("one", "two"))
    assert one.file is None or not Path(one.file).exists()
    assert code_of(one) != code_of(two)
