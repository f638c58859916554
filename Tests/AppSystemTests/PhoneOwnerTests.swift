import ECallFlows
import ECallLanguage
import Foundation
@_spi(Phone) import LocalAuthentication
import Synchronization
import TestSupport
import Testing

@testable import AppSystem

@Suite("Owner of the phone", .serialized, .timeLimit(.minutes(1)))
struct PhoneOwnerTests {
    private struct SomethingElse: Error {}

    private static func with(_ change: (inout LAContext.Owner) -> Void) -> PhoneOwner {
        var owner = LAContext.Owner()
        change(&owner)
        LAContext.owner.withLock { $0 = owner }
        return PhoneOwner(texts: PhoneTexts(preferences: MemoryStorage(), languages: Spoken(["en"])))
    }

    @Test(
        "the check uses what the phone offers",
        arguments: [
            (true, LABiometryType.faceID, true, OwnerCheck.faceID), (true, .touchID, true, .touchID),
            (true, .opticID, true, .opticID), (true, .none, true, .passcode),
            // There is a camera for it, and no face is known.
            (true, .faceID, false, .passcode), (false, .faceID, true, .none),
        ])
    func checks(hasPasscode: Bool, biometry: LABiometryType, isEnrolled: Bool, expected: OwnerCheck) async {
        let owner = Self.with {
            ($0.hasPasscode, $0.biometry, $0.isEnrolled) = (hasPasscode, biometry, isEnrolled)
        }
        #expect(await owner.check() == expected)
    }

    @Test("each result of the system maps to an answer of the flow", arguments: LAError.Code.allCases)
    func answers(_ code: LAError.Code) async {
        let owner = Self.with { $0.answer = LAError(code) }
        let expected: OwnerAnswer =
            switch code {
            case .userCancel, .systemCancel, .appCancel: .cancelled
            case .biometryLockout: .lockedOut
            case .passcodeNotSet: .noPasscode
            case .authenticationFailed, .userFallback, .biometryNotAvailable, .biometryNotEnrolled, .invalidContext,
                .notInteractive:
                .failed
            }
        #expect(await owner.ask(.unlock) == expected)
    }

    @Test("the prompt gives a reason in the app's language, and accepts the passcode too")
    func asks() async throws {
        let owner = Self.with { _ in }
        #expect(await owner.ask(.turnOff) == .isOwner)
        let asked = try #require(LAContext.owner.withLock { $0.asked.last })
        #expect(asked.policy == .deviceOwnerAuthentication)
        #expect(asked.reason == owner.texts.current.string(.appLockTurnOff) && !asked.reason.isEmpty)
    }

    @Test("an unknown error is a failure, and a phone without a passcode reports that")
    func unknown() async {
        #expect(await Self.with { $0.answer = SomethingElse() }.ask(.unlock) == .failed)
        #expect(await Self.with { $0.hasPasscode = false }.ask(.unlock) == .noPasscode)
    }
}

/// A phone whose languages are these.
struct Spoken: SystemLanguages {
    private let tags: [String]

    init(_ tags: [String]) { self.tags = tags }

    func preferred() -> [String] { tags }
    func hourCycle() -> Locale.HourCycle? { nil }
}
