import CFrameSeamTestSupport
@_spi(StandIn) import WebRTC

extension SeamCalls {
    /// Calls by the slots of the interfaces, as libwebrtc's machine code does: sound into another buffer, video in place.
    static let libwebrtc = SeamCalls(
        retain: { caller_add_reference(way, $0) }, release: { _ = caller_release(way, $0) },
        encrypt: { encryptor, media, ssrc, frame in
            var sealed = [UInt8](repeating: 0, count: caller_largest_ciphertext(way, encryptor, media, frame.count))
            var written = 0
            let status = frame.withUnsafeBufferPointer { frame in
                sealed.withUnsafeMutableBufferPointer { sealed in
                    caller_encrypt(
                        way, encryptor, media, ssrc, caller_bytes(),
                        caller_bytes(start: frame.baseAddress, count: frame.count),
                        caller_buffer(start: sealed.baseAddress, count: sealed.count), &written)
                }
            }
            return status == 0 ? Array(sealed.prefix(written)) : nil
        },
        decrypt: { decryptor, media, sealed in
            var received = sealed
            var frame = [UInt8](repeating: 0, count: caller_largest_plaintext(way, decryptor, media, sealed.count))
            let result = received.withUnsafeMutableBufferPointer { received in
                frame.withUnsafeMutableBufferPointer { frame in
                    let output = media == 1 ? UnsafeMutableBufferPointer(rebasing: received.prefix(frame.count)) : frame
                    return caller_decrypt(
                        way, decryptor, media, caller_bytes(),
                        caller_bytes(start: received.baseAddress, count: received.count),
                        caller_buffer(start: output.baseAddress, count: output.count))
                }
            }
            guard result.status == 0 else { return .failure(Undecrypted(isRecoverable: result.status == 1)) }
            return .success(Array((media == 1 ? received : frame).prefix(result.written)))
        })

    private static var way: Int32 { Int32(CALLER_BY_SLOT) }
}
