import Notifications
import ServerFoundation

extension AppRequestContext {
    /// The caller's preferred language among those that messages are written in.
    var language: MessageLocale { MessageLocale(acceptLanguage: acceptLanguage) }
}
