import ECallAPI
import ServerFoundation

extension CodeAttempt {
    /// Whether a try changes what is stored: it uses up the code, or a try.
    var changesSomething: Bool {
        switch self {
        case .accepted, .wrong: true
        case .expired, .exhausted, .nothingPending: false
        }
    }

    /// The answer to a try that failed. Always 400: a 401 would be taken for success (wire-protocol 1.8, 3).
    var failure: APIFailure {
        switch self {
        case .wrong(let left) where left > 0: APIFailure(.otpMismatched, "Wrong code")
        // The sign-in screen disables its buttons at this very sentence (wire-protocol 1.5).
        case .wrong, .exhausted: APIFailure(.tooManyFailedAttempts, "Too many failed attempts.")
        case .expired: APIFailure(.otpExpired, "The code has expired")
        case .accepted, .nothingPending: APIFailure(.invalidOTP, "Invalid or expired code")
        }
    }
}
