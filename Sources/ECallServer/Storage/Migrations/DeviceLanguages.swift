import ServerFoundation

extension Migration {
    /// The languages chosen on devices. Devices that signed in before have declared none.
    static let deviceLanguages = Migration(
        name: "027 languages of devices",
        statements: ["ALTER TABLE devices ADD COLUMN language TEXT NOT NULL DEFAULT ''"])
}
