import ServerFoundation

extension SQLiteDatabase {
    /// Opens the file, or makes it, and brings its tables up to date.
    init(path: String) throws { try self.init(path: path, migrations: Migration.all) }

    /// Reads the state of a file and changes nothing.
    static func migrationState(of path: String) throws -> MigrationState {
        try migrationState(of: path, migrations: Migration.all)
    }
}
