"""Which answers are handed in where the totals do not allow all."""

from itertools import combinations
from random import Random

import pytest

from research.domains.sliding.assignment import best_choice, choose, shortest_first, used

ENOUGH = {"L": 99, "R": 99, "U": 99, "D": 99}


def fits(answers, places, totals):
    return all(count <= totals[letter] for letter, count in used(answers, places).items())


def most_by_trying_all(answers, totals):
    """The size of the largest choice, by trying every one."""
    offered = [place for place, answer in enumerate(answers) if answer]
    sizes = range(len(offered), -1, -1)
    return next(n for n in sizes if any(fits(answers, each, totals) for each in combinations(offered, n)))


def drawn(seed):
    """Ten answers and totals that about half of them fit."""
    rng = Random(seed)
    answers = ["".join(rng.choices("LRUD", k=rng.randrange(0, 12))) for _ in range(10)]
    return answers, {letter: rng.randrange(2, 12) for letter in "LRUD"}


def test_all_answers_are_handed_in_where_they_fit_and_empty_ones_never():
    assert choose(["LR", "", "UD"], ENOUGH) == [0, 2]
    assert best_choice(["LR", "", "UD"], ENOUGH).is_optimal


def test_a_longer_answer_is_taken_where_the_shortest_uses_what_is_scarce():
    answers, totals = ["LLL", "LRRR", "LRRR", "LRRR"], {"L": 3, "R": 9, "U": 0, "D": 0}
    assert shortest_first(answers, totals) == [0]
    assert choose(answers, totals) == [1, 2, 3]


def test_a_total_may_be_used_up_and_no_more():
    assert choose(["LL", "L"], {"L": 3, "R": 0, "U": 0, "D": 0}) == [0, 1]
    assert len(choose(["LL", "LL"], {"L": 3, "R": 0, "U": 0, "D": 0})) == 1


def test_no_answer_is_handed_in_where_none_fits():
    assert choose(["LL", "UU"], {"L": 1, "R": 0, "U": 1, "D": 0}) == []


@pytest.mark.parametrize("seed", range(20))
def test_the_choice_fits_and_is_as_large_as_any(seed):
    answers, totals = drawn(seed)
    choice = best_choice(answers, totals)
    assert fits(answers, choice.places, totals)
    assert len(choice.places) == most_by_trying_all(answers, totals)
    assert choice.is_optimal


def test_the_simple_choice_fits_and_is_never_the_larger():
    for seed in range(20):
        answers, totals = drawn(seed)
        simple = shortest_first(answers, totals)
        assert fits(answers, simple, totals)
        assert len(simple) <= len(choose(answers, totals))
