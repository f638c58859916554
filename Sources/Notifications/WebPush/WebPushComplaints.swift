import ECallAPI
import Logging
import ServerFoundation

/// Logs refusals of this server's messages by push services: once an hour per host, because anyone can name one. Only the
/// host is logged: the whole endpoint would allow waking the device.
final class WebPushComplaints: Sendable {
    private let logger: Logger
    private let ofHost = SharedRateLimiter(Rate(count: 1, seconds: 3600))
    private let inAll = SharedRateLimiter(Rate(count: 10, seconds: 3600))

    init(logger: Logger) { self.logger = logger }

    func add(_ code: ProviderCode, host: String, at now: Timestamp) {
        guard ofHost.allow(host, at: now), inAll.allow("all", at: now) else { return }
        logger.error(
            "A push service does not take this server's requests.", metadata: ["host": "\(host)", "code": "\(code)"])
    }
}
