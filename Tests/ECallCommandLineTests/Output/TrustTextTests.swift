import ECallAPI
import ECallCalls
import ECallSecurity
import KeyDistribution
import Testing

@testable import ECallCommandLine

@Suite("What a person reads of trust", .timeLimit(.minutes(1)))
struct TrustTextTests {
    private static let bo = Person(id: 17, name: "Bo")

    @Test(
        "what is not the same is said, with what to type",
        arguments: [
            (.differs(nil), .failure, "Not the same as for any device of Bo"),
            (.incomplete(10), .usage, "These are 10 digits; the number has 60"),
            (.notANumber, .usage, "Give the digits alone"), (.notACode, .usage, "This is no code to compare"),
            (.ownCode, .usage, "Ask Bo for the code that their app shows for you"),
            (.another(DeviceAddress(userID: 3, deviceID: 33)), .usage, "a device of user 3, and none of Bo's"),
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
            user: 17, name: "Bo\u{1B}[2J", device: 21, presence: presence, trust: trust, canHear: canHear,
            hearsUs: hearsUs, keepsOut: keepsOut, isPostQuantum: isPostQuantum)
    }

    @Test("in a call it is said who hears, who is held and why, and what a recording is worth")
    func call() {
        #expect(TrustText.lines(for: [CallOverview.Device]()) == [])
        #expect(
            TrustText.lines(for: [device(.verified)]) == [
                "  Can hear you:  Bo\u{FFFD}[2J (17), device 21: verified. You have compared the numbers.",
                "  Who records this call cannot open it later with a quantum computer.",
            ])
        #expect(
            TrustText.lines(for: [device(.known, isPostQuantum: false)]).last
                == "  Who records this call could open it later with a quantum computer, because of: "
                + "Bo\u{FFFD}[2J, device 21.")
        #expect(
            TrustText.lines(for: [device(.held(.newDevice), .held, canHear: false)]) == [
                "  Held:          Bo\u{FFFD}[2J (17), device 21. You neither hear nor see each other.",
                "      They use a device that you do not know.",
                "      Ask them, not in writing, whether it is theirs.",
                "      Compare:    ecall verify 17 --device 21", "      Let it in:  ecall trust 17 --let-in 21",
            ])
        #expect(
            TrustText.lines(for: [device(.known, hearsUs: false)]).first
                == "  Can hear you:  Bo\u{FFFD}[2J (17), device 21: known. The same as before; numbers were not compared. "
                + "It has not shown yet that it does.")
        #expect(
            TrustText.lines(for: [device(.known, keepsOut: true)]) == [
                "  Does not hear: Bo\u{FFFD}[2J (17), device 21. Their device has not let this one in.",
                "      Ask them, by a message for instance, to look at their screen.",
            ])
        #expect(
            TrustText.lines(for: [device(.known, .away, canHear: false)]) == [
                "  Not here:      Bo\u{FFFD}[2J (17), device 21: it does not hear you now."
            ])
    }

    @Test(
        "every reason says what to type, and a revoked device is not compared", arguments: DeviceTrust.Reason.allCases)
    func reasons(reason: DeviceTrust.Reason) {
        let lines = TrustText.next(reason, user: 17, device: 21)
        #expect(lines.last?.hasSuffix("ecall trust 17 --let-in 21") == true || reason == .revoked)
        #expect(lines.contains { $0.contains("--let-in 21") })
        #expect(lines.contains { $0.contains("ecall verify") } == ![.revoked, .uninvited].contains(reason))
    }

    @Test("who has nobody's devices, or too old ones, is told so")
    func list() {
        let people = [
            PersonTrust(person: Self.bo, devices: [], hasOlderApps: true),
            PersonTrust(person: Person(id: 18, name: "Cy"), devices: [], hasOlderApps: false),
        ]
        #expect(
            TrustText.lines(for: people) == [
                "Bo  (17)", "  A device with an app that is too old to be called safely.", "Cy  (18)",
                "  No device is signed in.",
            ])
    }
}
