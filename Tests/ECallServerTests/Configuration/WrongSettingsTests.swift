import ECallAPI
import Foundation
import Processes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// Every wrong setting observed in practice, with its message: a row each.
@Suite("Wrong settings", .timeLimit(.minutes(1)))
struct WrongSettingsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let yaml: String
        /// Words of the message; nil for none.
        let says: String?
        /// Whether it prevents the server from starting.
        var stops = false

        var testDescription: String { yaml }

        static func stops(_ yaml: String, _ says: String) -> Row { Row(yaml: yaml, says: says, stops: true) }
        static func hurts(_ yaml: String, _ says: String) -> Row { Row(yaml: yaml, says: says) }
        static func good(_ yaml: String) -> Row { Row(yaml: yaml, says: nil) }
    }

    private static let mail = "smtp: {host: mail.example.org, sender: a@example.org"
    private static let sms = "twilio: {accountSID: AC0123456789abcdef0123456789abcdef, authToken: t"

    private static let rows: [Row] = [
        // Mail
        .good(mail + "}"), .stops("smtp: {host: mail.example.org}", "smtp.sender is missing"),
        .stops(mail + ", username: a}", "smtp.username and smtp.password are given together"),
        .stops(mail + ", password: a}", "smtp.username and smtp.password are given together"),
        .stops(mail + ", security: none}", "without TLS only a mail server on this machine"),
        .stops("smtp: {host: 'http://mail.example.org', sender: a@example.org}", "is no host and port"),
        .stops("smtp: {host: mail.example.org, sender: 'a b@c'}", "smtp.sender"),
        .stops("smtp: {host: mail.example.org, sender: 'a<b@c.example'}", "the sender must be a plain address"),
        .hurts(mail + ", port: 465}", "port 465 speaks TLS from the first byte"),
        .hurts(mail + ", security: tls}", "port 587 begins in clear"),
        .hurts("smtp: {host: mail.example.org, sender: a@mailhost}", "mailhost is no domain"),
        // Text messages
        .good(sms + ", sender: '+12025550100'}"), .stops(sms + "}", "twilio.sender is missing"),
        .stops("twilio: {authToken: t, sender: '+12025550100'}", "twilio.accountSID is missing"),
        .stops("twilio: {accountSID: a/b, authToken: t, sender: '+1'}", "the account's SID"),
        .stops(sms + ", sender: '12025550100'}", "twilio.sender"),
        .stops(sms + ", sender: '+12025550100', address: 'http://sms.example.org'}", "is no https:// address"),
        .hurts("twilio: {accountSID: AC1, authToken: t, sender: '+12025550100'}", "twilio.accountSID is not AC"),
        .hurts(sms + ", sender: '+1 202'}", "twilio.sender is neither"),
        // Listening
        .stops("host: 192.0.2.1", "cannot listen on 192.0.2.1"),
        .stops("host: 300.1.1.1", "cannot listen on 300.1.1.1"),
        .stops("host: '2001:db8::1'", "cannot listen on 2001:db8::1"),
        .stops("host: 'not a host'", "host: not a host can be no host; give an address"),
        .stops("host: 'http://calls.example.org'", "can be no host"), .stops("host: -calls", "can be no host"),
        .stops("host: 'http://[2001:db8::1]'", "can be no host"), .stops("host: calls-.example.org", "can be no host"),
        .stops("host: calls..example.org", "can be no host"), .stops("host: calls!", "can be no host"),
        .stops("host: \(String(repeating: "a", count: 64)).example.org", "can be no host"),
        .stops(
            "host: \(Array(repeating: String(repeating: "a", count: 60), count: 5).joined(separator: "."))",
            "can be no host"),
        .good("host: calls_1.home.arpa\nproxy: {trusted: [127.0.0.1]}\npublicURL: https://calls.home.arpa"),
        .good("host: calls.home.arpa.\nproxy: {trusted: [127.0.0.1]}\npublicURL: https://calls.home.arpa"),
        .good("host: localhost"),
        .stops("metrics: {listen: '192.0.2.1:9464'}", "cannot listen on 192.0.2.1"),
        .stops("metrics: {listen: 'a b:9464'}", "metrics.listen"),
        .stops("metrics: {listen: '127.0.0.1:8080'}", "the server's own port"),
        .stops(
            "host: 0.0.0.0\nproxy: {trusted: [10.0.0.1]}\nmetrics: {listen: '127.0.0.1:8080'}", "the server's own port"),
        .stops("host: localhost\nmetrics: {listen: '127.0.0.1:8080'}", "the server's own port"),
        .stops("host: '::'\nmetrics: {listen: '127.0.0.1:8080'}", "the server's own port"),
        .good("metrics: {listen: '127.0.0.1:9464', allow: [127.0.0.1]}"),
        .hurts("metrics: {listen: '0.0.0.0:9464'}", "can be reached by others"),
        .hurts("metrics: {allow: [0.0.0.0/0]}", "names everybody"),
        .stops("media: {address: 192.0.2.1}", "not an address of this host"),
        .stops("media: {address: [127.0.0.1, 127.0.0.2]}", "takes one of IPv4 and one of IPv6"),
        .stops("media: {address: [127.0.0.1, '2001:db8::1']}", "2001:db8::1 is not an address of this host"),
        .stops("media: {address: 127.0.0.1, publicAddress: calls.example.org}", "an IPv4 address"),
        .good("media: {address: 127.0.0.1, publicAddress: 198.51.100.7}"),
        .stops("media: {janusPorts: 20000-25000, relayPorts: 25000-29999}", "overlap"),
        .stops("media: {turnPort: 20000}", "overlap"), .stops("media: {turnPort: 5349}", "overlap"),
        .stops("port: 3478\nmedia: {address: 127.0.0.1}", "media.turnPort is the server's own port"),
        .good("port: 5349\nmedia: {address: 127.0.0.1}"),
        .hurts("janus: {stockClients: true}", "janus.stockClients is on"),
        .hurts("webPush: {contact: 'mailto:a@example.org'}\n# Without smtp: or twilio:", "nobody can sign in"),
        .hurts(
            "media: {address: 127.0.0.1, publicAddress: 10.1.2.3}", "media.publicAddress is 10.1.2.3, which is private"),
        .hurts("media: {address: 127.0.0.1, publicAddress: 0.0.0.0}", "at which nobody reaches this machine"),
        .stops(
            "media: {address: 127.0.0.1, janusPorts: 20000-20002}", "media.janusPorts has 3 ports, and a call of two"),
        .hurts("media: {address: 127.0.0.1, janusPorts: 20000-20010}", "media.janusPorts has 11 ports"),
        .hurts("media: {address: 127.0.0.1, relayPorts: 25000-25010}", "media.relayPorts has 11 ports"),
        // Public URL
        .stops(
            "publicURL: https://calls.example.org/calls", "has the path /calls, and this server works only at the root"),
        .stops("publicURL: 'https://calls.example.org/?a=b'", "must be an address like"),
        .good("publicURL: https://calls.home.arpa/\nproxy: {trusted: [127.0.0.1]}"),
        .good("host: 0.0.0.0\npublicURL: https://calls.home.arpa\nproxy: {trusted: [10.0.0.1]}"),
        .good("host: 0.0.0.0\npublicURL: https://calls.home.arpa:8080\nproxy: {trusted: [10.0.0.1]}"),
        .good("publicURL: http://localhost:8080"),
        .hurts("publicURL: https://calls.example.org\nproxy: {trusted: [127.0.0.1]}", "media goes to 127.0.0.1, which"),
        .hurts("publicURL: http://calls.home.arpa:8080", "the camera and the microphone by https:// alone"),
        .hurts("publicURL: http://calls.home.arpa:8080", "host: only this machine reaches 127.0.0.1"),
        .hurts("publicURL: https://calls.home.arpa\nproxy: {trusted: [10.0.0.1]}", "on other machines"),
        .hurts("host: 0.0.0.0\npublicURL: http://localhost:8080", "a different machine for everyone elsewhere"),
        .hurts("publicURL: https://calls.home.arpa:8080", "where this server itself speaks http://"),
        // Proxies
        .good("publicURL: 'https://calls.home.arpa'\nproxy: {trusted: [127.0.0.1]}"),
        .hurts("publicURL: 'https://calls.example.org'", "proxy.trusted names none"),
        .hurts("publicURL: 'https://calls.example.org'\nmetrics: {allow: [127.0.0.1]}", "metrics.allow: whoever"),
        .hurts("host: 0.0.0.0", "without TLS"), .hurts("proxy: {trusted: ['::/0']}", "names everybody"),
        .hurts("proxy: {trusted: [10.0.0.1]}", "each sign-in makes a new one"),
    ]

    /// The rest of a valid configuration: without any warnings but the expected one.
    private static func check(_ yaml: String) throws -> (problems: [String], warnings: [String]) {
        var lines = [yaml, "data: \(folder)"]
        if !yaml.contains("media:") { lines.append("media: {address: 127.0.0.1}") }
        if !yaml.contains("smtp:"), !yaml.contains("twilio:") { lines.append(mail + "}") }
        do {
            let check = ConfigurationCheck(loaded: try SettingsTests.load(yaml: lines.joined(separator: "\n")))
            let expected = ["holds no server yet", "no page is served"]
            return (
                check.problems, check.warnings.filter { warning in !expected.contains { warning.contains($0) } }
            )
        } catch let failure as SettingsFailure {
            return (failure.problems, [])
        }
    }

    private static let folder = FileManager.default.temporaryDirectory.path + "/ecall-none-" + UUID().uuidString

    @Test("each wrong setting is reported in one sentence, which says whether the server starts", arguments: rows)
    func row(row: Row) throws {
        let (problems, warnings) = try Self.check(row.yaml)
        guard let says = row.says else {
            #expect(problems == [] && warnings == [])
            return
        }
        #expect((row.stops ? problems : warnings).contains { $0.contains(says) }, "\(problems) \(warnings)")
        #expect(row.stops || problems.isEmpty, "\(problems)")
    }

    @Test(
        "what is wrong elsewhere is not reported where it is meant, or reported already",
        arguments: [
            ("development: true", "nobody can sign in"), ("development: true\ndata: /nowhere", "holds no server yet"),
            ("development: true\nhost: 0.0.0.0\npublicURL: http://localhost:8080", "a different machine"),
            (
                "development: true\npublicURL: 'https://calls.example.org'\nmetrics: {allow: [127.0.0.1]}",
                "metrics.allow: whoever"
            ),
            (
                "publicURL: 'https://calls.example.org'\nproxy: {trusted: [127.0.0.1]}\nmetrics: {allow: [127.0.0.1]}",
                "metrics.allow: whoever"
            ),
            ("publicURL: 'https://calls.example.org'\nmetrics: {allow: []}", "metrics.allow: whoever"),
            ("host: 0.0.0.0\npublicURL: http://calls.home.arpa:8080", "only this machine reaches"),
        ])
    func silence(yaml: String, words: String) throws {
        let check = ConfigurationCheck(loaded: try SettingsTests.load(yaml: yaml + "\nmedia: {address: 127.0.0.1}"))
        #expect(!check.warnings.isEmpty && !check.warnings.contains { $0.contains(words) }, "\(check.warnings)")
    }

    @Test(
        "a private media address is reported only if clients come from elsewhere",
        arguments: [
            ("10.1.2.3", nil, "https://calls.example.org", true), ("192.168.1.2", nil, "https://a.example:8443", true),
            ("100.64.0.1", nil, "https://calls.example.org", true),
            ("10.1.2.3", "198.51.100.7", "https://calls.example.org", false),
            ("198.51.100.7", nil, "https://calls.example.org", false),
            ("127.0.0.1", nil, "https://calls.example.org", true), ("10.1.2.3", nil, nil, false),
            ("127.0.0.1", "198.51.100.7", "https://calls.example.org", true),
            ("127.0.0.1", nil, "https://localhost:8443", false), ("10.1.2.3", nil, "https://198.51.100.7", true),
            ("10.1.2.3", nil, "https://10.1.2.3:8443", false), ("10.1.2.3", nil, "https://calls.home.arpa", false),
            ("10.1.2.3", nil, "https://calls", false),
        ] as [(String, String?, String?, Bool)])
    func reachability(address: String, publicAddress: String?, publicURL: String?, isSaid: Bool) {
        let problem = MediaReachability.problem(address: address, publicAddress: publicAddress, publicURL: publicURL)
        #expect((problem != nil) == isSaid)
    }

    @Test(
        "a wrong public address is reported: private, unless all clients are on that network, or of no machine",
        arguments: [
            ("198.51.100.7", nil, false), ("198.51.100.7", "https://calls.example.org", false),
            ("10.1.2.3", nil, true), ("10.1.2.3", "https://calls.example.org", true),
            ("10.1.2.3", "https://calls.home.arpa", false), ("127.0.0.1", "https://calls.home.arpa", true),
            ("0.0.0.0", nil, true), ("no address", nil, false),
        ] as [(String, String?, Bool)])
    func publicAddress(address: String, publicURL: String?, isSaid: Bool) {
        #expect((MediaReachability.problem(ofPublicAddress: address, publicURL: publicURL) != nil) == isSaid)
    }

    // MARK: - Certificates

    @Test(
        "certificates that clients refuse are found: another key, expired, another name, no intermediates, wrong order")
    func certificates() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/ecall-wrong-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (good, other) = (try await TestAuthority.common(), try await TestAuthority.stranger())
        let expired = try await ShortCertificate.make(in: folder)
        func join(_ name: String, _ parts: [String]) throws -> String {
            let path = folder + "/" + name
            try Data(parts.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined().utf8).write(
                to: URL(filePath: path))
            return path
        }
        let whole = try join("whole.pem", [good.certificate, good.authority])
        let disorder = try join("disorder.pem", [good.certificate, good.certificate])
        let localhost = "publicURL: 'https://localhost:8443'\n"
        let rows: [Row] = [
            .good(localhost + "tls: {certificate: \(whole), key: \(good.key)}"),
            .good("publicURL: 'https://127.0.0.1'\ntls: {certificate: \(whole), key: \(good.key)}"),
            .good(
                localhost + "tls: {certificate: \(good.certificate), key: \(good.key), authority: \(good.authority)}"),
            .stops(localhost + "tls: {certificate: \(whole), key: \(other.key)}", "not the one of the certificate"),
            .stops(localhost + "tls: {certificate: \(whole)}", "tls.key is missing"),
            .stops(
                localhost + "tls: {certificate: \(whole), key: \(good.key), authority: \(good.key)}", "\(good.key)"),
            .good("host: 0.0.0.0\ntls: {certificate: \(whole), key: \(good.key)}"),
            .good("port: 8443\n" + localhost + "tls: {certificate: \(whole), key: \(good.key)}"),
            .hurts(
                "host: calls.example.org\ntls: {certificate: \(whole), key: \(good.key)}",
                "not made out to calls.example.org"),
            .stops(
                "port: 5349\nmedia: {address: 127.0.0.1, turnCertificate: \(whole), turnKey: \(good.key)}",
                "media.turnTLSPort is the server's own port"),
            .hurts(
                "publicURL: 'https://calls.example.org'\nmedia: {turnCertificate: \(whole), turnKey: \(good.key)}",
                "media.turnCertificate: \(whole) is not made out to calls.example.org"),
            .hurts(localhost + "tls: {certificate: \(expired.certificate), key: \(expired.key)}", "has expired"),
            .stops(
                "publicURL: 'http://localhost:8443'\ntls: {certificate: \(whole), key: \(good.key)}",
                "begins with http://, but with tls the server speaks https:// alone"),
            .hurts(
                "publicURL: 'https://calls.example.org'\ntls: {certificate: \(whole), key: \(good.key)}",
                "not made out to calls.example.org"),
            .hurts(localhost + "tls: {certificate: \(good.certificate), key: \(good.key)}", "certificate alone"),
            .hurts(localhost + "tls: {certificate: \(disorder), key: \(good.key)}", "do not lead"),
            .good(
                localhost
                    + "proxy: {trusted: 127.0.0.1}\nmedia: {address: 127.0.0.1, turnCertificate: \(whole), turnKey: \(good.key)}"
            ),
            .stops("media: {turnCertificate: \(whole)}", "media.turnCertificate and media.turnKey are given together"),
            .stops("media: {turnKey: \(good.key)}", "media.turnCertificate and media.turnKey are given together"),
            .stops("media: {turnCertificate: /none, turnKey: \(good.key)}", "the file /none is missing"),
            .stops("media: {turnCertificate: \(whole), turnKey: \(other.key)}", "not the one of the certificate"),
            .stops("media: {turnTLSAddress: 'a.example:443'}", "give media.turnCertificate and media.turnKey"),
            .stops("media: {turnTLSAddress: a.example}", "media.turnTLSAddress"),
            .hurts(
                "media: {turnCertificate: \(whole), turnKey: \(good.key), turnTLSAddress: 'a.example:443'}",
                "not made out to a.example"),
            .hurts(
                localhost + "tls: {certificate: \(whole), key: \(good.key)}\nmedia: {turnTLSAddress: 'a.example:443'}",
                "not made out to a.example"),
        ]
        for one in rows { try row(row: one) }
        // Reported as an error, once.
        let (_, warnings) = try Self.check(
            "publicURL: 'http://calls.home.arpa'\ntls: {certificate: \(whole), key: \(good.key)}")
        #expect(!warnings.contains { $0.contains("the camera and the microphone") })
    }

    @Test("a certificate is judged at the current time: before its beginning, near its end, and after it")
    func validity() async throws {
        let authority = try await TestAuthority.common()
        let yaml = "tls: {certificate: \(authority.certificate), key: \(authority.key)}\nmedia: {address: 127.0.0.1}"
        for (days, words) in [(-3, "is not valid before"), (27, "; is its renewal working?"), (33, "has expired")] {
            let now = WallClock.system.now().advanced(bySeconds: days * 86_400)
            let check = ConfigurationCheck(
                loaded: try SettingsTests.load(yaml: yaml), clock: WallClock { now })
            #expect(check.warnings.contains { $0.contains(words) }, "\(check.warnings)")
            #expect(check.problems.isEmpty)
        }
    }

    // MARK: - Paths

    @Test("relative paths in a file are relative to the file, on the command line to the current folder")
    func paths() throws {
        func data(_ yaml: String, flags: [(key: String, value: String, flag: String)] = []) throws -> String {
            let sources = [
                SettingsSource.flags(flags), .environment([:]),
                try .file(text: Data(yaml.utf8), path: "/etc/ecall/server.yaml"),
            ]
            return try SettingsLoader.load(sources).settings.dataDirectory
        }
        #expect(try data("data: ./data") == "/etc/ecall/data" && data("data: a/b") == "/etc/ecall/a/b")
        #expect(try data("data: /var/lib/ecall") == "/var/lib/ecall" && data("port: 1") == "/etc/ecall/data")
        #expect(try data("# nothing") == "/etc/ecall/data" && data("data: ../x") == "/etc/ecall/../x")
        #expect(try data("data: a", flags: [("data", "b", "--data")]) == "b")
        let tls = "tls: {certificate: server.crt, key: /k, authority: ./a.crt}"
        let loaded = try SettingsLoader.load([try .file(text: Data(tls.utf8), path: "/etc/ecall/server.yaml")])
        #expect(
            loaded.settings.tls
                == TLSFiles(certificate: "/etc/ecall/server.crt", key: "/k", authority: "/etc/ecall/a.crt"))
        // Named without a folder: relative to the current one.
        #expect(try SettingsTests.load(yaml: "data: ./data").settings.dataDirectory == "./data")
    }
}
