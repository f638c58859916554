import ECallSecurity

/// The stored form (e2ee 1). Pins written before 28 November 2026 named the call of the first meeting, and revoked keys without who
/// had revoked them.
extension DevicePins: Codable {
    private enum Key: String, CodingKey { case pins, unseen, refused, revoked }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        for (address, pin) in try container.decode([String: Pin].self, forKey: .pins) {
            if let address = DeviceAddress(address) { self[address] = pin }
        }
        for (user, keys) in try container.decodeIfPresent([String: [String: String]].self, forKey: .unseen) ?? [:] {
            guard let user = UInt64(user) else { continue }
            unseen[user] = keys
        }
        for (user, keys) in try container.decodeIfPresent([String: [String]].self, forKey: .refused) ?? [:] {
            if let user = UInt64(user), !keys.isEmpty { refused[user] = keys }
        }
        for entry in try container.decodeIfPresent([String].self, forKey: .revoked) ?? [] { takeOver(entry) }
    }

    /// A revoked key of before, `"<userId> <key>"`.
    private mutating func takeOver(_ entry: String) {
        let words = entry.split(separator: " ")
        guard words.count == 2, let user = UInt64(words[0]) else { return }
        let sign = String(words[1])
        let targets = (people[user] ?? [:]).filter { $0.value.sign == sign }.keys
        for target in targets { self[target]?.revokedBy = [""] }
        guard targets.isEmpty, unseen[user]?.count ?? 0 < Self.mostUnseen.ofPerson else { return }
        unseen[user, default: [:]][sign] = ""
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let pins = people.values.flatMap { $0 }.map { ($0.key.description, $0.value) }
        try container.encode(Dictionary(uniqueKeysWithValues: pins), forKey: .pins)
        let texts = Dictionary(uniqueKeysWithValues: unseen.map { ("\($0.key)", $0.value) })
        try container.encode(texts, forKey: .unseen)
        guard !refused.isEmpty else { return }
        try container.encode(
            Dictionary(uniqueKeysWithValues: refused.map { ("\($0.key)", $0.value) }), forKey: .refused)
    }
}

extension DevicePins.Pin {
    private enum Key: String, CodingKey { case sign, serial, basis, firstEntry, voucher, revokedBy, replaced }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        sign = try container.decode(String.self, forKey: .sign)
        serial = try container.decode(UInt64.self, forKey: .serial)
        basis = try container.decode(Basis.self, forKey: .basis)
        firstEntry = try container.decodeIfPresent(String.self, forKey: .firstEntry)
        voucher = try container.decodeIfPresent(String.self, forKey: .voucher)
        revokedBy = try container.decodeIfPresent([String].self, forKey: .revokedBy) ?? []
        replaced = try container.decodeIfPresent(Self.self, forKey: .replaced).map { [$0] } ?? []
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(sign, forKey: .sign)
        try container.encode(serial, forKey: .serial)
        try container.encode(basis, forKey: .basis)
        try container.encodeIfPresent(firstEntry, forKey: .firstEntry)
        try container.encodeIfPresent(voucher, forKey: .voucher)
        if !revokedBy.isEmpty { try container.encode(revokedBy, forKey: .revokedBy) }
        try container.encodeIfPresent(replaced.first, forKey: .replaced)
    }
}
