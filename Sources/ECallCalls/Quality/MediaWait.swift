/// The reason why a person in a call neither hears nor sees anyone yet. Pure. The page has the same rule
/// (`Tests/Vectors/media-wait.json`).
public enum MediaWait: String, Sendable, Equatable, Codable, CaseIterable {
    /// Media have arrived, or there is no one they could come from.
    case none
    /// For so short a time that nothing is wrong.
    case connecting
    /// This device does not reach the media server with media: its network blocks them.
    case ownNetwork
    /// This device reaches the media server, and nothing arrives from the others.
    case others

    /// The time after which something is wrong, in milliseconds.
    static let patience = 10_000

    /// - Parameters:
    ///   - milliseconds: the time since another person was first there.
    ///   - hasOthers: whether another person is in the call.
    ///   - hasMedia: whether media of another person were decrypted, and that person has heard this device.
    ///   - isSending: whether the connection by which this device sends is established.
    ///   - isProtected: whether another person has shown that they have the key of this device. Before that nothing comes, for
    ///     reasons that are shown elsewhere.
    init(afterMilliseconds milliseconds: Int, hasOthers: Bool, hasMedia: Bool, isSending: Bool, isProtected: Bool) {
        self =
            if hasMedia || !hasOthers {
                .none
            } else if milliseconds < Self.patience {
                .connecting
            } else {
                isSending ? isProtected ? .others : .connecting : .ownNetwork
            }
    }
}

/// Detects missing media in a call. Pure: instants are monotonic nanoseconds.
struct MissingMediaWatch {
    private var since: UInt64?
    private var told = MediaWait.none

    /// Returns what to tell the person now; nil if they know it, or need not know.
    mutating func look(
        now: UInt64, hasOthers: Bool, hasMedia: Bool, isSending: Bool, isProtected: Bool
    ) -> MediaWait? {
        since = hasOthers ? since ?? now : nil
        let wait = MediaWait(
            afterMilliseconds: since.map { Int((now - $0) / 1_000_000) } ?? 0, hasOthers: hasOthers,
            hasMedia: hasMedia, isSending: isSending, isProtected: isProtected)
        // Each call connects for a moment.
        guard wait != told, wait != .connecting || told != .none else { return nil }
        told = wait
        return wait
    }
}
