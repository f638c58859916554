import ECallFlows
import Foundation

/// Which notifications show, and which make a sound, by the person's settings. Pure.
struct NotificationRules: Sendable, Equatable {
    /// What a push is about: `type` of wire-protocol 7.2.
    enum Push: Sendable, Equatable {
        /// Somebody asks, or has accepted.
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
    /// Of the day on this phone.
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
