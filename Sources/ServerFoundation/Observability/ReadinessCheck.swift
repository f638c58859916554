/// Something that must answer before the server can do its work.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// Throws while it does not.
    package let check: @Sendable () async throws -> Void

    package init(name: String, check: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.check = check
    }
}
