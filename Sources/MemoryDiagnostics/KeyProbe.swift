package import ECallSecurity
import Synchronization

/// Searches this process's memory for the newest secrets of a call. Keeps masked patterns, never a secret.
package final class KeyProbe: Sendable {
    #if os(Linux)
        /// The newest ones of each kind, oldest first.
        private let patterns = Mutex<[Kind: [MemorySearch.Pattern]]>([:])
        private static let mostOfKind = 4

        private enum Kind: Hashable {
            case entry, channel, reports, sender

            init(_ secret: CallSecret) {
                self =
                    switch secret {
                    case .entry: .entry
                    case .channel: .channel
                    case .reports: .reports
                    case .sender: .sender
                    }
            }
        }
    #endif

    package init() {}

    /// A secret is in use; the search looks for the newest four of each kind.
    package func watch(_ secret: CallSecret) {
        #if os(Linux)
            patterns.withLock { patterns in
                let kind = Kind(secret)
                guard patterns[kind]?.contains(where: { $0.isOf(secret) }) != true else { return }
                patterns[kind, default: []].append(MemorySearch.Pattern(secret))
                if patterns[kind, default: []].count > Self.mostOfKind { patterns[kind]?.removeFirst() }
            }
        #endif
    }

    /// Nil when there was no secret, or memory cannot be read here.
    ///
    /// - Parameter isLive: whether a call has keys right now.
    package func search(isLive: Bool) -> MemoryProbeResult? {
        #if os(Linux)
            let patterns = patterns.withLock { $0 }
            guard !patterns.isEmpty else { return nil }
            var result = MemoryProbeResult(keyIsLive: isLive, copies: 0, bytesSearched: 0)
            for pattern in patterns.values.joined() {
                guard let found = try? MemorySearch().count(pattern) else { return nil }
                result.copies += found.hits
                result.bytesSearched = max(result.bytesSearched, found.bytesSearched)
            }
            result.secrets = patterns.values.map(\.count).reduce(0, +)
            return result
        #else
            return nil
        #endif
    }
}

/// The result of searching the process's own memory for the secrets of a call.
package struct MemoryProbeResult: Codable, Sendable, Equatable {
    /// Whether a call has keys right now.
    package var keyIsLive: Bool
    /// How often bytes 16–31 of a secret were found, over all of them.
    package var copies: Int
    package var bytesSearched: Int
    /// How many secrets were searched for: keys of an entry, of channels and of senders.
    package var secrets: Int

    package init(keyIsLive: Bool, copies: Int, bytesSearched: Int, secrets: Int = 1) {
        self.keyIsLive = keyIsLive
        self.copies = copies
        self.bytesSearched = bytesSearched
        self.secrets = secrets
    }
}
