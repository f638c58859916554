import ECallSecurity
import Synchronization

/// Supplies recorded results of RSA-OAEP and ML-KEM, or records those of the system.
final class RecordedWrapping: ChannelWrapping {
    struct Results: Sendable {
        var wrapped: [[UInt8]] = []
        var encapsulated: [(secret: [UInt8], ciphertext: [UInt8])] = []

        init() {}

        /// Reads base64url: each of RSA-OAEP, and secret and ciphertext of ML-KEM.
        init(wrapped: [String], encapsulated: [[String]]) throws {
            self.wrapped = try wrapped.map { try Base64URLText.bytes($0) }
            self.encapsulated = try encapsulated.map { pair in
                guard pair.count == 2 else { throw VectorError.unreadable }
                return (try Base64URLText.bytes(pair[0]), try Base64URLText.bytes(pair[1]))
            }
        }
    }

    private struct State {
        var results: Results
        let repeats: Bool
        var next = (wrapped: 0, encapsulated: 0)
    }

    private let state: Mutex<State>
    private let system = SystemChannelWrapping()

    /// Records.
    init() { state = Mutex(State(results: Results(), repeats: false)) }

    /// Repeats.
    init(_ results: Results) { state = Mutex(State(results: results, repeats: true)) }

    var results: Results { state.withLock { $0.results } }

    func wrap(_ secret: SecretBytes, for recipient: DevicePublicKey) -> [UInt8]? {
        state.withLock { state in
            if state.repeats {
                defer { state.next.wrapped += 1 }
                return state.results.wrapped[safe: state.next.wrapped]
            }
            guard let wrapped = system.wrap(secret, for: recipient) else { return nil }
            state.results.wrapped.append(wrapped)
            return wrapped
        }
    }

    func unwrap(_ wrapped: [UInt8], with keyPair: DeviceKeyPair) -> SecretBytes? {
        system.unwrap(wrapped, with: keyPair)
    }

    func encapsulate(to publicKey: [UInt8]) -> (secret: SecretBytes, ciphertext: [UInt8])? {
        state.withLock { state in
            if state.repeats {
                defer { state.next.encapsulated += 1 }
                guard var result = state.results.encapsulated[safe: state.next.encapsulated] else { return nil }
                return (SecretBytes(taking: &result.secret), result.ciphertext)
            }
            guard let made = system.encapsulate(to: publicKey) else { return nil }
            state.results.encapsulated.append((made.secret.withUnsafeBytes { Array($0) }, made.ciphertext))
            return made
        }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
