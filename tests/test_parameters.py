import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.instances import instance_of, parse, parse_params
from research.parameters import BoardSize, ParameterError, bind, parse_size, place
from research.registry import generators, strategies


@pytest.mark.parametrize("value", [30, "30x30", (30, 30), BoardSize(30, 30)])
def test_a_size_has_many_spellings(value):
    assert parse_size(value) == BoardSize(30, 30)


@pytest.mark.parametrize("value", [0, -3, "30x", "x", "0x4", 1.5, True, None, (1, 2, 3), "20000x1", [3, 4]])
def test_other_values_are_no_size(value):
    with pytest.raises(ValueError, match="a size"):
        parse_size(value)


def test_a_size_is_width_by_height_and_cells_are_row_and_column():
    assert place("corner", parse_size("6x4")) == (3, 5)
    assert place("center", parse_size("6x4")) == (2, 3)
    with pytest.raises(ValueError, match="outside a board of 6x4"):
        place((4, 0), parse_size("6x4"))


@pytest.mark.parametrize(
    ("name", "params", "said"),
    [
        ("beam", {"widht": 3}, "no parameter 'widht'.*did you mean 'width'"),
        ("beam", {"width": 0}, "found 0; expected .*at least 1"),
        ("beam", {"width": "3"}, "found '3'; expected .*integer"),
        ("beam", {"width": True}, "expected .*integer"),
        ("beam", {"form": "queue"}, "'trigger' or 'layers'"),
        ("a_star", {"h": "manhatan"}, "did you mean 'manhattan'"),
        ("weighted_a_star", {"weight": 0.5}, "at least 1"),
        ("depth_first", {"order": "NNES"}, "distinct capital letters"),
        ("wall_follower", {"hand": "both"}, "'left' or 'right'"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_one_line(name, params, said):
    with pytest.raises(ParameterError, match=said) as caught:
        bind(strategies[name], params)
    assert "\n" not in str(caught.value) and "Input should" not in str(caught.value)


def test_an_int_will_do_for_a_float():
    assert bind(strategies["weighted_a_star"], {"weight": 3})["weight"] == 3


def test_a_missing_parameter_is_named():
    with pytest.raises(ParameterError, match="needs the parameter 'path'"):
        bind(generators["maze.file"], {})


def test_the_label_of_an_instance_is_read_back():
    for text in (
        "maze.backtracker:size=6x4,start=1,2,goal=center,seed=7",
        "maze.pacman:size=9x7",
        "maze.buildfun",
    ):
        instance = parse(text)
        assert parse(instance.label) == instance and parse(instance.label).label == instance.label
        assert set(text.split(":")[-1].split(",")) - {text} <= set(re.split("[:,]", instance.label))


@given(
    st.dictionaries(st.sampled_from(["a", "b", "c"]), st.integers() | st.sampled_from(["x", "1,2", "3x4"]))
)
def test_parameters_are_read_back_from_their_text(params):
    assert parse_params(",".join(f"{name}={value}" for name, value in params.items())) == params


def test_a_seed_given_apart_takes_the_place_of_the_one_in_the_text():
    assert parse("maze.kruskal:size=5,seed=2", seed=9).seed == 9


def test_clamped_seeds_mean_the_same_instance():
    assert (
        instance_of("maze.buildfun", {"size": 3}, 99).label
        == instance_of("maze.buildfun", {"size": 15}, 15).label
    )


def test_text_without_an_equals_sign_is_refused():
    with pytest.raises(ValueError, match="expected name=value"):
        parse_params("size")
