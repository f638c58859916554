import ServerFoundation

extension Migration {
    /// By which a database knows the secret that it belongs to.
    static let installation = Migration(
        name: "018 installation",
        statements: ["CREATE TABLE installation (id SMALLINT NOT NULL PRIMARY KEY, proof TEXT NOT NULL)"])
}
