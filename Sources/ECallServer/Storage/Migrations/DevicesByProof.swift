import ServerFoundation

extension Migration {
    /// Allows two devices of an account to have the same RSA key (decision 92): the key is public, so a device that
    /// registered another's key would lock that device out.
    static let devicesByProof = Migration(
        name: "024 devices by proof", statements: ["DROP INDEX devices_by_key"])
}
