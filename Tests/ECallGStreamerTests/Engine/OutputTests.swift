import CGStreamerHeaders
import ECallGStreamer
import ECallLanguage
import ECallMedia
import EngineTestSupport
import Foundation
import FrameCrypto
import Processes
import Synchronization
import TestPattern
import Testing

extension EngineTests {
    @Suite("Showing video")
    struct Output {
        private func notice(_ log: EventLog) async -> Text? {
            guard case .notice(let text)? = await log.first(where: { if case .notice = $0 { true } else { false } })
            else { return nil }
            return text
        }

        @Test("Pictures are handed over in the wanted size, some a second, with their colours")
        func handedOver() async throws {
            let pictures = Mutex<[Picture]>([])
            let loop = try await Loop(
                video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264),
                output: MediaOutput(pictures: .handedOver(PictureBox(width: 320, height: 100)))
            ) { picture in pictures.withLock { $0.append(picture) } }
            let statistics = try await loop.statistics { $0.decoded >= 60 }
            await loop.close()
            let all = pictures.withLock { $0 }
            #expect(all.count >= 5 && all.count <= statistics.decoded * 2 / 3)
            let picture = try #require(all.last)
            // 640 × 480, fitted.
            #expect(abs(picture.width - 133) <= 2 && picture.height == 100)
            #expect(picture.pixels.count == 3 * picture.width * picture.height)
            // A white ball moves over black, and the code is at the top.
            #expect(picture.pixels.contains { $0 > 200 } && picture.pixels.contains { $0 < 30 })
        }

        private func notices(_ log: EventLog) -> Int {
            log.all.count { if case .notice = $0 { true } else { false } }
        }

        /// Threads that a window's pipeline has.
        private func windowThreads() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap {
                try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
            }.filter { $0.hasPrefix("in:src") || $0.hasPrefix("GstWl") }
        }

        /// Returns once nothing of the window is left.
        private func windowIsDown(sourceLocation: SourceLocation = #_sourceLocation) async throws {
            for _ in 0..<100 where try !windowThreads().isEmpty {
                // GLib keeps threads that have ended their work, under their names, for other work.
                g_thread_pool_stop_unused_threads()
                // Polls /proc.
                try await Task.sleep(for: .milliseconds(50))
            }
            let left = try windowThreads()
            #expect(left == [], sourceLocation: sourceLocation)
        }

        @Test("A window opens on X11; the loss of the display is reported, leaves nothing, and reception goes on")
        func x11() async throws {
            let display = try await XServer.start()
            let target = Display.x11(name: display.name, authority: nil)
            let engine = try GStreamerEngine(testContent: CodedContent())
            let prepared = try await engine.prepare(
                MediaWishes(source: .test(sender: 1), video: true, rendering: Rendering(displays: [target])))
            guard case .window(target, let element) = prepared.output.pictures else {
                Issue.record("\(prepared)")
                return await display.process.stop()
            }
            #expect(element == "ximagesink", "Xvfb has no Xv")
            let loop = try await Loop(
                video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264), output: prepared.output,
                track: .screen, sender: "Bo \"B\\\" Baker")
            _ = try await loop.statistics { $0.decoded >= 10 }
            let windows = try await display.windows()
            #expect(windows.contains { $0.contains("Bo B Baker") && $0.contains("screen") }, "\(windows)")
            #expect(try !windowThreads().isEmpty)
            let before = try await loop.statistics().decoded
            await display.process.stop()
            #expect(
                await notice(loop.received) == .mediaGoneWindow)
            try await windowIsDown()
            _ = try await loop.statistics { $0.decoded >= before + 30 }
            #expect(notices(loop.received) == 1)
            await loop.close()
        }

        @Test(
            "A window opens on Wayland; the loss of the compositor is reported, leaves nothing, and reception goes on"
        )
        func wayland() async throws {
            let directory = NSTemporaryDirectory() + "ecall-wayland-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let weston = try PipedProcess(
                "weston", "/usr/bin/weston", ["--backend=headless-backend.so", "--socket=w", "--idle-time=0"],
                environment: ["XDG_RUNTIME_DIR": directory])
            for _ in 0..<400 where !FileManager.default.fileExists(atPath: directory + "/w") {
                // Polls a socket of another process.
                try await Task.sleep(for: .milliseconds(25))
            }
            let target = Display.wayland(socket: directory + "/w")
            let prepared = try await GStreamerEngine(testContent: CodedContent()).prepare(
                MediaWishes(source: .test(sender: 1), video: true, rendering: Rendering(displays: [target])))
            #expect(prepared.output.pictures == .window(target, element: "waylandsink"))
            let loop = try await Loop(
                video: TestEncryptor(.h264), receiving: .h264, decryptor: TestDecryptor(.h264), output: prepared.output)
            let before = try await loop.statistics { $0.decoded >= 60 }.decoded
            #expect(notices(loop.received) == 0)
            #expect(try !windowThreads().isEmpty)
            await weston.stop()
            #expect(
                await notice(loop.received) == .mediaGoneWindow)
            try await windowIsDown()
            _ = try await loop.statistics { $0.decoded >= before + 30 }
            #expect(notices(loop.received) == 1)
            await loop.close()
        }

        @Test(
            "Video goes to the terminal if no window can open; without a terminal that is reported, and the rest works")
        func noDisplay() async throws {
            let engine = try GStreamerEngine(testContent: CodedContent())
            let gone = [Display.x11(name: ":9876", authority: nil), .wayland(socket: "/nowhere/wayland-0")]
            let box = PictureBox(width: 100, height: 100)
            func prepare(_ displays: [Display], _ box: PictureBox?) async throws -> PreparedMedia {
                try await engine.prepare(
                    MediaWishes(
                        source: .test(sender: 1), video: true, rendering: Rendering(displays: displays, box: box)))
            }
            let inTerminal = try await prepare(gone, box)
            #expect(inTerminal.output.pictures == .handedOver(box))
            #expect(inTerminal.notices.first == .mediaInTerminal)
            #expect(try await prepare([], box).notices.contains(.mediaInTerminal) == false)
            let nowhere = try await prepare(gone, nil)
            #expect(nowhere.output.pictures == .discarded && nowhere.notices.first == .mediaNoWindow)
            #expect(try await prepare([], nil).notices.first == .mediaNoDisplay(variables: "DISPLAY, WAYLAND_DISPLAY"))
        }
    }
}

/// An X server without a screen.
struct XServer {
    let process: PipedProcess
    let name: String

    static func start() async throws -> XServer {
        // It chooses a free number, and prints it. It would reset when its last client leaves, and lose clients that connect
        // then: the second element that is tried.
        let process = try PipedProcess(
            "Xvfb", "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"])
        for await line in process.lines { return XServer(process: process, name: ":\(line)") }
        throw MediaError.inputUnavailable(.verbatim("Xvfb did not start: \(process.diagnostics)"))
    }

    /// Returns the lines of `xwininfo` for each open window, with its title.
    func windows() async throws -> [String] {
        let tree = try PipedProcess("xwininfo", "/usr/bin/xwininfo", ["-root", "-tree", "-display", name])
        var windows: [String] = []
        for await line in tree.lines where line.contains("0x") && line.contains("640x480") { windows.append(line) }
        return windows
    }
}
