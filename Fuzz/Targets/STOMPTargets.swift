import STOMP

extension FuzzTarget {
    /// Whole messages, as they come in a WebSocket.
    static let stomp = [
        FuzzTarget(name: "stomp", isShared: true) { input in
            let whole = STOMPReading([input[...]])
            let (first, second) = input.pieces
            try require(STOMPReading([first, second]) == whole, "two pieces are read otherwise than one")
            try require(STOMPReading(input.indices.map { input[$0...$0] }) == whole, "single bytes are read otherwise")
            try require(whole.size <= input.count, "more came out than went in")
            for case .frame(let frame) in whole.outputs { try checkWritten(frame) }
            return whole.error == nil ? .accepted(whole.text) : .refused
        }
    ]

    /// An encoded frame is decoded to the same frame, except for its length.
    private static func checkWritten(_ frame: STOMPFrame) throws {
        // An empty command can be read and not be written; CR in CONNECT's headers too.
        guard let bytes = try? frame.encoded() else { return }
        var expected = frame
        expected.headers.removeAll { $0.name == "content-length" }
        if !frame.body.isEmpty { expected.headers.append(STOMPHeader("content-length", String(frame.body.count))) }
        let again = STOMPReading([bytes[...]], limits: STOMPLimits(headerCount: 64, header: 32_768, frame: 262_144))
        try require(again.error == nil && again.outputs == [.frame(expected)], "a frame that was written is another")
    }
}

/// Everything that a decoder reports about a message.
private struct STOMPReading: Equatable {
    var outputs: [STOMPDecoder.Output] = []
    var error: STOMPDecodingError?

    init(_ pieces: [ArraySlice<UInt8>], limits: STOMPLimits = STOMPLimits()) {
        var decoder = STOMPDecoder(limits: limits)
        do throws(STOMPDecodingError) {
            for piece in pieces { try decoder.decode(piece, into: &outputs) }
            try decoder.endOfMessage()
        } catch {
            self.error = error
        }
    }

    var size: Int {
        outputs.reduce(0) { sum, output in
            guard case .frame(let frame) = output else { return sum + 1 }
            let headers = frame.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            return sum + frame.body.count + headers
        }
    }

    var text: String {
        outputs.map { output in
            guard case .frame(let frame) = output else { return "-" }
            let headers = frame.headers.map { "\($0.name)\u{0}\($0.value)" }
            return ([frame.command.text] + headers + [frame.body.hexadecimal]).joined(separator: "\u{0}")
        }.joined(separator: "\u{0}")
    }
}
