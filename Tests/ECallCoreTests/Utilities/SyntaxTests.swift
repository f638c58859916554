import ECallCore
import ECallLanguage
import Testing

@Suite("Names, addresses, pauses")
struct SyntaxTests {
    /// 000-18
    @Test("names are trimmed and checked")
    func names() throws {
        #expect(try IdentifierSyntax.displayName(" Ana ") == "Ana")
        #expect(throws: IdentifierSyntax.Problem.nameWithColon) { try IdentifierSyntax.displayName("a:b") }
        #expect(throws: IdentifierSyntax.Problem.nameTooLong) {
            try IdentifierSyntax.displayName(String(repeating: "a", count: 51))
        }
    }

    /// 003-13
    @Test(
        "server addresses are read, and their URLs derived",
        arguments: [
            ("https://calls.example.org", "https://calls.example.org", "wss://calls.example.org/ws/"),
            ("HTTPS://Calls.example.org:443/", "https://calls.example.org", "wss://calls.example.org/ws/"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "ws://127.0.0.1:8080/ws/"),
            ("https://h:8443/a/b/", "https://h:8443/a/b", "wss://h:8443/a/b/ws/"),
            ("http://[::1]:9", "http://[::1]:9", "ws://[::1]:9/ws/"),
        ])
    func servers(text: String, canonical: String, socket: String) throws {
        let server = try ServerAddress(text)
        #expect(server.description == canonical)
        #expect(server.signalingSocket.description == socket)
        #expect(server.janusSocket.description == socket.replacing("/ws/", with: "/janus"))
        #expect(try ServerAddress(canonical) == server)
    }

    @Test(
        "a text that is not a server address is refused",
        arguments: [
            ("", ServerAddress.ParsingError.notAnAddress), ("calls.example.org", .notAnAddress),
            ("ftp://calls.example.org", .unknownScheme), ("https://", .missingHost), ("https://u:p@h", .unexpectedPart),
            ("https://h?x=1", .unexpectedPart), ("https://h#x", .unexpectedPart), ("https://h:0", .notAnAddress),
            ("https://h:70000", .notAnAddress),
        ])
    func refusedServers(text: String, expected: ServerAddress.ParsingError) {
        #expect(throws: expected) { try ServerAddress(text) }
        #expect(!Texts(.english).string(expected.text).isEmpty)
    }

    @Test("pauses double up to the cap, and jitter takes away up to half")
    func backoff() {
        let backoff = Backoff(first: .seconds(1), longest: .seconds(10))
        let pauses = (0..<6).map { backoff.delay(attempt: $0, random: 0) }
        #expect(pauses == [1, 2, 4, 8, 10, 10].map { Duration.seconds($0) })
        #expect(backoff.delay(attempt: 1, random: 0.5) == .seconds(1.5))
        #expect(backoff.delay(attempt: 1_000_000, random: 1) == .seconds(5))
    }

    @Test(
        "the length of a call is written as m:ss, from an hour on as h:mm:ss",
        arguments: [(0, "0:00"), (65, "1:05"), (3600, "1:00:00"), (3725, "1:02:05"), (-4, "0:00")])
    func durations(seconds: Int, text: String) { #expect(DateFormatters.duration(seconds: seconds) == text) }
}
