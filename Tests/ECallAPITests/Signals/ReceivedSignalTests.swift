import ECallAPI
import Testing

@Suite("Signals as clients write them", .timeLimit(.minutes(1)))
struct ReceivedSignalTests {
    private func read(_ json: String) -> ReceivedSignal? {
        guard case .signal(let received)? = ClientSignal(json: Array(json.utf8)) else { return nil }
        return received
    }

    private func relayed(_ json: String, _ change: (inout SignalRoute) -> Void = { _ in }) throws -> String {
        let received = try #require(read(json))
        var route = try #require(received.signal.route)
        change(&route)
        return String(decoding: received.json(as: received.signal.routed(route)), as: UTF8.self)
    }

    @Test(
        "Unknown members travel on as they are written",
        arguments: [
            "\"x\":1.50", "\"x\":1e400", "\"x\":-0", "\"x\":123456789012345678901234567890", "\"x\":[1, 2 ,{\"a\":[]}]",
            "\"x\":\"\\u00e9\\/\\ud83d\\ude00\"", "\"x\":{}", "\"x\":null", "\"x\":{\"b\":1,\"a\":2,\"b\":3}",
            "\"naïve\":true", "\"z\":1,\"a\":2", "\"x\":\"\\u0000\"", "\"x\":\"\\ud800\"",
        ])
    func untouched(members: String) throws {
        let json = "{\"type\":\"key_rotation\",\"callId\":5,\(members)}"
        #expect(try relayed(json) == json)
    }

    @Test("Members that the server changes are changed in place; the rest stays")
    func changed() throws {
        let json = " { \"callId\" : 5 , \"x\" : 1.0 , \"senderId\":1, \"type\":\"key_rotation\" } "
        let text = try relayed(json) {
            $0.call = 6
            $0.sender = nil
            $0.senderDevice = 9
        }
        #expect(text == "{\"type\":\"key_rotation\",\"callId\":6,\"x\":1.0,\"senderDeviceId\":9}")
    }

    @Test("members that the server writes replace those it could not read")
    func replaced() throws {
        let json = "{\"type\":\"request_aes_key\",\"callId\":\"6\",\"senderId\":0,\"participantId\":null}"
        let text = try relayed(json) {
            $0.call = 6
            $0.sender = 9
        }
        #expect(
            text == "{\"type\":\"request_aes_key\",\"callId\":6,\"senderId\":9,\"participantId\":null}")
    }

    @Test("The old names of requirement 003 are orders, not signals", arguments: CallCommand.allCases)
    func commands(command: CallCommand) {
        for (json, id) in [("\"callId\":7", CallID(7)), ("\"callId\":0", nil), ("\"x\":1", nil)] as [(String, CallID?)]
        {
            guard
                case .command(let read, let call)? = ClientSignal(
                    json: Array("{\"type\":\"\(command.rawValue)\",\(json)}".utf8))
            else {
                Issue.record("not read: \(json)")
                continue
            }
            #expect(read == command && call == id)
        }
        #expect(SignalKind(rawValue: command.rawValue) == nil, "no signal of that name is ever sent")
    }

    @Test(
        "Malformed text is not a signal",
        arguments: [
            "", "{", "}", "[]", "null", "{}", "{\"type\":7}", "{\"type\":\"unheard_of\"}",
            "{\"type\":\"request_aes_key\"",
            "{\"type\":\"request_aes_key\"}x", "{\"type\":\"request_aes_key\",}",
            "{\"type\":\"request_aes_key\" \"x\":1}",
            "{\"type\":\"request_aes_key\",\"x\":01}", "{\"type\":\"request_aes_key\",\"x\":1.}",
            "{\"type\":\"request_aes_key\",\"x\":.5}",
            "{\"type\":\"request_aes_key\",\"x\":+1}", "{\"type\":\"request_aes_key\",\"x\":1e}",
            "{\"type\":\"request_aes_key\",\"x\":nul}",
            "{\"type\":\"request_aes_key\",\"x\":\"\\x\"}", "{\"type\":\"request_aes_key\",\"x\":\"\\u12g4\"}",
            "{\"type\":\"request_aes_key\",\"x\":\"\n\"}", "{\"type\":\"request_aes_key\",\"x\":\"}",
            "{\"type\":\"request_aes_key\",x:1}",
            "{\"type\":\"request_aes_key\",\"type\":\"key_rotation\"}",
            "{\"type\":\"request_aes_key\",\"a\":1,\"\\u0061\":2}",
            "{\"type\":\"request_aes_key\",\"x\":[1,]}", "{\"type\":\"request_aes_key\",\"x\":[}",
            "{\"type\":\"request_aes_key\",\"x\":NaN}",
            "{\"type\":\"request_aes_key\",\"x\":\(String(repeating: "[", count: 40))\(String(repeating: "]", count: 40))}",
            "{\"type\":\"request_aes_key\",\(String(repeating: "\"x", count: 1))\":\"\(String(repeating: "y", count: 17_000))\"}",
            "{\"type\":\"request_aes_key\",\((0..<80).map { "\"m\($0)\":1" }.joined(separator: ","))}",
        ])
    func junk(json: String) {
        #expect(ClientSignal(json: Array(json.utf8)) == nil)
    }

    @Test("Bytes that are not UTF-8 are not a signal")
    func notUTF8() {
        #expect(
            ClientSignal(json: Array("{\"type\":\"request_aes_key\",\"x\":\"".utf8) + [0xFF] + Array("\"}".utf8)) == nil
        )
    }
}
