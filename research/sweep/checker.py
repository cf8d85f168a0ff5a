"""What is checked of an experiment's file beyond its shape: that every name and value exists.

All faults are found at once, each with the line and column of its key.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

from research.faults import quoted
from research.instances import instance_of
from research.needs import Offers, unmet
from research.parameters import one_of
from research.plugins import PluginError, load_plugin
from research.registry import Registry, metrics, problems, strategies, suggest
from research.sweep.choices import Choice, choices, files
from research.sweep.claims import ClaimError
from research.sweep.claims import parse as parse_claim
from research.sweep.schema import PLOTS, PlotShape, Shape
from research.sweep.source import Path_, Source


def named(item: str | dict[str, Any]) -> tuple[str, Any]:
    """Return the name and the options of an entry, None for a name alone."""
    return (item, None) if isinstance(item, str) else next(iter(item.items()))


def of_episode(metric: str) -> bool:
    """Whether the metric is one of episodes, not of instances."""
    return bool(metrics[metric].traits["per"] == "episode")


class Checker:
    """Looks up names and values; notes a fault for each that does not exist.

    It goes by the file's own values, so that all faults are found whatever else is wrong.
    """

    def __init__(self, source: Source, folder: Path) -> None:
        self.source = source
        self.folder = folder

    def _listed(self, key: str) -> list[tuple[Path_, Any]]:
        """Return the items of a list with their paths; none where it is no list."""
        value = self.source.value.get(key)
        return [((key, index), item) for index, item in enumerate(value if isinstance(value, list) else ())]

    def _entries(self, key: str) -> list[tuple[Path_, str, dict[str, Any]]]:
        """Return path, name and options of those items of a list that have the right shape."""
        found: list[tuple[Path_, str, dict[str, Any]]] = []
        for path, item in self._listed(key):
            if isinstance(item, str):
                found.append(((*path, item), item, {}))
            elif isinstance(item, dict) and len(item) == 1:
                name, options = named(item)
                if options is None or isinstance(options, dict):
                    found.append(((*path, name), name, options or {}))
        return found

    def plugins(self) -> list[str]:
        """Load the plug-ins, paths relative to the experiment's file."""
        loaded = []
        for path, name in self._listed("plugins"):
            for file in files(self.source, path, name, self.folder) if isinstance(name, str) else ():
                try:
                    load_plugin(file)
                    loaded.append(str(Path(file).resolve()))
                except PluginError as error:
                    self.source.note(path, f"found a broken {error}; expected a file that can be imported")
        return loaded

    def choices(self, key: str, registry: Registry, **given: Any) -> list[Choice]:
        """Return every combination of the listed names and their values.

        `given`: values of parameters for the entries that have them and do not set them themselves.
        """
        found: dict[str, Choice] = {}
        for path, name, params in self._entries(key):
            if name not in registry:
                self._note_unknown(path, registry.kind, name, registry)
                continue
            params = {k: v for k, v in given.items() if k in registry[name].parameters} | params
            for choice in choices(self.source, path, registry[name], params, self.folder):
                if found.setdefault(choice.content, choice) is not choice:
                    self.source.note(path, f"found {choice.label} again; expected each once")
        return list(found.values())

    def _note_unknown(self, path: Path_, kind: str, name: str, names: Iterable[str]) -> None:
        if not suggest(name, names) and not self.source.sound("plugins"):
            # It may be in the plug-in that could not be loaded.
            return
        broken = f" ({problems[0]})" if problems else ""
        self.source.note(path, f"found the {kind} {name!r}; expected {one_of(kind, name, names)}{broken}")

    def metrics(self) -> None:
        """Check the metrics' names."""
        for path, name in self._listed("metrics"):
            self._metric(path, name)
        self._answers_metric(("best",), self.source.value.get("best"))

    def _answers_metric(self, path: Path_, name: Any) -> None:
        """Check the name of a metric that strategies differ in."""
        self._metric(path, name)
        if isinstance(name, str) and name in metrics and not of_episode(name):
            said = f"found {name!r}, which belongs to the instance; expected a metric of the strategies"
            self.source.note(path, said)

    def _metric(self, path: Path_, name: Any) -> None:
        if isinstance(name, str) and name not in metrics:
            self._note_unknown(path, "metric", name, metrics)

    def plots(self, chosen: list[Choice]) -> None:
        """Check the kinds, metrics and options of the figures."""
        for path, kind, options in self._entries("plots"):
            if kind not in PLOTS:
                self._note_unknown(path, "plot", kind, PLOTS)
                continue
            named = self._answers_metric if "parameter" in PLOTS[kind] else self._metric
            named((*path, "metric"), options.get("metric"))
            for name in options:
                if name not in PLOTS[kind] and name in PlotShape.model_fields:
                    wanted = " or ".join(map(repr, PLOTS[kind]))
                    self.source.note((*path, name), f"found the option {name!r} of {kind}; expected {wanted}")
            if "parameter" in PLOTS[kind]:
                self._parameter(path, options.get("parameter"), chosen)

    def _parameter(self, path: Path_, name: Any, chosen: list[Choice]) -> None:
        """Check that a parameter of some strategy is named."""
        known = list(dict.fromkeys(name for choice in chosen for name in choice.params))
        if name is None:
            self.source.note(path, "found no parameter; expected the name of a parameter of the strategies")
        elif isinstance(name, str) and name not in known and self.source.sound("strategies"):
            self._note_unknown((*path, "parameter"), "parameter", name, known)
        elif any(isinstance(choice.params.get(name), str | list) for choice in chosen):
            said = f"found the parameter {name!r}, whose values are no numbers; expected one with numbers"
            self.source.note((*path, "parameter"), said)

    def compare(self, chosen: list[Choice]) -> None:
        """Check that the baseline is one of the strategies, and one alone."""
        compare = self.source.value.get("compare")
        if not isinstance(compare, dict):
            return
        self._metric(("compare", "metric"), compare.get("metric"))
        if self._has_strategies() and isinstance(compare.get("baseline"), str):
            self._baseline(compare["baseline"], chosen)

    def _has_strategies(self) -> bool:
        """Whether there are some to compare; notes a fault where there are none."""
        keys = set(self.source.value) - set(Shape.model_fields)
        if "strategies" not in self.source.value and not any(suggest(key, ["strategies"]) for key in keys):
            self.source.note(("compare",), "found no strategies to compare; expected the key 'strategies'")
        return isinstance(self.source.value.get("strategies"), list)

    def _baseline(self, baseline: str, chosen: list[Choice]) -> None:
        labels = [choice.label for choice in chosen]
        if not self.source.sound("strategies"):
            entries = self._entries("strategies")
            # Where an entry cannot be read, it may be the one that is meant.
            readable = len(entries) == len(self._listed("strategies"))
            labels = [name for _, name, _ in entries] if readable else []
            baseline = baseline.partition(":")[0]
            if baseline in labels and baseline not in strategies:
                self._note_unknown(("compare", "baseline"), "strategy", baseline, strategies)
        found = [label for label in labels if label.partition(":")[0] == baseline]
        if not labels or baseline in labels or len(found) == 1:
            return
        what = "several of" if found else "none of"
        said = f"found the baseline {baseline!r}, which is {what} the strategies; "
        hint = "" if baseline in strategies else suggest(baseline, labels)
        said += f"expected one of {', '.join(found or labels)}{hint}"
        self.source.note(("compare", "baseline"), said)

    def claims(self, chosen: list[Choice]) -> None:
        """Check that the claims are comparisons of columns and strategies that there are."""
        columns, players = ["solved", *metrics], {choice.entry.name for choice in chosen}
        for path, text in self._listed("claims"):
            if not isinstance(text, str):
                continue
            try:
                claim = parse_claim(text)
            except ClaimError as error:
                self.source.note(path, str(error))
                continue
            for name in sorted(claim.columns - set(columns)):
                self._note_unknown(path, "column", name, columns)
            for name in sorted(claim.strategies - players) if self.source.sound("strategies") else ():
                said = f"found the strategy {name!r}; expected one of {', '.join(sorted(players))}"
                self.source.note(path, said + suggest(name, players))

    def together(self, shape: Shape, instances: list[Choice], chosen: list[Choice]) -> None:
        """Check what sound parts can do together: at least one pair to play, walks to draw."""
        fogs = shape.fog.fogs()
        pairs = product(chosen, instances, fogs)
        reasons = {
            unmet(strategy.entry, strategy.params, instance.entry.traits.get("offers", Offers()), fog)
            for strategy, instance, fog in pairs
        }
        if reasons and "" not in reasons:
            said = f"found no strategy that can play ({'; '.join(sorted(reasons))}); expected one that can"
            self.source.note(("strategies",), said)
        if shape.strategies is None:
            self._census()
        self._seeds(shape, instances)
        for path, kind, options in self._entries("plots"):
            if kind == "walks" and (not chosen or "walk" not in shape.fog.cost):
                self.source.note(path, "found no walks to draw; expected strategies under the fog walk")
            wanted = options.get("instance")
            if wanted is not None and not any(each.makes(wanted, shape.seeds) for each in instances):
                first = instance_of(instances[0].entry.name, instances[0].params, shape.seeds[0]).label
                said = f"found no instance {quoted(wanted)}; expected one such as {first}"
                self.source.note((*path, "instance"), said)

    def _seeds(self, shape: Shape, instances: list[Choice]) -> None:
        """Check that different seeds mean different instances."""
        asked = [each for each in instances if "normalise" not in each.entry.traits]
        if asked and min(shape.seeds) < 0 and any(-seed in shape.seeds for seed in shape.seeds if seed):
            said = "found seeds and their negatives; expected one of them"
            self.source.note(("seeds",), f"{said}: {asked[0].entry.name} makes the same")

    def _census(self) -> None:
        """Check that what nobody plays is measured by itself."""
        asked = self._listed("metrics")
        asked += [((*path, "metric"), options.get("metric")) for path, _, options in self._entries("plots")]
        for path, text in self._listed("claims"):
            asked += [(path, name) for name in sorted(parse_claim(text).columns)]
        known = ", ".join(name for name in metrics if not of_episode(name))
        for path, name in asked:
            if name == "solved" or (name is not None and of_episode(name)):
                said = f"found the metric {name!r} of an episode, but no strategies; expected one of {known}"
                self.source.note(path, said)
