#if os(Linux)
    import CGIO
    import ECallAPI
    import ECallLanguage
    import Glibc
    import Synchronization

    /// The thread that uses the bus: it waits there, and for requests.
    final class NotificationThread {
        /// The number of remembered notifications: actions on older ones are ignored.
        private static let mostNumbers = 64

        private let queue: NotificationQueue
        private let address: String
        private let log: AgentLog
        private let texts: Texts
        private let chosen: @Sendable (NoticeChoice, CallID) -> Void
        private var handle: OpaquePointer?
        private var numbers: [CallID: UInt32] = [:]
        private var capabilities: NoticeCapabilities?
        /// A failure is logged once.
        private var hasFailed = false

        init(
            address: String, queue: NotificationQueue, log: AgentLog, texts: Texts,
            chosen: @escaping @Sendable (NoticeChoice, CallID) -> Void
        ) {
            self.address = address
            self.queue = queue
            self.log = log
            self.texts = texts
            self.chosen = chosen
        }

        /// Runs until the queue is closed, and its contents are processed.
        func run(limit: Duration) {
            let milliseconds =
                limit.components.seconds * 1000 + limit.components.attoseconds / 1_000_000_000_000_000
            guard
                let handle = ecall_notifications_new(
                    Int32(clamping: milliseconds),
                    { context, news, number, key in
                        guard let context else { return }
                        Unmanaged<NotificationThread>.fromOpaque(context).takeUnretainedValue()
                            .heard(news, number, key.map { String(cString: $0) })
                    }, Unmanaged.passUnretained(self).toOpaque())
            else { return }
            self.handle = handle
            queue.opened(handle)
            if !ecall_notifications_connect(handle, address) { failed() }
            while true {
                let (requests, isClosed) = queue.take()
                for request in requests {
                    // A server that has ended meanwhile has taken its notification IDs with it.
                    ecall_notifications_hear(handle)
                    perform(request, isLast: isClosed)
                }
                if isClosed { break }
                ecall_notifications_wait(handle)
            }
            queue.left()
            ecall_notifications_free(handle)
        }

        private func perform(_ request: NotificationQueue.Request, isLast: Bool) {
            switch request.notice {
            case nil:
                guard let number = numbers.removeValue(forKey: request.call) else { return }
                ecall_notifications_close(handle, number)
            case let notice?:
                guard !isLast else { return }
                show(notice, of: request.call)
            }
        }

        private func show(_ notice: Notice, of call: CallID) {
            if !ecall_notifications_is_connected(handle) {
                gone()
                guard ecall_notifications_connect(handle, address) else { return failed() }
            }
            if capabilities == nil {
                let known = ecall_notifications_capabilities(handle)
                guard known >= 0 else { return failed() }
                capabilities = NoticeCapabilities(rawValue: known)
            }
            let content = NoticeContent(notice, capabilities ?? [], texts)
            let number = content.withC { ecall_notifications_show(handle, numbers[call] ?? 0, $0) }
            guard number != 0 else { return failed() }
            hasFailed = false
            numbers[call] = number
            if numbers.count > Self.mostNumbers, let oldest = numbers.min(by: { $0.value < $1.value }) {
                numbers[oldest.key] = nil
            }
        }

        private func heard(_ news: ECallNotificationNews, _ number: UInt32, _ key: String?) {
            switch news {
            case ECALL_NOTIFICATIONS_GONE: gone()
            case ECALL_NOTIFICATION_ACTION:
                guard let call = numbers.first(where: { $0.value == number })?.key,
                    let choice = key.flatMap(NoticeChoice.init)
                else { return }
                chosen(choice, call)
            case ECALL_NOTIFICATION_CLOSED:
                if let call = numbers.first(where: { $0.value == number })?.key { numbers[call] = nil }
            default: break
            }
        }

        private func gone() {
            numbers = [:]
            capabilities = nil
        }

        private func failed() {
            if !hasFailed { log.note("calls are not shown on the desktop: no notification server answers on its bus") }
            hasFailed = true
        }
    }

    /// The requests to show and close notifications, for the thread.
    final class NotificationQueue: Sendable {
        struct Request: Sendable, Equatable {
            let call: CallID
            /// nil closes the call's notification.
            let notice: Notice?
        }

        /// Unchecked, because: it is only woken by others, which any thread may do until it is released under the lock.
        private struct Waker: @unchecked Sendable {
            let handle: OpaquePointer
        }

        private struct State {
            var requests: [Request] = []
            var isClosed = false
            var waker: Waker?
        }

        private let state = Mutex(State())

        /// Never waits. The newest request for a call counts: earlier ones that are still waiting are dropped.
        func add(_ request: Request) {
            state.withLock { state in
                guard !state.isClosed else { return }
                state.requests.removeAll { $0.call == request.call }
                state.requests.append(request)
                if let waker = state.waker { ecall_notifications_wake(waker.handle) }
            }
        }

        /// Accepts no further requests.
        func close() {
            state.withLock { state in
                state.isClosed = true
                if let waker = state.waker { ecall_notifications_wake(waker.handle) }
            }
        }

        fileprivate func take() -> (requests: [Request], isClosed: Bool) {
            state.withLock { state in
                defer { state.requests = [] }
                return (state.requests, state.isClosed)
            }
        }

        fileprivate func opened(_ handle: OpaquePointer) {
            let waker = Waker(handle: handle)
            state.withLock { $0.waker = waker }
        }

        fileprivate func left() { state.withLock { $0.waker = nil } }
    }

    extension NoticeContent {
        fileprivate func withC<Value>(_ body: (UnsafePointer<ECallNotification>) -> Value) -> Value {
            let texts = [summary, self.body, icon, category, sound ?? ""]
            let labels = buttons.flatMap { [$0.key.rawValue, $0.label] }
            let copies = (texts + labels).map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var actions: [UnsafePointer<CChar>?] = copies.dropFirst(texts.count).map { $0.map { UnsafePointer($0) } }
            actions.append(nil)
            return actions.withUnsafeBufferPointer { actions in
                var content = ECallNotification(
                    summary: copies[0], body: copies[1], icon: copies[2], category: copies[3],
                    sound: sound == nil ? nil : UnsafePointer(copies[4]), actions: actions.baseAddress,
                    urgency: urgency.rawValue, expiry: stays ? 0 : -1)
                return withUnsafePointer(to: &content) { body($0) }
            }
        }
    }
#endif
