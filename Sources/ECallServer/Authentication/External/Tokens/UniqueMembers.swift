import Foundation

/// Finds objects that name a member twice: what one reader takes for the issuer another does not (RFC 7519 section 4).
enum UniqueMembers {
    private enum Scope {
        case object(names: Set<String>, expectsName: Bool)
        case array
    }

    /// Whether no object, however deep, names a member twice. The text must be JSON: that is for the decoder to say.
    static func holds(in json: Data) -> Bool {
        let bytes = Array(json)
        var scopes: [Scope] = []
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "{"): scopes.append(.object(names: [], expectsName: true))
            case UInt8(ascii: "["): scopes.append(.array)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = scopes.popLast()
            case UInt8(ascii: ","):
                if case .object(let names, _) = scopes.last {
                    replace(&scopes, .object(names: names, expectsName: true))
                }
            case UInt8(ascii: "\""):
                guard let end = closingQuote(in: bytes, from: position) else { return false }
                if case .object(var names, expectsName: true) = scopes.last {
                    guard let name = decoded(bytes[position...end]), names.insert(name).inserted else { return false }
                    replace(&scopes, .object(names: names, expectsName: false))
                }
                position = end
            default: break
            }
            position += 1
        }
        return true
    }

    private static func replace(_ scopes: inout [Scope], _ scope: Scope) { scopes[scopes.count - 1] = scope }

    private static func closingQuote(in bytes: [UInt8], from start: Int) -> Int? {
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): return position
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }

    /// `"iss"` and `"\u0069ss"` are the same name.
    private static func decoded(_ literal: ArraySlice<UInt8>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(literal))
    }
}
