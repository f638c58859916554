import Foundation
import Testing

@testable import ECallServer
@testable import ServerFoundation

/// Settings that are wrong only on this machine, now: names that lead elsewhere, and ports on which nobody listens.
@Suite("Surroundings of the configuration", .timeLimit(.minutes(1)))
struct SurroundingsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let yaml: String
        var names: [String: Surroundings.Lookup] = [:]
        var listening: Set<Int> = []
        /// Words of a warning; nil if there is none about the public URL, names or ports.
        let says: String?
        /// Words that no warning has.
        var saysNot: String?

        var testDescription: String { yaml }
    }

    private static func addresses(_ texts: String...) -> Surroundings.Lookup {
        .addresses(texts.compactMap { IPAddress($0) })
    }

    private static let proxied = "publicURL: https://calls.home.arpa:9443\nproxy: {trusted: [127.0.0.1]}"
    private static let direct = "host: 0.0.0.0\nport: 8080\npublicURL: http://10.1.2.3"

    private static let rows = [
        Row(yaml: proxied, listening: [9443], says: nil),
        Row(
            yaml: proxied, listening: [8080],
            says: "port 9443, and nothing on this machine listens there; start the proxy"),
        // A proxy on another machine, whose ports cannot be seen here.
        Row(yaml: "host: 0.0.0.0\n" + proxied.replacing("127.0.0.1", with: "10.0.0.1"), says: nil),
        Row(yaml: direct, says: "port 80, and nothing on this machine listens there; set port (now 8080)"),
        Row(yaml: direct, listening: [80], says: "by https:// alone", saysNot: "listens there"),
        Row(yaml: direct + ":8080", says: "by https:// alone", saysNot: "port 8080"),
        Row(
            yaml: direct.replacing("port: 8080", with: "port: 0"), says: "by https:// alone", saysNot: "listens there"),
        Row(
            yaml: proxied, names: ["calls.home.arpa": .nowhere], listening: [9443],
            says: "publicURL: calls.home.arpa leads nowhere"),
        Row(yaml: proxied, names: ["calls.home.arpa": .unanswered], listening: [9443], says: "could not be looked up"),
        Row(yaml: proxied, names: ["calls.home.arpa": addresses("10.1.2.3")], listening: [9443], says: nil),
        Row(
            yaml: "smtp: {host: mail.home.arpa, sender: a@example.org}", names: ["mail.home.arpa": .nowhere],
            says: "smtp.host: mail.home.arpa leads nowhere"),
        Row(
            yaml: "host: calls.home.arpa\nproxy: {trusted: [127.0.0.1]}", names: ["calls.home.arpa": .nowhere],
            says: "host: calls.home.arpa leads nowhere"),
    ]

    @Test("names that lead nowhere and ports on which nobody listens are reported", arguments: rows)
    func row(row: Row) throws {
        let warnings = try Self.warnings(row)
        guard let says = row.says else {
            #expect(warnings.isEmpty)
            return
        }
        #expect(warnings.contains { $0.contains(says) }, "\(warnings)")
        if let words = row.saysNot { #expect(!warnings.contains { $0.contains(words) }, "\(warnings)") }
    }

    /// All warnings but those about other things.
    private static func warnings(_ row: Row) throws -> [String] {
        let mail = row.yaml.contains("smtp:") ? "" : "\nsmtp: {host: 127.0.0.1, sender: a@example.org}"
        var check = ConfigurationCheck(
            loaded: try SettingsTests.load(yaml: row.yaml + mail + "\nmedia: {address: 127.0.0.1}\ndata: /nowhere"))
        check.surroundings = Surroundings(names: row.names, listening: row.listening)
        return check.publicURLWarnings + check.nameWarnings
    }

    @Test("a name that leads elsewhere than media.publicAddress is reported if this server itself speaks TLS")
    func moved() throws {
        var settings = try SettingsTests.load(
            yaml: "publicURL: https://calls.example.org\nmedia: {address: 127.0.0.1, publicAddress: 198.51.100.7}")
        settings.settings.tls = TLSFiles(certificate: "/none", key: "/none")
        var check = ConfigurationCheck(loaded: settings)
        let rows = [
            ("198.51.100.7", false), ("198.51.100.8", true), ("127.0.1.1", false), ("10.1.2.3", false),
            ("2001:db8::1", false),
        ]
        for (address, isSaid) in rows {
            check.surroundings = Surroundings(names: ["calls.example.org": Self.addresses(address)])
            #expect(check.nameWarnings.contains { $0.contains("out of date") } == isSaid, "\(address)")
        }
        // A proxy may be on a machine of its own.
        settings.settings.tls = nil
        check = ConfigurationCheck(loaded: settings)
        check.surroundings = Surroundings(names: ["calls.example.org": Self.addresses("198.51.100.8")])
        #expect(check.nameWarnings == [])
    }

    @Test("each name is looked up once, and no address is")
    func lookUps() async throws {
        let yaml =
            "publicURL: https://calls.home.arpa\nsmtp: {host: calls.home.arpa, sender: a@b.example}\nhost: 127.0.0.1"
        let loaded = try SettingsTests.load(yaml: yaml + "\nmedia: {turnTLSAddress: 'turn.home.arpa:443'}")
        let asked = Asked()
        let seen = await Surroundings.observed(by: loaded.settings, listening: [1]) { name in
            await asked.add(name)
            return .nowhere
        }
        #expect(await asked.names.sorted() == ["calls.home.arpa", "turn.home.arpa"])
        #expect(seen == Surroundings(names: ["calls.home.arpa": .nowhere, "turn.home.arpa": .nowhere], listening: [1]))
    }

    @Test("the names of all settings are looked up, and those of this machine alone are not")
    func everyName() async throws {
        let yaml =
            "publicURL: https://calls.home.arpa\nsmtp: {host: mail.home.arpa, sender: a@b.example}\nhost: here.home.arpa\n"
            + "metrics: {listen: 'metrics.home.arpa:9464'}\nmedia: {turnTLSAddress: 'turn.home.arpa:443'}"
        let names = try SettingsTests.load(yaml: yaml).settings.hostNames
        let expected = [
            "host": "here.home.arpa", "metrics.listen": "metrics.home.arpa", "publicURL": "calls.home.arpa",
            "media.turnTLSAddress": "turn.home.arpa", "smtp.host": "mail.home.arpa",
        ]
        #expect(Dictionary(uniqueKeysWithValues: names.map { ($0.setting, $0.host) }) == expected)
        let local =
            "publicURL: https://127.0.0.1\nsmtp: {host: '::1', sender: a@b.example}\nhost: localhost\n"
            + "metrics: {listen: 'localhost:9464'}"
        #expect(try SettingsTests.load(yaml: local).settings.hostNames.isEmpty)
    }

    private actor Asked {
        var names: [String] = []
        func add(_ name: String) { names.append(name) }
    }

    @Test("the resolver's failures are told apart: no such name, and no answer")
    func statuses() {
        let one = [IPAddress("127.0.0.1")].compactMap(\.self)
        #expect(SystemResolver.lookup(status: 0, one) == .addresses(one))
        #expect(SystemResolver.lookup(status: 0, []) == .nowhere)
        for status: Int32 in [EAI_NONAME, -5, -9] { #expect(SystemResolver.lookup(status: status, []) == .nowhere) }
        for status in [EAI_AGAIN, EAI_FAIL, EAI_SYSTEM] {
            #expect(SystemResolver.lookup(status: status, []) == .unanswered)
        }
    }

    @Test("the system's resolver and its list of listeners are read")
    func system() async throws {
        guard case .addresses(let addresses) = await SystemResolver.lookUp("localhost") else {
            Issue.record("localhost has no address")
            return
        }
        #expect(addresses.contains { $0.bytes == [127, 0, 0, 1] || $0.bytes.last == 1 })
    }
}
