import ECallAPI

/// The members of a signed object's payload: JSON without white space and escapes, known members in the order written,
/// unknown ones anywhere, none twice (e2ee, words).
struct SignedPayload {
    private static let deepest = 8

    private let members: [(name: String, value: Substring)]
    /// Members before it were read; known ones must be in order.
    private var position = 0

    /// Nil for anything else than one such object.
    init?(_ bytes: [UInt8]) {
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else { return nil }
        var scanner = Scanner(text: String(decoding: bytes, as: UTF8.self)[...])
        guard let members = scanner.object(depth: 0), scanner.text.isEmpty else { return nil }
        self.members = members
    }

    /// The raw value of a member; nil if it is absent, or precedes one that was already read.
    private mutating func next(_ name: String) -> Substring? {
        guard let index = members[position...].firstIndex(where: { $0.name == name }) else { return nil }
        position = index + 1
        return members[index].value
    }

    /// Whether a member is present, at any position.
    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    /// 0 … 2^53 − 1 in its one form.
    mutating func integer(_ name: String) throws(SignedObjectError) -> UInt64 {
        guard let value = next(name), let number = Self.integer(value) else { throw .malformed }
        return number
    }

    mutating func integers(_ name: String) throws(SignedObjectError) -> [UInt64] {
        guard let value = next(name), value.first == "[", value.last == "]" else { throw .malformed }
        let inner = value.dropFirst().dropLast()
        guard !inner.isEmpty else { return [] }
        var numbers: [UInt64] = []
        for part in inner.parts(at: ",") {
            guard let number = Self.integer(part) else { throw .malformed }
            numbers.append(number)
        }
        return numbers
    }

    mutating func flag(_ name: String) throws(SignedObjectError) -> Bool {
        switch next(name) {
        case "true": return true
        case "false": return false
        default: throw .malformed
        }
    }

    mutating func text(_ name: String) throws(SignedObjectError) -> String {
        guard let value = next(name), value.first == "\"" else { throw .malformed }
        return String(value.dropFirst().dropLast())
    }

    /// Reads base64url of bytes; of this many if a count is given.
    mutating func bytes(_ name: String, count: Int? = nil) throws(SignedObjectError) -> [UInt8] {
        guard let bytes = Base64URL.bytes(try text(name)), count.map({ $0 == bytes.count }) ?? true else {
            throw .malformed
        }
        return bytes
    }

    mutating func address(_ name: String) throws(SignedObjectError) -> DeviceAddress {
        guard let address = DeviceAddress(try text(name)), address.userID < 1 << 53, address.deviceID < 1 << 53 else {
            throw .malformed
        }
        return address
    }

    mutating func hash(_ name: String) throws(SignedObjectError) -> ObjectHash {
        guard let hash = ObjectHash(text: try text(name)) else { throw .malformed }
        return hash
    }

    static func integer(_ text: Substring) -> UInt64? {
        guard let number = UInt64(text), number < 1 << 53, String(number) == text else { return nil }
        return number
    }

    /// JSON with integers only, and only one way to write each value.
    private struct Scanner {
        var text: Substring

        mutating func object(depth: Int) -> [(name: String, value: Substring)]? {
            guard depth <= deepest, take("{") else { return nil }
            var members: [(name: String, value: Substring)] = []
            var names: Set<String> = []
            if take("}") { return members }
            repeat {
                guard let name = string(), take(":"), names.insert(name).inserted else { return nil }
                let start = text
                guard value(depth: depth + 1) else { return nil }
                members.append((name, start[..<text.startIndex]))
            } while take(",")
            return take("}") ? members : nil
        }

        private mutating func value(depth: Int) -> Bool {
            switch text.first {
            case "\"": string() != nil
            case "{": object(depth: depth) != nil
            case "[": array(depth: depth)
            case "t", "f", "n": takeWord()
            default: takeInteger()
            }
        }

        private mutating func array(depth: Int) -> Bool {
            guard depth <= deepest, take("[") else { return false }
            if take("]") { return true }
            repeat {
                guard value(depth: depth + 1) else { return false }
            } while take(",")
            return take("]")
        }

        private mutating func string() -> String? {
            guard take("\""), let end = text.firstIndex(of: "\"") else { return nil }
            defer { text = text[text.index(after: end)...] }
            return String(text[..<end])
        }

        private mutating func takeWord() -> Bool {
            for word in ["true", "false", "null"] where text.hasPrefix(word) {
                text = text.dropFirst(word.count)
                return true
            }
            return false
        }

        private mutating func takeInteger() -> Bool {
            let digits = text.prefix { $0.isNumber }
            guard SignedPayload.integer(digits) != nil else { return false }
            text = text.dropFirst(digits.count)
            return true
        }

        private mutating func take(_ character: Character) -> Bool {
            guard text.first == character else { return false }
            text = text.dropFirst()
            return true
        }
    }
}

/// Writes a payload: members in the order given, absent ones left out.
struct PayloadText {
    private var members: [String] = []

    var text: String { "{" + members.joined(separator: ",") + "}" }

    mutating func add(_ name: String, _ number: UInt64) { members.append("\"\(name)\":\(number)") }

    mutating func add(_ name: String, _ numbers: [UInt64]) {
        members.append("\"\(name)\":[\(numbers.map(String.init).joined(separator: ","))]")
    }

    mutating func add(_ name: String, _ flag: Bool) { members.append("\"\(name)\":\(flag)") }

    mutating func add(_ name: String, _ text: String) { members.append("\"\(name)\":\"\(text)\"") }

    mutating func add(_ name: String, _ bytes: [UInt8]) { add(name, Base64URL.encode(bytes)) }
}
