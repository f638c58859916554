import ECallAPI
import ECallSecurity
import Foundation
import KeyDistribution
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("Output on trust", .timeLimit(.minutes(1)))
struct TrustTextTests {
    private static let bo = Person(id: 17, name: "Bo")

    @Test(
        "a difference is reported with what to type",
        arguments: [
            (.differs(nil), .failure, "This does not match any device of Bo"),
            (.incomplete(10), .usage, "These are 10 digits; the number has 60"),
            (.notANumber, .usage, "Enter only the digits"), (.notACode, .usage, "This is not a code to compare"),
            (.ownCode, .usage, "Ask Bo for the code that their app shows for you"),
            (.another(DeviceAddress(userID: 3, deviceID: 33)), .usage, "a device of user 3, not to one of Bo's"),
        ] as [(DeviceComparison.Outcome, CommandStatus, String)])
    func outcome(outcome: DeviceComparison.Outcome, status: CommandStatus, text: String) {
        do throws(CommandFailure) {
            _ = try Verification.conclude(outcome, Self.bo)
            Issue.record("it is taken as the same")
        } catch {
            #expect(error.status == status && error.message.contains(text))
        }
    }

    private func device(
        _ trust: DeviceTrust, _ presence: CallMember.Presence = .member, canHear: Bool = true, hearsUs: Bool = true,
        keepsOut: Bool = false, isPostQuantum: Bool = true
    ) -> CallOverview.Device {
        CallOverview.Device(
            user: 17, name: "Bo\u{1B}[2J", device: 21, presence: presence, trust: trust,
            offer: trust.isHeld ? .itsThem : nil, canHear: canHear, hearsUs: hearsUs, keepsOut: keepsOut,
            isPostQuantum: isPostQuantum)
    }

    @Test("the list during a call names who hears, who is held and why, and the risk of a recording")
    func call() {
        #expect(TrustText.lines(for: [CallOverview.Device]()) == [])
        #expect(
            TrustText.lines(for: [device(.verified)]) == [
                "  Can hear you:  Bo\u{FFFD}[2J (17), device 21: Verified. You compared the numbers.",
                "  A recording of this call's traffic cannot be decrypted later with a quantum computer.",
            ])
        #expect(
            TrustText.lines(for: [device(.known, isPostQuantum: false)]).last
                == "  A recording of this call's traffic could be decrypted later with a quantum computer, because of: "
                + "Bo\u{FFFD}[2J, device 21.")
        #expect(
            TrustText.lines(for: [device(.held(.newDevice), .held, canHear: false)]) == [
                "  Held:          Bo\u{FFFD}[2J (17), device 21. You cannot hear or see each other.",
                "      They are on a new device.",
                "      Ask them, not in writing, whether it is theirs.",
                "      Compare:        ecall verify 17 --device 21",
                "      It is theirs:   ecall confirm 17 --device 21",
                "      Not theirs:     ecall confirm 17 --device 21 --not-them",
            ])
        #expect(
            TrustText.lines(for: [device(.known, hearsUs: false)]).first
                == "  Can hear you:  Bo\u{FFFD}[2J (17), device 21: In earlier calls. Numbers were not compared. "
                + "It has not shown yet that it does.")
        #expect(
            TrustText.lines(for: [device(.known, keepsOut: true)]) == [
                "  Does not hear: Bo\u{FFFD}[2J (17), device 21. They may need to confirm this device.",
                "      Ask them, for example in a message, to check their screen.",
            ])
        #expect(
            TrustText.lines(for: [device(.known, .away, canHear: false)]) == [
                "  Not here:      Bo\u{FFFD}[2J (17), device 21: it cannot hear you now."
            ])
    }

    @Test(
        "every reason says what to type, and a revoked device is not compared", arguments: DeviceTrust.Reason.allCases)
    func reasons(reason: DeviceTrust.Reason) {
        let confirm = "ecall confirm 17 --device 21"
        for (offer, typed) in [(DeviceOffer.itsThem, confirm), (.anyway, confirm + " --anyway"), (.compare, nil)] {
            let lines = TrustText.next(reason, offer, user: 17, device: 21)
            let letsIn = lines.filter { $0.contains(confirm) && !$0.hasSuffix("--not-them") }
            #expect(
                letsIn.compactMap { $0.split(separator: "  ").last.map { $0.trimmingPrefix(" ") } }.map(String.init)
                    == (reason == .refused ? [] : [typed].compactMap(\.self)))
            #expect(lines.contains { $0.hasSuffix("--not-them") } == (reason != .refused))
            #expect(lines.contains { $0.contains("ecall verify") } == (reason != .revoked))
        }
    }

    @Test("a device has the same name everywhere, and its trust names its basis")
    func pasts() throws {
        let text = PastText(timeZone: try #require(TimeZone(identifier: "UTC")))
        // 3 May and 28 November 2026.
        let may = DevicePast.Moment(milliseconds: 1_777_809_600_000, hasYear: false)
        let november = DevicePast.Moment(milliseconds: 1_795_824_000_000, hasYear: false)
        let old = DevicePast.Moment(milliseconds: 1_777_809_600_000, hasYear: true)
        let table: [(DevicePast.Word, String?)] = [
            (.confirmed(at: november), "Confirmed by you on 28 Nov"), (.confirmed(at: nil), "Confirmed by you"),
            (.calls(count: 3, since: may), "In 3 calls since May"),
            (.calls(count: 1, since: old), "In 1 call since May 2026"),
            (.calls(count: 0, since: nil), "In earlier calls"), (.listed, "Not seen in a call yet"),
            (.verified(at: may), "Verified"),
            (.vouched(since: november), "Confirmed by another of their devices since 28 Nov"),
            (.first, "First call with them"), (.held, nil),
        ]
        for (word, expected) in table { #expect(text.word(word) == expected) }
        let named = text.name(DevicePast(says: "i\u{1B}Phone", since: may, word: .first))
        #expect(named == "Says i\u{FFFD}Phone · since 3 May")
        #expect(text.name(DevicePast(says: nil, since: nil, word: .listed)) == nil)
        let past = DevicePast(says: "Linux", since: nil, word: .calls(count: 2, since: may))
        #expect(TrustText.name(21, past) == "device 21 · Says Linux")
        #expect(TrustText.sentence(.known, past) == "In 2 calls since May. Numbers were not compared.")
        #expect(TrustText.sentence(.held(.revoked), past) == "Held. They signed this device out.")
    }

    @Test("a person without devices, or with outdated apps, is reported")
    func list() {
        let people = [
            PersonTrust(person: Self.bo, devices: [], hasOlderApps: true),
            PersonTrust(person: Person(id: 18, name: "Cy"), devices: [], hasOlderApps: false),
        ]
        #expect(
            TrustText.lines(for: people) == [
                "Bo  (17)", "  A device whose app is too old to be called securely.", "Cy  (18)",
                "  No device is signed in.",
            ])
    }
}
