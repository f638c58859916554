import ECallCore
import Foundation
import TestSupport

/// Janus' side of a scripted socket, message by message: the test decides the time, the transcript the content. It has session 1.
struct ScriptedJanus {
    struct Request {
        let members: [String: Any]
        var janus: String { members["janus"] as? String ?? "" }
        var transaction: String { members["transaction"] as? String ?? "" }
        var session: Int? { members["session_id"] as? Int }
        var handle: Int? { members["handle_id"] as? Int }
        var body: [String: Any] { members["body"] as? [String: Any] ?? [:] }
        /// `message:join` and so on.
        var name: String { (body["request"] as? String).map { "\(janus):\($0)" } ?? janus }
    }

    let socket: ScriptedSocket
    private let transcript: JanusTranscript
    private var messages: AsyncStream<String>.Iterator

    init(_ socket: ScriptedSocket) throws {
        self.socket = socket
        transcript = try JanusTranscript.read()
        messages = socket.sent.makeAsyncIterator()
    }

    /// The next request; nil when the client closed.
    mutating func next() async throws -> Request? {
        guard let text = await messages.next() else { return nil }
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return Request(members: object as? [String: Any] ?? [:])
    }

    /// Sends what no Janus was recorded to say.
    func send(_ text: String) { socket.deliver(text) }

    /// The answer to a request of Janus itself, with the id of the new session or handle.
    func succeed(_ request: Request, id: Int? = nil) {
        let names = ["create": "create session", "destroy": "destroy session"]
        answer(request, as: names[request.janus] ?? request.janus, ["id": RecordedValue(id ?? 0)])
    }

    /// All that Janus answered to such a request.
    func answer(_ request: Request, as name: String, _ values: [String: RecordedValue] = [:]) {
        for message in answers(request, name, values) { send(message) }
    }

    /// The first half of an answer.
    func acknowledge(_ request: Request, as name: String) { send(answers(request, name, [:])[0]) }

    /// The second half of an answer.
    func finish(_ request: Request, as name: String, _ values: [String: RecordedValue] = [:]) {
        for message in answers(request, name, values).dropFirst() { send(message) }
    }

    /// News of a handle.
    func tell(_ name: String, handle: Int, _ values: [String: RecordedValue] = [:]) {
        let own: [String: RecordedValue] = ["session": 1, "handle": RecordedValue(handle)]
        for message in transcript.answers(name, values.merging(own) { $1 }) { send(message.text) }
    }

    private func answers(_ request: Request, _ name: String, _ values: [String: RecordedValue]) -> [String] {
        let own: [String: RecordedValue] = [
            "session": RecordedValue(request.session ?? 0), "handle": RecordedValue(request.handle ?? 0),
            "transaction": .string(request.transaction),
        ]
        return transcript.answers(name, values.merging(own) { $1 }).map(\.text)
    }
}
