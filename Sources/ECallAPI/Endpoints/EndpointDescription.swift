/// A row of the table of endpoints: everything that routing, clients, documentation and tests are made from.
public struct EndpointDescription: Sendable {
    /// Another way to the same endpoint.
    public struct Alias: Sendable, Hashable, ExpressibleByStringLiteral {
        /// nil is the endpoint's own.
        public let method: Endpoint.Method?
        public let path: String

        /// `/path`, or `PUT /path` with a method of its own.
        public init(stringLiteral text: String) {
            let parts = text.split(separator: " ")
            method = parts.count == 2 ? Endpoint.Method(rawValue: String(parts[0])) : nil
            path = String(parts.last ?? "")
        }
    }

    /// A member of the query; optional unless `isRequired`.
    public struct Query: Sendable, Hashable {
        public enum Value: Sendable, Hashable {
            case text, flag
            case number(ClosedRange<UInt64>)
            /// With commas between them.
            case numbers
        }
        public let name: String
        public let value: Value
        public let isRequired: Bool
    }

    /// The JSON body of a request.
    public struct Body: Sendable {
        public let type: any (Codable & Sendable).Type
        /// Whether the request is refused without a body.
        public let isRequired: Bool
    }

    /// The answer with status 200, always as JSON (wire-protocol 1.3).
    public enum Answer: Sendable {
        case value(any (Codable & Sendable).Type)
        /// A value, or the second if a query asks for it.
        case either(any (Codable & Sendable).Type, any (Codable & Sendable).Type)
        /// A bare JSON string.
        case text
    }

    public let method: Endpoint.Method
    public let path: String
    public let authorization: Endpoint.Authorization
    /// The endpoint's effect, in one or a few sentences.
    public let summary: String
    public let aliases: [Alias]
    public let query: [Query]
    public let body: Body?
    public let answer: Answer
    /// Whether it answers suspended accounts: endpoints for the account's data and its deletion do.
    public let isOpenToSuspended: Bool
    /// The endpoint's own codes; those of every endpoint are added where they can occur.
    private let ownErrors: [ErrorCode]

    init(
        _ method: Endpoint.Method, _ path: String, _ summary: String,
        by authorization: Endpoint.Authorization = .required, aliases: [Alias] = [], query: [Query] = [],
        body: (any (Codable & Sendable).Type)? = nil,
        optionalBody: (any (Codable & Sendable).Type)? = nil, answer: Answer, isOpenToSuspended: Bool = false,
        errors: [ErrorCode] = []
    ) {
        self.method = method
        self.path = path
        self.authorization = authorization
        self.summary = summary
        self.aliases = aliases
        self.query = query
        self.body =
            body.map { Body(type: $0, isRequired: true) } ?? optionalBody.map { Body(type: $0, isRequired: false) }
        self.answer = answer
        self.isOpenToSuspended = isOpenToSuspended
        ownErrors = errors
    }

    /// Every code it can answer with, in the order of `ErrorCode`.
    public var errors: [ErrorCode] {
        var codes = Set(ownErrors)
        if authorization == .required { codes.formUnion([.accessTokenExpired, .deviceNotRegistered]) }
        if authorization != .none, !isOpenToSuspended { codes.insert(.accountSuspended) }
        if body != nil { codes.formUnion([.badRequest, .requestTooLarge]) }
        if method != .get { codes.formUnion([.unsupportedMediaType, .crossSiteRequest]) }
        if path.contains("{") || !query.isEmpty { codes.insert(.badRequest) }
        codes.formUnion([.storageUnavailable, .internalError])
        return ErrorCode.allCases.filter { codes.contains($0) }
    }
}
