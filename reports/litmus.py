"""Litmus cases: how often each outcome was seen, which ones the memory model forbids, and whether the mutants show them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from reports.read import Case, Run


@dataclass(frozen=True)
class Outcome:
    number: int
    count: int
    forbidden: bool
    width: float  # of its bar, from 0 to 100; logarithmic, so that one in a million is still seen


@dataclass(frozen=True)
class Test:
    case: Case
    outcomes: list[Outcome]
    mutants: list[tuple[str, int]]  # what each changes, and in how many instances a forbidden outcome showed

    @property
    def instances(self) -> int:
        return sum(o.count for o in self.outcomes)

    @property
    def forbidden(self) -> int:
        return sum(o.count for o in self.outcomes if o.forbidden)

    @property
    def demonstrated(self) -> bool:
        return bool(self.mutants) and all(shown for _, shown in self.mutants)

    @property
    def bound(self) -> float:
        """What was never seen in n instances is, with 95 % confidence, rarer than 3 in n."""
        return 3 / self.instances if self.instances else 1.0


def _test(case: Case) -> Test:
    statistic = case.statistic
    counts = [int(n) for n in statistic.get("outcomes") or []]
    never = set(statistic.get("never") or [])
    top = math.log1p(max(counts, default=1) or 1)
    outcomes = [Outcome(n, count, n in never, 100 * math.log1p(count) / top) for n, count in enumerate(counts)]
    shown = [int(n) for n in statistic.get("shown") or []]
    return Test(case, outcomes, list(zip(statistic.get("mutants") or [f"mutant {n + 1}" for n in range(len(shown))], shown)))


def tests(run: Run) -> list[Test]:
    return [_test(case) for _, case in sorted(run.cases.items()) if case.statistic]
