import ECallAPI
import ECallCore
import Foundation
import Synchronization
import TestSupport

@testable import ECallServerTestSupport

/// The connections of calling phones: the real signalling, and a media server that reports to the real server.
final class CallNetwork: SocketDialing {
    private let server: ObservedServer
    private let janus = JanusDouble()
    private let devices = Mutex<[UserID: DeviceIdentity]>([:])

    init(_ server: ObservedServer) {
        self.server = server
        janus.onJoin { [weak self] display, feed in
            guard let self, let user = display.split(separator: ":").first.flatMap({ UserID(String($0)) }),
                let device = devices.withLock({ $0[user] })
            else { return }
            Task { try await server.real.published(FeedID(UInt64(feed)), by: device) }
        }
    }

    /// A person has signed in on the device from which they call.
    func signedIn(_ account: Account) {
        let device = DeviceIdentity(user: account.userId, device: account.deviceId)
        devices.withLock { $0[account.userId] = device }
    }

    func dial(_ request: SocketRequest) async throws(SocketError) -> any MessageSocket {
        if request.subprotocol == "janus-protocol" { return try await janus.dial(request) }
        return try await server.dial(request)
    }
}

/// This machine's clock, with the time of day of the server in this process: a call's waits take as long as they do.
struct StoryTime: TimeSource {
    private let clock = SystemTime()
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let begun = SystemTime().nanoseconds()

    func nanoseconds() -> UInt64 { clock.nanoseconds() }
    func date() -> Date { start.addingTimeInterval(Double(nanoseconds() - begun) / 1_000_000_000) }
    func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }
}
