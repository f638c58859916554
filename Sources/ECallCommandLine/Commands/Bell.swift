import ECallCore
import ECallMedia
import Foundation
import Synchronization

/// Rings the bell of a person's terminal while a call rings there.
final class Bell: Sendable {
    static let period = Duration.seconds(2)

    private struct State {
        var rings = AudibleRings(.ringing)
        var ringing: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let time: any TimeSource
    private let ring: @Sendable () -> Void

    /// - Parameter ring: rings once.
    init(time: any TimeSource = SystemTime(), ring: @escaping @Sendable () -> Void) {
        self.time = time
        self.ring = ring
    }

    deinit { stop() }

    /// The bell of this command's terminal; nil if there is none, or if a program reads.
    static func own(_ printer: Printer) -> Bell? {
        guard !printer.isJSON, isatty(STDERR_FILENO) == 1 else { return nil }
        return Bell {
            // Not in the middle of a picture that is being drawn.
            printer.exclusively { _ in try? FileHandle.standardError.write(contentsOf: Data([0x07])) }
        }
    }

    func take(_ event: ReportedEvent) {
        guard case .call(let event) = event else { return }
        state.withLock { state in
            state.rings.take(event)
            guard state.rings.isAudible != (state.ringing != nil) else { return }
            state.ringing?.cancel()
            state.ringing = state.rings.isAudible ? begin() : nil
        }
    }

    func stop() {
        state.withLock { state in
            state.rings.silenceAll()
            state.ringing?.cancel()
            state.ringing = nil
        }
    }

    private func begin() -> Task<Void, Never> {
        Task { [time, ring] in
            repeat {
                guard !Task.isCancelled else { return }
                ring()
            } while (try? await time.sleep(for: Self.period)) != nil
        }
    }
}
