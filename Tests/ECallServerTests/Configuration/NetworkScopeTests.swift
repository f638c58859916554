import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Scope of addresses and names", .timeLimit(.minutes(1)))
struct NetworkScopeTests {
    @Test(
        "private ranges begin and end where their documents say",
        arguments: [
            (
                true,
                [
                    "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255",
                    "100.64.0.0", "100.127.255.255", "169.254.0.0", "169.254.255.255", "fc00::1", "fdff::1", "fe80::1",
                    "febf::1",
                ]
            ),
            (
                false,
                [
                    "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
                    "100.63.255.255", "100.128.0.0", "169.253.255.255", "169.255.0.0", "fbff::1", "fe00::1", "fec0::1",
                    "198.51.100.7", "2001:db8::1",
                ]
            ),
        ])
    func privateAddresses(isPrivate: Bool, texts: [String]) throws {
        for text in texts { #expect(NetworkScope.isPrivate(try #require(IPAddress(text))) == isPrivate, "\(text)") }
    }

    @Test(
        "addresses of no other machine",
        arguments: [
            (
                true,
                [
                    "0.0.0.0", "0.255.255.255", "127.0.0.1", "127.255.255.255", "224.0.0.0", "240.0.0.0",
                    "255.255.255.255",
                ]
            ),
            (false, ["1.0.0.0", "126.255.255.255", "128.0.0.0", "223.255.255.255"]),
        ])
    func unusable(isUnusable: Bool, texts: [String]) throws {
        for text in texts { #expect(NetworkScope.isUnusable(try #require(IPAddress(text))) == isUnusable, "\(text)") }
    }

    @Test(
        "hosts of the Internet are told from those of one network",
        arguments: [
            ("calls.example.org", true), ("calls", false), ("calls.local", false), ("CALLS.LOCAL", false),
            ("calls.lan", false), ("calls.internal", false), ("calls.home.arpa", false), ("calls.localhost", false),
            ("local.example.org", true), ("10.1.2.3", false), ("198.51.100.7", true), ("127.0.0.1", false),
            ("0.0.0.0", false), ("::1", false), ("fe80::1", false), ("2001:db8::1", true),
        ])
    func hosts(host: String, isPublic: Bool) { #expect(NetworkScope.isPublic(host) == isPublic) }

    @Test(
        "a public URL has a host in small letters and the port of its scheme",
        arguments: [
            ("https://Calls.Example.org", true, "calls.example.org", 443), ("http://a.example", false, "a.example", 80),
            ("HTTPS://a.example:8443", true, "a.example", 8443),
        ])
    func publicAddress(url: String, isSecure: Bool, host: String, port: Int) throws {
        let address = try #require(PublicAddress(url))
        #expect(address.isSecure == isSecure && address.host == host && address.port == port)
    }

    @Test(
        "proxies are on this machine, on others, or on both",
        arguments: [
            ([], false, false), (["127.0.0.1"], true, false), (["127.0.0.0/8", "::1"], true, false),
            (["10.0.0.1"], false, true), (["127.0.0.1", "10.0.0.1"], false, false), (["0.0.0.0/0"], false, false),
            (["127.0.0.0/4"], false, false),
        ] as [([String], Bool, Bool)])
    func proxies(ranges: [String], areLocal: Bool, areRemote: Bool) {
        var settings = ServerSettings(dataDirectory: "/none")
        settings.trustedProxies = ranges
        #expect(settings.hasLocalProxies == areLocal && settings.hasRemoteProxies == areRemote)
        #expect(settings.isBehindProxy == !ranges.isEmpty)
        settings.publicURL = "https://calls.example.org"
        #expect(settings.isBehindProxy)
        settings.tls = TLSFiles(certificate: "/none", key: "/none")
        #expect(settings.isBehindProxy == !ranges.isEmpty)
    }
}
