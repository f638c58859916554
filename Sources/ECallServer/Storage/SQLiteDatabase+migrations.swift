import ServerFoundation

extension SQLiteDatabase {
    /// Opens or creates the file, and migrates its tables.
    init(path: String) throws { try self.init(path: path, migrations: Migration.all) }

    /// Reads the migration state of a file without changing it.
    static func migrationState(of path: String) throws -> MigrationState {
        try migrationState(of: path, migrations: Migration.all)
    }
}
