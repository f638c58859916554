/// `POST /contacts/search`: exactly one of the three; "" counts as absent (wire-protocol 8.3).
public struct SearchRequest: Codable, Sendable, Equatable {
    public var email: String?
    public var phoneNumber: String?
    /// SHA-256 in hex, of the key's base64 text or of its bytes (wire-protocol 10, row 5).
    public var publicKeyHash: String?

    public init(email: String? = nil, phoneNumber: String? = nil, publicKeyHash: String? = nil) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.publicKeyHash = publicKeyHash
    }
}

/// Answer to a search: one hit, or none. A hit carries a name and a share token for the searcher alone, never a number.
public struct SearchResponse: Codable, Sendable, Equatable {
    public var results: [ResolvedContact]
    public init(results: [ResolvedContact]) { self.results = results }
}

/// The limits on what others may find out about the caller: `GET` and `PATCH /user/privacy`, in both directions.
public struct PrivacySettings: Codable, Sendable, Equatable {
    /// Whether a search by address, number or key hash finds the account.
    public var searchable: Bool
    public init(searchable: Bool) { self.searchable = searchable }
}
