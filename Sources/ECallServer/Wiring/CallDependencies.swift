import Logging
import Notifications
import ServerFoundation

struct CallDependencies: Sendable, Confidential {
    let directory: any Directory
    let database: any Database
    let secrets: ServerSecrets
    let settings: ServerSettings
    let clock: WallClock
    let logger: Logger
    var push: any PushDelivery = NoPushService()
}
