import ECallLanguage
import ECallMedia

/// The lines about what this device shares.
struct ScreenSharingFormatter {
    let texts: Texts

    init(_ texts: Texts = TerminalLanguage.english.texts) { self.texts = texts }

    func line(isShared: Bool, _ window: ShareableWindow?) -> String {
        guard isShared else { return texts.string(.screenNotShared) }
        let seen: Text = window.map { .terminalSeesWindow(title: $0.title) } ?? .terminalSeesScreen
        return texts.string(.hint(seen, .terminalDoStop(command: "ecall screen off")))
    }

    func lines(for windows: [ShareableWindow]) -> [String] {
        guard !windows.isEmpty else {
            return [texts.string(.hint(.terminalNoWindow, .terminalDoWholeScreen(command: "ecall screen on")))]
        }
        return windows.map {
            "\($0.id)  \(TerminalSanitizer.safe($0.title))  (\($0.size.width) × \($0.size.height))"
        }
    }
}
