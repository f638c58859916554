/// The header `Authorization` (RFC 6750 section 2.1).
package enum BearerToken {
    /// Returns the token in the header's value; nil if there is none.
    package static func token(in header: String?) -> String? {
        // Split as bytes: each request has one, and characters take ten times as long.
        guard let parts = header?.utf8.split(separator: UInt8(ascii: " ")), parts.count == 2,
            String(parts[0])?.lowercased() == "bearer"
        else { return nil }
        return String(parts[1])
    }
}
