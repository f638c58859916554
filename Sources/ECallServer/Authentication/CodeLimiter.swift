import ECallAPI

/// How many codes are sent and tried: for one identifier, and from one address. Shared by everything that sends codes, so
/// that no two ways add up.
struct CodeLimiter: Sendable {
    private let identifier: SharedRateLimiter
    private let daily: SharedRateLimiter
    private let address: SharedRateLimiter
    private let tries: SharedRateLimiter

    init(_ limits: Limits) {
        identifier = SharedRateLimiter(limits.codesPerIdentifier)
        daily = SharedRateLimiter(limits.codesPerIdentifierDaily)
        address = SharedRateLimiter(limits.codesPerAddress)
        tries = SharedRateLimiter(limits.verificationsPerAddress)
    }

    /// Counts a request for a code. Throws `ErrRequestOTPFailed` and `ErrReachedMaxResendAttempts`.
    func countRequest(for identifier: LoginIdentifier, from address: String, at now: Timestamp) throws {
        guard self.address.allow(ClientAddress.limiterKey(address), at: now) else {
            throw APIFailure(.requestOTPFailed, "Too many codes were requested from here; please try again later")
        }
        guard self.identifier.allow(identifier.text, at: now), daily.allow(identifier.text, at: now) else {
            throw APIFailure(.reachedMaxResendAttempts, "Too many codes were requested; please try again later")
        }
    }

    /// Counts a try at a code. Throws `ErrTooManyFailedAttempts`.
    func countTry(from address: String, at now: Timestamp) throws {
        guard tries.allow(ClientAddress.limiterKey(address), at: now) else { throw CodeAttempt.exhausted.failure }
    }
}
