import ECallAPI
import ECallCore
import Foundation
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallSecurity

/// The same vectors as in Tests/WebTests/kept-people.test.mjs.
@Suite("Stored data of people who were met", .timeLimit(.minutes(1)))
struct KeptPeopleTests {
    struct Skeleton: Decodable {
        let name: String
        let skeleton: String
    }

    struct Pair: Decodable {
        let one: String
        let other: String
        let alike: Bool
    }

    struct Pin: Codable {
        let sign: String
        let serial: UInt64
        let basis: String
        var voucher: String?
        var firstEntry: String?
    }

    struct Step: Decodable {
        var follow: [String: Pin]?
        var now: UInt64?
        var takesPart: String?
        var call: UInt64?
        var named: [Named]?
        var accept: UInt64?
        var name: String?
        var putAway: UInt64?
    }

    /// `[user, name]`
    struct Named: Decodable {
        let user: UserID
        let name: String

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            user = UserID(try container.decode(UInt64.self))
            name = try container.decode(String.self)
        }
    }

    struct Doubt: Decodable {
        struct Expected: Decodable {
            let doubt: String
            var kept: String?
            var said: String?
            var of: UInt64?
            var name: String?
            var isVerified: Bool?

            var value: NameDoubt? {
                if let kept, let said, doubt == "renamed" { return .renamed(kept: kept, said: said) }
                guard let of, let name, let isVerified, doubt == "namesake" else { return nil }
                return .namesake(of: UserID(of), name: name, isVerified: isVerified)
            }
        }

        let user: UInt64
        let said: String
        let doubt: Expected?
    }

    struct Gone: Decodable {
        struct One: Decodable {
            let user: UInt64
            let name: String
        }

        let listed: [UInt64]
        let own: UInt64
        let gone: [One]
    }

    struct Word: Decodable {
        struct Expected: Decodable {
            let word: String
            var at: UInt64?
            var count: Int?
            var since: UInt64?
        }

        let address: String
        let trust: String
        let isInCall: Bool
        var since: UInt64?
        let word: Expected
    }

    struct Claim: Decodable {
        let bytes: String
        var says: String?
    }

    struct Identity: Decodable {
        let text: String
        var says: String?
    }

    struct History: Decodable {
        let about: String
        let steps: [Step]
        let kept: KeptPeople
        let doubts: [Doubt]
        let gone: [Gone]
        let words: [Word]
    }

    struct Vectors: Decodable {
        let skeletons: [Skeleton]
        let alike: [Pair]
        let histories: [History]
        let claims: [Claim]
        let identities: [Identity]
    }

    private let vectors: Vectors

    init() throws {
        let file = URL(fileURLWithPath: #filePath).appending(path: "../../Vectors/kept-people.json").standardizedFileURL
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    static func pins(_ pins: [String: Pin]) throws -> DevicePins {
        try JSONDecoder().decode(DevicePins.self, from: JSONEncoder().encode(["pins": pins]))
    }

    private func take(_ step: Step, in kept: inout KeptPeople) throws {
        if let pins = step.follow { kept.follow(try Self.pins(pins), now: step.now) }
        if let address = step.takesPart, let call = step.call {
            kept.takesPart(try #require(DeviceAddress(address)), in: call, named: step.name ?? "")
        }
        if let named = step.named { kept.named(named.map { ($0.user, $0.name) }) }
        if let user = step.accept, let name = step.name { kept.accept(name, of: UserID(user)) }
        if let user = step.putAway { kept.putAway(UserID(user)) }
    }

    @Test("names have the skeletons of the vectors, and lookalikes are reported")
    func skeletons() {
        for one in vectors.skeletons {
            #expect(
                NameSkeleton.of(one.name).unicodeScalars.elementsEqual(one.skeleton.unicodeScalars), "\(one.name)")
        }
        for pair in vectors.alike {
            #expect(NameSkeleton.areAlike(pair.one, pair.other) == pair.alike, "\(pair.one) \(pair.other)")
            #expect(NameSkeleton.areAlike(pair.other, pair.one) == pair.alike, "\(pair.other) \(pair.one)")
        }
    }

    @Test("pins, calls and names lead to the results of the vectors, also when stored in between")
    func histories() throws {
        for history in vectors.histories {
            var kept = KeptPeople()
            for step in history.steps {
                try take(step, in: &kept)
                kept = try JSONDecoder().decode(KeptPeople.self, from: JSONEncoder().encode(kept))
            }
            #expect(kept == history.kept, "\(history.about)")
            for one in history.doubts {
                #expect(
                    kept.doubt(about: UserID(one.user), named: one.said) == one.doubt?.value,
                    "\(history.about): \(one.user) \(one.said)")
            }
            for one in history.gone {
                let gone = kept.verifiedGone(listed: one.listed.map { UserID($0) }, own: UserID(one.own))
                #expect(gone.map(\.user.rawValue) == one.gone.map(\.user), "\(history.about)")
                #expect(gone.map(\.name) == one.gone.map(\.name), "\(history.about)")
            }
        }
    }

    @Test("a caller has the name kept here, and doubts about the new one are reported")
    func rings() throws {
        var kept = KeptPeople()
        for (user, admission) in [(2, .verified), (3, .met)] as [(UInt64, PinnedDevice.Admission)] {
            let address = DeviceAddress(userID: user, deviceID: user * 10 + 1)
            kept.follow([PinnedDevice(address: address, sign: "\(user)", admission: admission)], now: 1)
        }
        kept.named([(2, "Bo"), (3, "Zoe")])
        let table: [(UserID, String, String, NameDoubt?)] = [
            (3, "Bo", "Zoe", .renamed(kept: "Zoe", said: "Bo")), (2, "Bo", "Bo", nil), (4, "Cy", "Cy", nil),
            (7, "BO", "BO", .namesake(of: 2, name: "Bo", isVerified: true)),
            (8, "zoe", "zoe", .namesake(of: 3, name: "Zoe", isVerified: false)),
        ]
        for (user, said, shown, doubt) in table {
            let invitation = CallInvitation(
                call: 9, room: 7, caller: DeviceIdentity(user: user, device: 1), callerName: said, isVideo: false,
                encryptedAESKey: "x")
            let call = IncomingCall(invitation, isVerified: true, kept: kept)
            #expect(call.callerName == shown && call.doubt == doubt, "\(user) \(said)")
        }
    }

    @Test("the history of a device is that of the vectors")
    func pasts() throws {
        for history in vectors.histories {
            for one in history.words {
                let trust = try #require(DeviceTrust(text: one.trust))
                let address = try #require(DeviceAddress(one.address))
                let past = history.kept.past(of: address, trust, says: nil, isInCall: one.isInCall, now: 0)
                #expect(past.since?.milliseconds == one.since, "\(history.about): \(one.address) \(one.trust)")
                let (word, at, count) = Self.parts(of: past.word)
                #expect(word == one.word.word && count == one.word.count, "\(history.about): \(one.trust)")
                #expect(at == (one.word.at ?? one.word.since), "\(history.about): \(one.address) \(one.trust)")
            }
        }
        let old = try #require(vectors.histories.flatMap { $0.kept.people.values.compactMap(\.devices.first) }.first)
        var kept = KeptPeople()
        kept.people[old.key.userID] = KeptPeople.Person(devices: [old.key: old.value])
        let since = try #require(old.value.since)
        for (days, hasYear) in [(300, false), (301, true)] as [(UInt64, Bool)] {
            let past = kept.past(
                of: old.key, .verified, says: "x", isInCall: false, now: since + days * 24 * 60 * 60_000)
            #expect(past.since?.hasYear == hasYear && past.says == "x")
        }
    }

    private static func parts(of word: DevicePast.Word) -> (String, UInt64?, Int?) {
        switch word {
        case .verified(let at): ("verified", at?.milliseconds, nil)
        case .vouched(let since): ("vouched", since?.milliseconds, nil)
        case .confirmed(let at): ("confirmed", at?.milliseconds, nil)
        case .calls(let count, let since): ("calls", since?.milliseconds, count)
        case .first: ("first", nil, nil)
        case .listed: ("listed", nil, nil)
        case .held: ("held", nil, nil)
        }
    }

    @Test("a device's description can be shown or counts as absent, and never makes an identity invalid")
    func claims() throws {
        for claim in vectors.claims {
            let digits = Array(claim.bytes)
            let bytes = try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
            }
            #expect(DeviceClaim.read(bytes) == claim.says, "\(claim.bytes)")
        }
        for identity in vectors.identities {
            #expect(try SignedIdentity(verifying: identity.text).says == identity.says)
        }
        let pair = SigningKeyPair.generate()
        let made = try SignedIdentity.make(
            address: DeviceAddress(userID: 5, deviceID: 51), serial: 1,
            rsa: try SignedIdentity(verifying: vectors.identities[0].text).rsa, signingKey: pair, createdAt: 7,
            says: "Linux")
        #expect(made.says == "Linux")
    }

    @Test("a full store keeps everyone who was met, adds no one, and fits into a secret")
    func full() throws {
        var kept = KeptPeople()
        func device(_ user: UInt64, _ number: UInt64, _ admission: PinnedDevice.Admission) -> PinnedDevice {
            PinnedDevice(
                address: DeviceAddress(userID: user, deviceID: number), sign: String(repeating: "s", count: 43),
                admission: admission)
        }
        let most = UInt64(KeptPeople.most)
        kept.follow((1...most + 1).map { device($0, 2_407_305_969_419_877, .met) }, now: 1_795_824_000_000)
        kept.named((1...most + 1).map { (UserID($0), "A name of twenty-four") })
        #expect(kept.people.count == KeptPeople.most && kept.people[most + 1] == nil && kept.people[1] != nil)
        let storage = MemoryStorage()
        try storage.store(kept, as: .keptPeople)
        #expect(try #require(try storage.read(.keptPeople)).count < 1 << 20)
        kept.follow([device(1, 2, .verified)], now: 2)
        #expect(kept.people[1]?.devices.count == 2)
    }

    @Test("the result of a comparison is kept beside the pins; a person pinned earlier has no date")
    func stored() throws {
        let storage = MemoryStorage()
        let pin = Pin(sign: String(repeating: "B", count: 43), serial: 1, basis: "firstUse")
        try storage.store(try Self.pins(["2_21": pin]), as: .devicePins)
        let people = KeptPeopleStore(storage, now: { 1_000 })
        let address = DeviceAddress(userID: 2, deviceID: 21)
        #expect(people.read().people[2]?.devices[address]?.how == .met)
        #expect(people.read().people[2]?.devices[address]?.since == nil)
        let other = Pin(sign: String(repeating: "C", count: 43), serial: 1, basis: "verified")
        try DevicePinStore(storage, people: people).save(try Self.pins(["2_21": pin, "3_31": other]))
        people.names.said([(2, "Bo"), (3, "Cy"), (4, "Eve")])
        let again = KeptPeopleStore(storage, now: { 2_000 })
        #expect(
            again.names.read() == [
                KeptName(user: 2, name: "Bo", isVerified: false), KeptName(user: 3, name: "Cy", isVerified: true),
            ])
        #expect(again.read().people[2]?.devices[address]?.since == nil)
        #expect(again.read().people[3]?.devices.values.first?.since == 1_000)
    }
}
