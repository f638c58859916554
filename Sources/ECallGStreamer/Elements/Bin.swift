import CGStreamer
import ECallMedia

/// Part of a pipeline, made from its text description, with one free pad.
struct Bin: Sendable {
    private let element: Element

    init(_ description: String) throws(MediaError) {
        var failure: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_bin_from_description_full(description, 1, nil, GST_PARSE_FLAG_FATAL_ERRORS, &failure)
        if let failure {
            let message = String(cString: failure.pointee.message)
            g_error_free(failure)
            if let parsed { _ = Element(sinking: parsed) }
            throw .pipeline(element: "parser", message: message)
        }
        guard let parsed else { throw .pipeline(element: "parser", message: "no elements") }
        element = Element(sinking: parsed)
    }

    func child(_ name: String) throws(MediaError) -> Element {
        guard let child = element.child(name) else { throw .pipeline(element: name, message: "no such element") }
        return child
    }

    /// Adds the bin to a running pipeline, and starts it once its output is linked.
    func add(to pipeline: Pipeline, before pad: Pad) throws(MediaError) {
        guard gst_bin_add(pipeline.element.cast(to: GstBin.self), element.pointer) != 0,
            let source = element.staticPad("src"), gst_pad_link(source.pointer, pad.pointer) == GST_PAD_LINK_OK,
            gst_element_sync_state_with_parent(element.pointer) != 0
        else { throw .pipeline(element: "sender", message: "could not be linked") }
    }

    /// Adds the bin to a running pipeline, starts it, and only then lets data in.
    func add(to pipeline: Pipeline, behind pad: Pad) throws(MediaError) {
        guard gst_bin_add(pipeline.element.cast(to: GstBin.self), element.pointer) != 0,
            gst_element_sync_state_with_parent(element.pointer) != 0, let sink = element.staticPad("sink"),
            gst_pad_link(pad.pointer, sink.pointer) == GST_PAD_LINK_OK
        else { throw .pipeline(element: "receiver", message: "could not be linked") }
    }
}
