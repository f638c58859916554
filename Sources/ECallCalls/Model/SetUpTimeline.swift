import FrameCrypto
import Synchronization

/// The steps from *Call* or *Answer* to the first picture, or sound in a call without video, in the usual order.
public enum SetUpStep: String, Sendable, Hashable, CaseIterable, Codable {
    /// Camera, microphone, files and displays were checked.
    case devices
    /// Caller: the published keys of the people called are here.
    case keys
    /// Caller: the room exists.
    case room
    /// Caller: the server rings their devices.
    case ring
    /// Caller: a callee has answered.
    case answer
    /// The server has let this device into the call.
    case join
    /// This device is in the room.
    case enter
    /// Capture and encoding run, and are offered.
    case offer
    /// The SFU has answered the offer.
    case accepted
    /// A path to the SFU for the sent media.
    case sendICE
    /// The keys of that path: from here on packets leave.
    case sendDTLS
    /// The first key of another participant was accepted.
    case senderKey
    /// Another participant publishes.
    case published
    /// The subscriptions are agreed on with the SFU.
    case subscribed
    /// A path from the SFU for the subscriptions.
    case receiveICE
    /// The keys of that path.
    case receiveDTLS
    /// The first key frame was decrypted.
    case decrypted
    /// The first key frame was decoded.
    case decoded
}

/// The times at which the steps of one call were done. Each counts once: repetitions after a loss are not part of the setup.
final class SetUpTimeline: Sendable {
    let track: Track
    private let began: UInt64
    private let now: @Sendable () -> UInt64
    private let done = Mutex<[SetUpStep: UInt64]>([:])

    /// - Parameter began: the moment when the person placed or answered the call, in nanoseconds of the clock `now`.
    init(track: Track, began: UInt64, now: @escaping @Sendable () -> UInt64) {
        (self.track, self.began, self.now) = (track, began, now)
    }

    func mark(_ step: SetUpStep, at instant: UInt64? = nil) {
        let instant = instant ?? now()
        done.withLock { if $0[step] == nil { $0[step] = instant } }
    }

    /// Marks a step of a track as done; tracks other than that of the call do not count.
    func mark(_ step: SetUpStep, of track: Track, at instant: UInt64? = nil) {
        if track == self.track { mark(step, at: instant) }
    }

    var milliseconds: [String: Double] {
        let done = done.withLock { $0 }
        return Dictionary(
            uniqueKeysWithValues: done.map { step, instant in
                (step.rawValue, instant > began ? Double((instant - began) / 10_000) / 100 : 0)
            })
    }
}
