import Foundation
import Testing

@testable import ServerFoundation

@Suite("The client's address behind proxies", .timeLimit(.minutes(1)))
struct TrustedProxyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let peer: String
        let values: [String]
        let client: String
        var testDescription: String { "\(peer) \(values)" }
        init(_ peer: String, _ values: [String], _ client: String) {
            (self.peer, self.values, self.client) = (peer, values, client)
        }
    }

    private static func proxies(_ header: ForwardedHeader) -> TrustedProxies {
        TrustedProxies(
            ranges: ["10.0.0.0/8", "127.0.0.1", "2001:db8:ffff::/48"].compactMap { AddressRange($0) }, header: header)
    }

    static let forwardedFor: [Case] = [
        .init("192.0.2.9", ["198.51.100.1"], "192.0.2.9"),
        .init("10.1.2.3", [], "10.1.2.3"),
        .init("10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        .init("::ffff:10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        .init("10.1.2.3", ["203.0.113.7, 198.51.100.1"], "198.51.100.1"),
        .init("10.1.2.3", ["203.0.113.7, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),
        .init("10.1.2.3", ["203.0.113.7", "198.51.100.1", "10.9.9.9"], "198.51.100.1"),
        .init("10.1.2.3", ["10.0.0.1, 10.0.0.2"], "10.0.0.1"),
        .init("10.1.2.3", ["198.51.100.1, unknown"], "10.1.2.3"),
        .init("10.1.2.3", ["198.51.100.1, , 10.0.0.2"], "10.0.0.2"),
        .init("10.1.2.3", ["198.51.100.1:4711"], "198.51.100.1"),
        .init("10.1.2.3", ["[2001:db8::1]:443"], "2001:db8::1"),
        .init("10.1.2.3", ["2001:DB8:0::1"], "2001:db8::1"),
        .init("10.1.2.3", ["198.51.100.1, 2001:db8:ffff::7"], "198.51.100.1"),
        .init("10.1.2.3", ["\t 198.51.100.1 \t"], "198.51.100.1"),
        .init("10.1.2.3", ["localhost"], "10.1.2.3"),
        .init("10.1.2.3", ["for=198.51.100.1"], "10.1.2.3"),
        .init("10.1.2.3", [String(repeating: "10.0.0.1,", count: 5000) + "198.51.100.1"], "198.51.100.1"),
        .init("", ["198.51.100.1"], ""),
    ]

    static let forwarded: [Case] = [
        .init("192.0.2.9", ["for=198.51.100.1"], "192.0.2.9"),
        .init("10.1.2.3", ["for=198.51.100.1"], "198.51.100.1"),
        .init("10.1.2.3", ["For=\"[2001:db8:cafe::17]:4711\""], "2001:db8:cafe::17"),
        .init(
            "10.1.2.3", ["for=203.0.113.7;proto=http;by=203.0.113.43, FOR=198.51.100.1 ; proto=https"], "198.51.100.1"),
        .init("10.1.2.3", ["for=203.0.113.7, for=198.51.100.1, for=10.0.0.1"], "198.51.100.1"),
        .init("10.1.2.3", ["for=203.0.113.7", "for=198.51.100.1"], "198.51.100.1"),
        .init("10.1.2.3", ["for=198.51.100.1, for=_hidden"], "10.1.2.3"),
        .init("10.1.2.3", ["for=198.51.100.1, proto=https"], "10.1.2.3"),
        .init("10.1.2.3", ["for=\"198.51.100.1, for=203.0.113.7\""], "10.1.2.3"),
        .init("10.1.2.3", ["for=\"", "for=198.51.100.1"], "198.51.100.1"),
        .init("10.1.2.3", ["for=\"198\\.51.100.1\""], "198.51.100.1"),
        .init("10.1.2.3", ["198.51.100.1"], "10.1.2.3"),
    ]

    @Test("X-Forwarded-For: the right-most hop that is not a trusted proxy is the client", arguments: forwardedFor)
    func xForwardedFor(one: Case) {
        #expect(Self.proxies(.xForwardedFor).client(peer: one.peer, values: one.values) == one.client)
    }

    @Test("Forwarded (RFC 7239): the right-most hop that is not a trusted proxy is the client", arguments: forwarded)
    func rfc7239(one: Case) {
        #expect(Self.proxies(.forwarded).client(peer: one.peer, values: one.values) == one.client)
    }

    @Test("without trusted proxies the header is ignored")
    func none() { #expect(TrustedProxies.none.client(peer: "127.0.0.1", values: ["198.51.100.1"]) == "127.0.0.1") }

    @Test(
        "networks contain their addresses",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.0/9", "10.128.0.0", false),
            ("0.0.0.0/0", "192.0.2.1", true), ("0.0.0.0/0", "2001:db8::1", false), ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false), ("::1", "::1", true), ("2001:db8::/33", "2001:db8:8000::", false),
            ("2001:db8::/32", "2001:db8:8000::1", true), ("127.0.0.1", "::ffff:127.0.0.1", true),
        ])
    func ranges(range: String, address: String, holds: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(IPAddress(address))) == holds)
    }

    @Test(
        "malformed networks are refused",
        arguments: [
            "", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "localhost", "::1/129", "::1%lo", "a/b/c",
        ])
    func badRanges(text: String) { #expect(AddressRange(text) == nil) }

    @Test(
        "a proxy's request id is used if it is well-formed",
        arguments: [
            ("abc-123_4.5", true), ("", false), ("a b", false), ("a\nb", false), ("é", false),
            (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false), ("<script>", false),
        ])
    func requestIDs(text: String, sane: Bool) { #expect(RequestID.isSane(text) == sane) }
}
