import ECallCore
import ECallLanguage
import ECallMedia
import Synchronization

/// Loudspeakers that report what is played.
final class ToneDouble: Sendable {
    enum Step: Sendable, Equatable {
        case began(Tone, DeviceWishes)
        case ended(Tone)
    }

    private let state = Mutex((steps: [Step](), fails: false))

    var steps: [Step] { state.withLock { $0.steps } }

    /// There is no loudspeaker from now on.
    func fail() { state.withLock { $0.fails = true } }

    func play(_ tone: Tone, _ wishes: DeviceWishes) throws(MediaError) -> any PlayingTone {
        let fails = state.withLock { state in
            if !state.fails { state.steps.append(.began(tone, wishes)) }
            return state.fails
        }
        guard !fails else { throw .inputUnavailable(.mediaNoLoudspeaker) }
        return Playing { self.state.withLock { $0.steps.append(.ended(tone)) } }
    }

    /// Returns once this much has happened.
    func until(_ count: Int) async throws {
        // Polls a double.
        while steps.count < count { try await Task.sleep(for: .milliseconds(5)) }
    }

    private struct Playing: PlayingTone {
        let ended: @Sendable () -> Void
        func stop() async { ended() }
    }
}

/// The connection to a server, which can be lost.
final class LosableLine: SocketDialing {
    private let dialer: any SocketDialing
    private let sockets = Mutex<[any MessageSocket]>([])

    init(_ dialer: any SocketDialing) { self.dialer = dialer }

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        let socket = try await dialer.dial(request)
        sockets.withLock { $0.append(socket) }
        return socket
    }

    func lose() {
        for socket in sockets.withLock({ $0 }) { socket.close() }
    }
}
