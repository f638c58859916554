import Foundation
import TestSupport
import Testing

@testable import ECallCore

@Suite("Certificate authorities that a user trusts", .timeLimit(.minutes(1)))
struct OwnAuthoritiesTests {
    /// As `openssl x509 -fingerprint -sha256` prints it.
    private static let fingerprint =
        "4D:93:AE:E1:47:38:3F:90:35:31:5A:8A:91:E3:E9:85:37:FC:74:51:D0:5B:5C:42:0A:94:E6:81:01:92:C8:C1"

    @Test("a certificate is shown as by openssl, from PEM with surrounding text and from DER")
    func shown() throws {
        let pem = Data(("Take this:\r\n" + Certificates.authority + "Bye\n").utf8)
        let read = try OwnAuthorities(pem)
        let shown = try #require(read.certificates.first)
        #expect(read.certificates.count == 1)
        #expect(shown.name == "Test authority" && shown.fingerprint == Self.fingerprint)
        #expect(shown.expiry == 4_949_581_081)
        let base64 = Certificates.authority.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        #expect(try OwnAuthorities(#require(Data(base64Encoded: base64))) == read)
    }

    @Test("a certificate without a common name is shown by its organization, without direction marks")
    func names() throws {
        #expect(try OwnAuthorities(Data(Certificates.organization.utf8)).certificates.map(\.name) == ["Homeété"])
        #expect(try OwnAuthorities(Data(Certificates.country.utf8)).certificates.map(\.name) == [""])
    }

    @Test("a repeated certificate is stored once, and different ones keep their order")
    func several() throws {
        let all = Certificates.authority + Certificates.organization + Certificates.authority + Certificates.country
        #expect(try OwnAuthorities(Data(all.utf8)).certificates.map(\.name) == ["Test authority", "Homeété", ""])
    }

    @Test("stored authorities are read back and trusted as before, and damaged bytes are refused")
    func kept() throws {
        let own = try OwnAuthorities(Data(Certificates.authority.utf8))
        let kept = try JSONEncoder().encode(own)
        #expect(try JSONDecoder().decode(OwnAuthorities.self, from: kept) == own)
        #expect(TLSTrust.authorities(own) != .system && own.parsed.count == 1)
        for text in ["[]", #"["AAAA"]"#] {
            #expect(throws: (any Error).self) { try JSONDecoder().decode(OwnAuthorities.self, from: Data(text.utf8)) }
        }
    }

    @Test("a truncated certificate has an empty name, or the whole one")
    func cutShort() throws {
        let base64 = Certificates.authority.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let whole = [UInt8](try #require(Data(base64Encoded: base64)))
        for length in 0..<whole.count {
            #expect(CertificateSubject.name(in: Array(whole.prefix(length))).isEmpty)
        }
    }
}
