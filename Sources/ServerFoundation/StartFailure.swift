/// The reason why the server did not start, each in one sentence for the person who started it.
public enum StartFailure: Error, Equatable, CustomStringConvertible {
    case dataDirectoryNotWritable(String)
    /// The path that could not be written, and the mount point of its disk.
    case diskFull(String, disk: String)
    case diskReadOnly(String, disk: String)
    case dataDirectoryInUse(String)
    /// The data directory is empty, and a new server was not requested.
    case noServer(String)
    /// A new server was requested where there is one.
    case serverExists(String)
    case secretMissing(database: String, secret: String)
    case databaseMissing(database: String, secret: String)
    case secretOfAnotherDatabase(database: String, secret: String)
    case secretDamaged(String)
    /// The kind of the file, its path, and the problem from `FileAccess`.
    case fileUnavailable(String, String, String)
    /// Root would leave files there that the owner cannot read.
    case folderOfAnotherUser(String, owner: String)
    case databaseUnusable(String)
    case certificateUnusable(String)
    case keyUnusable(String)
    case keyOfAnotherCertificate(certificate: String, key: String)
    case certificateExpired(String)
    case webUnusable(String)
    case authorityUnusable(String)
    case appleKeyUnusable(String)
    /// A whole sentence: the provider, and the problem with its settings.
    case providerUnusable(String)
    case locationsUnusable(String)
    case databaseNewer(String)
    case addressInUse(host: String, port: Int, holder: PortHolder?)
    case addressUnavailable(host: String, port: Int)
    /// The port belongs to a separate setting.
    case settingPortInUse(setting: String, host: String, port: Int, holder: PortHolder?)

    public var description: String {
        switch self {
        case .dataDirectoryNotWritable(let path): "The data directory \(path) cannot be written to."
        case .diskFull(let path, let disk):
            "The disk at \(disk) is full, and \(path) is on it: free some space there, then try again."
        case .diskReadOnly(let path, let disk):
            "The disk at \(disk) is mounted read-only, and \(path) is on it: see dmesg for the reason, then remount it."
        case .dataDirectoryInUse(let path):
            "Another server is using the data directory \(path); stop it, or name another folder with --data."
        case .noServer(let path):
            """
            The data directory \(path) holds no server. If there was one: is its disk mounted, and is data right (a relative \
            path in a configuration file begins at that file's folder)? To begin a new server there: ecall-server init, or \
            ./run --init, with the same options.
            """
        case .serverExists(let path): "In \(path) is a server already: start without --init."
        case .secretMissing(let database, let secret):
            """
            The database \(database) is there, but its secret \(secret) is not. Put the secret back (a backup keeps it as \
            FILE.secret). Where it is lost for good: ecall-server init --new-secret; every device then signs in again.
            """
        case .databaseMissing(let database, let secret):
            """
            The secret \(secret) is there, but the database \(database) is not. Put the database back from a backup \
            (ecall-server restore FILE); where there is none and a new server shall begin, move the secret away.
            """
        case .secretOfAnotherDatabase(let database, let secret):
            """
            The secret \(secret) is not the one of the database \(database). Put back the two that belong together (FILE and \
            FILE.secret of one backup). Where the secret is lost for good: ecall-server init --new-secret; every device then \
            signs in again.
            """
        case .secretDamaged(let path):
            """
            The server's secret \(path) is damaged: it must be 32 bytes in Base64. Put it back from a backup (FILE.secret). \
            Where it is lost for good: ecall-server init --new-secret; every device then signs in again.
            """
        case .fileUnavailable(let kind, let path, let problem): "\(kind) \(path) \(problem)."
        case .folderOfAnotherUser(let path, let owner):
            """
            The data directory \(path) belongs to \(owner), who could not read what root writes there. Start the server as that \
            user: sudo -u \(owner) ecall-server serve, with the same options; or give the folder to root: sudo chown -R root: \
            \(path)
            """
        case .databaseUnusable(let path): "The database \(path) cannot be opened."
        case .certificateUnusable(let path):
            "The certificate \(path) is damaged: it must be PEM."
        case .keyUnusable(let path): "The private key \(path) is damaged: it must be PEM, without a password."
        case .keyOfAnotherCertificate(let certificate, let key):
            "The private key \(key) is not the one of the certificate \(certificate): give the two that belong together."
        case .certificateExpired(let path):
            "The certificate \(path) is not valid now: it has expired, or is of a later time."
        case .webUnusable(let path): "The folder \(path) is no page: it must hold index.html and little else."
        case .authorityUnusable(let path): "The file of certificate authorities \(path) cannot be used: it must be PEM."
        case .appleKeyUnusable(let path):
            "The key \(path) for Sign in with Apple cannot be used: it must be the .p8 file of a P-256 key."
        case .providerUnusable(let sentence): sentence
        case .locationsUnusable(let path): "The file of locations \(path) cannot be used: it must be MaxMind's format."
        case .databaseNewer(let path):
            "The database \(path) was written by a newer version of the server; start that one, or restore a backup."
        case .addressInUse(let host, let port, let holder):
            """
            Port \(port) on \(host) is in use by another program\(holder.map { " (\($0))" } ?? ""); choose another one with \
            --port.
            """
        case .addressUnavailable(let host, let port):
            """
            The server cannot listen on \(host), port \(port): the address is not this machine's, or the port is below 1024 \
            and this user may not have it.
            """
        case .settingPortInUse(let setting, let host, let port, let holder):
            """
            Port \(port) on \(host), which \(setting) names, is in use by another program\(holder.map { " (\($0))" } ?? "") or \
            not for this user.
            """
        }
    }
}
