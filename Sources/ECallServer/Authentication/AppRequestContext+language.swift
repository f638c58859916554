import Notifications
import ServerFoundation

extension AppRequestContext {
    /// The language the caller likes best, of those that messages are written in.
    var language: MessageLanguage { MessageLanguage(acceptLanguage: acceptLanguage) }
}
