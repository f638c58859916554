import ECallAPI
import Notifications
import ServerFoundation

extension MessageSender {
    /// Throws `ErrRequestOTPFailed` if no message can be sent to this kind of identifier.
    func requireChannel(of identifier: LoginIdentifier) throws {
        guard channels.contains(identifier.channel) else {
            let way = identifier.channel == .email ? "e-mail" : "phone"
            throw APIFailure(.requestOTPFailed, "This server does not offer sign-in by \(way)")
        }
    }
}
