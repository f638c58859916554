import ECallSecurity
import Testing

@testable import KeyDistribution

/// Whose device another one is (e2ee 1), as a table.
@Suite("Pins")
struct DevicePinsTests {
    private static let keyPair = SceneCast.plain.device("bo").keyPair
    private let first = Self.identity(21)
    private let second = Self.identity(22)
    private let third = Self.identity(23)

    private struct Made {
        let identity: SignedIdentity
        let key: SigningKeyPair
    }

    private static func identity(_ device: UInt64, serial: UInt64 = 2, key: SigningKeyPair = .generate()) -> Made {
        let identity = try? SignedIdentity.make(
            address: DeviceAddress(userID: 2, deviceID: device), serial: serial, rsa: keyPair.publicKey,
            signingKey: key, createdAt: 1)
        guard let identity else { preconditionFailure("an identity can be signed") }
        return Made(identity: identity, key: key)
    }

    private func vouch(_ one: Made, for other: Made, by address: DeviceAddress? = nil) throws -> Vouch {
        try Vouch.make(
            identity: other.identity.hash, by: address ?? one.identity.address, issuedAt: 1, signingKey: one.key)
    }

    private func revoke(_ one: Made, _ other: Made) throws -> Revoke {
        try Revoke.make(sign: other.identity.sign, by: one.identity.address, issuedAt: 1, signingKey: one.key)
    }

    @Test("new in the first call, known in the next, with all devices of the first meeting")
    func firstUse() {
        var pins = DevicePins()
        #expect(pins.trust(in: first.identity, call: 7) == nil)
        pins.see(first.identity, call: 7)
        pins.see(second.identity, call: 7)
        #expect(pins.trust(in: first.identity, call: 7) == .new)
        #expect(pins.trust(in: second.identity, call: 7) == .new)
        #expect(pins.trust(in: first.identity, call: 8) == .known)
        pins.see(third.identity, call: 8)
        #expect(pins.trust(in: third.identity, call: 8) == .held(.newDevice), "a further device of a pinned person")
    }

    @Test("another key, an older identity; a newer one with the same key is taken")
    func changes() {
        var pins = DevicePins()
        pins.see(first.identity, call: 7)
        #expect(pins.trust(in: Self.identity(21).identity, call: 8) == .held(.changedKey))
        #expect(
            pins.trust(in: Self.identity(21, serial: 1, key: first.key).identity, call: 8) == .held(.olderIdentity))
        let newer = Self.identity(21, serial: 3, key: first.key)
        pins.see(newer.identity, call: 8)
        #expect(pins.trust(in: newer.identity, call: 8) == .known)
        #expect(pins.trust(in: first.identity, call: 8) == .held(.olderIdentity), "there is no way back")
    }

    @Test("confirmed is known, verified stays so")
    func confirmed() {
        var pins = DevicePins()
        pins.see(first.identity, call: 7)
        pins.confirm(second.identity)
        #expect(pins.trust(in: second.identity, call: 7) == .known)
        pins.verify(second.identity)
        #expect(pins.trust(in: second.identity, call: 8) == .verified)
    }

    @Test("a known device vouches; one that was vouched for does not, nor a stranger, nor a signature of another")
    func vouching() throws {
        var pins = DevicePins()
        pins.see(first.identity, call: 7)
        #expect(!pins.vouch(try vouch(third, for: second), for: second.identity), "a device that is not pinned")
        #expect(
            !pins.vouch(try vouch(third, for: second, by: first.identity.address), for: second.identity),
            "signed by another")
        #expect(!pins.vouch(try vouch(first, for: third), for: second.identity), "for another identity")
        #expect(pins.trust(in: second.identity, call: 8) == .held(.newDevice))
        #expect(pins.vouch(try vouch(first, for: second), for: second.identity))
        #expect(pins.trust(in: second.identity, call: 8) == .vouched)
        #expect(!pins.vouch(try vouch(second, for: third), for: third.identity), "the vouched does not vouch")
    }

    @Test("a revoked device is held, with those it vouched for; the vouched cannot revoke")
    func revoking() throws {
        var pins = DevicePins()
        for one in [first, second] { pins.see(one.identity, call: 7) }
        #expect(pins.vouch(try vouch(second, for: third), for: third.identity))
        #expect(!pins.revoke(try revoke(third, first)), "a vouched device revokes nothing")
        #expect(pins.revoke(try revoke(first, second)))
        #expect(pins.trust(in: second.identity, call: 8) == .held(.revoked))
        #expect(pins.trust(in: third.identity, call: 8) == .held(.revoked))
        #expect(pins.trust(in: first.identity, call: 8) == .known)
        #expect(!pins.revoke(try revoke(second, first)), "a revoked device revokes nothing")
        #expect(!pins.vouch(try vouch(second, for: third), for: third.identity), "nor does it vouch")
    }

    @Test("a revocation under another's name counts for nothing")
    func forgedRevocation() throws {
        var pins = DevicePins()
        for one in [first, second] { pins.see(one.identity, call: 7) }
        let forged = try Revoke.make(
            sign: second.identity.sign, by: first.identity.address, issuedAt: 1, signingKey: third.key)
        let isTaken = pins.revoke(forged)
        #expect(!isTaken)
        #expect(pins.trust(in: second.identity, call: 8) == .known)
    }

    @Test("nobody revokes a device of another person")
    func anotherPerson() throws {
        var pins = DevicePins()
        let stranger = try SignedIdentity.make(
            address: DeviceAddress(userID: 3, deviceID: 31), serial: 1, rsa: Self.keyPair.publicKey,
            signingKey: third.key, createdAt: 1)
        pins.see(first.identity, call: 7)
        pins.see(stranger, call: 7)
        let revoke = try Revoke.make(
            sign: first.identity.sign, by: stranger.address, issuedAt: 1, signingKey: third.key)
        _ = pins.revoke(revoke)
        #expect(pins.trust(in: first.identity, call: 8) == .known)
    }

    @Test("what is noted counts for what was shown, and never for a revoked device but to let it in")
    func notes() throws {
        let shown = ShownIdentity(first.identity)
        let swapped = Self.identity(21).identity
        var pins = DevicePins()
        #expect(!pins.holds(DeviceNote(.verified, of: shown)))
        pins.note(DeviceNote(.verified, of: shown))
        #expect(pins.holds(DeviceNote(.verified, of: shown)))
        #expect(pins.trust(in: first.identity, call: 7) == .verified)
        #expect(pins.trust(in: swapped, call: 7) == .held(.changedKey), "what the server shows by then is another one")
        pins.note(DeviceNote(.unverified, of: ShownIdentity(swapped)))
        #expect(pins.trust(in: first.identity, call: 7) == .verified, "nothing is taken back of what was not shown")
        pins.note(DeviceNote(.letIn, of: shown))
        #expect(pins.trust(in: first.identity, call: 7) == .verified, "who is in stays what it is")
        pins.note(DeviceNote(.unverified, of: shown))
        #expect(pins.trust(in: first.identity, call: 7) == .known)
        pins.note(DeviceNote(.verified, of: ShownIdentity(second.identity)))
        let isTaken = pins.revoke(try revoke(second, first))
        #expect(isTaken)
        pins.note(DeviceNote(.verified, of: shown))
        #expect(pins.trust(in: first.identity, call: 7) == .held(.revoked), "it may be in other hands")
        pins.note(DeviceNote(.letIn, of: shown))
        #expect(pins.trust(in: first.identity, call: 7) == .known)
    }

    @Test("looking at devices pins nothing, and says what a call would")
    func judged() throws {
        var pins = DevicePins()
        pins.see(first.identity, call: 7)
        let before = pins
        let judged = pins.judged(
            [first.identity, second.identity, third.identity],
            vouches: [try vouch(first, for: second).text, "no vouch"],
            revokes: [try revoke(first, third).text])
        #expect(
            judged == [
                first.identity.address: .known, second.identity.address: .vouched,
                third.identity.address: .held(.revoked),
            ])
        #expect(pins == before)
        #expect(DevicePins().judged([first.identity], vouches: [], revokes: []) == [first.identity.address: .new])
    }
}
