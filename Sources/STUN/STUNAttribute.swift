/// The attributes that are used here (RFC 8489 section 18.3, RFC 8656 section 18).
public enum STUNAttribute {
    public static let username: UInt16 = 0x0006
    public static let messageIntegrity: UInt16 = 0x0008
    public static let errorCode: UInt16 = 0x0009
    public static let channelNumber: UInt16 = 0x000C
    public static let lifetime: UInt16 = 0x000D
    public static let xorPeerAddress: UInt16 = 0x0012
    public static let realm: UInt16 = 0x0014
    public static let nonce: UInt16 = 0x0015
    public static let xorRelayedAddress: UInt16 = 0x0016
    public static let requestedTransport: UInt16 = 0x0019
    public static let xorMappedAddress: UInt16 = 0x0020
    public static let fingerprint: UInt16 = 0x8028
}

extension STUNMessage.Attribute {
    public static func text(_ type: UInt16, _ text: String) -> Self { Self(type, Array(text.utf8)) }

    public static func number(_ type: UInt16, _ number: UInt32) -> Self {
        Self(type, (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    }

    /// The requested transport UDP (RFC 8656 section 18.8).
    public static let udpRelay = Self(STUNAttribute.requestedTransport, [17, 0, 0, 0])

    public static func channel(_ number: UInt16) -> Self {
        Self(STUNAttribute.channelNumber, STUNMessage.bytes(number) + [0, 0])
    }

    public static func address(
        _ type: UInt16, _ address: TransportAddress, transaction: STUNMessage.Transaction
    ) -> Self {
        Self(type, address.hidden(transaction))
    }
}

extension STUNMessage {
    public func text(_ type: UInt16) -> String? { attribute(type).map { String(decoding: $0, as: UTF8.self) } }

    public func number(_ type: UInt16) -> UInt32? {
        attribute(type).flatMap { $0.count == 4 ? $0.reduce(0) { $0 << 8 | UInt32($1) } : nil }
    }

    /// The error code, such as 401; nil if there is none.
    public var errorCode: Int? {
        guard let value = attribute(STUNAttribute.errorCode), value.count >= 4, (3...6).contains(value[2] & 7),
            value[3] < 100
        else { return nil }
        return Int(value[2] & 7) * 100 + Int(value[3])
    }

    public func address(_ type: UInt16) -> TransportAddress? {
        attribute(type).flatMap { TransportAddress(hidden: $0, transaction) }
    }
}

/// A transport address: four bytes of IPv4 or sixteen of IPv6, and a port.
public struct TransportAddress: Sendable, Hashable {
    public let bytes: [UInt8]
    public let port: UInt16

    /// Returns nil for anything but four or sixteen bytes.
    public init?(bytes: [UInt8], port: UInt16) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        (self.bytes, self.port) = (bytes, port)
    }

    public var isIPv6: Bool { bytes.count == 16 }

    /// Decodes the XOR-mapped form, which protects against devices that rewrite addresses (RFC 8489 section 14.2).
    init?(hidden value: [UInt8], _ transaction: STUNMessage.Transaction) {
        guard value.count == 8 && value[1] == 1 || value.count == 20 && value[1] == 2 else { return nil }
        let port = (UInt16(value[2]) << 8 | UInt16(value[3])) ^ 0x2112
        self.init(bytes: zip(value[4...], STUNMessage.cookie + transaction).map { $0 ^ $1 }, port: port)
    }

    func hidden(_ transaction: STUNMessage.Transaction) -> [UInt8] {
        [0, isIPv6 ? 2 : 1] + STUNMessage.bytes(port ^ 0x2112)
            + zip(bytes, STUNMessage.cookie + transaction).map { $0 ^ $1 }
    }
}
