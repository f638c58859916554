/// The header `Authorization` (RFC 6750 section 2.1).
package enum BearerToken {
    /// The token of the header's value; nil where there is none.
    package static func token(in header: String?) -> String? {
        guard let parts = header?.split(separator: " "), parts.count == 2, parts[0].lowercased() == "bearer" else {
            return nil
        }
        return String(parts[1])
    }
}
