import CFrameSeam
import CFrameSeamTestSupport
import Synchronization

/// How the seam's functions are found.
enum Way: Int32, CaseIterable {
    case slot, declaration
}

/// A sealer and opener that records its calls and answers as specified.
final class SeamDouble: Sendable {
    struct Call: Equatable {
        let media: Int32
        var ssrc: UInt32?
        let additional: [UInt8]
        let input: [UInt8]
        let capacity: Int
    }

    /// 0 seals and opens.
    let status: Int32
    /// Written to the buffer, even when the frame is then refused.
    let output: [UInt8]
    /// Reported as written; the output's length if nil.
    let reported: Int?
    private let recorded = Mutex<[Call]>([])
    private let released = Mutex(0)

    init(output: [UInt8] = [], status: Int32 = 0, reported: Int? = nil) {
        self.output = output
        self.status = status
        self.reported = reported
    }

    var calls: [Call] { recorded.withLock { $0 } }
    var releases: Int { released.withLock { $0 } }

    func makeEncryptor() -> UnsafeMutableRawPointer? {
        cframeseam_make_encryptor(
            cframeseam_sealer(
                context: Unmanaged.passRetained(self).toOpaque(),
                seal: { context, media, ssrc, additional, frame, sealed, written in
                    let double = SeamDouble.at(context)
                    let call = Call(media: media, ssrc: ssrc, additional: additional, input: frame, capacity: sealed)
                    return double.answer(call, sealed, written) == 0
                }, release: { SeamDouble.release($0) }))
    }

    func makeDecryptor() -> UnsafeMutableRawPointer? {
        cframeseam_make_decryptor(
            cframeseam_opener(
                context: Unmanaged.passRetained(self).toOpaque(),
                open: { context, media, additional, sealed, frame, written in
                    let call = Call(media: media, ssrc: nil, additional: additional, input: sealed, capacity: frame)
                    return SeamDouble.at(context).answer(call, frame, written)
                }, release: { SeamDouble.release($0) }))
    }

    static func release(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        Unmanaged<SeamDouble>.fromOpaque(context).takeRetainedValue().released.withLock { $0 += 1 }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> SeamDouble {
        guard let context else { preconditionFailure("the seam lost its context") }
        return Unmanaged<SeamDouble>.fromOpaque(context).takeUnretainedValue()
    }

    private func answer(_ call: Call, _ buffer: cframeseam_buffer, _ written: UnsafeMutablePointer<Int>?) -> Int32 {
        recorded.withLock { $0.append(call) }
        for (index, byte) in output.enumerated() { buffer.start[index] = byte }
        written?.pointee = reported ?? output.count
        return status
    }
}

extension SeamDouble.Call {
    fileprivate init(
        media: Int32, ssrc: UInt32?, additional: cframeseam_bytes, input: cframeseam_bytes, capacity: cframeseam_buffer
    ) {
        self.init(
            media: media, ssrc: ssrc,
            additional: Array(UnsafeBufferPointer(start: additional.start, count: additional.count)),
            input: Array(UnsafeBufferPointer(start: input.start, count: input.count)), capacity: capacity.count)
    }
}
