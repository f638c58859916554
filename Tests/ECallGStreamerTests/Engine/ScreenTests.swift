import CGStreamer
import ECallLanguage
import ECallMedia
import Foundation
import Processes
import Synchronization
import Testing

@testable import ECallGStreamer

extension EngineTests {
    @Suite("Capturing a screen")
    struct Screen {
        private func display(_ server: XServer) -> Display { .x11(name: server.name, authority: nil) }

        /// A source outside of any other pipeline: frames that are pushed into it are dropped.
        private func target() throws -> Pipeline {
            try Pipeline(
                "appsrc name=source is-live=true format=time max-buffers=1 leaky-type=downstream ! fakesink"
            ) { _ in }
        }

        private func window(_ title: String, _ geometry: String, on server: XServer) async throws -> (
            process: PipedProcess, found: ShareableWindow
        ) {
            let process = try PipedProcess(
                "xmessage", "/usr/bin/xmessage",
                ["-display", server.name, "-title", title, "-geometry", geometry, "-buttons", "", title])
            while true {
                let all = try await GStreamerEngine().windows(on: display(server))
                if let found = all.first(where: { $0.title == title }) { return (process, found) }
                // Polls, because a display sends others no events.
                try await Task.sleep(for: .milliseconds(50))
            }
        }

        private func resize(_ window: UInt64, to size: PictureBox, on server: XServer) throws {
            typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
            typealias Resize = @convention(c) (OpaquePointer, UInt, UInt32, UInt32) -> Int32
            typealias Close = @convention(c) (OpaquePointer) -> Int32
            let xlib = try #require(dlopen("libX11.so.6", RTLD_NOW))
            let open = unsafeBitCast(try #require(dlsym(xlib, "XOpenDisplay")), to: Open.self)
            let resize = unsafeBitCast(try #require(dlsym(xlib, "XResizeWindow")), to: Resize.self)
            let close = unsafeBitCast(try #require(dlsym(xlib, "XCloseDisplay")), to: Close.self)
            let display = try #require(open(server.name))
            _ = resize(display, UInt(window), UInt32(size.width), UInt32(size.height))
            _ = close(display)
        }

        @Test("A source that cannot be shared is reported in a sentence: no display, no window, Wayland")
        func failures() async throws {
            let engine = try GStreamerEngine()
            let server = try await XServer.start()
            func sentence(_ body: () async throws(MediaError) -> Void) async -> String {
                do throws(MediaError) { try await body() } catch { return Texts().string(error.text) }
                return ""
            }
            for gone in [Display.x11(name: ":9876", authority: nil), .wayland(socket: "/nowhere")] {
                let listed = await sentence { () throws(MediaError) in _ = try await engine.windows(on: gone) }
                let captured = await sentence { () throws(MediaError) in
                    _ = try ScreenCapture(ScreenSource(display: gone), ContinuousClock())
                }
                #expect(listed == captured && listed.hasSuffix("."))
            }
            let nowhere = await sentence { () throws(MediaError) in
                _ = try ScreenCapture(ScreenSource(display: display(server), window: 12), ContinuousClock())
            }
            #expect(nowhere.contains("ecall screen list"))
            #expect(try await engine.windows(on: display(server)) == [])
            await server.process.stop()
        }

        @Test(
            "A window is captured at its current size; closed or lost with its display it alone ends, once"
        )
        func changes() async throws {
            let server = try await XServer.start()
            let (process, found) = try await window("A window", "300x200+10+10", on: server)
            #expect(found.size == PictureBox(width: 300, height: 200))
            let pipeline = try target()
            try await pipeline.start()
            let source = try pipeline.child("source")
            let ends = EndLog()
            let capture = try ScreenCapture(
                ScreenSource(display: display(server), window: found.id), ContinuousClock())
            #expect(capture.format.width == 300 && capture.format.height == 200)
            let sizes = EndLog()
            try await capture.prepare(into: source)
            capture.start(
                into: source, resized: { sizes.add("\($0.width)x\($0.height)") },
                ended: { ends.add(Texts().string($0)) })
            try resize(found.id, to: PictureBox(width: 401, height: 302), on: server)
            #expect(try await sizes.first() == "400x302")
            let whole = try ScreenCapture(ScreenSource(display: display(server)), ContinuousClock())
            #expect(whole.format.width == 800 && whole.format.height == 600)
            let wholeEnds = EndLog()
            try await whole.prepare(into: source)
            whole.start(into: source, resized: { _ in }, ended: { wholeEnds.add(Texts().string($0)) })

            await process.stop()
            #expect(try await ends.first() == Texts().string(.mediaGoneSharedWindow))
            #expect(wholeEnds.count == 0, "the screen is still there")
            await capture.stop()
            await server.process.stop()
            #expect(try await wholeEnds.first() == Texts().string(.mediaGoneScreen))
            await whole.stop()
            await pipeline.stop()
            #expect(ends.count == 1 && wholeEnds.count == 1)
        }

        private final class EndLog: Sendable {
            private let all = Mutex<[String]>([])
            var count: Int { all.withLock { $0.count } }

            func add(_ sentence: String) { all.withLock { $0.append(sentence) } }

            /// At most ten seconds.
            func first() async throws -> String? {
                for _ in 0..<200 {
                    if let first = all.withLock({ $0.first }) { return first }
                    // Polls, bounded.
                    try await Task.sleep(for: .milliseconds(50))
                }
                return nil
            }
        }
    }
}
