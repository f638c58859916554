import CGStreamer

/// An owned reference to an object of GStreamer.
///
/// Unchecked, because: the pointer never changes, reference counts are atomic, and the objects wrapped (elements, pads)
/// lock inside.
final class Reference<Object>: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Object>

    /// Takes over a reference the caller owns.
    init(taking pointer: UnsafeMutablePointer<Object>) {
        self.pointer = pointer
    }

    /// Takes a reference of its own; also turns the floating one of a new object into it.
    init(sinking pointer: UnsafeMutablePointer<Object>) {
        gst_object_ref_sink(pointer)
        self.pointer = pointer
    }

    /// Takes a reference in addition to the caller's.
    init(retaining pointer: UnsafeMutablePointer<Object>) {
        gst_object_ref(pointer)
        self.pointer = pointer
    }

    deinit {
        gst_object_unref(pointer)
    }

    /// The same object as one of its base types.
    func cast<Base>(to type: Base.Type) -> UnsafeMutablePointer<Base> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }
}

typealias Element = Reference<GstElement>
typealias Pad = Reference<GstPad>

/// A Swift value that a C library keeps as its `user_data`.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// A pointer with a count of its own; `Box.release` gives it back.
    var retained: UnsafeMutableRawPointer {
        Unmanaged.passRetained(self).toOpaque()
    }

    static func value(of pointer: UnsafeMutableRawPointer) -> Value {
        Unmanaged<Box<Value>>.fromOpaque(pointer).takeUnretainedValue().value
    }
}

/// Releases the result of `Box.retained`, whatever it holds.
func releaseBox(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
}
