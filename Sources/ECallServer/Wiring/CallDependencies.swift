import Logging
import Notifications
import ServerFoundation

/// The dependencies of calls, signalling and media.
struct CallDependencies: Sendable, Confidential {
    let directory: any Directory
    let database: any Database
    let secrets: ServerSecrets
    let settings: ServerSettings
    let clock: WallClock
    let logger: Logger
    var push: any PushDelivery = NoPushService()
}
