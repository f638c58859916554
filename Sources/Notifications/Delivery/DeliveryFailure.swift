/// Why something was not delivered. Says nothing of what, or to whom.
package enum DeliveryFailure: Error, Sendable, Equatable {
    /// The provider will not deliver this, now or later.
    case refused
    /// The provider does not take this server's word, or cannot be trusted: the settings are wrong.
    case misconfigured
    /// The provider does not answer, or asks to come again, at the earliest after the time it names.
    case unavailable(retryAfter: Duration? = nil)
    /// Too much waits for this provider already.
    case full
    /// It could not be sent before it lost its meaning.
    case expired
    /// The server stops.
    case stopped
}

/// What came of one try.
package enum DeliveryAttempt: Sendable, Equatable {
    case delivered
    /// Nobody is there to get it any more.
    case needless
    case failed(DeliveryFailure, ProviderCode? = nil)
}

/// What a provider said, or what kept it from saying anything, for the log: a number, never an address or a text of others.
package struct ProviderCode: Sendable, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A failure with what the provider said.
package struct ProviderFailure: Error, Sendable {
    package let failure: DeliveryFailure
    package let code: ProviderCode?
}
