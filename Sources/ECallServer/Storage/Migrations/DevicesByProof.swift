import ServerFoundation

extension Migration {
    /// Two devices of an account may have the same RSA key (decision 92): it is public, so that a device which came with the
    /// key of another would keep that one out.
    static let devicesByProof = Migration(
        name: "024 devices by proof", statements: ["DROP INDEX devices_by_key"])
}
