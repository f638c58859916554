/// Why the server did not start, each in one sentence for the person who started it.
public enum StartFailure: Error, Equatable, CustomStringConvertible {
    case dataDirectoryNotWritable(String)
    case dataDirectoryInUse(String)
    case secretUnreadable(String)
    case databaseUnusable(String)
    case certificateUnusable(String)
    case webUnusable(String)
    case authorityUnusable(String)
    case appleKeyUnusable(String)
    /// A whole sentence: which provider, and what is wrong with its settings.
    case providerUnusable(String)
    case locationsUnusable(String)
    /// Written by a newer version.
    case databaseNewer(String)
    case addressInUse(host: String, port: Int)
    case addressUnavailable(host: String, port: Int)

    public var description: String {
        switch self {
        case .dataDirectoryNotWritable(let path): "The data directory \(path) cannot be written to."
        case .dataDirectoryInUse(let path): "Another server is using the data directory \(path)."
        case .secretUnreadable(let path): "The server's secret \(path) cannot be read or is damaged."
        case .databaseUnusable(let path): "The database \(path) cannot be opened."
        case .certificateUnusable(let path):
            "The certificate \(path) cannot be used: it must be PEM, and its private key must be given with --tls-key."
        case .webUnusable(let path): "The folder \(path) is no page: it must hold index.html and little else."
        case .authorityUnusable(let path): "The file of certificate authorities \(path) cannot be used: it must be PEM."
        case .appleKeyUnusable(let path):
            "The key \(path) for Sign in with Apple cannot be used: it must be the .p8 file of a P-256 key."
        case .providerUnusable(let sentence): sentence
        case .locationsUnusable(let path): "The file of locations \(path) cannot be used: it must be MaxMind's format."
        case .databaseNewer(let path):
            "The database \(path) was written by a newer version of the server; start that one, or restore a backup."
        case .addressInUse(let host, let port):
            "Port \(port) on \(host) is in use by another program; choose another one with --port."
        case .addressUnavailable(let host, let port): "The server cannot listen on \(host), port \(port)."
        }
    }
}
