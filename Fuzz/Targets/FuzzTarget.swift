/// What became of an input. What two implementations read from the same bytes is compared by the reading's hash.
enum Verdict: Equatable {
    case refused
    /// The parsed input in the target's own form; empty if only this implementation exists.
    case accepted([UInt8])

    static func accepted(_ text: String) -> Self { .accepted(Array(text.utf8)) }

    /// The form recorded beside the corpus: `refused`, or 16 hexadecimal digits.
    var text: String {
        guard case .accepted(let reading) = self else { return "refused" }
        let digits = String(fnv1a(reading), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// FNV-1a of 64 bits: short enough for the page's tests to have it too. Proves nothing.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// A property that does not hold for an input.
struct Finding: Error, CustomStringConvertible {
    let description: String
}

/// A decoder that meets foreign bytes, and what holds for every input.
struct FuzzTarget: Sendable {
    let name: String
    /// Whether the page has the same decoder, whose verdicts are compared.
    var isShared = false
    /// The longest input that is tried, in bytes.
    var longest = 4096
    /// Decodes, and throws a `Finding` if a property does not hold.
    let run: @Sendable ([UInt8]) throws -> Verdict

    /// Those that are built with coverage for libFuzzer.
    static let instrumented: [FuzzTarget] =
        stomp + stun + frames + signals + secrets + signedObjects + texts + janus + tokens
}

func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    guard holds else { throw Finding(description: what()) }
}

extension [UInt8] {
    /// The text, if it is UTF-8.
    var text: String? { String(validating: self, as: UTF8.self) }

    /// In two pieces, split at a place that the input determines.
    var pieces: (ArraySlice<UInt8>, ArraySlice<UInt8>) {
        let place = isEmpty ? 0 : Int(fnv1a(self) % UInt64(count + 1))
        return (self[..<place], self[place...])
    }

    var hexadecimal: String {
        map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
