/// The form of every error answer: `{"error":{code,status,title,detail}}`, all four present (wire-protocol 1.4).
public struct ErrorEnvelope: Codable, Sendable, Equatable {
    public struct Body: Codable, Sendable, Equatable {
        /// A string, so that a client can decode a code that it does not know.
        public var code: String
        public var status: Int
        /// The text for a person if the client has none for the code.
        public var title: String
        public var detail: String

        public init(code: String, status: Int, title: String, detail: String) {
            self.code = code
            self.status = status
            self.title = title
            self.detail = detail
        }
    }

    public var error: Body

    public init(error: Body) { self.error = error }

    public init(_ code: ErrorCode, title: String, detail: String = "") {
        error = Body(code: code.rawValue, status: code.envelopeStatus, title: title, detail: detail)
    }

    /// The code, if it is a known one.
    public var code: ErrorCode? { ErrorCode(rawValue: error.code) }
}
