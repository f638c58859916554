/// The reason why something was not delivered. Names neither the content nor the recipient.
package enum DeliveryFailure: Error, Sendable, Equatable {
    /// The provider refuses this for good.
    case refused
    /// The provider rejects this server's credentials, or cannot be trusted: the settings are wrong.
    case misconfigured
    /// The provider does not answer, or asks for a retry after the given time at the earliest.
    case unavailable(retryAfter: Duration? = nil)
    /// The provider's queue is full.
    case full
    /// It could not be sent before it expired.
    case expired
    case stopped
}

package enum DeliveryAttempt: Sendable, Equatable {
    case delivered
    /// The recipient no longer exists.
    case needless
    case failed(DeliveryFailure, ProviderCode? = nil)
}

/// A provider's answer, or the error that prevented one, for the log: a number, never an address or third-party text.
package struct ProviderCode: Sendable, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A failure with the provider's answer.
package struct ProviderFailure: Error, Sendable {
    package let failure: DeliveryFailure
    package let code: ProviderCode?
}
