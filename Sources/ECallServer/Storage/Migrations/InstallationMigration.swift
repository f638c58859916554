import ServerFoundation

extension Migration {
    /// The proof that ties a database to its secret.
    static let installation = Migration(
        name: "018 installation",
        statements: ["CREATE TABLE installation (id SMALLINT NOT NULL PRIMARY KEY, proof TEXT NOT NULL)"])
}
