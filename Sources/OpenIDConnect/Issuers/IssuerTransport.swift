/// A request to an issuer: a GET, or a POST of a form.
package struct IssuerRequest: Sendable, Hashable {
    package let url: String
    package var form: [FormField] = []

    package init(url: String, form: [FormField] = []) {
        self.url = url
        self.form = form
    }
}

/// A name and its value in a query or a form.
package struct FormField: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The issuer's answer, whatever its status.
package struct IssuerAnswer: Sendable, Hashable {
    package let status: Int
    package let cacheControl: String?
    package let body: [UInt8]

    package init(status: Int, cacheControl: String? = nil, body: [UInt8]) {
        self.status = status
        self.cacheControl = cacheControl
        self.body = body
    }
}

/// Sends requests to an issuer and follows no redirects.
package protocol IssuerTransport: Sendable {
    /// Throws if no complete answer arrived: no connection, no trust, too slow, too large.
    func send(_ request: IssuerRequest) async throws -> IssuerAnswer
}

/// `application/x-www-form-urlencoded` (WHATWG URL 5.2).
package enum FormCoding {
    package static func encode(_ fields: [FormField]) -> String {
        fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// The fields of a form; a duplicate name is dropped, since it is ambiguous.
    package static func decode(_ text: String) -> [String: String] {
        var fields: [String: String?] = [:]
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescaped(sides[0]), let value = unescaped(sides.count == 2 ? sides[1] : "") else {
                continue
            }
            fields[name] = fields.keys.contains(name) ? .some(nil) : value
        }
        return fields.compactMapValues { $0 }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            let character = Character(UnicodeScalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
                result.append(character)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else {
                    return nil
                }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
