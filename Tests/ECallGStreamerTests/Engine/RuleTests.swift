import ECallGStreamer
import ECallMedia
import EngineTestSupport
import Testing
import TestPattern

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

    /// Pipelines run by themselves.
    func pass() async throws { try await Task.sleep(for: .milliseconds(50)) }
}
