import ECallAPI
import ECallCore
import ECallSecurity
import Foundation
import KeyDistribution
import TestSupport
import Testing

@testable import ECallCalls

/// The same vectors as in Tests/WebTests/kept-people.test.mjs.
@Suite("What is kept of people who were met", .timeLimit(.minutes(1)))
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

    struct History: Decodable {
        let about: String
        let steps: [Step]
        let kept: KeptPeople
        let doubts: [Doubt]
        let gone: [Gone]
    }

    struct Vectors: Decodable {
        let skeletons: [Skeleton]
        let alike: [Pair]
        let histories: [History]
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
            kept.takesPart(try #require(DeviceAddress(address)), in: call)
        }
        if let named = step.named { kept.named(named.map { ($0.user, $0.name) }) }
        if let user = step.accept, let name = step.name { kept.accept(name, of: UserID(user)) }
        if let user = step.putAway { kept.putAway(UserID(user)) }
    }

    @Test("names have the skeletons of the vectors, and those that look alike are told")
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

    @Test("pins, calls and names make of it what the vectors say, also when it is stored in between")
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

    @Test("a full store keeps everybody who was met, takes nobody new, and fits into a secret")
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

    @Test("what is found out is kept beside the pins; who was pinned before has no moment")
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
