import CGStreamer

extension Reference where Object == GstElement {
    /// Sets a property from its text form (numbers, booleans, the nicks of enumerations, strings).
    func set(_ property: String, _ value: String) {
        gst_util_set_object_arg(cast(to: GObject.self), property, value)
    }

    /// Sets a property of text as it is.
    func setText(_ property: String, _ value: String) {
        ecall_set_string(pointer, property, value)
    }

    /// A string property; nil if it has none.
    func text(_ property: String) -> String? {
        guard let text = ecall_get_string(pointer, property) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    func enumeration(_ property: String) -> Int {
        Int(ecall_get_enum(pointer, property))
    }

    /// The name of its factory, such as `x264enc`; empty for none.
    var factoryName: String {
        gst_element_get_factory(pointer).flatMap {
            gst_object_get_name(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GstObject.self))
        }
        .map { name in
            defer { g_free(name) }
            return String(cString: name)
        } ?? ""
    }

    func staticPad(_ name: String) -> Pad? {
        gst_element_get_static_pad(pointer, name).map(Pad.init(taking:))
    }

    /// A new pad of a name that the element makes pads of.
    func requestPad(_ name: String) -> Pad? {
        gst_element_request_pad_simple(pointer, name).map(Pad.init(taking:))
    }

    /// The first element in this bin, however deep, that was made by a factory of this name.
    func descendant(madeBy factory: String) -> Element? {
        ecall_bin_find(pointer, factory).map(Element.init(taking:))
    }

    func child(_ name: String) -> Element? {
        gst_bin_get_by_name(cast(to: GstBin.self), name).map(Element.init(taking:))
    }
}

extension Reference where Object == GstPad {
    /// The media type on the pad (`video/x-raw`, `application/x-rtp`); nil while that is not known.
    var mediaType: String? { structureText { gst_structure_get_name($0) } }

    var name: String {
        guard let name = gst_object_get_name(cast(to: GstObject.self)) else { return "" }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// The mid of the media line that a pad of `webrtcbin` represents.
    var mediaIdentifier: String? {
        ecall_webrtc_pad_mid(pointer).map { text in
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    /// A text field of the pad's format, such as `media` or `encoding-name` of RTP.
    func formatField(_ name: String) -> String? { structureText { gst_structure_get_string($0, name) } }

    /// A number of the format that the pad has now, such as `width`; nil before there is one.
    func formatNumber(_ name: String) -> Int? {
        guard let caps = gst_pad_get_current_caps(pointer) else { return nil }
        defer { gst_caps_unref(caps) }
        var number: gint = 0
        guard gst_caps_get_size(caps) > 0, let structure = gst_caps_get_structure(caps, 0),
            gst_structure_get_int(structure, name, &number) != 0
        else { return nil }
        return Int(number)
    }

    private func structureText(_ read: (UnsafePointer<GstStructure>) -> UnsafePointer<gchar>?) -> String? {
        guard let caps = gst_pad_get_current_caps(pointer) ?? gst_pad_query_caps(pointer, nil) else { return nil }
        defer { gst_caps_unref(caps) }
        guard gst_caps_get_size(caps) > 0, let structure = gst_caps_get_structure(caps, 0) else { return nil }
        return read(structure).map { String(cString: $0) }
    }

    /// Calls the closure on the streaming thread with everything of these kinds that passes, until the pad is gone.
    func addProbe(
        _ kinds: GstPadProbeType...,
        body:
            @escaping @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPadProbeInfo>) -> PadProbeAction
    ) {
        let mask = GstPadProbeType(rawValue: kinds.reduce(0) { $0 | $1.rawValue })
        gst_pad_add_probe(
            pointer, mask,
            { pad, info, data in
                guard let pad, let info, let data else { return GST_PAD_PROBE_DROP }
                return Box<PadProbeBody>.value(of: data)(pad, info).value
            }, Box<PadProbeBody>(body).retained, { releaseBox($0) })
    }
}

private typealias PadProbeBody =
    @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPadProbeInfo>) -> PadProbeAction

enum PadProbeAction {
    case pass, drop

    fileprivate var value: GstPadProbeReturn {
        switch self {
        case .pass: GST_PAD_PROBE_OK
        case .drop: GST_PAD_PROBE_DROP
        }
    }
}

extension UnsafeMutablePointer<GstPadProbeInfo> {
    func has(_ kind: GstPadProbeType) -> Bool {
        pointee.type.rawValue & kind.rawValue != 0
    }

    /// The buffer that passes; nil for everything else, buffer lists too.
    var buffer: UnsafeMutablePointer<GstBuffer>? {
        has(GST_PAD_PROBE_TYPE_BUFFER) ? pointee.data?.assumingMemoryBound(to: GstBuffer.self) : nil
    }

    /// The event that passes; nil for everything else.
    var event: UnsafeMutablePointer<GstEvent>? {
        has(GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) || has(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM)
            ? pointee.data?.assumingMemoryBound(to: GstEvent.self) : nil
    }

    /// Puts another buffer in the place of the one that passes. Its time stamps and flags stay.
    func replaceBuffer(with bytes: [UInt8]) -> PadProbeAction {
        guard let old = buffer, let new = gst_buffer_new_memdup(bytes, gsize(bytes.count)) else { return .drop }
        let flags = GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue | GST_BUFFER_COPY_META.rawValue
        gst_buffer_copy_into(new, old, GstBufferCopyFlags(rawValue: flags), 0, gsize.max)
        gst_buffer_unref(old)
        pointee.data = UnsafeMutableRawPointer(new)
        return .pass
    }
}
