import ECallGStreamer
import ECallMedia
import Foundation
import FrameCrypto
import Testing

extension EngineTests {
    @Suite("Closing")
    struct Closing {
        private func threadCount() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Threads:") })
            return try #require(Int(line.split(whereSeparator: \.isWhitespace).last ?? ""))
        }

        private func once() async throws {
            let loop = try await Loop(video: TestSealer(.h264), receiving: .h264, opener: TestOpener(.h264))
            _ = try await loop.statistics { $0.decoded >= 3 }
            await loop.close()
        }

        @Test("Ten calls later there are no more threads than after the first")
        func threads() async throws {
            try await once()
            let before = try threadCount()
            for _ in 0..<10 { try await once() }
            var after = try threadCount()
            // Threads of pools end a moment after their work.
            for _ in 0..<40 where after > before {
                // Polls /proc.
                try await Task.sleep(for: .milliseconds(100))
                after = try threadCount()
            }
            #expect(after <= before)
        }

        @Test("Events end when a connection is closed, in the middle of everything")
        func events() async throws {
            let loop = try await Loop(video: TestSealer(.h264), receiving: .h264, opener: TestOpener(.h264, key: nil))
            await loop.close()
            #expect(await loop.sent.first { if case .failed = $0 { true } else { false } } == nil)
            #expect(await loop.received.first { if case .failed = $0 { true } else { false } } == nil)
        }
    }
}
