import ECallAPI
import ECallCore
import ECallMedia
import ECallSecurity
import Foundation
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("ecall confirm", .timeLimit(.minutes(1)))
struct ConfirmTests {
    private static func identity(_ device: UInt64 = 55) throws -> ShownIdentity {
        ShownIdentity(
            try SignedIdentity.make(
                address: DeviceAddress(userID: 5, deviceID: device), serial: 1,
                rsa: try DeviceKeyPair.generate().publicKey, signingKey: .generate(), createdAt: 1))
    }

    /// A call with Bob, whose device is held.
    private static func call(_ identity: ShownIdentity, _ offer: DeviceOffer = .itsThem) -> CallOverview {
        CallOverview(
            id: 17, state: .inCall,
            participants: [CallOverview.Participant(user: 5, name: "Bob", connection: .connected)],
            devices: [
                CallOverview.Device(
                    user: 5, name: "Bob", device: DeviceID(identity.address.deviceID), identity: identity,
                    presence: .held, trust: .held(.newDevice), offer: offer, canHear: false, isPostQuantum: true)
            ])
    }

    /// An agent that has met another device of Bob's; `kept` is its knowledge at the end.
    private func withAgent(
        _ body: @escaping @Sendable (AgentFixture, AgentLink) async throws -> Void
    ) async throws -> DevicePins {
        let kept = LockedValue(DevicePins())
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    try await fixture.befriend()
                    // Looking at devices makes what keeps them.
                    _ = try await link.result(of: .ownDevices)
                    let pins = #"{"pins":{"5_56":{"sign":"x","serial":1,"basis":"firstUse"}},"unseen":{}}"#
                    let storage = try #require(fixture.calls.storage.withLock { $0 })
                    let store = DevicePinStore(storage)
                    try storage.store(JSONDecoder().decode(DevicePins.self, from: Data(pins.utf8)), as: .devicePins)
                    try await body(fixture, link)
                    let read = try store.read()
                    kept.withLock { $0 = read }
                }
            }
        }
        return kept.withLock(\.self)
    }

    @Test("an answer applies to the key that was shown, and a key swapped meanwhile is not pinned")
    func swapped() async throws {
        let (shown, swapped) = (try Self.identity(), try Self.identity())
        let pins = try await withAgent { fixture, link in
            fixture.calls.standing.withLock { $0 = Self.call(shown) }
            let confirmation = Confirmation(link: link, printer: PrintedLines().printer(json: false))
            await #expect(throws: CommandFailure.self, "nothing was shown yet") {
                try await confirmation.say(.isThem(anyway: false), of: "Bob", 55)
            }
            #expect(try await link.result(of: .status) == .status(call: Self.call(shown)))
            fixture.calls.standing.withLock { $0 = Self.call(swapped) }
            try await confirmation.say(.isThem(anyway: false), of: "Bob", nil)
        }
        #expect(pins.trust(in: shown, entry: nil) == .known)
        #expect(pins.trust(in: swapped, entry: nil) == .held(.changedKey))
    }

    @Test("each held device is asked about separately, and an empty answer leaves it held")
    func asked() async throws {
        let shown = try Self.identity()
        for (typed, expected) in [
            ("y", DeviceTrust.known), ("n", .held(.refused)), ("", .held(.newDevice)), ("maybe", .held(.newDevice)),
        ] {
            let printed = PrintedLines()
            let pins = try await withAgent { fixture, link in
                fixture.calls.standing.withLock { $0 = Self.call(shown) }
                let questions = LockedValue(0)
                let confirmation = Confirmation(
                    link: link, printer: printed.printer(json: false),
                    question: { _ in
                        questions.withLock { $0 += 1 }
                        return typed
                    })
                try await confirmation.ask()
                #expect(questions.withLock(\.self) == 1)
            }
            #expect(pins.trust(in: shown, entry: nil) == expected, "\(typed)")
            #expect(printed.output.contains { $0.contains("It is theirs: ecall confirm 5 --device 55") })
        }
    }

    @Test("a device that must be compared is not let in, and a verified person's only by a second step")
    func offers() async throws {
        let shown = try Self.identity()
        for (offer, anyway, isLetIn) in [
            (DeviceOffer.compare, false, false), (.compare, true, false), (.anyway, false, false),
            (.anyway, true, true), (.itsThem, false, true),
        ] {
            let pins = try await withAgent { fixture, link in
                fixture.calls.standing.withLock { $0 = Self.call(shown, offer) }
                _ = try await link.result(of: .status)
                let confirmation = Confirmation(link: link, printer: PrintedLines().printer(json: false))
                do {
                    try await confirmation.say(.isThem(anyway: anyway), of: "Bob", 55)
                    #expect(isLetIn)
                } catch let failure as CommandFailure {
                    #expect(!isLetIn && failure.message.contains("ecall verify 5 --device 55"))
                }
            }
            #expect(pins.trust(in: shown, entry: nil) == (isLetIn ? .known : .held(.newDevice)), "\(offer) \(anyway)")
        }
    }
}
