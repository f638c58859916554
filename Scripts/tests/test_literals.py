"""Which literals of Swift count as texts that belong in the catalogue."""
import unittest

from catalogue import literals


class TerminalTests(unittest.TestCase):
    def found(self, source, name="Commands/X.swift"):
        return [literal for _, literal in literals.terminal(name, source)]

    def test_a_sentence_for_a_person_is_found_wherever_it_stands(self):
        for source, literal in (
            ('printer.remark("Nothing was changed.")', "Nothing was changed."),
            ('throw CommandFailure(.usage, .verbatim("You have no device \\(device)."))', "You have no device \\(device)."),
            ('printer.diagnostic("Warning: " + "the keys are not sealed")', "the keys are not sealed"),
            ('let text = "\\(name) has several devices (\\(list(of: devices)))"', "\\(name) has several devices (\\(list(of: devices)))"),
            ('case .camera: "Cameras are off"', "Cameras are off"),
        ):
            self.assertEqual(self.found(source), [literal], source)

    def test_help_commands_and_what_is_logged_are_none(self):
        for source in (
            '@Flag(help: "Send video.") var video = false',
            '@Option(\n    help: ArgumentHelp(\n        "Hang up after this long (1 to 5).", valueName: "seconds"))\nvar longest = 5.0',
            'commandName: CommandConfiguration(abstract: "Wait for calls.", discussion: "Example:\\n  ecall listen")',
            'throw ValidationError("Specify --once or --follow, not both.")',
            '.terminalType(command: "ecall devices lost \\(device)")',
            '.terminalScreenNone(variables: "DISPLAY, WAYLAND_DISPLAY", option: "--display :0")',
            'log.note("signed in by a code")', '// printer.remark("It was so before.")', 'let words = a  // "A remark in a comment."',
        ):
            self.assertEqual(self.found(source), [], source)

    def test_what_follows_help_is_read_again(self):
        source = '@Flag(help: "Send video (or not).") var video = false\nprinter.remark("Video is sent.")'
        self.assertEqual(list(literals.terminal("Commands/X.swift", source)), [(2, "Video is sent.")])

    def test_measurements_are_excepted_in_their_file_alone(self):
        source = '"  sent      \\(frames) video frames",'
        self.assertEqual(self.found(source, "Output/EventFormatter.swift"), [])
        self.assertEqual(len(self.found(source, "Output/Other.swift")), 1)


class EngineTests(unittest.TestCase):
    def test_values_are_no_words_of_a_literal(self):
        self.assertEqual(literals.without_values("a \\(b(c(d))) e"), "a  e")
        self.assertEqual(literals.without_values("\\(b)"), "")

    def test_a_pipeline_of_gstreamer_is_no_text(self):
        for pipeline in ("appsrc name=in ! fakesink", "queue max-size-time=2000000000 leaky=downstream", "\\(tone) ! audioconvert ! \\(sink)"):
            self.assertTrue(literals.PIPELINE.search(pipeline), pipeline)
        self.assertIsNone(literals.PIPELINE.search("The camera was disconnected. The call continues."))
