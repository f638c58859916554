"""Failed tests are run once more by themselves, and the verdict over the whole run."""
import re
from dataclasses import dataclass, replace

#: Tests whose failure may mean a successful attack: one is enough.
GUARDED = re.compile(r"attack|intruder|stranger|victim|vector|crypt|secur|fuzz|(?<!ke)key(?!board|frame|s are heard)|trust|verif|forge|mutation", re.I)
#: With more failures than this, the cause is something other than an unsteady test.
MOST = 3
SEED = re.compile(r"\bseed[= :]+\d+|\b[A-Z_]*SEED=\d+|\bSCHEDULE=\S+", re.I)


def to_run_again(failures):
    """The failed results that are run once more; none if there are more than a few."""
    if len(failures) > MOST:
        return []
    return [result for result in failures if result.runner != "run" and not GUARDED.search(result.test)]


@dataclass(frozen=True)
class Verdict:
    """`failed` and `unsteady`: results, of the first run. `passed`: how many tests passed, unsteady ones included."""

    passed: int
    failed: tuple
    unsteady: tuple

    @property
    def is_good(self):
        return not self.failed and self.passed > 0 and len(self.unsteady) <= MOST


def judge(first, again):
    """`first`: all results. `again`: for each failed one that was run once more, whether it passed then."""
    failures = [result for result in first if result.outcome == "failed"]
    unsteady = tuple(result for result in failures if again.get(result.test))
    passed = sum(result.outcome == "passed" for result in first) + len(unsteady)
    return Verdict(passed, tuple(result for result in failures if not again.get(result.test)), unsteady)


def with_seeds(result, lines):
    """The result, with the seeds that its job printed behind its message."""
    seeds = sorted({found for line in lines for found in SEED.findall(line)} - set(SEED.findall(result.message)))
    return replace(result, message=", ".join([*seeds[:4], result.message])) if seeds else result
