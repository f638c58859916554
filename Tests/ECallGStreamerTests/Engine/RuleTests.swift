import ECallGStreamer
import ECallMedia
import EngineTestSupport
import TestPattern
import Testing

extension EngineTests {
    @Suite("Rules of every engine")
    struct Rules {
        @Test(arguments: EngineRule.all)
        func holds(rule: EngineRule) async throws {
            try await rule.holds(of: GStreamerSetup(engine: GStreamerEngine(testContent: CodedContent())))
        }
    }
}

private struct GStreamerSetup: EngineSetup {
    let engine: any MediaEngine

    var source: MediaSource { .test(sender: 1) }
    var ice: ICEConfiguration { Loop.loopback }

    func pass() async throws {
        // Polls: pipelines run by themselves.
        try await Task.sleep(for: .milliseconds(50))
    }
}
