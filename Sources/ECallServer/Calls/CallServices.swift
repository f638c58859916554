import ECallAPI
import MediaServers
import ServiceLifecycle
import SignalRouting

struct SignalService: Service {
    let router: SignalRouter

    func run() async throws {
        await cancelWhenGracefulShutdown { await router.run() }
    }
}

/// Expires undelivered signals, above all keys, which are held in memory only.
struct MailboxSweeper: Service {
    let sessions: SignalSessions
    var interval = Duration.seconds(5)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil { await sessions.sweepMailbox() }
        }
    }
}

/// Passes publisher events from the Janus proxy to the calls, in order.
struct JanusFeedService: Service {
    private let calls: CallService
    private let events: AsyncStream<JanusFeedEvent>
    private let queue: AsyncStream<JanusFeedEvent>.Continuation

    init(calls: CallService) {
        self.calls = calls
        (events, queue) = AsyncStream.makeStream()
    }

    func report(_ event: JanusFeedEvent) { queue.yield(event) }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await event in events {
                switch event {
                case .published(let feed, let room, let identity):
                    await calls.feedPublished(feed, in: room, by: identity)
                case .gone(let feed, let room, let identity):
                    await calls.feedGone(feed, in: room, by: identity)
                case .media(let feed, let room, let identity):
                    await calls.mediaOfFeed(feed, in: room, by: identity)
                case .audio(let feed, let room, let identity, let isReceived):
                    await calls.audioOfFeed(feed, in: room, by: identity, isReceived: isReceived)
                }
            }
        }
    }
}
