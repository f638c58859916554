/// A message of STUN (RFC 8489) or TURN (RFC 8656).
public struct STUNMessage: Sendable, Equatable {
    /// The class of a message (RFC 8489 section 5).
    public enum Class: UInt16, Sendable {
        case request = 0x000
        case indication = 0x010
        case success = 0x100
        case failure = 0x110
    }

    /// The method of a message.
    public enum Method: UInt16, Sendable {
        case binding = 1
        case allocate = 3
        case refresh = 4
        case send = 6
        case data = 7
        case createPermission = 8
        case channelBind = 9
    }

    /// An attribute's type and value, without padding.
    public struct Attribute: Sendable, Equatable {
        public var type: UInt16
        public var value: [UInt8]

        public init(_ type: UInt16, _ value: [UInt8]) { (self.type, self.value) = (type, value) }
    }

    /// The transaction id of a request and its response.
    public typealias Transaction = [UInt8]

    public static let headerLength = 20
    static let transactionLength = 12
    static let cookie: [UInt8] = [0x21, 0x12, 0xA4, 0x42]
    /// The longest body that the length field can express and that is a multiple of four.
    static let longest = 0xFFFC

    public var type: Class
    public var method: Method
    public var transaction: Transaction
    public var attributes: [Attribute]

    public init(_ type: Class, _ method: Method, transaction: Transaction, attributes: [Attribute] = []) {
        precondition(transaction.count == Self.transactionLength, "twelve bytes")
        (self.type, self.method, self.transaction, self.attributes) = (type, method, transaction, attributes)
    }

    /// The first attribute of this type.
    public func attribute(_ type: UInt16) -> [UInt8]? { attributes.first { $0.type == type }?.value }

    public static func randomTransaction() -> Transaction {
        (0..<transactionLength).map { _ in .random(in: .min ... .max) }
    }
}

/// The reason why bytes are not a message.
public enum STUNFailure: Error, Sendable, Equatable {
    /// The bytes belong to another protocol, or end too early.
    case malformed
    /// The class or method is unknown.
    case unknown
}

extension STUNMessage {
    /// Parses a whole message. Integrity and fingerprint are attributes like others: `isIntact` checks them.
    public init(bytes: some Collection<UInt8>) throws(STUNFailure) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.headerLength, bytes[0] & 0xC0 == 0, Array(bytes[4..<8]) == Self.cookie,
            Int(Self.number(bytes, 2)) == bytes.count - Self.headerLength, bytes.count % 4 == 0
        else { throw .malformed }
        let type = Self.number(bytes, 0)
        // The two bits of the class are interleaved with the method's.
        let method = type & 0x000F | (type & 0x00E0) >> 1 | (type & 0x3E00) >> 2
        guard let known = Method(rawValue: method), let kind = Class(rawValue: type & 0x0110) else { throw .unknown }
        var attributes: [Attribute] = []
        var index = Self.headerLength
        while index < bytes.count {
            guard index + 4 <= bytes.count else { throw .malformed }
            let length = Int(Self.number(bytes, index + 2))
            guard index + 4 + length <= bytes.count else { throw .malformed }
            attributes.append(Attribute(Self.number(bytes, index), Array(bytes[(index + 4)..<(index + 4 + length)])))
            index += 4 + Self.padded(length)
        }
        self.init(kind, known, transaction: Array(bytes[8..<20]), attributes: attributes)
    }

    /// The encoded message, with MESSAGE-INTEGRITY if a key is given, and with a FINGERPRINT.
    ///
    /// - Parameter key: `LongTermCredential.key`, or the password of a short-term one.
    public func bytes(key: [UInt8]? = nil) -> [UInt8] {
        var body: [UInt8] = []
        for attribute in attributes { body += Self.encoded(attribute) }
        if let key {
            let covered = header(length: body.count + 24) + body
            body += Self.encoded(Attribute(STUNAttribute.messageIntegrity, STUNIntegrity.code(covered, key: key)))
        }
        let covered = header(length: body.count + 8) + body
        body += Self.encoded(Attribute(STUNAttribute.fingerprint, STUNIntegrity.fingerprint(covered)))
        return header(length: body.count) + body
    }

    private func header(length: Int) -> [UInt8] {
        let raw = method.rawValue
        let type = self.type.rawValue | raw & 0x000F | (raw & 0x0070) << 1 | (raw & 0x0F80) << 2
        return Self.bytes(type) + Self.bytes(UInt16(truncatingIfNeeded: length)) + Self.cookie + transaction
    }

    private static func encoded(_ attribute: Attribute) -> [UInt8] {
        let padding = padded(attribute.value.count) - attribute.value.count
        return bytes(attribute.type) + bytes(UInt16(truncatingIfNeeded: attribute.value.count)) + attribute.value
            + [UInt8](repeating: 0, count: padding)
    }

    static func number(_ bytes: [UInt8], _ index: Int) -> UInt16 {
        UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    static func padded(_ length: Int) -> Int { (length + 3) & ~3 }
}
