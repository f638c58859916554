import ECallAPI
import ECallMedia
import Foundation
import Synchronization

/// Shows the calls that ring while one command waits for them, on its desktop. Without a bus, or without a notification server, nothing is
/// shown, and calls continue. Nothing here waits for the bus, except for `end`.
final class DesktopRinger: Sendable {
    /// How long the bus may take to answer.
    static let limit = Duration.seconds(5)

    let desktop: Desktop
    /// Buttons that were pressed. One reader.
    let choices: AsyncStream<Choice>
    private let rule = Mutex(RingNotices())
    private let chosen: AsyncStream<Choice>.Continuation
    #if os(Linux)
        private let queue = NotificationQueue()
        private let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    #endif

    struct Choice: Sendable, Equatable {
        let button: NoticeChoice
        let call: CallID
    }

    /// The resulting action of the agent.
    enum Decision: Sendable, Equatable {
        case answer(CallID)
        case decline(CallID)
    }

    init(_ desktop: Desktop, limit: Duration, log: AgentLog) {
        self.desktop = desktop
        (choices, chosen) = AsyncStream.makeStream(of: Choice.self)
        #if os(Linux)
            let (chosen, queue, ended) = (chosen, queue, ended)
            Thread.detachNewThread {
                NotificationThread(address: desktop.bus, queue: queue, log: log, texts: desktop.language.texts) {
                    button, call in
                    chosen.yield(Choice(button: button, call: call))
                }.run(limit: limit)
                ended.finish()
            }
        #endif
    }

    /// Shows what follows; never waits.
    func take(_ input: RingNotices.Input) -> Decision? {
        var decision: Decision?
        // Under the lock, so that what follows first is also shown first.
        rule.withLock { rule in
            for action in rule.take(input) {
                switch action {
                case .show(let notice, let call): show(notice, call)
                case .close(let call): show(nil, call)
                case .answer(let call): decision = .answer(call)
                case .decline(let call): decision = .decline(call)
                }
            }
        }
        return decision
    }

    private func show(_ notice: Notice?, _ call: CallID) {
        #if os(Linux)
            queue.add(NotificationQueue.Request(call: call, notice: notice))
        #endif
    }

    /// Closes what rings; returns when the bus has that, or has not answered for `limit`.
    func end() async {
        _ = take(.left)
        chosen.finish()
        #if os(Linux)
            queue.close()
            // Not in the command's task, which is cancelled by now.
            let ends = ends
            await Task { for await _ in ends {} }.value
        #endif
    }
}
