import ECallSecurity
import Foundation
import Testing

@testable import KeyDistribution

/// The trust in other devices (e2ee 1), as a table.
@Suite("Pins")
struct DevicePinsTests {
    private static let keyPair = SceneCast.plain.device("bo").keyPair
    private let first = Self.identity(21)
    private let second = Self.identity(22)
    private let third = Self.identity(23)
    /// The own joins of two entries.
    private let now = ObjectHash(of: "one")
    private let later = ObjectHash(of: "another")

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

    @Test("a person is new in the first entry and known in the next; a further device is held in both")
    func firstUse() {
        var pins = DevicePins()
        #expect(pins.trust(in: first.identity, entry: now) == nil)
        pins.meet(first.identity, entry: now)
        pins.meet(second.identity, entry: now)
        #expect(pins.trust(in: first.identity, entry: now) == .new)
        #expect(pins.trust(in: second.identity, entry: now) == .held(.newDevice), "listed, never met")
        #expect(pins.trust(in: first.identity, entry: later) == .known)
        #expect(pins.trust(in: first.identity, entry: nil) == .known)
        pins.meet(third.identity, entry: later)
        #expect(
            pins.trust(in: third.identity, entry: later) == .held(.newDevice), "a further device of a pinned person")
    }

    @Test("invented people displace no one: if there is no room for new people, they are held")
    func full() throws {
        var pins = DevicePins()
        pins.meet(first.identity, entry: now)
        for user in 0..<UInt64(DevicePins.most) {
            let address = DeviceAddress(userID: 100 + user, deviceID: 1)
            pins[address] = DevicePins.Pin(sign: "a key", serial: 1, basis: .firstUse)
        }
        let stranger = try SignedIdentity.make(
            address: DeviceAddress(userID: 3, deviceID: 31), serial: 1, rsa: Self.keyPair.publicKey,
            signingKey: third.key, createdAt: 1)
        pins.meet(stranger, entry: now)
        #expect(pins.trust(in: stranger, entry: now) == .held(.newDevice))
        #expect(pins.trust(in: first.identity, entry: later) == .known)
        pins.confirm(ShownIdentity(stranger), as: .confirmed)
        #expect(pins.trust(in: stranger, entry: now) == .known, "the person has looked")
    }

    @Test("another key or an older identity is held; a newer one with the same key is accepted")
    func changes() {
        var pins = DevicePins()
        pins.meet(first.identity, entry: now)
        #expect(pins.trust(in: Self.identity(21).identity, entry: later) == .held(.changedKey))
        #expect(
            pins.trust(in: Self.identity(21, serial: 1, key: first.key).identity, entry: later) == .held(.olderIdentity)
        )
        let newer = Self.identity(21, serial: 3, key: first.key)
        pins.meet(newer.identity, entry: later)
        #expect(pins.trust(in: newer.identity, entry: later) == .known)
        #expect(pins.trust(in: first.identity, entry: later) == .held(.olderIdentity), "there is no way back")
    }

    @Test("a confirmed device is known, and a verified one stays verified")
    func confirmed() {
        var pins = DevicePins()
        pins.meet(first.identity, entry: now)
        pins.letIn(ShownIdentity(second.identity))
        #expect(pins.trust(in: second.identity, entry: now) == .known)
        pins.verify(second.identity)
        #expect(pins.trust(in: second.identity, entry: later) == .verified)
    }

    @Test("a pinned device can vouch; a stranger cannot, nor can another's signature")
    func vouching() throws {
        var pins = DevicePins()
        pins.meet(first.identity, entry: now)
        #expect(!pins.vouch(try vouch(third, for: second), for: second.identity), "a device that is not pinned")
        #expect(
            !pins.vouch(try vouch(third, for: second, by: first.identity.address), for: second.identity),
            "signed by another")
        #expect(!pins.vouch(try vouch(first, for: third), for: second.identity), "for another identity")
        #expect(pins.trust(in: second.identity, entry: later) == .held(.newDevice))
        #expect(pins.vouch(try vouch(first, for: second), for: second.identity))
        #expect(pins.trust(in: second.identity, entry: later) == .vouched)
    }

    @Test("a vouched device can vouch, four times in a row, and no device for itself")
    func chains() throws {
        var pins = DevicePins()
        let chain = (0...5).map { Self.identity(30 + $0) }
        pins.meet(chain[0].identity, entry: now)
        for index in 1...5 {
            let isTaken = pins.vouch(try vouch(chain[index - 1], for: chain[index]), for: chain[index].identity)
            #expect(isTaken == (index <= 4), "\(index)")
        }
        #expect(pins.trust(in: chain[4].identity, entry: later) == .vouched)
        #expect(pins.trust(in: chain[5].identity, entry: later) == .held(.newDevice))
        #expect(!pins.vouch(try vouch(chain[3], for: chain[1]), for: chain[1].identity), "a ring of vouches")
    }

    @Test("sixteen devices of a person may be vouched for")
    func manyVouched() throws {
        var pins = DevicePins()
        pins.meet(first.identity, entry: now)
        for device in 0..<17 {
            let other = Self.identity(40 + UInt64(device))
            #expect(pins.vouch(try vouch(first, for: other), for: other.identity) == (device < 16))
        }
    }

    @Test("beside a verified device any other is held until that one has vouched for it, if by others")
    func besideVerified() throws {
        var pins = DevicePins.knowing([first, second, third].map(\.identity))
        pins.verify(first.identity)
        for other in [second, third] { #expect(pins.trust(in: other.identity, entry: now) == .held(.unverified)) }
        #expect(!pins.vouch(try vouch(third, for: second), for: second.identity), "one that is held itself")
        #expect(pins.vouch(try vouch(first, for: second), for: second.identity))
        #expect(pins.trust(in: second.identity, entry: now) == .vouched)
        #expect(pins.vouch(try vouch(second, for: third), for: third.identity))
        #expect(pins.trust(in: third.identity, entry: now) == .vouched)
        // The verified one is lost: those that depend on it are lost too, and no other one becomes known by that.
        #expect(pins.revoke(try revoke(third, first)))
        #expect(pins.trust(in: first.identity, entry: now) == .held(.revoked))
        for other in [second, third] { #expect(pins.trust(in: other.identity, entry: now) != .known) }
    }

    @Test("no statement replaces the key of a verified or confirmed device, or of one beside it")
    func replacing() throws {
        for basis in [DevicePins.Pin.Basis.verified, .confirmed, .firstUse] {
            var pins = DevicePins.knowing([first, second].map(\.identity))
            pins.confirm(ShownIdentity(first.identity), as: basis)
            let other = Self.identity(21)
            let isTaken = pins.vouch(try vouch(second, for: other), for: other.identity)
            #expect(isTaken == (basis == .firstUse), "\(basis)")
        }
        var pins = DevicePins.knowing([first, second, third].map(\.identity))
        pins.verify(first.identity)
        let other = Self.identity(23)
        #expect(!pins.vouch(try vouch(second, for: other), for: other.identity), "by one that was merely met")
        #expect(pins.vouch(try vouch(first, for: other), for: other.identity))
    }

    @Test("letting in a device of a verified person makes the person unverified")
    func lettingIn() {
        var pins = DevicePins.knowing([second.identity])
        pins.verify(first.identity)
        pins.note(DeviceNote(.letIn, of: ShownIdentity(second.identity)))
        #expect(pins.trust(in: second.identity, entry: now) == .known)
        #expect(pins.trust(in: first.identity, entry: now) == .known)
    }

    @Test("a revoked device is held with those it vouched for; a vouched device may revoke")
    func revoking() throws {
        var pins = DevicePins.knowing([first, second].map(\.identity))
        #expect(pins.vouch(try vouch(second, for: third), for: third.identity))
        #expect(pins.revoke(try revoke(first, second)))
        #expect(pins.trust(in: second.identity, entry: later) == .held(.revoked))
        #expect(pins.trust(in: third.identity, entry: later) == .held(.revoked))
        #expect(pins.trust(in: first.identity, entry: later) == .known)
        #expect(!pins.vouch(try vouch(second, for: third), for: third.identity), "nor does it vouch any more")
        #expect(pins.revoke(try revoke(third, first)), "a vouched device revokes")
        #expect(pins.trust(in: first.identity, entry: later) == .held(.revoked))
    }

    @Test("the new phone is not held after it revokes the lost old one that vouched for it")
    func oldPhoneLost() throws {
        var pins = DevicePins()
        pins.meet(first.identity, entry: now)
        #expect(pins.vouch(try vouch(first, for: second), for: second.identity))
        #expect(pins.vouch(try vouch(second, for: third), for: third.identity))
        #expect(pins.revoke(try revoke(second, first)))
        #expect(pins.trust(in: first.identity, entry: now) == .held(.revoked))
        for other in [second, third] { #expect(pins.trust(in: other.identity, entry: now) == .vouched) }
        #expect(pins.revoke(try revoke(first, second)), "a revoked device revokes, too")
        for other in [second, third] { #expect(pins.trust(in: other.identity, entry: now) == .held(.revoked)) }
    }

    @Test("two devices that revoke each other are both held, whichever is heard first", arguments: [true, false])
    func mutual(isReversed: Bool) throws {
        var pins = DevicePins.knowing([first, second].map(\.identity))
        let revokes = [try revoke(first, second), try revoke(second, first)]
        for one in isReversed ? revokes.reversed() : revokes { _ = pins.revoke(one) }
        for one in [first, second] { #expect(pins.trust(in: one.identity, entry: now) == .held(.revoked)) }
    }

    @Test("a device revokes eight unseen keys, a person 32; a pinned key can always be revoked")
    func shares() throws {
        let issuers = (0..<5).map { Self.identity(50 + $0) }
        var pins = DevicePins.knowing([first.identity] + issuers.map(\.identity))
        for (number, issuer) in issuers.enumerated() {
            for key in 0..<9 {
                let made = Self.identity(60, key: .generate())
                let isTaken = pins.revoke(try revoke(issuer, made))
                #expect(isTaken == (number < 4 && key < 8), "\(number) \(key)")
            }
            #expect(pins.revoke(try revoke(issuer, first)), "\(number)")
        }
        #expect(pins.trust(in: first.identity, entry: now) == .held(.revoked))
    }

    @Test("a revoked key whose address got another one does not come back by a vouch")
    func replaced() throws {
        var pins = DevicePins.knowing([first, second].map(\.identity))
        #expect(pins.revoke(try revoke(first, second)))
        let other = Self.identity(22)
        #expect(pins.vouch(try vouch(first, for: other), for: other.identity))
        #expect(pins.trust(in: other.identity, entry: now) == .vouched)
        #expect(!pins.vouch(try vouch(first, for: second), for: second.identity))
        #expect(pins.trust(in: second.identity, entry: now) == .held(.revoked))
    }

    @Test("a key that was revoked before its device was seen is held, and so are those it vouched for")
    func unseen() throws {
        var pins = DevicePins.knowing([first.identity])
        #expect(pins.revoke(try revoke(first, second)))
        #expect(pins.trust(in: second.identity, entry: now) == .held(.revoked))
        #expect(!pins.vouch(try vouch(first, for: second), for: second.identity))
        pins.letIn(ShownIdentity(second.identity))
        #expect(pins.trust(in: second.identity, entry: now) == .known, "its person says otherwise")
    }

    @Test("pins of earlier versions are read, in which the revoker of a key was not stored")
    func former() throws {
        let (sign, other) = (first.identity.sign.text, second.identity.sign.text)
        let text = """
            {"pins": {"2_21": {"sign": "\(sign)", "serial": 2, "basis": "firstUse", "firstCall": 7},
            "2_23": {"sign": "\(third.identity.sign.text)", "serial": 2, "basis": "vouched", "voucher": "\(sign)"}},
            "revoked": ["2 \(sign)", "2 \(other)"]}
            """
        let pins = try JSONDecoder().decode(DevicePins.self, from: Data(text.utf8))
        for one in [first, second, third] {
            #expect(pins.trust(in: one.identity, entry: now) == .held(.revoked))
        }
        #expect(try JSONDecoder().decode(DevicePins.self, from: JSONEncoder().encode(pins)) == pins)
    }

    @Test("a revocation under another's name counts for nothing")
    func forgedRevocation() throws {
        var pins = DevicePins.knowing([first, second].map(\.identity))
        let forged = try Revoke.make(
            sign: second.identity.sign, by: first.identity.address, issuedAt: 1, signingKey: third.key)
        let isTaken = pins.revoke(forged)
        #expect(!isTaken)
        #expect(pins.trust(in: second.identity, entry: later) == .known)
    }

    @Test("a device cannot revoke a device of another person")
    func anotherPerson() throws {
        var pins = DevicePins()
        let stranger = try SignedIdentity.make(
            address: DeviceAddress(userID: 3, deviceID: 31), serial: 1, rsa: Self.keyPair.publicKey,
            signingKey: third.key, createdAt: 1)
        pins.meet(first.identity, entry: now)
        pins.meet(stranger, entry: now)
        let revoke = try Revoke.make(
            sign: first.identity.sign, by: stranger.address, issuedAt: 1, signingKey: third.key)
        _ = pins.revoke(revoke)
        #expect(pins.trust(in: first.identity, entry: later) == .known)
    }

    @Test("a finding counts for the identity shown; for a revoked device it can only let it in")
    func notes() throws {
        let shown = ShownIdentity(first.identity)
        let swapped = Self.identity(21).identity
        var pins = DevicePins()
        #expect(!pins.holds(DeviceNote(.verified, of: shown)))
        pins.note(DeviceNote(.verified, of: shown))
        #expect(pins.holds(DeviceNote(.verified, of: shown)))
        #expect(pins.trust(in: first.identity, entry: now) == .verified)
        #expect(
            pins.trust(in: swapped, entry: now) == .held(.changedKey), "what the server shows by then is another one")
        pins.note(DeviceNote(.unverified, of: ShownIdentity(swapped)))
        #expect(pins.trust(in: first.identity, entry: now) == .verified, "nothing is taken back of what was not shown")
        pins.note(DeviceNote(.letIn, of: shown))
        #expect(pins.trust(in: first.identity, entry: now) == .verified, "who is in stays what it is")
        pins.note(DeviceNote(.unverified, of: shown))
        #expect(pins.trust(in: first.identity, entry: now) == .known)
        pins.note(DeviceNote(.verified, of: ShownIdentity(second.identity)))
        let isTaken = pins.revoke(try revoke(second, first))
        #expect(isTaken)
        pins.note(DeviceNote(.verified, of: shown))
        #expect(pins.trust(in: first.identity, entry: now) == .held(.revoked), "it may be in other hands")
        pins.note(DeviceNote(.letIn, of: shown))
        #expect(pins.trust(in: first.identity, entry: now) == .known)
    }

    private func note(_ finding: DeviceNote.Finding, _ one: Made, in pins: inout DevicePins) {
        pins.note(DeviceNote(finding, of: ShownIdentity(one.identity)))
    }

    @Test("a refused key is held with those it vouched for, whatever vouches for it, until it is compared")
    func refused() throws {
        var pins = DevicePins.knowing([first.identity])
        #expect(pins.vouch(try vouch(first, for: second), for: second.identity))
        #expect(pins.vouch(try vouch(second, for: third), for: third.identity))
        note(.refused, second, in: &pins)
        #expect(pins.trust(in: first.identity, entry: nil) == .known)
        for one in [second, third] {
            #expect(pins.trust(in: one.identity, entry: nil) == .held(.refused))
            #expect(pins.offer(for: ShownIdentity(one.identity)) == .compare)
        }
        #expect(!pins.vouch(try vouch(first, for: second), for: second.identity))
        note(.letIn, second, in: &pins)
        #expect(pins.trust(in: second.identity, entry: nil) == .held(.refused))
        #expect(try JSONDecoder().decode(DevicePins.self, from: JSONEncoder().encode(pins)) == pins)
        note(.verified, second, in: &pins)
        #expect(pins.trust(in: second.identity, entry: nil) == .verified)
        #expect(pins.refused == [:])
    }

    @Test("a refusal gives an address back to its former key, and no device of the person is new")
    func refusedReplaces() throws {
        var pins = DevicePins.knowing([first.identity])
        let other = Self.identity(21)
        note(.letIn, other, in: &pins)
        #expect(pins.trust(in: first.identity, entry: nil) == .held(.changedKey))
        pins = try JSONDecoder().decode(DevicePins.self, from: JSONEncoder().encode(pins))
        note(.refused, other, in: &pins)
        #expect(pins.trust(in: first.identity, entry: nil) == .known)
        note(.refused, first, in: &pins)
        #expect(pins.trust(in: second.identity, entry: nil) == .held(.newDevice), "not as if nobody had been met")
        pins.meet(second.identity, entry: now)
        #expect(pins.trust(in: second.identity, entry: now) == .held(.newDevice))
    }

    @Test("revocations by a refused device count only once it turns out to be the person's")
    func refusedRevokes() throws {
        var pins = DevicePins.knowing([first, second].map(\.identity))
        #expect(pins.revoke(try revoke(second, first)))
        #expect(pins.revoke(try revoke(second, third)))
        note(.refused, second, in: &pins)
        #expect(pins.trust(in: first.identity, entry: nil) == .known)
        #expect(pins.trust(in: third.identity, entry: nil) == .held(.newDevice))
        note(.verified, second, in: &pins)
        for one in [first, third] { #expect(pins.trust(in: one.identity, entry: nil) == .held(.revoked)) }
    }

    @Test("a person has 32 refused keys, the oldest goes, and a person refused so often is compared")
    func mostRefused() {
        var pins = DevicePins.knowing([first.identity])
        let keys = (0..<33).map { Self.identity(100 + $0, key: .generate()) }
        for key in keys.dropLast(2) { note(.refused, key, in: &pins) }
        #expect(pins.offer(for: ShownIdentity(second.identity)) == .itsThem)
        for key in keys.suffix(2) { note(.refused, key, in: &pins) }
        #expect(pins.refused[2]?.count == 32 && pins.refused[2]?.first == keys[1].identity.sign.text)
        for one in [keys[0], second] {
            #expect(pins.offer(for: ShownIdentity(one.identity)) == .compare)
            note(.letIn, one, in: &pins)
            #expect(pins.trust(in: one.identity, entry: nil) == .held(.newDevice))
        }
    }

    @Test("a verified person's further device, and a revoked one, are let in only after a second screen")
    func offers() throws {
        var pins = DevicePins.knowing([first.identity])
        #expect(pins.offer(for: ShownIdentity(second.identity)) == .itsThem)
        #expect(pins.revoke(try revoke(first, third)))
        #expect(pins.offer(for: ShownIdentity(third.identity)) == .anyway)
        pins.verify(first.identity)
        for one in [second, Self.identity(21)] { #expect(pins.offer(for: ShownIdentity(one.identity)) == .anyway) }
    }

    @Test("judging devices pins nothing, and gives the same result as in a call")
    func judged() throws {
        var pins = DevicePins()
        pins.meet(first.identity, entry: now)
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
