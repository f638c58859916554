import ECallFlows
import Foundation

/// The notifications that are shown, and those that make a sound, by the person's settings. Pure.
struct NotificationRules: Sendable, Equatable {
    /// The subject of a push: `type` of wire-protocol 7.2.
    enum Push: Sendable, Equatable {
        /// A new contact request, or an accepted one.
        case request
        /// The account: a new device, a change. These cannot be switched off.
        case account

        init(type: String?) {
            switch type {
            case "newFriendRequest", "acceptFriendRequest": self = .request
            default: self = .account
            }
        }
    }

    struct Presentation: Sendable, Equatable {
        var isShown: Bool
        var makesSound: Bool

        static let nothing = Presentation(isShown: false, makesSound: false)
    }

    let settings: NotificationSettings
    /// Minute of the day on this phone.
    let minute: Int

    init(_ settings: NotificationSettings, at date: Date, in calendar: Calendar = .current) {
        self.settings = settings
        let time = calendar.dateComponents([.hour, .minute], from: date)
        minute = (time.hour ?? 0) * 60 + (time.minute ?? 0)
    }

    private var isQuiet: Bool { settings.isQuiet(at: minute) }

    /// A push that arrives while the app is on screen; the system shows those that arrive while it isn't.
    func presentation(of push: Push) -> Presentation {
        switch push {
        case .request: settings.requests ? Presentation(isShown: true, makesSound: !isQuiet) : .nothing
        case .account: Presentation(isShown: true, makesSound: !isQuiet)
        }
    }
}
