/// A dependency that must answer before the server can work.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// Throws while the dependency does not answer.
    package let check: @Sendable () async throws -> Void

    package init(name: String, check: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.check = check
    }
}
