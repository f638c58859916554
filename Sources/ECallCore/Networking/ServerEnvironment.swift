public import ECallLanguage

/// The server that an app uses, by its configuration: an Info.plist, or the variables of a process (requirement 003).
///
/// A missing value is an error, never made up: no app uses another server than the one it was built for.
public struct ServerEnvironment: Sendable, Equatable {
    public enum Name: String, Sendable, CaseIterable {
        case development = "dev"
        case staging
        case production
    }

    /// The names under which a configuration holds the values.
    public enum Key: String, Sendable, CaseIterable {
        case name = "ENVIRONMENT_NAME"
        case server = "API_BASE_URL"
        /// Optional, like the next one: both follow from the server, and must match it.
        case signalingSocket = "SOCKET_BASE_URL"
        case janusSocket = "JANUS_SOCKET_URL"
        /// Two or more, with commas between them; without, no key is pinned.
        case pins = "CERTIFICATE_PINS"
    }

    /// Why a configuration is of no use.
    public enum Problem: ExplainedError, Sendable, Equatable {
        case missing(Key)
        case unknownName(String)
        case server(ServerAddress.ParsingError)
        /// Only development goes without TLS.
        case insecure(Name)
        /// The address does not follow from the server's; the one that does is named.
        case strayAddress(Key, expected: String)
        case pins(CertificatePins.Problem)

        /// The text for the developer of the app.
        public var text: Text {
            switch self {
            case .missing(let key): .errorsEnvironmentMissing(name: key.rawValue)
            case .unknownName(let given):
                .errorsEnvironmentUnknownName(
                    name: Key.name.rawValue, names: Name.allCases.map(\.rawValue).joined(separator: ", "), given: given)
            case .server(let error): .errorsEnvironmentWrong(name: Key.server.rawValue, problem: error.text)
            case .insecure(let name):
                .errorsEnvironmentInsecure(name: Key.server.rawValue, environment: name.rawValue)
            case .strayAddress(let key, let expected):
                .errorsEnvironmentStrayAddress(name: key.rawValue, server: Key.server.rawValue, expected: expected)
            case .pins(let problem): .errorsEnvironmentWrong(name: Key.pins.rawValue, problem: problem.text)
            }
        }
    }

    public let name: Name
    public let server: ServerAddress
    /// nil if the certificate is enough.
    public let pins: CertificatePins?

    public var trust: TLSTrust { TLSTrust.system.pinned(to: pins) }

    /// - Parameter value: what the configuration says under a key; nil and "" where it says nothing.
    public init(_ value: (Key) -> String?) throws(Problem) {
        func text(_ key: Key) -> String? { value(key).flatMap { $0.isEmpty ? nil : $0 } }
        guard let nameText = text(.name) else { throw .missing(.name) }
        guard let name = Name(rawValue: nameText.lowercased()) else { throw .unknownName(nameText) }
        guard let serverText = text(.server) else { throw .missing(.server) }
        let server: ServerAddress
        do { server = try ServerAddress(serverText) } catch { throw .server(error) }
        guard server.isSecure || name == .development else { throw .insecure(name) }
        for (key, socket) in [(Key.signalingSocket, server.signalingSocket), (.janusSocket, server.janusSocket)] {
            guard let given = text(key) else { continue }
            guard Self.isSame(given, socket.description) else {
                throw .strayAddress(key, expected: socket.description)
            }
        }
        do throws(CertificatePins.Problem) {
            pins = try text(.pins).map { text throws(CertificatePins.Problem) in try CertificatePins(text) }
        } catch {
            throw .pins(error)
        }
        (self.name, self.server) = (name, server)
    }

    /// The same from a dictionary.
    public init(_ values: [String: String]) throws(Problem) { try self.init { values[$0.rawValue] } }

    /// A slash at the end does not matter.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func trimmed(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
        return trimmed(one) == trimmed(other)
    }
}
