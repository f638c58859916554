"""HTTP spoken by a foreign client, node's, which keeps its connection."""
import json
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.pages

SCRIPT = Path(__file__).parent / "http/kept-connection.mjs"


def test_head_and_get_share_a_kept_connection(stage):
    """An answer to HEAD with a body, or without an end, would be read as the beginning of the next one."""
    ran = subprocess.run(["node", SCRIPT, stage.origin], capture_output=True, text=True, timeout=30)
    assert ran.returncode == 0, ran.stderr
    answers = json.loads(ran.stdout)
    assert len(answers) == 18 and all(answer["status"] == 200 for answer in answers), answers
    assert len({answer["port"] for answer in answers}) == 1
    assert [answer["reused"] for answer in answers] == [False] + [True] * 17
    for head, got in zip(answers[::2], answers[1::2]):
        assert head["method"] == "HEAD" and head["bytes"] == 0
        assert got["bytes"] == got["length"] == head["length"] > 0
