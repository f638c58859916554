import CGStreamer
import ECallMedia

/// Draws sender and time into each test picture, just before it is encoded.
struct PictureStamp: Sendable {
    let sender: UInt16

    func apply(to info: UnsafeMutablePointer<GstPadProbeInfo>, on pad: UnsafeMutablePointer<GstPad>) -> PadProbeAction {
        guard let old = info.buffer, let buffer = ecall_buffer_make_writable(old) else { return .drop }
        info.pointee.data = UnsafeMutableRawPointer(buffer)
        var layout = ECallPictureLayout()
        guard ecall_picture_layout(pad, buffer, &layout) != 0 else { return .drop }
        let code = PictureCode(sender: sender, nanoseconds: monotonicNanoseconds())
        let drawn = buffer.withMutableBytes { bytes in draw(code, into: bytes, layout) }
        return drawn == true ? .pass : .drop
    }

    private func draw(
        _ code: PictureCode, into bytes: UnsafeMutableRawBufferPointer, _ layout: ECallPictureLayout
    ) -> Bool {
        let width = Int(layout.width)
        let height = Int(layout.height)
        let area = PictureCode.area(width: width, height: height)
        guard let luma = plane(bytes, layout.offset.0, layout.stride.0, width, height),
            let blue = plane(bytes, layout.offset.1, layout.stride.1, (width + 1) / 2, (height + 1) / 2),
            let red = plane(bytes, layout.offset.2, layout.stride.2, (width + 1) / 2, (height + 1) / 2)
        else { return false }
        code.draw(into: luma)
        for row in 0..<(area.height / 2) {
            blue.fill(row: row, from: 0, count: area.width / 2, with: 128)
            red.fill(row: row, from: 0, count: area.width / 2, with: 128)
        }
        return true
    }

    private func plane(
        _ bytes: UnsafeMutableRawBufferPointer, _ offset: gsize, _ stride: gint, _ width: Int, _ height: Int
    ) -> LumaPlane.Mutable? {
        guard Int(offset) <= bytes.count else { return nil }
        return LumaPlane.Mutable(
            bytes: UnsafeMutableRawBufferPointer(rebasing: bytes[Int(offset)...]), width: width, height: height,
            stride: Int(stride))
    }
}
