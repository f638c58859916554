import ECallAPI
import ECallCore
import ECallLanguage
import ECallMedia
import Foundation
import FrameCrypto
import KeyDistribution
import Synchronization
import TestSupport
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("Automatic answers", .timeLimit(.minutes(1)))
struct AutoAnswerTests {
    private typealias Caller = AutoAnswer.Caller

    @Test("the ring, the device, the list and the contacts decide who is answered")
    func rule() {
        let (trusted, named) = (AutoAnswer(people: .trusted), AutoAnswer(people: .named(["Bob"])))
        func caller(
            isSigned: Bool = true, isContact: Bool? = true, isMet: Bool = true, isListed: Bool = true
        ) -> Caller {
            Caller(isSigned: isSigned, isContact: isContact, isMet: isMet, isListed: isListed)
        }
        let table: [(AutoAnswer, Caller, AutoAnswer.Refusal?)] = [
            (trusted, caller(isListed: false), nil), (trusted, caller(isSigned: false), .notSigned),
            (trusted, caller(isMet: false), .notMet), (trusted, caller(isContact: false), .notContact),
            (trusted, caller(isContact: nil), .contactsUnknown),
            (named, caller(), nil), (named, caller(isMet: false), .notMet),
            (named, caller(isListed: false), .notListed),
            (named, caller(isSigned: false), .notSigned), (named, caller(isContact: false), .notContact),
            (.anyone, caller(isSigned: false, isContact: nil, isMet: false, isListed: false), nil),
        ]
        for (wish, caller, expected) in table { #expect(wish.refusal(of: caller) == expected, "\(wish) \(caller)") }
    }

    /// The agent's knowledge of Bob's device 55, of Eve's 77, and of a device of someone who isn't a contact.
    enum Known: String, Sendable, CaseIterable {
        case nothing, firstUse, confirmed, verified, vouched, anotherDevice
    }

    private static func pins(_ known: Known) throws -> DevicePins {
        let (device, basis) = known == .anotherDevice ? (56, "firstUse") : (55, known.rawValue)
        let pins = known == .nothing ? "" : #""5_\#(device)":{"sign":"x","serial":1,"basis":"\#(basis)"},"#
        let text = #"{"pins":{\#(pins)"9_99":{"sign":"x","serial":1,"basis":"verified"}},"revoked":[]}"#
        return try JSONDecoder().decode(DevicePins.self, from: Data(text.utf8))
    }

    private static func call(_ user: UserID = 5, _ device: DeviceID = 55, isSigned: Bool = true) -> IncomingCall {
        IncomingCall(
            id: 17, room: 900, caller: user, callerDevice: device, callerName: user == 5 ? "Bob" : "Eve",
            isVideo: false, isVerified: isSigned)
    }

    /// Nil if the call is answered, else the printed text.
    private func outcome(_ wish: AutoAnswer, _ call: IncomingCall, _ known: Known) async throws -> String? {
        let said = LockedValue<String?>(nil)
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    try await fixture.befriend()
                    let media = MediaChoice(rings: true)
                    var replies = await link.send(.listen(autoAnswer: wish, once: false, media: media))
                        .replies.makeAsyncIterator()
                    _ = try await next(&replies) { $0 == .event(event: .listening) }
                    let storage = try #require(fixture.calls.storage.withLock { $0 })
                    try DevicePinStore(storage).save(try Self.pins(known))
                    fixture.calls.report(.incoming(call))
                    let reply = try await next(&replies) { reply in
                        switch reply {
                        case .event(.notice), .event(.call(.encryption)): true
                        default: false
                        }
                    }
                    if case .event(.notice(let text)) = reply {
                        said.withLock { $0 = Texts().string(text) }
                        #expect(fixture.calls.steps == [])
                        // It rings as any other call.
                        try await fixture.tones.until(1)
                    } else {
                        #expect(fixture.calls.steps.count == 1 && fixture.tones.steps == [])
                    }
                }
            }
        }
        return said.withLock { $0 }
    }

    @Test(
        "by default a contact with a trusted device is answered, and no one who was never met",
        arguments: Known.allCases)
    func trusted(known: Known) async throws {
        let said = try await outcome(AutoAnswer(people: .trusted), Self.call(), known)
        switch known {
        case .nothing:
            #expect(
                said
                    == "Bob’s call rings and isn’t answered automatically. You haven’t met them on any device. "
                    + "Answer this call yourself, or compare numbers first: ecall verify")
        // A device that is neither pinned nor held has brought a vouch.
        case .firstUse, .confirmed, .verified, .vouched, .anotherDevice: #expect(said == nil)
        }
    }

    @Test(
        "an unsigned ring is not answered, even of a verified contact, and that is reported; anyone may be answered"
    )
    func unsigned() async throws {
        let call = Self.call(isSigned: false)
        for wish in [AutoAnswer(people: .trusted), AutoAnswer(people: .named(["Bob"]))] {
            #expect(
                try await outcome(wish, call, .verified)
                    == "Bob’s call rings and isn’t answered automatically. The invitation isn’t signed by "
                    + "a known device of theirs.")
        }
        #expect(try await outcome(.anyone, call, .nothing) == nil)
    }

    @Test(
        "a forged device of a new contact is not answered, not even by name; a list answers only people who were met"
    )
    func listed() async throws {
        let wish = AutoAnswer(people: .named(["Bob", "Bobby"]))
        #expect(try await outcome(wish, Self.call(), .firstUse) == nil)
        #expect(try await outcome(wish, Self.call(), .nothing)?.contains("You haven’t met them") == true)
        let said = try await outcome(wish, Self.call(7, 77), .nothing)
        #expect(said?.contains("They aren’t named with --from") == true)
    }

    @Test("a verified device of a non-contact is not answered")
    func stranger() async throws {
        let said = try await outcome(AutoAnswer(people: .trusted), Self.call(9, 99), .nothing)
        #expect(said?.contains(Texts(.english).string(.errorsContactGone)) == true)
    }

    @Test("an unknown name is reported before a call arrives")
    func unknownName() async throws {
        try await withTemporaryDirectory { directory in
            let fixture = try AgentFixture(in: directory)
            try await fixture.run {
                try await fixture.connect { link in
                    try await fixture.signIn(link)
                    let listen = AgentCommand.listen(
                        autoAnswer: AutoAnswer(people: .named(["Nobody"])), once: false, media: MediaChoice())
                    do throws(CommandFailure) {
                        _ = try await link.result(of: listen)
                        Issue.record("listens")
                    } catch {
                        #expect(error.status == .noSuchPerson)
                    }
                }
            }
        }
    }
}
