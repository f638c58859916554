import CGStreamer
import ECallMedia

/// A session description as GStreamer holds it.
///
/// Unchecked, because: it is never changed after it was made; elements copy it.
final class SessionDescription: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GstWebRTCSessionDescription>

    init(taking pointer: UnsafeMutablePointer<GstWebRTCSessionDescription>) {
        self.pointer = pointer
    }

    /// Parses text from the other side.
    init(_ type: GstWebRTCSDPType, _ sdp: String) throws(MediaError) {
        var message: UnsafeMutablePointer<GstSDPMessage>?
        guard gst_sdp_message_new_from_text(sdp, &message) == GST_SDP_OK, let message,
            let description = gst_webrtc_session_description_new(type, message)
        else {
            if let message { gst_sdp_message_free(message) }
            throw .badSessionDescription
        }
        pointer = description
    }

    deinit {
        gst_webrtc_session_description_free(pointer)
    }

    var text: String {
        guard let text = gst_sdp_message_as_text(pointer.pointee.sdp) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
