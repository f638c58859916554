import CGStreamer

// Each signal has a C signature of its own, so each gets a function of its own. The closures live until the object is
// gone; they must not own it.

extension Reference {
    /// Calls the closure when a property has changed, on the thread that changed it.
    func onChange(of property: String, _ body: @escaping @Sendable () -> Void) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GObject>?, UnsafeMutablePointer<GParamSpec>?, UnsafeMutableRawPointer?
            ) -> Void = { _, _, data in
                guard let data else { return }
                Box<@Sendable () -> Void>.value(of: data)()
            }
        connect("notify::\(property)", unsafeBitCast(callback, to: GCallback.self), Box(body).retained)
    }

    fileprivate func connect(_ signal: String, _ callback: @escaping GCallback, _ data: UnsafeMutableRawPointer) {
        g_signal_connect_data(
            pointer, signal, callback, data, { data, _ in releaseBox(data) }, GConnectFlags(rawValue: 0))
    }
}

extension Reference where Object == GstElement {
    /// Calls the closure with each local candidate of a `webrtcbin`: media line and candidate.
    func onLocalCandidate(_ body: @escaping @Sendable (Int, String) -> Void) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, guint, UnsafePointer<gchar>?, UnsafeMutableRawPointer?
            ) -> Void = { _, mediaLine, candidate, data in
                guard let data, let candidate else { return }
                Box<@Sendable (Int, String) -> Void>.value(of: data)(Int(mediaLine), String(cString: candidate))
            }
        connect("on-ice-candidate", unsafeBitCast(callback, to: GCallback.self), Box(body).retained)
    }

    /// Calls the closure with each pad that the element adds.
    func onPadAdded(_ body: @escaping @Sendable (Pad) -> Void) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, UnsafeMutableRawPointer?
            ) -> Void = { _, pad, data in
                guard let data, let pad else { return }
                Box<@Sendable (Pad) -> Void>.value(of: data)(Pad(retaining: pad))
            }
        connect("pad-added", unsafeBitCast(callback, to: GCallback.self), Box(body).retained)
    }

    /// Calls the closure when an element has added all the pads it will add.
    func onNoMorePads(_ body: @escaping @Sendable () -> Void) {
        let callback: @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutableRawPointer?) -> Void = {
            _, data in
            guard let data else { return }
            Box<@Sendable () -> Void>.value(of: data)()
        }
        connect("no-more-pads", unsafeBitCast(callback, to: GCallback.self), Box(body).retained)
    }

    /// Calls the closure with each buffer that arrives at an `appsink` with `emit-signals`.
    func onBuffer(_ body: @escaping @Sendable (UnsafeMutablePointer<GstBuffer>) -> Void) {
        let callback: @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutableRawPointer?) -> GstFlowReturn = {
            sink, data in
            guard let sink, let data else { return GST_FLOW_ERROR }
            let appsink = UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self)
            guard let sample = gst_app_sink_pull_sample(appsink) else { return GST_FLOW_EOS }
            defer { gst_sample_unref(sample) }
            guard let buffer = gst_sample_get_buffer(sample) else { return GST_FLOW_OK }
            Box<@Sendable (UnsafeMutablePointer<GstBuffer>) -> Void>.value(of: data)(buffer)
            return GST_FLOW_OK
        }
        connect("new-sample", unsafeBitCast(callback, to: GCallback.self), Box(body).retained)
    }
}
