/// A reaction shown to all others in the call at once, without words.
public enum Reaction: String, Sendable, Hashable, Codable, CaseIterable {
    case thumbsUp, heart, laugh, surprise, applause, celebration

    /// The code in a report; the order is the wire's.
    var code: UInt8 {
        switch self {
        case .thumbsUp: 1
        case .heart: 2
        case .laugh: 3
        case .surprise: 4
        case .applause: 5
        case .celebration: 6
        }
    }

    /// Nil for none, and for an unknown one.
    init?(code: UInt8) {
        guard let reaction = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = reaction
    }
}

/// Whether a participant raises their hand, and their newest reaction, as every report carries them (e2ee 5, `report`).
public struct Gestures: Sendable, Hashable {
    static let length = 3

    public var isHandRaised: Bool
    /// Nil for none that is still to be shown.
    public var reaction: Reaction?
    /// Changes with each reaction, so that a repeated report is shown once, and two equal reactions twice.
    public var count: UInt8

    public init(isHandRaised: Bool = false, reaction: Reaction? = nil, count: UInt8 = 0) {
        (self.isHandRaised, self.reaction, self.count) = (isHandRaised, reaction, count)
    }

    var bytes: [UInt8] { [isHandRaised ? 1 : 0, reaction?.code ?? 0, count] }

    /// A value that a later version may have counts as none.
    init(bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        self.init(isHandRaised: bytes[0] == 1, reaction: Reaction(code: bytes[1]), count: bytes[2])
    }
}
