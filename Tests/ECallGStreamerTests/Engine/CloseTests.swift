import ECallGStreamer
import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import Processes
import TestPattern
import Testing

extension EngineTests {
    @Suite("Closing")
    struct Closing {
        private func threadCount() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Threads:") })
            return try #require(Int(line.split(whereSeparator: \.isWhitespace).last ?? ""))
        }

        private func descriptorCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }

        /// The screens on which pictures are shown.
        enum Screen: String, CaseIterable {
            /// In the terminal: no display is named, or none can be reached.
            case none, unreachable
            case window
        }

        /// Devices and loudspeaker are searched for as well: missing ones must leave nothing behind either.
        private func once(_ displays: [Display]) async throws {
            let wishes = MediaWishes(
                source: .automatic, video: true,
                rendering: Rendering(displays: displays, box: PictureBox(width: 64, height: 64)))
            let prepared = try await GStreamerEngine(testContent: CodedContent()).prepare(wishes)
            let loop = try await Loop(
                source: prepared.source, video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264),
                output: prepared.output, takePicture: { _ in })
            _ = try await loop.statistics { $0.decoded >= 3 }
            await loop.close()
        }

        @Test(
            "Six calls later there are no more threads and descriptors than after the second",
            arguments: Screen.allCases)
        func threads(screen: Screen) async throws {
            let server = screen == .window ? try await XServer.start() : nil
            let displays: [Display] =
                switch screen {
                case .none: []
                case .unreachable: [.wayland(socket: "/nowhere/wayland-0"), .x11(name: ":9876", authority: nil)]
                case .window: [.x11(name: try #require(server?.name), authority: nil)]
                }
            for _ in 0..<2 { try await once(displays) }
            let before = (threads: try threadCount(), descriptors: try descriptorCount())
            for _ in 0..<6 { try await once(displays) }
            var after = (threads: try threadCount(), descriptors: try descriptorCount())
            // Threads of pools end a moment after their work.
            for _ in 0..<40 where after.threads > before.threads || after.descriptors > before.descriptors {
                // Polls /proc.
                try await Task.sleep(for: .milliseconds(100))
                after = (try threadCount(), try descriptorCount())
            }
            #expect(after.threads <= before.threads && after.descriptors <= before.descriptors, "\(before) \(after)")
            await server?.process.stop()
        }
    }
}
