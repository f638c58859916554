/// The reason why a frame cannot be encoded; a closed set, without any of the content.
public enum STOMPEncodingError: Error, Hashable, Sendable {
    /// An empty header name, or NUL in a header, which STOMP cannot express.
    case malformedHeader
    /// CR or LF in a header of CONNECT or CONNECTED, or a colon in its name: these frames have no escapes.
    case unescapableHeader
    /// The command has characters other than upper-case ASCII letters.
    case malformedCommand
    /// A body in a frame that must have none.
    case unexpectedBody
    /// NUL in a body that is written without `content-length`.
    case bodyContainsNUL
}

extension STOMPFrame {
    /// The bytes of the frame, from the command to the terminating NUL, without a line feed before or after.
    ///
    /// - Parameter contentLength: whether a frame with a body gets a `content-length` header. One among `headers` is
    ///   never written, so that the length is always true.
    public func encoded(contentLength: Bool = true) throws(STOMPEncodingError) -> [UInt8] {
        guard !command.text.isEmpty, command.text.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 })
        else {
            throw .malformedCommand
        }
        guard body.isEmpty || command.mayHaveBody else { throw .unexpectedBody }
        guard contentLength || !body.contains(0) else { throw .bodyContainsNUL }

        var bytes = Array(command.text.utf8)
        bytes.append(lineFeed)
        for header in headers where header.name != "content-length" {
            try append(header, to: &bytes)
        }
        if contentLength, !body.isEmpty {
            bytes += "content-length:\(body.count)\n".utf8
        }
        bytes.append(lineFeed)
        bytes += body
        bytes.append(0)
        return bytes
    }

    private func append(_ header: STOMPHeader, to bytes: inout [UInt8]) throws(STOMPEncodingError) {
        guard !header.name.isEmpty, !header.name.utf8.contains(0), !header.value.utf8.contains(0) else {
            throw .malformedHeader
        }
        if command.escapesHeaders {
            bytes += escaped(header.name).utf8
            bytes.append(colon)
            bytes += escaped(header.value).utf8
        } else {
            let lineBreaks = [lineFeed, carriageReturn]
            guard !header.name.utf8.contains(where: { lineBreaks.contains($0) || $0 == colon }),
                !header.value.utf8.contains(where: lineBreaks.contains)
            else { throw .unescapableHeader }
            bytes += header.name.utf8
            bytes.append(colon)
            bytes += header.value.utf8
        }
        bytes.append(lineFeed)
    }
}

let lineFeed = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")
let colon = UInt8(ascii: ":")
let backslash = UInt8(ascii: "\\")

/// A header's name or value as it is written (STOMP 1.2, "Value Encoding").
func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
        $0 != carriageReturn && $0 != lineFeed && $0 != colon && $0 != backslash
    }
    guard !isPlain else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case carriageReturn: bytes += "\\r".utf8
        case lineFeed: bytes += "\\n".utf8
        case colon: bytes += "\\c".utf8
        case backslash: bytes += "\\\\".utf8
        default: bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
