import ECallAPI
import Foundation
import Testing

@Suite("Ways to TURN", .timeLimit(.minutes(1)))
struct TURNURITests {
    @Test(
        "a URI is read with its defaults and written in full",
        arguments: [
            ("turn:192.0.2.1:3478?transport=udp", "turn:192.0.2.1:3478?transport=udp"),
            ("turn:turn.example.org?transport=tcp", "turn:turn.example.org:3478?transport=tcp"),
            ("TURNS:turn.example.org?TRANSPORT=TCP", "turns:turn.example.org:5349?transport=tcp"),
            ("turn:a", "turn:a:3478"), ("turn:[2001:db8::1]", "turn:[2001:db8::1]:3478"),
            ("turns:[2001:db8::1]:443?transport=tcp", "turns:[2001:db8::1]:443?transport=tcp"),
        ])
    func read(text: String, written: String) throws {
        let uri = try #require(TURNURI(text))
        #expect(uri.description == written)
        #expect(TURNURI(uri.description) == uri)
    }

    @Test(
        "any other text is not a URI",
        arguments: [
            "", "turn", "turn:", "stun:a", "stuns:a", "http://a", "turn://a", "turn:a b", "turn:u@a", "turn:a/b",
            "turn:a:", "turn:a:0", "turn:a:65536", "turn:a:+1", "turn:a:1:2", "turn:2001:db8::1", "turn:[a]",
            "turn:[::1",
            "turn:[::1]1", "turn:a?", "turn:a?transport=sctp", "turn:a?transport=udp&x", "turn:é",
            "turn:" + String(repeating: "a", count: 600),
        ])
    func refused(text: String) {
        #expect(TURNURI(text) == nil)
    }

    private static let old = ["turn:192.0.2.1:3478?transport=udp", "turns:a:5349?transport=tcp"]

    /// The values of `turnUrls`, and the addresses that are used.
    private static let rows: [(json: String?, used: [String])] = [
        (nil, old), ("null", old), ("[]", old), ("\"turn:a\"", old), ("{}", old), ("[7]", old), ("[\"turn:a\",7]", old),
        ("[\"stun:a\",\"http://a\"]", old),
        ("[\"turn:b\",\"x\",\"turn:b:3478\",\"turns:b\"]", ["turn:b:3478", "turns:b:5349"]),
        ("[" + (1...20).map { "\"turn:a:\($0)\"" }.joined(separator: ",") + "]", (1...8).map { "turn:a:\($0)" }),
    ]

    @Test("the list is used if it names a relay, else the two old members; wrong lists are ignored", arguments: rows)
    func relays(json: String?, used: [String]) throws {
        let list = json.map { "\"turnUrls\":\($0)," } ?? ""
        let text = """
            {\(list)"noneTlsUrl":"\(Self.old[0])","tlsUrl":"\(Self.old[1])","turnUsername":"u","turnPassword":"p"}
            """
        let response = try JSONDecoder().decode(CredentialsResponse.self, from: Data(text.utf8))
        #expect(response.relays.map(\.description) == used)
        #expect(response.noneTlsUrl == Self.old[0] && response.tlsUrl == Self.old[1])
    }
}
