"""The result of each test: one JSON object per line in a file that runners append to (TEST_RESULTS)."""
import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Result:
    """`runner`: swift, node, pytest or plain. `test`: the name by which that runner runs it alone. `seconds`: None if
    unknown. `outcome`: passed, failed or skipped. `message`: the first failure, one line."""

    runner: str
    test: str
    seconds: float | None
    outcome: str
    message: str = ""


def append(path, results):
    with open(path, "a", encoding="utf-8") as file:
        file.write("".join(json.dumps(asdict(result)) + "\n" for result in results))


def read(path):
    """All results in a file. The last line of a runner that was killed may be half a line."""
    found = []
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                try:
                    found.append(Result(**json.loads(line)))
                except (ValueError, TypeError):
                    continue
    except OSError:
        pass
    return found
