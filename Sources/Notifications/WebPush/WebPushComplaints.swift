import ECallAPI
import Logging
import ServerFoundation

/// Logs that push services do not take what this server sends: of one host once an hour, for anybody may name one. Hosts alone:
/// who knows more of an endpoint can have a device woken.
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
