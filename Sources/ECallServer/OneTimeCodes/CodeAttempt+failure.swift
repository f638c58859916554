import ECallAPI
import ServerFoundation

extension CodeAttempt {
    /// Whether an attempt changes the stored state: it uses up the code, or an attempt.
    var changesSomething: Bool {
        switch self {
        case .accepted, .wrong: true
        case .expired, .exhausted, .nothingPending: false
        }
    }

    /// The answer to a failed attempt. Always 400: a 401 would be taken for success (wire-protocol 1.8, 3).
    var failure: APIFailure {
        switch self {
        case .wrong(let left) where left > 0: APIFailure(.otpMismatched, "Wrong code")
        // The sign-in screen disables its buttons on exactly this sentence (wire-protocol 1.5).
        case .wrong, .exhausted: APIFailure(.tooManyFailedAttempts, "Too many failed attempts.")
        case .expired: APIFailure(.otpExpired, "The code has expired")
        case .accepted, .nothingPending: APIFailure(.invalidOTP, "Invalid or expired code")
        }
    }
}
