import Crypto
import ECallAPI
import Foundation
import Testing

@testable import Notifications
@testable import NotificationsTestSupport
@testable import ServerFoundation

@Suite("Subscriptions to Web Push", .timeLimit(.minutes(1)))
struct WebPushSubscriptionTests {
    @Test(
        "an endpoint is https, and spelled in one way",
        arguments: [
            ("https://push.example.net/s/1?a=b", "https://push.example.net", "/s/1?a=b", "push.example.net"),
            ("https://Push.Example.NET:443/S", "https://push.example.net", "/S", "push.example.net"),
            ("https://push.example.net:8443/s", "https://push.example.net:8443", "/s", "push.example.net"),
            ("https://push.example.net", "https://push.example.net", "/", "push.example.net"),
            ("https://192.0.2.1/s", "https://192.0.2.1", "/s", "192.0.2.1"),
            ("https://[2001:DB8::1]:444/s", "https://[2001:db8::1]:444", "/s", "2001:db8::1"),
        ])
    func good(text: String, origin: String, path: String, host: String) throws {
        let endpoint = try #require(WebPushEndpoint(text))
        #expect(endpoint.origin == origin && endpoint.path == path && endpoint.host == host)
        #expect("\(endpoint)" == "WebPushEndpoint(…)")
        #expect(WebPushEndpoint(endpoint.text) == endpoint)
    }

    @Test(
        "ambiguous or malformed addresses are refused",
        arguments: [
            "", "https://", "https:///s", "http://push.example.net/s", "HTTPS://push.example.net/s", "ftp://a/s",
            "https://a@push.example.net/s", "https://a:b@push.example.net/s", "https://push.example.net/s#f",
            "https://push.example.net\\@127.0.0.1/s", "https://push.example.net/ s",
            "https://push.example.net/\r\nX: y",
            "https://püsh.example.net/s", "https://push.example.net:/s", "https://push.example.net:0/s",
            "https://push.example.net:65536/s", "https://push.example.net:0443/s", "https://push.example.net:+1/s",
            "https://.example.net/s", "https://push.example.net./s", "https://[::1/s", "https://[::1]x/s",
            "https://[fe80::1%25eth0]/s", "https://[127.0.0.1]/s", "https://a%2eb/s", "https://push.example.net?a",
            "https://push.example.net/" + String(repeating: "a", count: 2048),
        ])
    func bad(text: String) { #expect(WebPushEndpoint(text) == nil) }

    @Test(
        "only addresses of the Internet are public",
        arguments: [
            ("8.8.8.8", true), ("1.1.1.1", true), ("2a00:1450:4001:80b::200e", true), ("2606:4700::1111", true),
            ("0.0.0.0", false), ("10.1.2.3", false), ("100.64.0.1", false), ("100.63.255.255", true),
            ("127.0.0.1", false), ("127.255.255.254", false), ("169.254.169.254", false), ("172.16.0.1", false),
            ("172.31.255.255", false), ("172.32.0.1", true), ("192.0.0.8", false), ("192.0.2.1", false),
            ("192.88.99.1", false), ("192.168.1.1", false), ("198.18.0.1", false), ("198.19.255.255", false),
            ("198.51.100.1", false), ("203.0.113.1", false), ("224.0.0.251", false), ("240.0.0.1", false),
            ("255.255.255.255", false), ("::", false), ("::1", false), ("::ffff:127.0.0.1", false),
            ("::ffff:8.8.8.8", true), ("::8.8.8.8", false), ("64:ff9b::7f00:1", false), ("64:ff9b::808:808", false),
            ("64:ff9b:1::1", false), ("100::1", false), ("2001::1", false), ("2001:20::1", false),
            ("2001:db8::1", false), ("2002:7f00:1::1", false), ("3fff::1", false), ("fc00::1", false),
            ("fd12:3456::1", false), ("fe80::1", false), ("ff02::1", false), ("4000::1", false),
        ])
    func addresses(text: String, isPublic: Bool) throws {
        #expect(try #require(IPAddress(text)).isPublic == isPublic)
    }

    @Test("invalid keys are refused")
    func keys() throws {
        let browser = TestBrowser(endpoint: "https://push.example.net/s")
        func isTaken(_ key: String, _ secret: String) -> Bool {
            WebPushSubscription(endpoint: browser.endpoint, publicKey: key, secret: secret) != nil
        }
        #expect(isTaken(browser.p256dh, browser.auth))
        let key = try #require(Base64URL.decode(browser.p256dh))
        let compressed = try P256.KeyAgreement.PublicKey(x963Representation: key).compressedRepresentation
        var elsewhere = key
        elsewhere[64] ^= 1
        for wrong in [Data(), key.dropLast(), key + [0], compressed, elsewhere, Data([4]) + Data(count: 64)] {
            #expect(!isTaken(Base64URL.encode(Data(wrong)), browser.auth))
        }
        #expect(!isTaken(browser.p256dh + "=", browser.auth) && !isTaken(key.base64EncodedString(), browser.auth))
        for count in [0, 15, 17] { #expect(!isTaken(browser.p256dh, Base64URL.encode(Data(count: count)))) }
    }

    @Test("the server's key is derived from its secret only")
    func vapidKey() throws {
        let secret = SymmetricKey(data: Data(0..<32))
        let (one, same) = (VAPIDKey(derivedFrom: secret), VAPIDKey(derivedFrom: secret))
        #expect(one.publicKey == same.publicKey && one.publicKey.utf8.count == 87)
        #expect(one.publicKey != VAPIDKey(derivedFrom: SymmetricKey(data: Data(1..<33))).publicKey)
        #expect("\(one)" == "VAPIDKey(…)")
    }

    @Test("messages, byte by byte, and an invite that does not fit is left out")
    func messages() throws {
        let caller = DeviceIdentity(user: 1042, device: 77)
        let endsAt = Timestamp(milliseconds: 1_772_360_490_000)
        func text(_ message: WebPushMessage) throws -> String { String(decoding: try message.json(), as: UTF8.self) }
        #expect(
            try text(.ring(9001, caller: caller, invite: "a.b.c", endsAt: endsAt))
                == #"{"callId":9001,"caller":"1042_77","endsAt":1772360490000,"invite":"a.b.c","kind":"ring"}"#)
        #expect(try text(.missed(9001, caller: caller)) == #"{"callId":9001,"caller":"1042_77","kind":"missed"}"#)
        #expect(try text(.over(9001)) == #"{"callId":9001,"kind":"over"}"#)
        #expect(try text(.friendRequest) == #"{"kind":"friend_request"}"#)
        #expect(try text(.friendAccepted) == #"{"kind":"friend_accepted"}"#)
        // The size of an invite for fifty people with the longest numbers.
        let longest = String(repeating: "a", count: 2700)
        #expect(try text(.ring(9001, caller: caller, invite: longest, endsAt: endsAt)).contains(longest))
        let tooLong = String(repeating: "a", count: 2900)
        #expect(
            try text(.ring(9001, caller: caller, invite: tooLong, endsAt: endsAt))
                == #"{"callId":9001,"caller":"1042_77","endsAt":1772360490000,"kind":"ring"}"#)
    }

    @Test(
        "a message replaces the previous one about its call on the device; topics do not link devices of the same call")
    func topics() throws {
        let (one, other) = (
            try TestBrowser(endpoint: "https://push.example.net/1").subscription(),
            try TestBrowser(endpoint: "https://push.example.net/2", secret: Data(1..<17)).subscription()
        )
        let caller = DeviceIdentity(user: 1, device: 2)
        let topic = try #require(WebPushMessage.missed(9001, caller: caller).topic(for: one))
        #expect(topic.utf8.count == 32 && Base64URL.decode(topic) != nil)
        #expect(WebPushMessage.over(9001).topic(for: one) == topic)
        #expect(WebPushMessage.over(9002).topic(for: one) != topic)
        #expect(WebPushMessage.over(9001).topic(for: other) != topic)
        #expect(WebPushMessage.friendRequest.topic(for: one) == nil)
    }
}
