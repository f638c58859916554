/// Decodes STOMP 1.2 frames from bytes in pieces of any size.
///
/// As strict as the specification, with one exception: a colon within a header value is accepted, because clients without
/// escaping write it so (wire-protocol 3.2). Limits are checked before anything is buffered. The page has the same rules
/// (Tests/Vectors/stomp.json).
public struct STOMPDecoder: Sendable {
    /// A decoded element.
    public enum Output: Hashable, Sendable {
        /// An end of line between frames.
        case heartBeat
        /// A whole frame.
        case frame(STOMPFrame)
    }

    /// The states are named after what the decoder waits for.
    private enum State {
        case command
        case heartBeatLineFeed
        case commandLineFeed
        case header
        case headerLineFeed
        case bodyUpToNUL
        case bodyBytes(Int)
        case terminator
        case nothing(STOMPDecodingError)
    }

    private let limits: STOMPLimits
    private var state = State.command
    private var line: [UInt8] = []
    private var frame = STOMPFrame(.unknown(""))
    private var frameSize = 0

    /// A decoder at the beginning of a connection.
    public init(limits: STOMPLimits = STOMPLimits()) {
        self.limits = limits
    }

    /// Decodes `bytes` and appends the completed elements to `outputs`; those before an error are appended too.
    ///
    /// - Throws: the first error, and the same one at every later call, because the decoder cannot resynchronize.
    public mutating func decode(
        _ bytes: ArraySlice<UInt8>, into outputs: inout [Output]
    ) throws(STOMPDecodingError) {
        if case .nothing(let error) = state { throw error }
        do throws(STOMPDecodingError) {
            var rest = bytes
            while let byte = rest.first {
                switch state {
                case .bodyBytes(let missing): takeBody(&rest, missing: missing)
                case .bodyUpToNUL where byte != 0: try takeText(&rest)
                case .header where !isHeaderEnd(byte): try takeHeaderText(&rest)
                default:
                    rest = rest.dropFirst()
                    try take(byte, into: &outputs)
                }
            }
        } catch {
            fail(error)
            throw error
        }
    }

    /// Marks the end of the WebSocket message: a frame must not continue in the next one (wire-protocol 3.2).
    public mutating func endOfMessage() throws(STOMPDecodingError) {
        switch state {
        case .command where line.isEmpty: return
        case .nothing(let error): throw error
        default:
            fail(.truncated)
            throw .truncated
        }
    }

    // MARK: - States

    private mutating func take(_ byte: UInt8, into outputs: inout [Output]) throws(STOMPDecodingError) {
        if case .command = state, line.isEmpty, byte == lineFeed || byte == carriageReturn {
            if byte == lineFeed { outputs.append(.heartBeat) } else { state = .heartBeatLineFeed }
            return
        }
        if case .heartBeatLineFeed = state {
            guard byte == lineFeed else { throw .strayCarriageReturn }
            outputs.append(.heartBeat)
            state = .command
            return
        }
        frameSize += 1
        guard frameSize <= limits.frame else { throw .frameTooLarge }
        switch state {
        case .command: try takeCommand(byte)
        case .commandLineFeed:
            guard byte == lineFeed else { throw .strayCarriageReturn }
            endCommand()
        case .header: try takeHeader(byte)
        case .headerLineFeed:
            guard byte == lineFeed else { throw .strayCarriageReturn }
            try endHeader()
        case .bodyUpToNUL:
            // All other bytes are consumed in bulk.
            finish(into: &outputs)
        case .terminator:
            guard byte == 0 else { throw .missingTerminator }
            finish(into: &outputs)
        case .heartBeatLineFeed, .bodyBytes, .nothing: break
        }
    }

    private mutating func takeCommand(_ byte: UInt8) throws(STOMPDecodingError) {
        switch byte {
        case lineFeed: endCommand()
        case carriageReturn: state = .commandLineFeed
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            guard line.count < limits.command else { throw .commandTooLong }
            line.append(byte)
        default: throw .malformedCommand
        }
    }

    private mutating func endCommand() {
        frame.command = STOMPCommand(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
        state = .header
    }

    private mutating func takeHeader(_ byte: UInt8) throws(STOMPDecodingError) {
        switch byte {
        case lineFeed: try endHeader()
        case carriageReturn: state = .headerLineFeed
        default: throw .malformedHeader
        }
    }

    private func isHeaderEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn || byte == 0 }

    private mutating func takeHeaderText(_ rest: inout ArraySlice<UInt8>) throws(STOMPDecodingError) {
        let part = rest[..<(rest.firstIndex(where: isHeaderEnd) ?? rest.endIndex)]
        guard frameSize < limits.frame else { throw .frameTooLarge }
        guard frame.headers.count < limits.headerCount else { throw .tooManyHeaders }
        try makeRoom(for: part.count, left: limits.header - line.count, or: .headerTooLong)
        line += part
        rest = rest[part.endIndex...]
    }

    /// Consumes body bytes up to NUL or the end of the input.
    private mutating func takeText(_ rest: inout ArraySlice<UInt8>) throws(STOMPDecodingError) {
        let part = rest[..<(rest.firstIndex(of: 0) ?? rest.endIndex)]
        guard frameSize < limits.frame else { throw .frameTooLarge }
        guard frame.command.mayHaveBody else { throw .unexpectedBody }
        try makeRoom(for: part.count, left: limits.body - frame.body.count, or: .bodyTooLarge)
        frame.body += part
        rest = rest[part.endIndex...]
    }

    /// Counts consumed bytes; throws for the limit that is exceeded first.
    private mutating func makeRoom(
        for count: Int, left: Int, or error: STOMPDecodingError
    ) throws(STOMPDecodingError) {
        let leftOfFrame = limits.frame - frameSize
        guard count <= min(left, leftOfFrame) else { throw leftOfFrame <= left ? .frameTooLarge : error }
        frameSize += count
    }

    private mutating func endHeader() throws(STOMPDecodingError) {
        guard !line.isEmpty else { return try endHeaders() }
        guard let separator = line.firstIndex(of: colon), separator > 0 else { throw .malformedHeader }
        let name = try text(line[..<separator])
        let value = try text(line[(separator + 1)...])
        frame.headers.append(STOMPHeader(name, value))
        line.removeAll(keepingCapacity: true)
        state = .header
    }

    private mutating func endHeaders() throws(STOMPDecodingError) {
        guard let written = frame["content-length"] else {
            state = .bodyUpToNUL
            return
        }
        let isDecimal = written.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard !written.isEmpty, isDecimal else { throw .malformedContentLength }
        guard let length = Int(written), length <= limits.body else { throw .bodyTooLarge }
        guard length == 0 || frame.command.mayHaveBody else { throw .unexpectedBody }
        guard frameSize + length + 1 <= limits.frame else { throw .frameTooLarge }
        state = length == 0 ? .terminator : .bodyBytes(length)
    }

    private mutating func takeBody(_ rest: inout ArraySlice<UInt8>, missing: Int) {
        let part = rest.prefix(missing)
        rest = rest.dropFirst(part.count)
        frame.body += part
        frameSize += part.count
        state = part.count == missing ? .terminator : .bodyBytes(missing - part.count)
    }

    private mutating func finish(into outputs: inout [Output]) {
        outputs.append(.frame(frame))
        reset(to: .command)
    }

    private mutating func fail(_ error: STOMPDecodingError) {
        reset(to: .nothing(error))
    }

    private mutating func reset(to state: State) {
        self.state = state
        line = []
        frame = STOMPFrame(.unknown(""))
        frameSize = 0
    }

    // MARK: - Text

    private func text(_ bytes: ArraySlice<UInt8>) throws(STOMPDecodingError) -> String {
        let isEscaped = frame.command.escapesHeaders && bytes.contains(backslash)
        let plain = isEscaped ? try unescaped(bytes)[...] : bytes
        guard let text = String(validating: plain, as: UTF8.self) else { throw .malformedHeader }
        return text
    }
}

private func unescaped(_ bytes: ArraySlice<UInt8>) throws(STOMPDecodingError) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
        guard byte == backslash else {
            plain.append(byte)
            continue
        }
        switch iterator.next() {
        case UInt8(ascii: "r"): plain.append(carriageReturn)
        case UInt8(ascii: "n"): plain.append(lineFeed)
        case UInt8(ascii: "c"): plain.append(colon)
        case backslash: plain.append(backslash)
        default: throw .undefinedEscape
        }
    }
    return plain
}
