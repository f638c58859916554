"""The failed tests that are run once more, and how their second run counts."""
import unittest

from testing.again import MOST, judge, to_run_again, with_seeds
from testing.results import Result


def failed(name, runner="swift", message=""):
    return Result(runner, name, 1, "failed", message)


PASSED = Result("swift", "M.S/passes()", 1, "passed")


class AgainTests(unittest.TestCase):
    def test_a_few_failures_are_run_again(self):
        few = [failed(f"M.S/waits{number}()") for number in range(MOST)]
        self.assertEqual(to_run_again(few), few)
        self.assertEqual(to_run_again([*few, failed("M.S/another()")]), [])

    def test_attacks_keys_vectors_and_whole_runs_are_not_run_again(self):
        for test in ("ECallServerTests.SuspendedTests/strangerAttempt()", "KeyDistributionTests.A/b()", "A.StrangersIDsTests/b()",
                     "Tests/WebTests/test_vectors.py::test_all", "ECallSecurityTests.A/b()", "FrameCryptoTests.A/b()",
                     "A.RoomIntruderAttacks/b()", "Tests/WebTests/test_encryption.py::test_a", "FuzzTests.A/b()"):
            self.assertEqual(to_run_again([failed(test)]), [], test)
        self.assertEqual(to_run_again([failed("unit", runner="run")]), [])
        other = [failed("Tests/WebTests/test_keyboard.py::test_call", "pytest"), failed("A.Loops/keyFrameRequests()")]
        self.assertEqual(to_run_again(other), other)

    def test_a_test_that_passes_alone_is_unsteady(self):
        one = failed("M.S/waits()", message="1 == 2")
        verdict = judge([PASSED, one], {one.test: True})
        self.assertTrue(verdict.is_good)
        self.assertEqual((verdict.passed, verdict.failed, verdict.unsteady), (2, (), (one,)))

    def test_a_test_that_fails_again_fails_the_run(self):
        one = failed("M.S/waits()")
        for again in ({one.test: False}, {}):
            verdict = judge([PASSED, one], again)
            self.assertFalse(verdict.is_good)
            self.assertEqual((verdict.passed, verdict.failed), (1, (one,)))

    def test_a_run_without_tests_fails(self):
        self.assertFalse(judge([Result("processor", "unit", 5, "measured")], {}).is_good)

    def test_more_than_a_few_unsteady_tests_fail_the_run(self):
        many = [failed(f"M.S/waits{number}()") for number in range(MOST + 1)]
        self.assertFalse(judge([PASSED, *many], {one.test: True for one in many}).is_good)

    def test_seeds_stand_before_the_message(self):
        one = failed("M.S/waits()", message="SEED=5 did not end")
        lines = ["seed 12: drawn", "HISTORY_SEED=7 SEED=5", "nothing"]
        self.assertEqual(with_seeds(one, lines).message, "HISTORY_SEED=7, seed 12, SEED=5 did not end")
        self.assertEqual(with_seeds(one, ["nothing"]), one)


if __name__ == "__main__":
    unittest.main()
