import CGStreamer
import Dispatch
import ECallMedia
import Synchronization

/// A pipeline made from its text description, with its bus. `stop` must be called; it is idempotent.
final class Pipeline: Sendable {
    enum Report: Sendable {
        case failed(MediaError)
        case endOfStream
    }

    let element: Element
    private let stopped = Mutex(false)

    /// Starts GStreamer, unless it has started before.
    ///
    /// - Parameter report: called on whatever thread the message came from.
    init(_ description: String, report: @escaping @Sendable (Report) -> Void) throws(MediaError) {
        try Library.start()
        var failure: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_launch_full(description, nil, GST_PARSE_FLAG_FATAL_ERRORS, &failure)
        if let failure {
            let message = String(cString: failure.pointee.message)
            g_error_free(failure)
            if let parsed { _ = Element(sinking: parsed) }
            throw .pipeline(element: "parser", message: message)
        }
        guard let parsed else { throw .pipeline(element: "parser", message: "no pipeline") }
        guard let pipeline = ecall_as_pipeline(parsed) else {
            throw .pipeline(element: "parser", message: "no pipeline")
        }
        element = Element(sinking: pipeline)
        watch(report)
    }

    deinit {
        guard !stopped.withLock({ $0 }) else { return }
        // No one has stopped it. This may be a streaming thread, which cannot end itself.
        DispatchQueue.global().async { [element] in _ = gst_element_set_state(element.pointer, GST_STATE_NULL) }
    }

    func child(_ name: String) throws(MediaError) -> Element {
        guard let child = element.child(name) else { throw .pipeline(element: name, message: "no such element") }
        return child
    }

    /// Makes the child `device` open this device; its own choice is the default one.
    func open(_ device: DeviceSelection) throws(MediaError) {
        guard case .id(let id) = device else { return }
        try child("device").setText("device", id)
    }

    /// Starts the pipeline. Opening devices may take a while, so this does not run on the caller's thread.
    func start(_ state: GstState = GST_STATE_PLAYING) async throws(MediaError) {
        let stateValue = state.rawValue
        let result = await onBlockingThread { [element] in
            let result = gst_element_set_state(element.pointer, GstState(rawValue: stateValue))
            if result == GST_STATE_CHANGE_FAILURE { ecall_free_failed_sources(element.pointer) }
            return result.rawValue
        }
        guard result != GST_STATE_CHANGE_FAILURE.rawValue else {
            throw .pipeline(element: "pipeline", message: "did not start")
        }
    }

    /// Stops everything; returns when all streaming threads have ended.
    func stop() async {
        let first = stopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard first else { return }
        await onBlockingThread { [element] in
            if let bus = gst_element_get_bus(element.pointer) {
                gst_bus_set_sync_handler(bus, { _, message, _ in drop(message) }, nil, nil)
                gst_object_unref(bus)
            }
            gst_element_set_state(element.pointer, GST_STATE_NULL)
        }
    }

    /// Abandons the pipeline: one of its threads hangs.
    func abandon() {
        stopped.withLock { $0 = true }
        _ = Unmanaged.passRetained(element)
    }

    private func watch(_ report: @escaping @Sendable (Report) -> Void) {
        guard let bus = gst_element_get_bus(element.pointer) else { return }
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                if let message, let data, let found = Report(message) {
                    Box<@Sendable (Report) -> Void>.value(of: data)(found)
                }
                return drop(message)
            }, Box(report).retained, { releaseBox($0) })
        gst_object_unref(bus)
    }
}

/// Drops a message of the bus, which has no reader: messages are handled where they are posted.
private func drop(_ message: UnsafeMutablePointer<GstMessage>?) -> GstBusSyncReply {
    if let message { gst_message_unref(message) }
    return GST_BUS_DROP
}

extension Pipeline.Report {
    fileprivate init?(_ message: UnsafeMutablePointer<GstMessage>) {
        switch ecall_message_type(message) {
        case GST_MESSAGE_ERROR:
            var failure: UnsafeMutablePointer<GError>?
            gst_message_parse_error(message, &failure, nil)
            let text = failure.map { String(cString: $0.pointee.message) } ?? "unknown"
            if let failure { g_error_free(failure) }
            let name = message.pointee.src.flatMap { gst_object_get_name($0) }
            let element = name.map { String(cString: $0) } ?? "unknown"
            g_free(name)
            self = .failed(.pipeline(element: element, message: text))
        case GST_MESSAGE_EOS:
            self = .endOfStream
        default:
            return nil
        }
    }
}

/// Runs blocking work on a thread that may be blocked.
func onBlockingThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
}
