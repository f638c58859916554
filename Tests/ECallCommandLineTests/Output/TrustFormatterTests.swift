import ECallAPI
import ECallLanguage
import ECallSecurity
import Foundation
import KeyDistribution
import Testing

@testable import ECallCalls
@testable import ECallCommandLine

@Suite("Output on trust", .timeLimit(.minutes(1)))
struct TrustFormatterTests {
    private static let bo = Person(id: 17, name: "Bo")

    @Test(
        "a difference is reported with what to type",
        arguments: [
            (.differs(nil), .failure, "This doesn’t match any device of Bo"),
            (.incomplete(10), .usage, "The number has 60 digits, twelve groups of five. You entered 10."),
            (.notANumber, .usage, "Enter only the digits"), (.notACode, .usage, "This isn’t a code to compare"),
            (.ownCode, .usage, "Ask Bo for the code that their app shows for you"),
            (.another(DeviceAddress(userID: 3, deviceID: 33)), .usage, "a device of user 3, not to one of Bo’s"),
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
        let text = TrustFormatter()
        #expect(text.lines(for: [CallOverview.Device]()) == [])
        #expect(
            text.lines(for: [device(.verified)]) == [
                "  Can hear you: Bo\u{FFFD}[2J (17), device 21: Verified. You compared the numbers.",
                "  Someone who intercepts this call can’t decrypt it later, not even with a quantum computer.",
            ])
        #expect(
            text.lines(for: [device(.known, isPostQuantum: false)]).last
                == "  Someone who intercepts this call may be able to decrypt it once large quantum computers exist. "
                + "The app or browser of Bo\u{FFFD}[2J doesn’t support this yet. Firefox, for example, doesn’t.")
        #expect(
            text.lines(for: [device(.held(.newDevice), .held, canHear: false)]) == [
                "  Held: Bo\u{FFFD}[2J (17), device 21. You cannot hear or see each other.",
                "      Bo\u{FFFD}[2J is on a new device.",
                "      Do they have a new phone or browser? To be sure, compare numbers.",
                "      Compare: ecall verify 17 --device 21",
                "      It is theirs: ecall confirm 17 --device 21",
                "      Not theirs: ecall confirm 17 --device 21 --not-them",
            ])
        #expect(
            text.lines(for: [device(.known, hearsUs: false)]).first
                == "  Can hear you: Bo\u{FFFD}[2J (17), device 21: In earlier calls. Numbers were not compared. "
                + "It has not shown yet that it does.")
        #expect(
            text.lines(for: [device(.known, keepsOut: true)]) == [
                "  Bo\u{FFFD}[2J (17), device 21 can’t hear you yet. They may need to confirm this device: ask them, "
                    + "for example in a message, to check their screen."
            ])
        #expect(
            text.lines(for: [device(.known, .away, canHear: false)]) == [
                "  Not here: Bo\u{FFFD}[2J (17), device 21: it cannot hear you now."
            ])
    }

    @Test(
        "every reason says what to type, and a revoked device is not compared", arguments: DeviceTrust.Reason.allCases)
    func reasons(reason: DeviceTrust.Reason) {
        let confirm = "ecall confirm 17 --device 21"
        for (offer, typed) in [(DeviceOffer.itsThem, confirm), (.anyway, confirm + " --anyway"), (.compare, nil)] {
            let lines = TrustFormatter.next(reason, offer, user: 17, device: 21).map(TrustFormatter().texts.string)
            let letsIn = lines.filter { $0.contains(confirm) && !$0.hasSuffix("--not-them") }
            #expect(letsIn.count == (reason == .refused || typed == nil ? 0 : 1))
            #expect(letsIn.allSatisfy { $0.hasSuffix(": " + (typed ?? "")) })
            #expect(lines.contains { $0.hasSuffix("--not-them") } == (reason != .refused))
            #expect(lines.contains { $0.contains("ecall verify") } == (reason != .revoked))
        }
    }

    @Test("a device has the same name everywhere, and its trust names its basis")
    func pasts() throws {
        let text = PastTimeFormatter(timeZone: try #require(TimeZone(identifier: "UTC")))
        // 3 May and 28 November 2026.
        let may = DevicePast.Moment(milliseconds: 1_777_809_600_000, hasYear: false)
        let november = DevicePast.Moment(milliseconds: 1_795_824_000_000, hasYear: false)
        let old = DevicePast.Moment(milliseconds: 1_777_809_600_000, hasYear: true)
        let table: [(DevicePast.Word, String?)] = [
            (.confirmed(at: november), "Confirmed by you on Nov 28"), (.confirmed(at: nil), "Confirmed by you"),
            (.calls(count: 3, since: may), "In 3 calls since May"),
            (.calls(count: 1, since: old), "In 1 call since May 2026"),
            (.calls(count: 0, since: nil), "In earlier calls"), (.listed, "Not seen in a call yet"),
            (.verified(at: may), "Verified"),
            (.vouched(since: november), "Confirmed by another device · since Nov 28"),
            (.first, "First call with them"), (.held, nil),
        ]
        for (word, expected) in table { #expect(text.word(word).map(text.texts.string) == expected) }
        let named = text.name(DevicePast(says: "i\u{1B}Phone", since: may, word: .first))
        #expect(named.map(text.texts.string) == "Says it’s i\u{FFFD}Phone · since May 3")
        #expect(text.name(DevicePast(says: nil, since: nil, word: .listed)) == nil)
        let past = DevicePast(says: "Linux", since: nil, word: .calls(count: 2, since: may))
        let trust = TrustFormatter()
        func said(_ text: Text) -> String { trust.texts.string(text) }
        #expect(said(trust.name(21, past)) == "device 21 · Says it’s Linux")
        #expect(
            said(trust.sentence(.known, past, of: .verbatim("Bo")))
                == "In 2 calls since May. Numbers were not compared.")
        #expect(
            said(trust.sentence(.held(.revoked), past, of: .verbatim("Bo"))) == "Held. Bo signed this device out.")
    }

    @Test("a person without devices, or with outdated apps, is reported")
    func list() {
        let people = [
            PersonTrust(person: Self.bo, devices: [], hasOlderApps: true),
            PersonTrust(person: Person(id: 18, name: "Cy"), devices: [], hasOlderApps: false),
        ]
        #expect(
            TrustFormatter().lines(for: people) == [
                "Bo  (17)",
                "  One of their devices uses an older app, so you can’t check whose it is. Ask them to update it.",
                "Cy  (18)", "  None of their devices can be called right now.",
            ])
    }
}
