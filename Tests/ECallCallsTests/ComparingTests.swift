import ECallAPI
import ECallCore
import ECallLanguage
import ECallSecurity
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls

/// People's judgements of each other's devices, and lies of the server, which gain nothing by them.
@Suite("Comparing devices", .timeLimit(.minutes(1)))
struct ComparingTests {
    let server = TestServer()
    let janus = JanusDouble()
    let ana: Person
    let bo: Person

    init() async throws {
        ana = try await Person(1, server, janus)
        bo = try await Person(2, server, janus)
    }

    private func comparison(at one: Person, with other: Person) async throws -> DeviceComparison {
        try #require(
            try await one.trust.comparisons(with: other.user).first {
                $0.device == DeviceID(other.address.deviceID)
            })
    }

    private func trust(at person: Person) async -> [DeviceTrust] {
        await person.events.all.compactMap { if case .trust(_, _, _, let trust) = $0 { trust } else { nil } }
    }

    @Test("both devices show the same number, and each the code that the other expects")
    func same() async throws {
        let atAna = try await comparison(at: ana, with: bo)
        let atBo = try await comparison(at: bo, with: ana)
        #expect(atAna.digits == atBo.digits && atAna.digits.count == 60)
        #expect(atAna.code == atBo.expected && atBo.code == atAna.expected)
        #expect(atAna.trust == .new && atBo.trust == .new)
        #expect(DeviceComparison.compare(.code(atBo.code), with: [atAna]) == .same(atAna))
        #expect(DeviceComparison.compare(.number(atBo.digits), with: [atAna]) == .same(atAna))
        #expect(try ana.storage.read(.devicePins) == nil, "nothing is pinned by looking")
    }

    @Test("a read code that differs is told apart by its reason")
    func outcomes() async throws {
        let atAna = try await comparison(at: ana, with: bo)
        let atBo = try await comparison(at: bo, with: ana)
        let cy = try OwnDevice(at: DeviceAddress(userID: 3, deviceID: 33), keyPair: try Person.keyPair(of: 3))
        let stranger = DeviceComparison(own: ana.identity, other: cy.identity, trust: .new)
        let revoked = DeviceComparison(own: ana.identity, other: bo.identity, trust: .held(.revoked))
        let table: [(ComparedText, DeviceComparison.Outcome)] = [
            (.number(stranger.digits), .differs(atAna)), (.number("12345 67890"), .incomplete(10)),
            (.number("hello"), .notANumber), (.code("hello"), .notACode),
            (.code(DeviceCode(bo.identity).text), .ownCode), (.code(stranger.expected), .another(cy.identity.address)),
            (.code(atAna.code), .another(ana.address)),
            (.code(SafetyNumber.codeText(own: bo.identity, other: cy.identity)), .differs(atAna)),
        ]
        for (text, outcome) in table { #expect(DeviceComparison.compare(text, with: [atAna]) == outcome) }
        #expect(DeviceComparison.compare(.number(atBo.digits), with: [revoked]) == .revoked(revoked))
        #expect(DeviceComparison.compare(.number(stranger.digits), with: [atAna, revoked]) == .differs(nil))
    }

    @Test("numbers compared in a call count in it at once, and in the next")
    func inCall() async throws {
        for number in 1...2 {
            _ = try await ana.call(bo)
            await bo.rings(number)
            try await bo.answer()
            for person in [ana, bo] { await person.isProtected(number) }
            if number == 1 {
                for (one, other) in [(ana, bo), (bo, ana)] {
                    let shown = try await comparison(at: one, with: other)
                    #expect(try await one.trust.note(.verified, of: shown.identity))
                    await one.happened { if case .trust(_, _, _, .verified) = $0 { true } else { false } }
                    let device = try #require(await one.calls.status()?.devices.first)
                    #expect(device.trust == .verified && device.canHear && device.isPostQuantum)
                }
            }
            try await ana.calls.hangUp()
            for person in [ana, bo] { _ = await person.ends(number) }
        }
        for person in [ana, bo] { #expect(await trust(at: person) == [.new, .verified, .verified]) }
    }

    @Test("an identity that the server swaps between showing and confirming is not verified")
    func swapped() async throws {
        let shown = try await comparison(at: ana, with: bo)
        let impostor = try OwnDevice(at: bo.address, keyPair: try Person.keyPair(of: 4)).identity
        server.swap(bo.address, for: impostor)
        #expect(try await ana.trust.note(.verified, of: shown.identity))
        let now = try await comparison(at: ana, with: bo)
        #expect(now.trust == .held(.changedKey) && now.digits != shown.digits)
        #expect(DeviceComparison.compare(.number(shown.digits), with: [now]) == .differs(now))
        server.swap(bo.address, for: nil)
        #expect(try await comparison(at: ana, with: bo).trust == .verified)
    }

    @Test("an impostor that the server shows from the beginning has another number than the device itself")
    func impostor() async throws {
        let impostor = try OwnDevice(at: bo.address, keyPair: try Person.keyPair(of: 4)).identity
        server.swap(bo.address, for: impostor)
        let atAna = try await comparison(at: ana, with: bo)
        server.swap(bo.address, for: nil)
        let atBo = try await comparison(at: bo, with: ana)
        #expect(DeviceComparison.compare(.number(atBo.digits), with: [atAna]) == .differs(atAna))
        #expect(DeviceComparison.compare(.code(atBo.code), with: [atAna]) == .differs(atAna))
    }

    @Test("a device whose key has changed is held in the call, and is the only one let in")
    func letIn() async throws {
        var pins = DevicePins()
        pins.verify(try OwnDevice(at: bo.address, keyPair: try Person.keyPair(of: 4)).identity)
        try ana.storage.store(pins, as: .devicePins)
        _ = try await ana.call(bo)
        await bo.rings()
        try await bo.answer()
        await ana.happened { if case .trust(_, _, _, .held(.changedKey)) = $0 { true } else { false } }
        let held = try #require(await ana.calls.status()?.devices.first)
        #expect(held.trust == .held(.changedKey) && held.presence == .held && !held.canHear)
        // A person whom she holds is told after a while, and only then.
        #expect(await bo.calls.status()?.devices.first?.keepsOut == false)
        await bo.passingTime {
            await bo.happened {
                if case .notice(_, let text) = $0 {
                    Texts(.english).string(text).contains("can’t hear you yet")
                } else {
                    false
                }
            }
        }
        #expect(await bo.calls.status()?.devices.first?.keepsOut == true)
        let known = try #require(try await ana.trust.devices(of: [bo.user])[bo.user]?.known.first)
        #expect(known.trust == .held(.changedKey))
        #expect(try await ana.trust.note(.letIn, of: known.identity))
        await ana.happened { if case .trust(_, _, _, .known) = $0 { true } else { false } }
        for person in [ana, bo] { await person.hasKeys(1) }
        while await bo.calls.status()?.devices.first?.keepsOut == true { try await pause() }
        try await ana.calls.hangUp()
    }

    @Test(
        "an own device that is vouched for is trusted by others; once lost it is held, and its number means nothing")
    func ownDevices() async throws {
        let phone = try await Person(1, server, janus, device: 12)
        #expect(try await bo.trust.note(.verified, of: ShownIdentity(ana.identity)))
        func atBo() async throws -> DeviceTrust? {
            try await bo.trust.comparisons(with: ana.user).first { $0.device == 12 }?.trust
        }
        #expect(try await atBo() == .held(.newDevice))

        let shown = try #require(try await ana.trust.ownDevices().devices.first { $0.device == 12 })
        let shownThere = try #require(try await phone.trust.ownDevices().devices.first(where: \.isThis))
        #expect(shown.digits == shownThere.digits && shown.canVouch && !shown.isVouchedHere && shown.digits.count == 30)
        #expect(shown.compare(.code(shownThere.code)) == .same && shown.compare(.number(shownThere.digits)) == .same)
        #expect(shown.compare(.code(DeviceCode(ana.identity).text)) == .another(ana.address))
        #expect(shown.compare(.number("1")) == .incomplete(1) && shown.compare(.code("x")) == .notACode)
        #expect(try await ana.trust.vouch(for: shown))
        #expect(try await atBo() == .vouched)
        let again = try await ana.trust.ownDevices().devices.first { $0.device == 12 }
        #expect(again?.isVouchedHere == true && again?.trust == .verified)
        let there = try await phone.trust.ownDevices()
        #expect(there.isVouched && there.devices.allSatisfy { !$0.canVouch }, "the other one signed in before it")
        let third = try await Person(1, server, janus, device: 13)
        let seen = try #require(try await phone.trust.ownDevices().devices.first { $0.device == 13 })
        #expect(seen.canVouch, "who was vouched for vouches for those that signed in later")
        #expect(try await phone.trust.vouch(for: seen))
        #expect(try await bo.trust.comparisons(with: ana.user).first { $0.device == 13 }?.trust == .vouched)
        await third.calls.stop()

        let outcome = await ana.trust.giveUp(12) { () throws(CallFailure) in throw .offline }
        #expect(outcome.hadKeys && outcome.notSaid == nil && outcome.notSignedOut == .offline)
        #expect(try await atBo() == .held(.revoked))
        _ = try await bo.trust.note(.verified, of: shown.identity)
        #expect(try await atBo() == .held(.revoked), "whatever is said of its number")
        #expect(try await phone.trust.ownDevices().isRevoked)
    }

    @Test("a stolen device fills the store, and is signed out and revoked all the same")
    func givesUpDeviceThatFillsStore() async throws {
        let thieves = [
            try await Person(1, server, janus, device: 12), try await Person(1, server, janus, device: 13),
        ]
        for thief in thieves {
            for number in 1...16 {
                let revoke = try Revoke.make(
                    sign: SigningKeyPair.generate().publicKey, by: thief.address, issuedAt: UInt64(number),
                    signingKey: thief.device.signingKey)
                let body = DeviceStatementRequest(statement: revoke.text)
                _ = try await thief.api.send(.addDeviceStatement, body: body, as: StatusResponse.self)
            }
        }
        let outcome = await ana.trust.giveUp(12) { () throws(APIClientError) in
            _ = try await ana.api.send(.terminateSession, id: 12, as: String.self)
        }
        #expect(outcome.hadKeys && outcome.notSaid == nil && outcome.notSignedOut == nil)
        let answer: PublicKeysResponse = try await ana.api.send(
            .publicKeys, body: PublicKeysRequest(userIds: [ana.user]))
        #expect(answer.identities?.keys.contains(thieves[0].address.description) == false)
        let said = (answer.revokes ?? []).compactMap { try? Revoke(text: $0) }
        #expect(said.contains { $0.by == ana.address && $0.sign == thieves[0].identity.sign })
    }

    @Test("a lost device is signed out even if its statement fails; the failed part is reported")
    func signsOutWithoutStatement() async throws {
        _ = try await Person(1, server, janus, device: 12)
        server.refuse("device-statements", with: .tooManyDeviceStatements)
        let signedOut = Mutex(0)
        let half = await ana.trust.giveUp(12) { () throws(CallFailure) in signedOut.withLock { $0 += 1 } }
        #expect(signedOut.withLock(\.self) == 1 && half.notSaid != nil && half.notSignedOut == nil && half.hadKeys)
        let none = await ana.trust.giveUp(12) { () throws(CallFailure) in throw .offline }
        #expect(none.notSaid != nil && none.notSignedOut == .offline)
        server.refuse("device-statements", with: nil)
        server.refuse("publicKeys", with: .getPublicKeysFailed)
        let unknown = await ana.trust.giveUp(12) { () throws(CallFailure) in signedOut.withLock { $0 += 1 } }
        #expect(signedOut.withLock(\.self) == 2 && unknown.notSaid != nil && !unknown.hadKeys)
    }

    @Test("a device that signed in later cannot vouch for an earlier one, whatever it says")
    func later() async throws {
        let phone = try await Person(1, server, janus, device: 12)
        let shown = try #require(try await phone.trust.ownDevices().devices.first { !$0.isThis })
        #expect(!shown.canVouch)
        #expect(try await !phone.trust.vouch(for: shown), "it is not even said")
        // A statement of an intruder that does not keep to the rules.
        let statement = try Vouch.make(
            identity: ana.identity.hash, by: phone.address, issuedAt: 1, signingKey: phone.device.signingKey)
        let body = DeviceStatementRequest(statement: statement.text)
        _ = try await phone.api.send(.addDeviceStatement, body: body, as: StatusResponse.self)
        await ana.vouch.refresh(ana.api)
        #expect(ana.vouch.kept == nil)
        let known = try await ana.trust.ownDevices()
        #expect(!known.isVouched)
        #expect(known.devices.first { $0.device == 12 }?.canVouch == true)
    }

    @Test("a vouched device carries the vouch in its join: a server that withholds it hides nothing")
    func carried() async throws {
        let phone = try await Person(1, server, janus, device: 12)
        let other = try await Person(1, server, janus, device: 13)
        #expect(try await bo.trust.note(.verified, of: ShownIdentity(ana.identity)))
        let shown = try #require(try await ana.trust.ownDevices().devices.first { $0.device == 12 })
        #expect(try await ana.trust.vouch(for: shown))
        for device in [ana, phone, other] { await device.vouch.refresh(device.api) }
        #expect(phone.vouch.kept?.by == ana.address && ana.vouch.kept == nil && other.vouch.kept == nil)
        server.withholdVouches()
        _ = try await phone.call(bo)
        await bo.rings()
        try await bo.answer()
        await bo.happened { if case .trust(_, _, _, .vouched) = $0 { true } else { false } }
        #expect(await trust(at: bo) == [.vouched])
        try await phone.calls.hangUp()
    }

    @Test("a vouch for another identity, or by no device of the person's, is not carried")
    func notCarried() async throws {
        let phone = try await Person(1, server, janus, device: 12)
        let impostor = try OwnDevice(at: phone.address, keyPair: try Person.keyPair(of: 4)).identity
        server.swap(phone.address, for: impostor)
        let shown = try #require(try await ana.trust.ownDevices().devices.first { $0.device == 12 })
        #expect(try await ana.trust.vouch(for: shown))
        server.swap(phone.address, for: nil)
        await phone.vouch.refresh(phone.api)
        #expect(phone.vouch.kept == nil, "ana's word is for what the server showed")
        // The server says that one of the person's keys belongs to someone else: the statements that it has signed no longer
        // count.
        let good = try #require(try await ana.trust.ownDevices().devices.first { $0.device == 12 })
        #expect(try await ana.trust.vouch(for: good))
        server.swap(ana.address, for: try OwnDevice(at: ana.address, keyPair: try Person.keyPair(of: 4)).identity)
        await phone.vouch.refresh(phone.api)
        #expect(phone.vouch.kept == nil)
        server.swap(ana.address, for: nil)
        await phone.vouch.refresh(phone.api)
        #expect(phone.vouch.kept?.by == ana.address)
    }

    @Test("a vouch for the identity shown does not count for the one the server shows by then")
    func swappedOwn() async throws {
        let phone = try await Person(1, server, janus, device: 12)
        #expect(try await bo.trust.note(.verified, of: ShownIdentity(ana.identity)))
        let shown = try #require(try await ana.trust.ownDevices().devices.first { $0.device == 12 })
        let impostor = try OwnDevice(at: phone.address, keyPair: try Person.keyPair(of: 4)).identity
        server.swap(phone.address, for: impostor)
        _ = try await ana.trust.vouch(for: shown)
        let atBo = try await bo.trust.comparisons(with: ana.user).first { $0.device == 12 }
        #expect(atBo?.trust == .held(.newDevice))
    }
}
