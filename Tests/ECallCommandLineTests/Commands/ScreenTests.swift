import ECallMedia
import Testing

@testable import ECallCommandLine

@Suite("Selection of a screen or window", .timeLimit(.minutes(1)))
struct ScreenTests {
    private static let windows = [
        (7, "Editor"), (8, "editor 2"), (9, "Mail"), (10, "Mail"), (11, "9"),
    ].map { ShareableWindow(id: $0, title: $1, size: PictureBox(width: 3, height: 2)) }

    @Test(
        "a window is selected by number, title or beginning of its title, and never if several match",
        arguments: [
            ("7", 7), ("Editor", 7), ("editor", 7), ("EDITOR 2", 8), ("edit", nil), ("editor ", 8), ("mail", nil),
            ("10", 10),
            ("9", nil), ("", nil), ("Nothing", nil), ("Mail", nil),
        ] as [(String, UInt64?)])
    func window(name: String, id: UInt64?) {
        do throws(CommandFailure) {
            let found = try WindowName.find(name, in: Self.windows)
            #expect(found.id == id)
        } catch {
            #expect(id == nil && error.message.contains("ecall screen list"))
        }
    }

    @Test("X11's display can be shared; on Wayland only X11 windows, and elsewhere an error says so")
    func display() throws {
        func find(_ environment: [String: String], display: String? = nil, wholeScreen: Bool = true) -> String {
            var options = ScreenCommand.DisplayOptions()
            options.display = display
            do throws(CommandFailure) {
                guard case .x11(let name, let authority) = try options.find(environment, wholeScreen: wholeScreen)
                else {
                    return "another"
                }
                return "\(name) \(authority ?? "-")"
            } catch {
                return error.message
            }
        }
        let wayland = ["WAYLAND_DISPLAY": "/run/w"]
        #expect(find(["DISPLAY": ":0", "XAUTHORITY": "/a"]) == ":0 /a")
        #expect(find(["DISPLAY": ":0"], display: ":5") == ":5 -")
        #expect(find(wayland, display: ":5") == ":5 -")
        #expect(find([:]).contains("--display"))
        #expect(find(wayland).contains("Share it from a browser"))
        let both = wayland.merging(["DISPLAY": ":0"]) { first, _ in first }
        #expect(find(both).contains("--window"))
        #expect(find(both, wholeScreen: false) == ":0 -")
    }

    @Test("a share is reported with how to end it, and titles cannot control the terminal")
    func text() {
        let window = ShareableWindow(id: 7, title: "a\u{1B}[2Jb", size: PictureBox(width: 30, height: 20))
        let lines = [
            ResultFormatter().lines(for: .screen(isShared: true, window: nil)),
            ResultFormatter().lines(for: .screen(isShared: true, window: window)),
            ResultFormatter().lines(for: .screen(isShared: false, window: nil)),
            ResultFormatter().lines(for: .windows(list: [window])), ResultFormatter().lines(for: .windows(list: [])),
        ].flatMap(\.self)
        #expect(lines[0] == "Everyone in the call sees your whole screen. To stop: ecall screen off")
        #expect(lines[1].hasPrefix("Everyone in the call sees the window a"))
        #expect(lines[2] == "Your screen isn’t shared.")
        #expect(lines[3].hasPrefix("7  a") && lines[3].hasSuffix("(30 × 20)"))
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") } && lines.count == 5)
    }
}
