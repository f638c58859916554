public import ECallAPI
public import ECallCore
import ECallSecurity
public import KeyDistribution

/// The trust in others' devices, as far as is known here, and the person's findings about it (e2ee 1). Looking pins nothing.
public struct TrustService: Sendable {
    private let api: APIClient
    private let pins: DevicePinStore
    private let people: KeptPeopleStore
    private let own: OwnDevice
    private let write: @Sendable (DeviceNote) async throws(CallFailure) -> Bool

    /// - Parameter write: stores a note, by the one writer there is; returns whether it holds then.
    public init(
        api: APIClient, storage: any KeyStorage, people: KeptPeopleStore? = nil, device: OwnDevice,
        write: @escaping @Sendable (DeviceNote) async throws(CallFailure) -> Bool
    ) {
        (self.api, own, self.write) = (api, device, write)
        pins = DevicePinStore(storage)
        self.people = people ?? KeptPeopleStore(storage, now: { api.clock.date().unixMilliseconds })
    }

    private static let mostAsked = 20

    /// A person's devices that can be called, and whether there are others whose apps make no identities.
    public struct Devices: Sendable, Hashable {
        public let known: [KnownDevice]
        public let hasOlderApps: Bool
    }

    // MARK: - Others

    /// Returns the trust in the devices of some people, the least known first.
    public func devices(of users: [UserID]) async throws(CallFailure) -> [UserID: Devices] {
        let (people, now) = (people.read(), now)
        var found: [UserID: Devices] = [:]
        for start in stride(from: 0, to: users.count, by: Self.mostAsked) {
            let asked = Array(users[start..<min(start + Self.mostAsked, users.count)])
            let answer: PublicKeysResponse = try await api.ask(.publicKeys, body: PublicKeysRequest(userIds: asked))
            for user in asked {
                let published = PublishedKeys(answer, of: [user])
                let pins = try readPins()
                let trusts = published.judged(by: pins)
                let known = published.devices.values.map { identity in
                    let (shown, trust) = (ShownIdentity(identity), trusts[identity.address] ?? .new)
                    return KnownDevice(
                        identity: shown, trust: trust,
                        offer: trust.isHeld ? pins.offer(for: shown, judged: trust) : nil,
                        past: people.past(of: identity.address, trust, says: identity.says, isInCall: false, now: now))
                }
                found[user] = Devices(known: known.sorted(by: KnownDevice.order), hasOlderApps: published.hasOlderApps)
            }
        }
        return found
    }

    /// Returns the values to compare with each device of a person, in the order of their ids.
    public func comparisons(with user: UserID) async throws(CallFailure) -> [DeviceComparison] {
        let (published, pins) = (try await api.publishedKeys(of: [user]), try readPins())
        let trusts = published.judged(by: pins)
        let (people, now) = (people.read(), now)
        return published.devices.values.sorted { $0.address < $1.address }.map {
            let trust = trusts[$0.address] ?? .new
            return DeviceComparison(
                own: own.identity, other: $0, trust: trust,
                offer: trust.isHeld ? pins.offer(for: ShownIdentity($0), judged: trust) : nil, people: people, now: now)
        }
    }

    /// Stores the person's finding, also for a running call; returns whether it holds: a revoked device is not verified.
    public func note(_ finding: DeviceNote.Finding, of identity: ShownIdentity) async throws(CallFailure) -> Bool {
        try await write(DeviceNote(finding, of: identity))
    }

    /// Whether a person was met on a device that was neither held nor refused.
    public func isMet(_ user: UserID) -> Bool { pins.readable().knows(user.rawValue) }

    // MARK: - Own devices

    /// Returns the person's own devices, as far as this device knows them.
    public func ownDevices() async throws(CallFailure) -> OwnDevices { try await loadOwn().known }

    /// Publishes a vouch after equal digits or an equal code; returns whether the device is verified now.
    public func vouch(for shown: OwnDeviceComparison) async throws(CallFailure) -> Bool {
        guard shown.canVouch, shown.trust != .held(.revoked), let hash = ObjectHash(text: shown.hash) else {
            return false
        }
        // One statement is enough: there is no room for many.
        if !shown.isVouchedHere {
            try await say { () throws(SignedObjectError) in
                try Vouch.make(
                    identity: hash, by: own.identity.address, issuedAt: api.clock.date().unixMilliseconds,
                    signingKey: own.signingKey
                ).text
            }
        }
        return try await note(.verified, of: shown.identity)
    }

    /// Revokes an own device that is in other hands: the keys it has shown no longer count, and it is signed out, even if its
    /// revocation fails. A statement that found no room is sent again once the device is gone.
    public func giveUp<Failure: Error & Sendable>(
        _ device: DeviceID, signOut: @Sendable () async throws(Failure) -> Void
    ) async -> GivenUpDevice<Failure> {
        var statements = RevocationsDue()
        // The server no longer publishes its keys once it is gone.
        var notSaid = await attempt { () throws(CallFailure) in
            statements = try await revocationsDue(for: device)
            try await say(&statements)
        }
        do throws(Failure) { try await signOut() } catch {
            return GivenUpDevice(hadKeys: statements.hadKeys, notSaid: notSaid, notSignedOut: error)
        }
        if notSaid != nil, !statements.keys.isEmpty {
            notSaid = await attempt { () throws(CallFailure) in try await say(&statements) }
        }
        return GivenUpDevice(hadKeys: statements.hadKeys, notSaid: notSaid, notSignedOut: nil)
    }

    /// The signing keys of a device that this one has not revoked yet.
    private struct RevocationsDue {
        var keys: [SigningPublicKey] = []
        var hadKeys = false
    }

    private func revocationsDue(for device: DeviceID) async throws(CallFailure) -> RevocationsDue {
        let (published, others, _) = try await loadOwn()
        let address = DeviceAddress(userID: own.identity.address.userID, deviceID: device.rawValue)
        let pinned = try readPins().signingKey(of: address)
        let keys = Set([pinned, others[address]?.sign].compactMap(\.self)).subtracting([own.identity.sign])
        let said = published.revokes.compactMap { try? Revoke(text: $0) }.filter {
            $0.by == own.identity.address && $0.isSigned(by: own.identity.sign)
        }
        let due = keys.filter { key in !said.contains { $0.sign == key } }
        return RevocationsDue(keys: Array(due), hadKeys: !keys.isEmpty)
    }

    /// Sends statements, and removes each sent one from the list.
    private func say(_ statements: inout RevocationsDue) async throws(CallFailure) {
        while let key = statements.keys.last {
            try await say { () throws(SignedObjectError) in
                try Revoke.make(
                    sign: key, by: own.identity.address, issuedAt: api.clock.date().unixMilliseconds,
                    signingKey: own.signingKey
                ).text
            }
            statements.keys.removeLast()
        }
    }

    private func attempt(_ body: () async throws(CallFailure) -> Void) async -> CallFailure? {
        do throws(CallFailure) { try await body() } catch { return error }
        return nil
    }

    private typealias OwnKeys = (
        published: PublishedKeys, others: [DeviceAddress: SignedIdentity], known: OwnDevices
    )

    private func loadOwn() async throws(CallFailure) -> OwnKeys {
        let mine = own.identity
        let published = try await api.publishedKeys(of: [UserID(mine.address.userID)])
        let others = published.devices.filter { $0.key != mine.address }
        var pins = try readPins()
        // This device's own statements count here.
        pins.verify(mine)
        let trusts = pins.judged(others.values, vouches: published.vouches, revokes: published.revokes)
        let vouches = published.vouches.compactMap { try? Vouch(text: $0) }
        let isVouched = published.vouch(for: mine) != nil
        let isRevoked = published.revokes.compactMap { try? Revoke(text: $0) }.contains { revoke in
            revoke.sign == mine.sign && others[revoke.by].map { revoke.isSigned(by: $0.sign) } ?? false
        }
        let (people, now) = (people.read(), now)
        let devices = (Array(others.values) + [mine]).sorted { $0.address < $1.address }.map { identity in
            let isThis = identity.address == mine.address
            return OwnDeviceComparison(
                identity, trust: isThis ? .verified : trusts[identity.address] ?? .new, isThis: isThis,
                canVouch: !isThis && mine.isOlder(than: identity) && !isRevoked,
                isVouchedHere: vouches.contains {
                    $0.identity == identity.hash && $0.by == mine.address && $0.isSigned(by: mine.sign)
                }, people: people, now: now)
        }
        return (published, others, OwnDevices(devices: devices, isVouched: isVouched, isRevoked: isRevoked))
    }

    private var now: UInt64 { api.clock.date().unixMilliseconds }

    private func say(_ statement: () throws(SignedObjectError) -> String) async throws(CallFailure) {
        let body = DeviceStatementRequest(statement: try syncStep(statement))
        _ = try await api.ask(.addDeviceStatement, body: body, as: StatusResponse.self)
    }

    private func readPins() throws(CallFailure) -> DevicePins {
        try syncStep { () throws(KeyStorageError) in try pins.read() }
    }
}
