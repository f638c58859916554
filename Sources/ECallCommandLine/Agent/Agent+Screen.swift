import ECallCalls
import ECallKit
import ECallLanguage
import ECallMedia

/// Screen sharing of this device.
extension Agent {
    func windows(_ display: Display) async throws(CommandFailure) -> CommandResult {
        .windows(list: try await shareableWindows(display))
    }

    private func shareableWindows(_ display: Display) async throws(CommandFailure) -> [ShareableWindow] {
        do throws(MediaError) { return try await environment.windows(display) } catch {
            throw CommandFailure(.failure, error.text)
        }
    }

    func shareScreen(_ display: Display, _ name: String?) async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        var window: ShareableWindow?
        if let name { window = try WindowName.find(name, in: try await shareableWindows(display)) }
        let source = ScreenSource(display: display, window: window?.id)
        let wasShared = try await own().isSharing
        do throws(CommandFailure) {
            try await inCall { () async throws(CallFailure) in try await calls.carryOut(.screen(source)) }
        } catch {
            guard wasShared else { throw error }
            let isShared = (try? await own().isSharing) ?? false
            throw CommandFailure(
                error.status,
                .hint(error.text, isShared ? .terminalShareContinues : .terminalShareEnded))
        }
        return .screen(isShared: true, window: window)
    }

    func endScreen() async throws(CommandFailure) -> CommandResult {
        let calls = try await runningCalls()
        try await inCall { () async throws(CallFailure) in try await calls.carryOut(.screen(nil)) }
        return .screen(isShared: false, window: nil)
    }
}

/// The window that a person names. Pure.
enum WindowName {
    /// Finds a window by its number, its title, or the beginning of it, ignoring case. Throws if none or several match.
    static func find(_ name: String, in windows: [ShareableWindow]) throws(CommandFailure) -> ShareableWindow {
        let wanted = name.lowercased()
        let ways: [(ShareableWindow) -> Bool] = [
            { "\($0.id)" == name || $0.title == name }, { $0.title.lowercased() == wanted },
            { $0.title.lowercased().hasPrefix(wanted) },
        ]
        for way in ways {
            let found = windows.filter(way)
            if found.count == 1 { return found[0] }
            guard found.isEmpty || wanted.isEmpty else {
                throw CommandFailure(.usage, .terminalScreenSeveralWindows(command: "ecall screen list"))
            }
        }
        throw CommandFailure(.usage, .terminalScreenNoWindowMatches(command: "ecall screen list"))
    }
}
