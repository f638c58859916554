extension DeviceTrust {
    /// One word, and for held devices the reason: `new`, `held:changedKey`.
    public var text: String {
        switch self {
        case .new: "new"
        case .known: "known"
        case .verified: "verified"
        case .vouched: "vouched"
        case .held(let reason): "held:\(reason.rawValue)"
        }
    }

    /// Reads what `text` wrote.
    public init?(text: String) {
        let all: [DeviceTrust] = [.new, .known, .verified, .vouched] + Reason.allCases.map { .held($0) }
        guard let found = all.first(where: { $0.text == text }) else { return nil }
        self = found
    }
}

extension DeviceTrust: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let trust = DeviceTrust(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no word of trust")
        }
        self = trust
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
