"""A suspended participant and the people in the call with them see why, and the call ends."""
import json
import subprocess

from bench.command_line import BINARIES, event


def operate(stage, *words):
    """Runs an operator's command beside the running server."""
    done = subprocess.run([*stage.prefix, BINARIES / "ecall-server", *words, "--data", stage.data], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_suspended_page_leaves_its_call(cast, stage):
    ana, bo = cast.two()
    bo.page.expects("status of 403 ")
    cast.befriend(ana, bo)
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    bo.wait_pictures()
    operate(stage, "users", "suspend", bo.email, "--reason", "too many calls")
    bo.wait_ended("failed")
    bo.page.click("button", "^Close$")
    words = ["The operator has suspended this account: too many calls", "You won’t receive calls until the suspension ends."]
    bo.page.wait(f"document.querySelector('.banner')?.innerText === {json.dumps(chr(10).join(words))}", "the page says why nothing rings")
    ana.wait_ended("remoteHungUp")
    operate(stage, "users", "unsuspend", bo.email)
    bo.page.wait("ecallInspection.state.connection === 'connected'", "the account is back")
    ana.call(bo.name)
    bo.rings(ana.name)
    bo.answer()
    bo.wait_pictures()
    ana.hang_up()
    bo.wait_ended("remoteHungUp")


def test_a_suspended_command_line_leaves_its_call(cast, stage):
    ana, bo = cast.command_line(), cast.command_line()
    ana.run("add", bo.link())
    bo.run("accept", ana.name)
    listening = bo.listen()
    calling = ana.call(bo.name)
    event(calling, "firstSound")
    operate(stage, "users", "suspend", bo.email, "--reason", "too many calls")
    ended = event(listening, "ended")
    assert (ended["reason"], ended["problem"]) == ("failed", "The operator has suspended this account: too many calls")
    assert event(listening, "suspended")["text"] == ended["problem"]
    event(calling, "ended")
    refused = subprocess.run([BINARIES / "ecall", "listen"], env=bo.environment, capture_output=True, text=True, timeout=30)
    assert (refused.returncode, refused.stderr.strip()) == (1, f"ecall: {ended['problem']}")
    operate(stage, "users", "unsuspend", bo.email)
    ana.call(bo.name)
    start = len(listening.lines)
    event(listening, "firstSound", start=start)
