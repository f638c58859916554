import CGStreamer
import ECallMedia

/// Marks each test picture with its sender and the time, just before it is encoded.
struct TestPicture: Sendable {
    let sender: UInt16
    let content: any TestContent

    func mark(_ info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>) -> PadProbeAction {
        guard let old = info.buffer, let buffer = ecall_buffer_make_writable(old) else { return .drop }
        info.pointee.data = UnsafeMutableRawPointer(buffer)
        guard let layout = PictureLayout(buffer, of: pad) else { return .drop }
        let isMarked = buffer.withMutableBytes { bytes in
            content.mark(bytes, layout, sender: sender, at: monotonicNanoseconds())
        }
        return isMarked == true ? .pass : .drop
    }
}

extension PictureLayout {
    /// Nil while the pad has no video format.
    init?(_ buffer: UnsafeMutablePointer<GstBuffer>, of pad: UnsafeMutablePointer<GstPad>) {
        var layout = ECallPictureLayout()
        guard ecall_picture_layout(pad, buffer, &layout) != 0 else { return nil }
        self.init(
            width: Int(layout.width), height: Int(layout.height),
            luma: Plane(offset: Int(layout.offset.0), stride: Int(layout.stride.0)),
            blue: Plane(offset: Int(layout.offset.1), stride: Int(layout.stride.1)),
            red: Plane(offset: Int(layout.offset.2), stride: Int(layout.stride.2)))
    }
}
