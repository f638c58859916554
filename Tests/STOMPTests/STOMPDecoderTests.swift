import STOMP
import Testing

/// One input and its expected outputs.
struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var input: [UInt8]
    var outputs: [STOMPDecoder.Output] = []
    var error: STOMPDecodingError?

    init(_ name: String, _ text: String, _ outputs: [STOMPDecoder.Output] = [], error: STOMPDecodingError? = nil) {
        self.name = name
        self.input = Array(text.utf8)
        self.outputs = outputs
        self.error = error
    }

    var testDescription: String { name }
}

private func frame(
    _ command: STOMPCommand, _ headers: [(String, String)] = [], _ body: String = ""
) -> STOMPDecoder.Output {
    .frame(STOMPFrame(command, headers: headers.map { STOMPHeader($0, $1) }, body: Array(body.utf8)))
}

private let limits = STOMPLimits(command: 11, headerCount: 4, header: 40, body: 20, frame: 120)

extension Vector {
    static let good: [Vector] = [
        Vector("nothing", ""),
        Vector("a heart-beat", "\n", [.heartBeat]),
        Vector("heart-beats with CR", "\r\n\n\r\n", [.heartBeat, .heartBeat, .heartBeat]),
        Vector("no headers", "DISCONNECT\n\n\0", [frame(.disconnect)]),
        Vector("CR LF everywhere", "SEND\r\na:b\r\n\r\nx\0", [frame(.send, [("a", "b")], "x")]),
        Vector("a trailing line feed", "SEND\n\n\0\n", [frame(.send), .heartBeat]),
        Vector("two frames", "SEND\n\na\0SEND\n\nb\0", [frame(.send, [], "a"), frame(.send, [], "b")]),
        Vector("first header wins", "SEND\na:1\na:2\n\n\0", [frame(.send, [("a", "1"), ("a", "2")])]),
        Vector("an empty value", "SEND\na:\n\n\0", [frame(.send, [("a", "")])]),
        Vector("spaces are kept", "SEND\na: b \n\n\0", [frame(.send, [("a", " b ")])]),
        Vector("escapes", "SEND\na\\cb:\\r\\n\\\\\n\n\0", [frame(.send, [("a:b", "\r\n\\")])]),
        Vector("a colon in a value", "SEND\na:b:c\n\n\0", [frame(.send, [("a", "b:c")])]),
        Vector("no escapes in CONNECT", "CONNECT\na:b\\c\n\n\0", [frame(.connect, [("a", "b\\c")])]),
        Vector("no escapes in CONNECTED", "CONNECTED\na:\\x\n\n\0", [frame(.connected, [("a", "\\x")])]),
        Vector("escapes in STOMP", "STOMP\na:b\\c\n\n\0", [frame(.stomp, [("a", "b:")])]),
        Vector(
            "NULs within the length", "SEND\ncontent-length:3\n\n\0\0\0\0",
            [frame(.send, [("content-length", "3")], "\0\0\0")]),
        Vector(
            "first content-length wins", "SEND\ncontent-length:1\ncontent-length:9\n\na\0",
            [frame(.send, [("content-length", "1"), ("content-length", "9")], "a")]),
        Vector("length zero", "SEND\ncontent-length:0\n\n\0", [frame(.send, [("content-length", "0")])]),
        Vector("an unknown command", "FROBNICATE\n\nx\0", [frame(.unknown("FROBNICATE"), [], "x")]),
        Vector("UTF-8", "SEND\nä:ü\n\n€\0", [frame(.send, [("ä", "ü")], "€")]),
        Vector("the largest body", "SEND\n\n01234567890123456789\0", [frame(.send, [], "01234567890123456789")]),
        Vector(
            "most headers", "SEND\na:\nb:\nc:\nd:\n\n\0", [frame(.send, [("a", ""), ("b", ""), ("c", ""), ("d", "")])]),
    ]

    static let bad: [Vector] = [
        Vector("a good frame first", "SEND\n\n\0send\n\n\0", [frame(.send)], error: .malformedCommand),
        Vector("a command too long", "ABCDEFGHIJKL\n\n\0", error: .commandTooLong),
        Vector("lower case", "Send\n\n\0", error: .malformedCommand),
        Vector("NUL first", "\0", error: .malformedCommand),
        Vector("HTTP", "GET / HTTP/1.1\r\n", error: .malformedCommand),
        Vector("CR alone as heart-beat", "\rSEND\n\n\0", error: .strayCarriageReturn),
        Vector("CR alone after a command", "SEND\r\r\n\n\0", error: .strayCarriageReturn),
        Vector("CR alone in a header", "SEND\na:b\rc\n\n\0", error: .strayCarriageReturn),
        Vector("no colon", "SEND\nab\n\n\0", error: .malformedHeader),
        Vector("no name", "SEND\n:b\n\n\0", error: .malformedHeader),
        Vector("NUL in a header", "SEND\na:\0\n\n\0", error: .malformedHeader),
        Vector("an undefined escape", "SEND\na:\\t\n\n\0", error: .undefinedEscape),
        Vector("half an escape", "SEND\na:\\\n\n\0", error: .undefinedEscape),
        Vector("too many headers", "SEND\na:\nb:\nc:\nd:\ne:\n\n\0", error: .tooManyHeaders),
        Vector("a header too long", "SEND\na:0123456789012345678901234567890123456789\n\n\0", error: .headerTooLong),
        Vector("a body too large", "SEND\n\n012345678901234567890\0", error: .bodyTooLarge),
        Vector("a length too large", "SEND\ncontent-length:21\n\n", error: .bodyTooLarge),
        Vector("a length beyond Int", "SEND\ncontent-length:99999999999999999999\n\n", error: .bodyTooLarge),
        Vector("a negative length", "SEND\ncontent-length:-1\n\n\0", error: .malformedContentLength),
        Vector("a length with a sign", "SEND\ncontent-length:+1\n\na\0", error: .malformedContentLength),
        Vector("an empty length", "SEND\ncontent-length:\n\n\0", error: .malformedContentLength),
        Vector("a length too short", "SEND\ncontent-length:1\n\nab\0", error: .missingTerminator),
        Vector("a body in SUBSCRIBE", "SUBSCRIBE\n\na\0", error: .unexpectedBody),
        Vector("a length in SUBSCRIBE", "SUBSCRIBE\ncontent-length:1\n\na\0", error: .unexpectedBody),
        Vector(
            "a frame too large",
            "SEND\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:\ncccccccccccccccccccccccccccccc:\n\n01234567890123456789\0",
            error: .frameTooLarge),
        Vector(
            "a frame that would be too large",
            "SEND\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb:\nbbbbbbbbbbbb:\ncontent-length:20\n\n01234567890123456789\0\0\0",
            error: .frameTooLarge),
    ]
}

/// The outputs of a fresh decoder for `pieces`.
private func decode(_ pieces: [ArraySlice<UInt8>]) -> ([STOMPDecoder.Output], STOMPDecodingError?) {
    var decoder = STOMPDecoder(limits: limits)
    var outputs: [STOMPDecoder.Output] = []
    do throws(STOMPDecodingError) {
        for piece in pieces { try decoder.decode(piece, into: &outputs) }
        return (outputs, nil)
    } catch {
        return (outputs, error)
    }
}

@Suite("STOMP decoder", .timeLimit(.minutes(1)))
struct STOMPDecoderTests {
    @Test("each vector decodes at once", arguments: Vector.good + Vector.bad)
    func atOnce(vector: Vector) {
        let (outputs, error) = decode([vector.input[...]])
        #expect(outputs == vector.outputs)
        #expect(error == vector.error)
    }

    @Test("each vector decodes byte by byte", arguments: Vector.good + Vector.bad)
    func dripFed(vector: Vector) {
        let (outputs, error) = decode(vector.input.indices.map { vector.input[$0...$0] })
        #expect(outputs == vector.outputs)
        #expect(error == vector.error)
    }

    @Test("each vector decodes when cut in two at any place", arguments: Vector.good + Vector.bad)
    func cut(vector: Vector) {
        for place in 0...vector.input.count {
            let (outputs, error) = decode([vector.input[..<place], vector.input[place...]])
            #expect(outputs == vector.outputs)
            #expect(error == vector.error)
        }
    }

    @Test("all good vectors decode in a row, until a bad one", arguments: Vector.bad)
    func glued(bad: Vector) {
        let all = Vector.good + [bad]
        let bytes = all.flatMap(\.input)
        for pieces in [[bytes[...]], bytes.indices.map { bytes[$0...$0] }] {
            let (outputs, error) = decode(pieces)
            #expect(outputs == all.flatMap(\.outputs))
            #expect(error == bad.error)
        }
    }

    @Test("every error occurs")
    func allErrors() {
        let met = Set(Vector.bad.compactMap(\.error))
        #expect(Set(STOMPDecodingError.allCases).subtracting(met) == [.truncated])
    }

    @Test("errors are permanent")
    func errorStays() {
        var decoder = STOMPDecoder()
        var outputs: [STOMPDecoder.Output] = []
        #expect(throws: STOMPDecodingError.malformedCommand) { try decoder.decode([0], into: &outputs) }
        let good = Array("SEND\n\n\0".utf8)
        #expect(throws: STOMPDecodingError.malformedCommand) { try decoder.decode(good[...], into: &outputs) }
        #expect(throws: STOMPDecodingError.malformedCommand) { try decoder.endOfMessage() }
        #expect(outputs.isEmpty)
    }

    @Test("a header that is not UTF-8 is refused")
    func invalidText() {
        let bytes = Array("SEND\na:".utf8) + [0xC3, 0x28] + Array("\n\n\0".utf8)
        #expect(decode([bytes[...]]).1 == .malformedHeader)
    }

    @Test("a message may end between frames", arguments: ["", "\n", "\r\n", "SEND\n\n\0", "SEND\n\n\0\n"])
    func messageEnds(text: String) throws {
        var decoder = STOMPDecoder()
        var outputs: [STOMPDecoder.Output] = []
        try decoder.decode(Array(text.utf8)[...], into: &outputs)
        try decoder.endOfMessage()
    }

    @Test(
        "a message must not end within a frame",
        arguments: [
            "\r", "S", "SEND", "SEND\r", "SEND\n", "SEND\na", "SEND\na:b\r", "SEND\na:b\n", "SEND\n\n", "SEND\n\na",
            "SEND\ncontent-length:2\n\n\0", "SEND\ncontent-length:1\n\n\0",
        ])
    func messageCut(text: String) throws {
        var decoder = STOMPDecoder()
        var outputs: [STOMPDecoder.Output] = []
        try decoder.decode(Array(text.utf8)[...], into: &outputs)
        #expect(throws: STOMPDecodingError.truncated) { try decoder.endOfMessage() }
        #expect(throws: STOMPDecodingError.truncated) { try decoder.decode([10], into: &outputs) }
        #expect(outputs.isEmpty)
    }

    @Test("encoded frames are decoded again", arguments: Vector.good.filter { !$0.outputs.isEmpty })
    func roundTrip(vector: Vector) throws {
        for case .frame(let frame) in vector.outputs {
            var plain = frame
            plain.headers.removeAll { $0.name == "content-length" }
            var expected = plain
            if !plain.body.isEmpty { expected.headers.append(STOMPHeader("content-length", "\(plain.body.count)")) }
            #expect(decode([try plain.encoded()[...]]).0 == [.frame(expected)])
        }
    }

    @Test("the first of repeated headers is read")
    func firstWins() {
        let frame = STOMPFrame(.send, headers: [STOMPHeader("a", "1"), STOMPHeader("a", "2")])
        #expect(frame["a"] == "1")
        #expect(frame["b"] == nil)
    }
}
