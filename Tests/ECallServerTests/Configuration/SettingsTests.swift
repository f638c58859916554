import Foundation
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import Notifications
@testable import ServerFoundation

@Suite("Configuration", .timeLimit(.minutes(1)))
struct SettingsTests {
    static func load(
        yaml: String? = nil, environment: [String: String] = [:],
        flags: [(key: String, value: String, flag: String)] = [], files: [String: String] = [:]
    ) throws -> LoadedSettings {
        var sources = [SettingsSource.flags(flags), .environment(environment)]
        if let yaml { sources.append(try .file(text: Data(yaml.utf8), path: "test.yaml")) }
        return try SettingsLoader.load(sources) { files[$0].map { Data($0.utf8) } }
    }

    static func problems(
        yaml: String? = nil, environment: [String: String] = [:],
        flags: [(key: String, value: String, flag: String)] = [], files: [String: String] = [:]
    ) -> [String] {
        do {
            _ = try load(yaml: yaml, environment: environment, flags: flags, files: files)
            return []
        } catch {
            return (error as? SettingsFailure)?.problems ?? ["\(error)"]
        }
    }

    @Test("flags override the environment, the environment the file, and the file the defaults")
    func precedence() throws {
        let yaml = "host: 192.0.2.1\nport: 1\ndata: /file\n"
        let loaded = try Self.load(
            yaml: yaml, environment: ["ECALL_PORT": "2", "ECALL_DATA": "/environment"],
            flags: [("data", "/flag", "--data")])
        #expect(loaded.settings.host == "192.0.2.1" && loaded.settings.port == 2)
        #expect(loaded.settings.dataDirectory == "/flag")
        let origins = Dictionary(uniqueKeysWithValues: loaded.entries.map { ($0.key, $0.origin) })
        #expect(origins["host"] == "test.yaml, line 1")
        #expect(origins["port"] == "ECALL_PORT")
        #expect(origins["data"] == "--data")
        #expect(origins["publicURL"] == .some(nil))
    }

    @Test("the example in the repository is what the program prints, and has the defaults")
    func example() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let committed = try String(contentsOf: root.appending(path: "Deploy/ecall-server.yaml"), encoding: .utf8)
        #expect(committed == SettingsLoader.example)
        let (said, silent) = (try Self.load(yaml: committed), try Self.load())
        #expect(Self.leaves(said.settings) == Self.leaves(silent.settings))
        #expect(Self.leaves(said.settings).count > 40)
        // Every default is in the file.
        for entry in silent.entries where entry.fallback != nil {
            let name = try #require(entry.key.split(separator: ".").last)
            #expect(committed.contains("\(name): "), "\(entry.key)")
        }
    }

    @Test("the example without its # marks is valid, and covers every setting")
    func wholeExample() throws {
        let text = SettingsLoader.example.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let rest = line.dropFirst()
            return line.hasPrefix("#") && !rest.isEmpty && (!rest.hasPrefix(" ") || rest.hasPrefix("  ")) ? rest : line
        }.joined(separator: "\n")
        // A secret is given once: here directly, not by a file.
        let yaml = text.split(separator: "\n").filter { !$0.contains("/run/secrets/") }.joined(separator: "\n")
        let loaded = try Self.load(yaml: yaml)
        let empty = Self.leaves(loaded.settings).filter { ["nil", "[]", "[:]"].contains($0.value) }
        #expect(empty.isEmpty, "\(empty.keys.sorted()): a setting that the configuration cannot set")
        #expect(loaded.settings.providers.smtp?.password == "secret")
        #expect(loaded.settings.requestSigning == ["ios": "choose-a-long-one"])
    }

    /// A valid text for each setting that is not the default.
    private static func changed(_ entry: SettingEntry) -> String? {
        guard let fallback = entry.fallback, !entry.isList else { return nil }
        if let number = Int(fallback) { return "\(number + 1)" }
        let parts = fallback.split(whereSeparator: { "/-".contains($0) }).compactMap { Int($0) }
        if fallback.contains("/"), parts.count == 2 { return "\(parts[0] + 1)/\(parts[1] + 1)" }
        if fallback.contains("-"), parts.count == 2 { return "\(parts[0] + 10_000)-\(parts[1] + 10_000)" }
        return [
            "true": "false", "false": "true", "starttls": "tls", "text": "json", "notice": "info",
            "x-forwarded-for": "forwarded", "127.0.0.1": "::1", "./data": "/data",
        ][fallback] ?? (fallback.hasPrefix("https://") ? "https://other.example.net" : nil)
    }

    @Test("every value of the settings can be changed by a setting")
    func everythingCanBeChanged() throws {
        var environment: [String: String] = [:]
        for entry in try Self.load().entries {
            environment[SettingsSource.variable(for: entry.key)] = Self.changed(entry) ?? entry.example
        }
        for name in environment.keys where environment[name]?.contains("/run/secrets/") == true {
            environment[name] = nil
        }
        let loaded = try Self.load(environment: environment)
        let (before, after) = (Self.leaves(try Self.load().settings), Self.leaves(loaded.settings))
        let same = before.filter { after[$0.key] == $0.value }.keys.sorted()
        #expect(same.isEmpty, "\(same): a value that no setting changes")
        for entry in loaded.entries where entry.origin != nil {
            #expect(entry.origin == SettingsSource.variable(for: entry.key))
        }
    }

    @Test(
        "an invalid setting is reported with the key, the place and the expected value",
        arguments: [
            ("port: 80x80", "port (test.yaml, line 1) must be a number from 0 to 65535, not \"80x80\""),
            ("port: -1", "port (test.yaml, line 1) must be a number from 0 to 65535, not \"-1\""),
            ("port: [1, 2]", "port (test.yaml, line 1) must be one value, not a list"),
            ("prot: 1", "prot in test.yaml, line 1, is no setting; did you mean port?"),
            ("smpt:\n  host: a", "smpt.host in test.yaml, line 2, is no setting; did you mean smtp.host?"),
            ("entirelyDifferent: 1", "entirelyDifferent in test.yaml, line 1, is no setting"),
            (
                "proxy:\n  trusted: [10.0.0.0/8, example.org]",
                "proxy.trusted (test.yaml, line 2) must be a list, each an IP address, or a range as 10.0.0.0/8, not \"example.org\""
            ),
            (
                "smtp:\n  port: 25",
                "smtp.host is missing; it is needed with smtp.port (test.yaml, line 2)"
            ),
            (
                "limits:\n  shareTokens: 20",
                "limits.shareTokens (test.yaml, line 2) must be COUNT/SECONDS, as 5/600 for five in any 600 seconds, not \"20\""
            ),
            (
                "media:\n  janusPorts: 20-10",
                "media.janusPorts (test.yaml, line 2) must be a range of ports, as 20000-24999, not \"20-10\""
            ),
            (
                "log:\n  level: loud",
                "log.level (test.yaml, line 2) must be one of trace, debug, info, notice, warning, error, critical, not \"loud\""
            ),
            (
                "publicURL: example.org",
                "publicURL (test.yaml, line 1) must be an address like https://host or https://host:port, without a path, not \"example.org\""
            ),
            ("- a\n- b", "test.yaml must hold lines of KEY: VALUE"),
            ("port: 1\nport: 2", "test.yaml is not YAML: a key stands twice near line 1"),
            ("a: [1, {b: 2}]", "test.yaml is not YAML: line 1 holds neither text nor a plain list"),
        ])
    func wrongValues(yaml: String, problem: String) {
        #expect(Self.problems(yaml: yaml).contains(problem), "\(Self.problems(yaml: yaml))")
    }

    @Test("an unknown variable is reported, except those of the client's command line")
    func environment() {
        #expect(
            Self.problems(environment: ["ECALL_PROT": "1"]) == [
                "ECALL_PROT in the environment is no setting; did you mean ECALL_PORT?"
            ])
        #expect(Self.problems(environment: ["ECALL_PROFILE": "ana", "PATH": "/bin"]).isEmpty)
        #expect(
            Self.problems(environment: ["ECALL_PORT": "x"]) == [
                "port (ECALL_PORT) must be a number from 0 to 65535, not \"x\""
            ])
        #expect(
            Self.problems(flags: [("log.levle", "info", "--set log.levle")]) == [
                "--set log.levle is no setting; did you mean log.level?"
            ])
    }

    @Test("all problems are reported at once")
    func allAtOnce() {
        #expect(Self.problems(yaml: "port: a\nhots: b\n", environment: ["ECALL_DEVELOPMENT": "perhaps"]).count == 3)
    }

    @Test("an empty value is the default")
    func empty() throws {
        let loaded = try Self.load(
            yaml: "port:\nhost: \"\"\npublicURL: ~\nproxy:\n  trusted:\n", environment: ["ECALL_PORT": ""])
        #expect(loaded.settings.port == 8080 && loaded.settings.host == "127.0.0.1")
        #expect(loaded.settings.publicURL == nil && loaded.settings.trustedProxies.isEmpty)
    }

    // MARK: - Secrets

    @Test("a secret can be in a separate file; giving both, an empty and a missing file are reported")
    func secretFiles() throws {
        let mail = "smtp:\n  host: a\n  sender: a@b.example\n  username: u\n"
        let loaded = try Self.load(yaml: mail + "  passwordFile: /p\n", files: ["/p": "hunter2\n"])
        #expect(loaded.settings.providers.smtp?.password == "hunter2")
        let both = Self.problems(yaml: mail + "  password: x\n  passwordFile: /p\n", files: ["/p": "hunter2"])
        #expect(both == ["smtp.password (test.yaml, line 5) and smtp.passwordFile are given: one of them is enough"])
        #expect(
            Self.problems(yaml: mail + "  passwordFile: /p\n", files: ["/p": "\n"]).first?.contains("is empty") == true)
        #expect(Self.problems(yaml: mail + "  passwordFile: /p\n").first?.contains("the file /p is missing") == true)
        let signing = try Self.load(
            yaml: "signing:\n  secrets: [\"a:1\"]\n  secretsFile: /s\n", files: ["/s": "# ours\nb:2\n\nc:3:4\n"])
        #expect(signing.settings.requestSigning == ["a": "1", "b": "2", "c": "3:4"])
    }

    @Test("secrets are never printed and never accepted from flags")
    func secretsStaySecret() throws {
        let yaml = """
            smtp: {host: a, sender: a@b.example, username: u, password: hunter2-s3cr3t}
            twilio: {accountSID: AC1, authToken: token-s3cr3t, sender: "+15005550006"}
            google: {clientIDs: [a], clientSecret: google-s3cr3t}
            signing: {secrets: ["ios:signing-s3cr3t"]}
            """
        let loaded = try Self.load(yaml: yaml)
        let check = ConfigurationCheck(loaded: loaded)
        let shown = (check.lines + check.warnings + check.problems).joined(separator: "\n")
        #expect(!shown.contains("s3cr3t") && shown.contains("smtp.password = (secret)  [test.yaml, line 1]"))
        for wrong in [
            yaml.replacing("[\"ios:signing-s3cr3t\"]", with: "[signing-s3cr3t]"),
            yaml + "\n  - broken: [hunter2-s3cr3t",
            yaml.replacing("hunter2-s3cr3t", with: "[hunter2-s3cr3t]"),
            yaml.replacing("[a]", with: "[{a: hunter2-s3cr3t}]"),
        ] {
            let problems = Self.problems(yaml: wrong)
            #expect(!problems.isEmpty && !"\(problems)".contains("s3cr3t"), "\(problems)")
        }
        let flag = Self.problems(flags: [("smtp.password", "hunter2-s3cr3t", "--set smtp.password")])
        #expect(flag.contains { $0.contains("others see flags") } && !"\(flag)".contains("s3cr3t"))
    }

    // MARK: - Reflection

    /// Every scalar inside, by its path.
    static func leaves(_ value: Any, _ path: String = "") -> [String: String] {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let some = mirror.children.first else { return [path: "nil"] }
            return leaves(some.value, path)
        }
        guard mirror.displayStyle == .struct, !(value is ClosedRange<Int>) else { return [path: "\(value)"] }
        return mirror.children.reduce(into: [:]) { all, child in
            all.merge(leaves(child.value, path + "." + (child.label ?? "?"))) { $1 }
        }
    }
}
