"""The jobs that run beside each other."""
import unittest

from testing.jobs import LIVE, Job, Options, alone, jobs
from testing.results import Result
from testing.schedule import startable


def job(name, cores=1, kind="", is_early=False):
    return Job(name, "unit", "plain", (), 10, cores=cores, kind=kind, is_early=is_early)


def names(chosen):
    return [one.name for one in chosen]


class ScheduleTests(unittest.TestCase):
    def test_only_early_jobs_run_beside_the_build(self):
        waiting = [job("unit", 2), job("style", is_early=True), job("node", is_early=True)]
        self.assertEqual(names(startable(waiting, [], 2, is_built=False)), ["style"])
        self.assertEqual(names(startable(waiting, [], 4, is_built=False)), ["style"])

    def test_no_more_run_than_there_are_processors(self):
        waiting = [job("media"), job("server", 0.5), job("node"), job("janus", 0.5)]
        self.assertEqual(names(startable(waiting, [], 2, is_built=True)), ["media", "server", "janus"])
        self.assertEqual(names(startable(waiting, [job("unit", 2)], 2, is_built=True)), [])

    def test_a_kind_runs_one_after_another(self):
        waiting = [job("browsers", kind="media"), job("network", kind="media"), job("node")]
        self.assertEqual(names(startable(waiting, [], 8, is_built=True)), ["browsers", "node"])
        self.assertEqual(names(startable(waiting, [job("media", kind="media")], 8, is_built=True)), ["node"])

    def test_a_job_that_needs_more_than_there_is_runs_alone(self):
        self.assertEqual(names(startable([job("unit", 2), job("node")], [], 1, is_built=True)), ["unit"])
        self.assertEqual(names(startable([job("unit", 2)], [job("node")], 1, is_built=True)), [])

    def test_every_part_has_jobs_and_names_are_unique(self):
        for only in ("", "unit", "integration", "web", "network", "long"):
            made = jobs(Options("/b", only=only))
            self.assertTrue(made)
            self.assertEqual(len({one.name for one in made}), len(made), only)

    def test_a_failed_test_is_run_alone_as_it_was_run(self):
        options = Options("/b")
        by_name = {one.name: one for one in jobs(options)}
        again = alone(by_name["calls"], Result("swift", "M.S/waits(_:)", 1, "failed"), options)
        self.assertEqual(again.command[0], "Scripts/in-namespace")
        self.assertEqual(again.command[-1], r"^M\.S/waits\(_:\)")
        again = alone(by_name["network"], Result("pytest", "Tests/NetworkTests/a.py::test_b[x]", 1, "failed"), options)
        self.assertEqual(again.command[-1], "Tests/NetworkTests/a.py::test_b[x]")
        self.assertNotIn("-m", again.command[again.command.index("pytest"):])
        again = alone(by_name["node"], Result("node", "Tests/WebTests/a.test.mjs says so", 1, "failed"), options)
        self.assertEqual(again.command[-1], "Tests/WebTests/a.test.mjs")
        self.assertIsNone(alone(by_name["style"], Result("plain", "style", 1, "failed"), options))

    def test_every_suite_runs_in_one_job(self):
        """Filters of Swift Testing, applied here to names of suites."""
        import re
        made = [one for one in jobs(Options("/b")) if one.runner == "swift"]

        def runs(one, test):
            words = list(one.command)
            values = lambda flag: [words[index + 1] for index, word in enumerate(words) if word == flag]
            return all(re.search(value, test) for value in values("--filter")) and not any(
                re.search(value, test) for value in values("--skip"))

        for test in ("ECallServerTests.BlockTests/blocks()", "KeyDistributionTests.VectorTests/all()",
                     "IntegrationTests.GroupTests/rings()", "IntegrationTests.SignalTests/table()", "ECallGStreamerTests.LoopTests/plays()",
                     "ECallServerIntegrationTests.JanusProxyTests/passes()", "ECallServerIntegrationTests.CallTests/rings()",
                     "ECallServerIntegrationTests.RelayTests/relays()"):
            self.assertEqual(len([one for one in made if runs(one, test)]), 1, test)
        self.assertTrue(re.search(LIVE, "ECallServerIntegrationTests.CallTests/rings()"))

    def test_every_browser_test_runs_in_one_job(self):
        """The markers of a test, in all combinations, against what the jobs select."""
        from itertools import product
        marked = [one.command[one.command.index("-m", 4) + 1] for one in jobs(Options("/b", only="web")) if one.runner == "pytest"]
        for values in product((False, True), repeat=3):
            markers = dict(zip(("gallery", "waiting", "pages"), values, strict=True)) | {"long": False}
            self.assertEqual(sum(eval(one, {}, markers) for one in marked), 1, (markers, marked))


if __name__ == "__main__":
    unittest.main()
