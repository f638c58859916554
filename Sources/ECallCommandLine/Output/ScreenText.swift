import ECallMedia

/// The lines about what this device shares.
enum ScreenText {
    static func line(isShared: Bool, _ window: ShareableWindow?) -> String {
        guard isShared else { return "You are no longer sharing." }
        let what = window.map { "the window \(TerminalText.safe($0.title))" } ?? "your whole screen"
        return "Everyone in the call sees \(what). To stop: ecall screen off"
    }

    static func lines(for windows: [ShareableWindow]) -> [String] {
        guard !windows.isEmpty else {
            return ["There is no window to share. To share the whole screen: ecall screen on"]
        }
        return windows.map {
            "\($0.id)  \(TerminalText.safe($0.title))  (\($0.size.width) × \($0.size.height))"
        }
    }
}
