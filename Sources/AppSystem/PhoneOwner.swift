import ECallCore
import ECallFlows
import ECallLanguage
import LocalAuthentication

/// Authenticates the phone's owner: face or finger, else the passcode.
struct PhoneOwner: OwnerAuthentication {
    let texts: PhoneTexts

    func check() async -> OwnerCheck {
        let context = LAContext()
        guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) else { return .none }
        guard context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) else { return .passcode }
        return switch context.biometryType {
        case .faceID: .faceID
        case .touchID: .touchID
        case .opticID: .opticID
        case .none: .passcode
        @unknown default: .passcode
        }
    }

    func ask(_ reason: AppLockFlow.Reason) async -> OwnerAnswer {
        do {
            // A context of its own: one that has been answered would not ask again.
            let isOwner = try await LAContext().evaluatePolicy(
                .deviceOwnerAuthentication, localizedReason: texts.current.string(reason.text))
            return isOwner ? .isOwner : .failed
        } catch let error as LAError {
            return Self.answer(error.code)
        } catch {
            return .failed
        }
    }

    private static func answer(_ code: LAError.Code) -> OwnerAnswer {
        switch code {
        case .userCancel, .systemCancel, .appCancel: .cancelled
        case .biometryLockout: .lockedOut
        case .passcodeNotSet: .noPasscode
        default: .failed
        }
    }
}
