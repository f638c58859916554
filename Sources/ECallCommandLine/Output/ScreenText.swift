import ECallMedia

/// The lines about what this device shares.
enum ScreenText {
    static func line(isShared: Bool, _ window: ShareableWindow?) -> String {
        guard isShared else { return "You share nothing any more." }
        let what = window.map { "the window \(TerminalText.safe($0.title))" } ?? "your whole screen"
        return "All in the call see \(what). ecall screen off ends it."
    }

    static func lines(for windows: [ShareableWindow]) -> [String] {
        guard !windows.isEmpty else {
            return ["There is no window that can be shared by itself; ecall screen on shares the whole screen."]
        }
        return windows.map {
            "\($0.id)  \(TerminalText.safe($0.title))  (\($0.size.width) × \($0.size.height))"
        }
    }
}
