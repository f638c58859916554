import ECallAPI
import ECallCalls
import ECallCore
import ECallMedia
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCommandLine

@Suite("Video in a terminal", .timeLimit(.minutes(1)))
struct PictureTests {
    /// Red on the left, blue on the right.
    static let picture: Picture = {
        let row =
            [UInt8](repeatElement([255, 0, 0], count: 80).joined())
            + [UInt8](repeatElement([0, 0, 255], count: 80).joined())
        return Picture(width: 160, height: 120, pixels: [UInt8](repeatElement(row, count: 120).joined()))
    }()

    private func screen(
        _ terminal: FakeTerminal, _ method: TerminalGraphics.Method, time: any TimeSource = ManualTime()
    ) -> (PictureScreen, Printer) {
        let link = terminal.link
        let sinks = Printer.Sinks(output: { _ = link.write($0 + "\n") }, diagnostics: { _ in })
        let printer = Printer(json: false, sinks: sinks)
        var graphics = TerminalGraphics(environment: [:], answer: [])
        graphics.method = method
        return (PictureScreen(link, graphics: graphics, printer: printer, time: time), printer)
    }

    private func show(
        _ screen: PictureScreen, _ picture: Picture = Self.picture, from user: UInt64 = 5, name: String = "Bob",
        _ kind: PictureKind = .camera
    ) {
        for band in PictureBand.bands(of: picture, from: .init(user), name: name, kind) { screen.take(band) }
        screen.draw()
    }

    @Test("blocks show the pixels with text below them, and the terminal is restored at the end")
    func blocks() async throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let (screen, printer) = screen(terminal, .characters(colours: 1 << 24, isASCII: false))
        printer.remark("Ringing …")
        show(screen)
        printer.remark("Bob answered.")
        try await terminal.until("Bob answered.")
        let shown = FakeScreen(terminal.text)
        #expect(shown.region?.first == 19 && shown.region?.last == 24 && !shown.isCursorShown)
        #expect(shown.line(19).hasPrefix("Ringing …") && shown.line(20).hasPrefix("Bob answered."))
        // The picture is 4:3, in the middle of 80 × 17 cells that are twice as high as wide.
        #expect(shown.cell(9, 30).background == [255, 0, 0] && shown.cell(9, 50).background == [0, 0, 255])
        #expect(shown.cell(9, 2).background == [0, 0, 0])
        screen.close()
        try await terminal.until("\u{1B}[?25h")
        let after = FakeScreen(terminal.text)
        #expect(after.region == nil && after.isCursorShown)
        show(screen)
        #expect(FakeScreen(terminal.text).isCursorShown, "nothing is drawn after the end")
    }

    @Test("kitty's protocol transmits the pixels unchanged")
    func kitty() async throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let (screen, _) = screen(terminal, .kitty)
        show(screen)
        try await terminal.until("\u{1B}[?2026l")
        let text = terminal.text
        let header = try #require(text.range(of: "\u{1B}_Ga=T,f=32,s="))
        let size = text[header.upperBound...].prefix { $0 != "m" }.split(whereSeparator: { !$0.isNumber })
        let (width, height) = (try #require(Int(size[0])), try #require(Int(size[1])))
        let chunks = text[header.upperBound...].components(separatedBy: "\u{1B}_Gm=1;").dropFirst()
            .map { $0.prefix { $0 != "\u{1B}" } }
        let pixels = try chunks.reduce(into: Data()) { $0 += try #require(Data(base64Encoded: String($1))) }
        #expect(pixels.count == 4 * width * height && width > 100)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(4 * (y * width + x))...].prefix(3)) }
        #expect(pixel(width / 4, height / 2) == [255, 0, 0] && pixel(3 * width / 4, height / 2) == [0, 0, 255])
    }

    @Test("sixels have red and blue in the palette, and bands follow")
    func sixels() async throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let (screen, _) = screen(terminal, .sixels)
        show(screen)
        try await terminal.until("\u{1B}[?2026l")
        let start = try #require(terminal.text.range(of: "\u{1B}P"))
        let image = terminal.text[start.upperBound...].components(separatedBy: "\u{1B}\\")[0]
        #expect(image.contains(";2;100;0;0#") && image.contains(";2;0;0;100#"))
        #expect(image.filter { $0 == "-" }.count >= 20)
    }

    @Test("a resized window is redrawn with the last lines, and one that is too small shows only text")
    func resized() async throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let (screen, printer) = screen(terminal, .characters(colours: 1 << 24, isASCII: false))
        printer.remark("Ringing …")
        show(screen)
        terminal.resize(columns: 40, rows: 40)
        show(screen)
        printer.remark("one")
        try await terminal.until("one")
        let shown = FakeScreen(terminal.text)
        #expect(shown.region?.first == 33 && shown.region?.last == 40 && shown.line(33).hasPrefix("Ringing …"))
        terminal.resize(columns: 12, rows: 5)
        show(screen)
        printer.remark("two")
        try await terminal.until("two")
        #expect(FakeScreen(terminal.text).region == nil)
    }

    @Test("several people are side by side, and a person who stops sending video disappears")
    func people() async throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let time = ManualTime()
        let (screen, _) = screen(terminal, .characters(colours: 1 << 24, isASCII: false), time: time)
        let green = Picture(width: 4, height: 3, pixels: [UInt8](repeatElement([0, 255, 0], count: 12).joined()))
        show(screen, from: 5)
        show(screen, green, from: 6)
        try await terminal.until("0;255;0")
        #expect(FakeScreen(terminal.text).cell(9, 60).background == [0, 255, 0])
        time.advance(by: .nanoseconds(PictureScreen.timeout + 1))
        show(screen, green, from: 6)
        // In the middle, where the other one was.
        while FakeScreen(terminal.text).cell(9, 30).background != [0, 255, 0] {
            // Polls, because a thread reads it.
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test(
        "a person's camera and screen are two pictures; the screen is named, stays while still, and goes at once"
    )
    func screens() async throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let time = ManualTime()
        let (screen, _) = screen(terminal, .characters(colours: 1 << 24, isASCII: false), time: time)
        let green = Picture(width: 4, height: 3, pixels: [UInt8](repeatElement([0, 255, 0], count: 12).joined()))
        show(screen)
        show(screen, green, name: "Bob\u{1B}[2J", .screen)
        try await terminal.until("screen")
        let both = FakeScreen(terminal.text)
        #expect(both.cell(9, 20).background == [0, 255, 0] && both.cell(9, 70).background == [0, 0, 255])
        #expect(both.line(18).contains("Bob\u{FFFD}[2J’s screen"), "beneath the left one")
        // The camera is off, and nothing on the screen has moved for a while.
        time.advance(by: .nanoseconds(PictureScreen.timeout + 1))
        screen.draw()
        while FakeScreen(terminal.text).cell(9, 50).background != [0, 255, 0] {
            // Polls, because a thread reads it.
            try await Task.sleep(for: .milliseconds(5))
        }
        screen.forget(PictureSource(user: 5, kind: .screen))
        screen.draw()
        try await terminal.until("\u{1B}[?25h")
        #expect(FakeScreen(terminal.text).region == nil, "nothing is left to draw")
    }

    @Test("a long name is truncated below its screen, without reaching another's place")
    func longNames() {
        guard let layout = PictureLayout(.init(columns: 40, rows: 24), pictures: 2) else { return }
        let graphics = TerminalGraphics(environment: ["TERM": "vt220", "LANG": "C"], answer: [])
        for (name, shown) in [
            ("Bob", "Bob"), (String(repeating: "n", count: 30), String(repeating: "n", count: 19)),
            (String(repeating: "\u{4E2D}", count: 30), String(repeating: "\u{4E2D}", count: 9)),
        ] {
            let text = TerminalPicture.draw(
                [.init(picture: Self.picture, label: name), .init(picture: Self.picture, label: nil)], layout, graphics)
            #expect(text.contains("H\(shown)\u{1B}"), "\(name)")
        }
    }

    @Test(
        "a terminal's answer selects the graphics method",
        arguments: [
            ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62c", TerminalGraphics.Method.kitty), ("\u{1B}[?62;4;22c", .sixels),
            ("\u{1B}[?1;2c", .characters(colours: 256, isASCII: false)),
        ])
    func detection(answer: String, method: TerminalGraphics.Method) throws {
        let terminal = try FakeTerminal(columns: 80, rows: 24)
        defer { terminal.hangUp() }
        let environment = ["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"]
        #expect(TerminalGraphics(environment: environment, answer: Array(answer.utf8)).method == method)
        // It is not this process's own terminal, so it is not asked.
        #expect(terminal.link.graphics(environment).method == .characters(colours: 256, isASCII: false))
    }

    @Test(
        "inside tmux, and on the console, only universally supported queries are sent",
        arguments: ["tmux-256color", "linux"])
    func plainQuestion(name: String) {
        #expect(TerminalGraphics.question(["TERM": name]) == "\u{1B}[c")
        #expect(TerminalGraphics.question(["TERM": "xterm", "TMUX": "/tmp/x"]) == "\u{1B}[c")
        #expect(TerminalGraphics.question(["TERM": "xterm"]).contains("_Gi=31"))
    }

    @Test("without UTF-8 and with few colors, characters are ASCII")
    func plainTerminal() {
        let graphics = TerminalGraphics(environment: ["TERM": "vt220", "LANG": "C"], answer: [])
        #expect(graphics.method == .characters(colours: 16, isASCII: true))
        guard let layout = PictureLayout(.init(columns: 80, rows: 24), pictures: 1) else { return }
        let text = TerminalPicture.draw([.init(picture: Self.picture, label: nil)], layout, graphics)
        #expect(!text.unicodeScalars.contains { !$0.isASCII })
    }

    @Test("pictures travel in bands that fit a line, and pictures that do not fit together are left out")
    func bands() throws {
        let bands = PictureBand.bands(of: Self.picture, from: 5, name: "Bob")
        #expect(bands.count == 2)
        for band in bands {
            let line = try AgentLine.encode(AgentReply(id: 9_999, content: .picture(band: band)))
            #expect(line.count <= LineBuffer.longest)
        }
        var assembly = PictureAssembly()
        #expect(assembly.take(bands[1]) == nil && assembly.take(bands[0]) == nil)
        #expect(assembly.take(bands[1]) == Self.picture)
        // A screen of the same person between them is another picture.
        let screen = PictureBand.bands(of: Self.picture, from: 5, name: "Bob", .screen)
        #expect(assembly.take(bands[0]) == nil && assembly.take(screen[0]) == nil && assembly.take(bands[1]) != nil)
        #expect(assembly.take(screen[1]) == Self.picture)
        var wrong = bands[0]
        wrong.width = 0
        #expect(assembly.take(wrong) == nil)
        wrong = bands[0]
        wrong.height = 1
        #expect(assembly.take(wrong) == nil && assembly.take(bands[1]) == nil)
    }

    @Test("displays are listed with full names, Wayland's first")
    func displays() {
        let environment = [
            "WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1", "DISPLAY": ":0", "XAUTHORITY": "/x",
        ]
        let both: [Display] = [.wayland(socket: "/run/user/1/wayland-0"), .x11(name: ":0", authority: "/x")]
        #expect(Rendering.displays(environment) == both)
        #expect(Rendering.displays(["WAYLAND_DISPLAY": "/w", "DISPLAY": ""]) == [.wayland(socket: "/w")])
        #expect(Rendering.displays(["WAYLAND_DISPLAY": "wayland-0"]) == [])
    }
}
