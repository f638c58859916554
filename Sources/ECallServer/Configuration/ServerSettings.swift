/// Everything the operator decides about one server.
public struct ServerSettings: Sendable {
    /// The address to listen on; nothing but this machine unless told otherwise.
    public var host = "127.0.0.1"
    /// 0 takes any free port.
    public var port = 8080
    /// The folder that holds the database, the secret and, in development, the outbox. Created when it is missing.
    public var dataDirectory: String
    /// Development mode: one-time codes are shown on the console and written to the outbox.
    public var isDevelopment = false
    /// HTTPS instead of HTTP.
    public var tls: TLSFiles?
    public var limits = Limits()
    /// Janus and coturn.
    public var media = MediaSettings()

    public init(dataDirectory: String) {
        self.dataDirectory = dataDirectory
    }
}
