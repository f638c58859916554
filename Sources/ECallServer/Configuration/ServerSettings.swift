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
    /// The folder of the page; nil serves none.
    public var webDirectory: String?
    /// HTTPS instead of HTTP.
    public var tls: TLSFiles?
    public var limits = Limits()
    /// Janus and coturn.
    public var media = MediaSettings()

    /// The folder `Web` of the checkout that this program was built in; nil when there is none.
    public static func nearbyWebDirectory() -> String? { WebFiles.directory() }

    public init(dataDirectory: String) {
        self.dataDirectory = dataDirectory
    }
}
