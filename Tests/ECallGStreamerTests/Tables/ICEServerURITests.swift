import ECallMedia
import Testing

@testable import ECallGStreamer

@Suite("ICE server URIs", .timeLimit(.minutes(1)))
struct ICEServerURITests {
    @Test(
        "ICE URIs take the form the connection wants",
        arguments: [
            ("turn:10.77.0.1:3478?transport=udp", "turn://1700%3Au%2B1:a%2Fb%3D%3D@10.77.0.1:3478?transport=udp"),
            ("turn:example.org?transport=tcp", "turn://1700%3Au%2B1:a%2Fb%3D%3D@example.org:3478?transport=tcp"),
            ("turn:example.org", "turn://1700%3Au%2B1:a%2Fb%3D%3D@example.org:3478"),
            ("TURNS:example.org", "turns://1700%3Au%2B1:a%2Fb%3D%3D@example.org:5349"),
            ("turn:[2001:db8::1]:99", "turn://1700%3Au%2B1:a%2Fb%3D%3D@[2001:db8::1]:99"),
            ("turn:[2001:db8::1]", "turn://1700%3Au%2B1:a%2Fb%3D%3D@[2001:db8::1]:3478"),
        ])
    func turn(uri: String, expected: String) {
        let server = ICEServer(uri: uri, username: "1700:u+1", credential: "a/b==")
        #expect(ICEServerURI(server) == .turn(expected))
    }

    @Test("A STUN server needs no credentials")
    func stun() {
        let server = ICEServer(uri: "stun:example.org", username: "", credential: "")
        #expect(ICEServerURI(server) == .stun("stun://example.org:3478"))
    }

    @Test(
        "Any other URI is refused",
        arguments: [
            "", "turn", "turn:", "turn:?transport=udp", "http://example.org", "turn:a@b", "turn:a b", "turn:a/b",
            "turn:host?transport=sctp", "turn:host?x", "stun:host?transport=udp",
            "turn:" + String(repeating: "a", count: 600),
        ])
    func refused(uri: String) {
        #expect(ICEServerURI(ICEServer(uri: uri, username: "u", credential: "p")) == nil)
    }
}
