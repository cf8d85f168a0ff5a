"""Claims: what an experiment says must be true of its rows, in the words of its file.

    solved == 1                                            of every row
    dead_ends == 0                                         likewise
    breadth_first.route <= wall_follower.route             of every pair on the same instance and seed
    mean(a_star.expanded) < mean(breadth_first.expanded)   of two numbers

A claim is one comparison of two expressions in numbers, columns, `strategy.column`, the functions
mean, median, min, max, sum and count, and + - * /.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

FUNCTIONS = ("mean", "median", "min", "max", "sum", "count")
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


class ClaimError(ValueError):
    """A text that is not a claim."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A parsed claim: two expressions, the sign between them, and the names that occur in it."""

    text: str
    left: ast.expr
    sign: str
    right: ast.expr
    columns: frozenset[str]
    strategies: frozenset[str]


def parse(text: str) -> Claim:
    """Return the claim that `text` states; ClaimError says what is not understood."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ClaimError(f"found {text!r}; expected a comparison such as 'solved == 1'") from None
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1 or type(tree.ops[0]) not in COMPARISONS:
        raise ClaimError(f"found {text!r}; expected one comparison, by {' '.join(COMPARISONS.values())}")
    columns: set[str] = set()
    strategies: set[str] = set()
    sides = (tree.left, tree.comparators[0])
    for side in sides:
        _names(side, columns, strategies)
    if len({kind for side in sides for kind in _kinds(side)}) == 2:
        raise ClaimError(f"found {text!r}; expected columns of all rows or strategy.column, not both")
    return Claim(
        text,
        tree.left,
        COMPARISONS[type(tree.ops[0])],
        tree.comparators[0],
        frozenset(columns),
        frozenset(strategies),
    )


def _names(node: ast.expr, columns: set[str], strategies: set[str]) -> None:
    """Collect the names in an expression; ClaimError for what an expression cannot hold."""
    match node:
        case ast.Constant(value=int() | float()):
            pass
        case ast.Name(id=column):
            columns.add(column)
        case ast.Attribute(value=ast.Name(id=strategy), attr=column):
            strategies.add(strategy)
            columns.add(column)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
            _names(left, columns, strategies)
            _names(right, columns, strategies)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _names(operand, columns, strategies)
        case ast.Call(func=ast.Name(id=function), args=[argument], keywords=[]) if function in FUNCTIONS:
            _names(argument, columns, strategies)
        case _:
            said = "numbers, columns, strategy.column, + - * / and " + ", ".join(FUNCTIONS)
            raise ClaimError(f"found {ast.unparse(node)!r}; expected {said}")


def _kinds(node: ast.expr) -> set[type[ast.expr]]:
    """Return which kinds of series an expression has outside functions: of all rows, of a strategy."""
    match node:
        case ast.Name() | ast.Attribute():
            return {type(node)}
        case ast.BinOp(left=left, right=right):
            return _kinds(left) | _kinds(right)
        case ast.UnaryOp(operand=operand):
            return _kinds(operand)
    return set()
