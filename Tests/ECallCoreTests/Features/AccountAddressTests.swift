import ECallAPI
import ECallAccount
import ECallAuthentication
import ECallCore
import Foundation
import TestSupport
import Testing

@testable import ECallServerTestSupport

@Suite("Addresses and sign-in methods", .timeLimit(.minutes(1)))
struct AccountAddressTests {
    private struct Scene {
        let service: AccountService
        let server = ObservedServer(sendsTexts: true)
        let ana: Person

        init(keys: (any DeviceKeyProviding)? = nil) async throws {
            let real = try await server.real
            ana = try await real.signIn(1, device: 101, name: "Ana", befriends: false)
            let client = APIClient(
                server: try .test(), tokens: MemoryTokens(.test(access: ana.accessToken)), transport: server,
                time: ManualTime(skipping: .seconds(4)))
            service = AccountService(client: client, keys: keys)
        }

        /// Has a code sent, as for a person who did not request one a moment ago.
        func code(to address: String) async throws -> (identifier: LoginIdentifier, code: String) {
            let real = try await server.real
            real.letTimePass()
            let identifier = try LoginIdentifier(address)
            try await service.sendCode(to: identifier)
            return (identifier, try real.code(to: identifier.text))
        }
    }

    /// 000-7
    @Test("A method is proved by its code, made primary, and removed while another is left")
    func methods() async throws {
        let scene = try await Scene()
        let service = scene.service
        let first = try #require(try await service.loginMethods().first)
        let (phone, code) = try await scene.code(to: "+49 30 1234567")
        await #expect(throws: AccountError.malformedCode) { try await service.addLoginMethod(phone, code: "12 34 5") }
        let wrong = code == "000000" ? "111111" : "000000"
        let refused = await #expect(throws: AccountError.self) { try await service.addLoginMethod(phone, code: wrong) }
        #expect(refused?.code == .otpMismatched)
        let added = try await service.addLoginMethod(phone, code: "\(code.prefix(3)) \(code.suffix(3))")
        #expect(added.map(\.value) == [first.value, phone.text] && added.map(\.isPrimary) == [true, false])
        let second = try #require(added.last)
        let (email, emailCode) = try await scene.code(to: "ana.second@example.net")
        let third = try #require(
            try await service.addLoginMethod(email, code: emailCode).last { $0.value == email.text })
        #expect(!third.isPrimary)
        let changed = try await service.makePrimary(third.id)
        #expect(changed.first { $0.value == email.text }?.isPrimary == true)
        for method in [first.id, second.id] { _ = try await service.removeLoginMethod(method) }
        #expect(try await service.loginMethods().map(\.value) == [email.text])
        let last = await #expect(throws: AccountError.self) { try await service.removeLoginMethod(third.id) }
        #expect(last?.code == .updateUserFailed, "never the last one")
    }

    /// Signs nothing, and records what it was asked to sign.
    private struct Signer: DeviceKeyProviding {
        func publicKeyText() -> String { "" }
        func removeKeyPair() {}
        func accountProof(
            for change: AccountChange, origin: String, date: @Sendable () -> Date, challenge: String
        ) -> String? { "\(origin) \(change.purpose) \(challenge.utf8.count)" }
    }

    @Test("Each change is sent with a proof of this device's key, and no other request is")
    func proofs() async throws {
        let scene = try await Scene(keys: Signer())
        let service = scene.service
        let first = try #require(try await service.loginMethods().first)
        let (email, code) = try await scene.code(to: "ana.second@example.net")
        let second = try #require(try await service.addLoginMethod(email, code: code).last)
        _ = try await service.makePrimary(second.id)
        _ = try await service.removeLoginMethod(first.id)
        let (other, otherCode) = try await scene.code(to: "ana.third@example.net")
        _ = try await service.changeAddress(to: other, code: otherCode)
        _ = try await service.rename(to: "Anna")
        _ = try await service.export()
        _ = try await service.delete()
        try await service.keep()
        let origin = try ServerAddress.test().origin
        #expect(
            scene.server.requests.compactMap { $0.headers["Account-Proof"] }
                == [
                    "add-login-method", "make-primary:\(second.id)", "remove-login-method:\(first.id)",
                    "replace-address",
                    "export-account", "delete-account",
                ].map { "\(origin) \($0) 75" })
    }

    @Test("A removed method is restored by the code of the message, or by its link, once")
    func takesBack() async throws {
        for isLink in [false, true] {
            let scene = try await Scene()
            let first = try #require(try await scene.service.loginMethods().first)
            let (email, code) = try await scene.code(to: "ana.second@example.net")
            _ = try await scene.service.addLoginMethod(email, code: code)
            _ = try await scene.service.removeLoginMethod(first.id)
            let token = try await scene.server.real.code(to: first.value)
            try await scene.service.takeBack(isLink ? "https://calls.example.org/#/take-back/\(token)\n" : token)
            let again = await #expect(throws: AccountError.self) { try await scene.service.takeBack(token) }
            #expect(again?.code == .wayBackOver)
            let nothing = await #expect(throws: AccountError.self) { try await scene.service.takeBack(" / ") }
            #expect(nothing?.code == .wayBackOver)
        }
    }

    /// 000-68
    @Test("The address of the profile is changed by a code; a code of another address proves nothing")
    func address() async throws {
        let scene = try await Scene()
        let (email, code) = try await scene.code(to: "ana.new@example.net")
        let other = try LoginIdentifier("ana.other@example.net")
        await #expect(throws: AccountError.self) { try await scene.service.changeAddress(to: other, code: code) }
        #expect(try await scene.service.changeAddress(to: email, code: code).email == email.text)
        #expect(try await scene.service.profile().email == email.text)
    }
}
