import Crypto
import ECallAPI
import Foundation
import Testing

@testable import Notifications
@testable import NotificationsTestSupport

@Suite("Encryption of Web Push", .timeLimit(.minutes(1)))
struct MessageEncryptionTests {
    private func data(_ text: String) throws -> Data { try #require(Base64URL.decode(text)) }

    @Test("the example of RFC 8291, appendix A, byte by byte")
    func vector() throws {
        let subscription = try #require(
            WebPushSubscription(
                endpoint: "https://push.example.net/s",
                publicKey: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                secret: "BTBZMqHH6r4Tts7J_aSIgg"))
        let text = Data("When I grow up, I want to be a watermelon".utf8)
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: data("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let sealed = try MessageEncryption.seal(
            text, to: subscription, key: key, salt: data("DGv6ra1nlYgDCS1FRnbzlw"), paddedTo: text.count)
        #expect(
            Base64URL.encode(sealed) == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """)
    }

    @Test("every message has the same size, which every push service accepts")
    func size() throws {
        let browser = TestBrowser(endpoint: "https://push.example.net/s")
        for count in [0, 1, 700, MessageEncryption.plaintextSize] {
            let text = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            let sealed = try MessageEncryption.seal(
                text, to: browser.subscription(), key: .init(), salt: Data(count: 16))
            #expect(sealed.count == 3025 && sealed.count == MessageEncryption.size)
            #expect(try browser.open(Array(sealed)) == text)
        }
        #expect(throws: MessageEncryption.Failure.tooLarge) {
            try MessageEncryption.seal(
                Data(count: MessageEncryption.plaintextSize + 1), to: browser.subscription(), key: .init(),
                salt: Data(count: 16))
        }
    }
}
