import STOMP
import Testing

@Suite("STOMP encoder", .timeLimit(.minutes(1)))
struct STOMPEncoderTests {
    @Test(
        "frames are written as in the protocol",
        arguments: [
            (STOMPFrame(.disconnect, headers: [STOMPHeader("receipt", "r")]), "DISCONNECT\nreceipt:r\n\n\0"),
            (
                STOMPFrame(.send, headers: [STOMPHeader("destination", "/a")], body: Array("{}".utf8)),
                "SEND\ndestination:/a\ncontent-length:2\n\n{}\0"
            ),
            (STOMPFrame(.send, headers: [STOMPHeader("content-length", "9")]), "SEND\n\n\0"),
            (STOMPFrame(.error, headers: [STOMPHeader("a:b", "c\r\n\\:")]), "ERROR\na\\cb:c\\r\\n\\\\\\c\n\n\0"),
            (STOMPFrame(.connect, headers: [STOMPHeader("passcode", "a:\\b")]), "CONNECT\npasscode:a:\\b\n\n\0"),
        ])
    func written(frame: STOMPFrame, text: String) throws {
        #expect(String(decoding: try frame.encoded(), as: UTF8.self) == text)
    }

    @Test("content-length can be left out")
    func withoutLength() throws {
        let frame = STOMPFrame(.message, body: Array("{}".utf8))
        #expect(try frame.encoded(contentLength: false) == Array("MESSAGE\n\n{}\0".utf8))
    }

    @Test(
        "frames that STOMP cannot express are refused",
        arguments: [
            (STOMPFrame(.send, body: [0]), false, STOMPEncodingError.bodyContainsNUL),
            (STOMPFrame(.subscribe, body: [1]), true, .unexpectedBody),
            (STOMPFrame(.send, headers: [STOMPHeader("", "a")]), true, .malformedHeader),
            (STOMPFrame(.send, headers: [STOMPHeader("a", "b\0")]), true, .malformedHeader),
            (STOMPFrame(.connect, headers: [STOMPHeader("login", "a\nb:c")]), true, .unescapableHeader),
            (STOMPFrame(.connect, headers: [STOMPHeader("lo:gin", "a")]), true, .unescapableHeader),
            (STOMPFrame(.unknown("SEND\n")), true, .malformedCommand),
            (STOMPFrame(.unknown("")), true, .malformedCommand),
        ])
    func refused(frame: STOMPFrame, contentLength: Bool, error: STOMPEncodingError) {
        #expect(throws: error) { try frame.encoded(contentLength: contentLength) }
    }

    @Test("descriptions show neither headers nor body")
    func redacted() {
        let frame = STOMPFrame(.connect, headers: [STOMPHeader("passcode", "hunter2")], body: Array("body".utf8))
        for text in ["\(frame)", String(reflecting: frame), "\(STOMPDecoder.Output.frame(frame))"] {
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("body)"))
        }
    }
}
