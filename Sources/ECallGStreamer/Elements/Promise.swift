import CGStreamer
import Synchronization

/// Makes a request that GStreamer answers by a promise, and reads the answer.
///
/// - Parameters:
///   - ask: hands the promise to the element.
///   - read: reads the reply on GStreamer's thread; nil when there is none.
/// - Returns: nil when the promise was never answered (the element went away).
func reply<Value: Sendable>(
    ask: (UnsafeMutablePointer<GstPromise>) -> Void,
    read: @escaping @Sendable (UnsafePointer<GstStructure>) -> Value?
) async -> Value? {
    await withCheckedContinuation { continuation in
        request(ask: ask, read: read) { continuation.resume(returning: $0) }
    }
}

/// The same, with a timeout.
///
/// - Parameter answer: gets what was read, or nil, once, on GStreamer's thread.
func request<Value: Sendable>(
    ask: (UnsafeMutablePointer<GstPromise>) -> Void,
    read: @escaping @Sendable (UnsafePointer<GstStructure>) -> Value?,
    answer: @escaping @Sendable (Value?) -> Void
) {
    let pending = PendingReply({ (structure: UnsafePointer<GstStructure>?) in structure.flatMap(read) }, resume: answer)
    let promise = gst_promise_new_with_change_func(
        { promise, data in
            guard let data else { return }
            let pending = Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? any Answerable
            let replied = gst_promise_wait(promise) == GST_PROMISE_RESULT_REPLIED
            pending?.answer(replied ? gst_promise_get_reply(promise) : nil)
        }, Unmanaged.passRetained(pending as AnyObject).toOpaque(),
        { data in
            guard let data else { return }
            let pending = Unmanaged<AnyObject>.fromOpaque(data).takeRetainedValue() as? any Answerable
            pending?.answer(nil)
        })
    guard let promise else { return pending.answer(nil) }
    ask(promise)
    gst_promise_unref(promise)
}

private protocol Answerable: AnyObject {
    func answer(_ structure: UnsafePointer<GstStructure>?)
}

/// Resumes once: with the reply, or with nil when the promise is freed without one.
private final class PendingReply<Value: Sendable>: Answerable, Sendable {
    private let read: @Sendable (UnsafePointer<GstStructure>?) -> Value?
    private let resume: Mutex<(@Sendable (Value?) -> Void)?>

    init(
        _ read: @escaping @Sendable (UnsafePointer<GstStructure>?) -> Value?,
        resume: @escaping @Sendable (Value?) -> Void
    ) {
        self.read = read
        self.resume = Mutex(resume)
    }

    func answer(_ structure: UnsafePointer<GstStructure>?) {
        let resume = resume.withLock { resume in
            defer { resume = nil }
            return resume
        }
        resume?(read(structure))
    }
}
