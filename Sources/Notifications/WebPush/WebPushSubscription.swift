import Crypto
package import ECallAPI
package import Foundation
import ServerFoundation

/// A browser's validated subscription (RFC 8030 section 4, RFC 8291 section 2).
package struct WebPushSubscription: Sendable, Hashable, Unprinted {
    /// The size of the authentication secret in bytes (RFC 8291 section 3.2).
    package static let secretSize = 16

    package let endpoint: WebPushEndpoint
    /// A point of P-256, uncompressed (X9.62): 65 bytes.
    package let publicKey: Data
    package let secret: Data

    /// Returns nil if any part does not conform to the RFCs.
    package init?(endpoint: String, publicKey: String, secret: String) {
        guard let endpoint = WebPushEndpoint(endpoint), let key = Base64URL.decode(publicKey),
            let secret = Base64URL.decode(secret), secret.count == Self.secretSize,
            (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil, key.count == 65
        else { return nil }
        (self.endpoint, self.publicKey, self.secret) = (endpoint, key, secret)
    }
}

package struct WebPushTarget: Sendable, Hashable {
    package let device: DeviceIdentity
    package let subscription: WebPushSubscription

    package init(device: DeviceIdentity, subscription: WebPushSubscription) {
        (self.device, self.subscription) = (device, subscription)
    }
}
