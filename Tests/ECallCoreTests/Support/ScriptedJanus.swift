import ECallCore
import Foundation

/// Janus' side of a scripted socket, message by message.
struct ScriptedJanus {
    /// One request.
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
    private var messages: AsyncStream<String>.Iterator

    init(_ socket: ScriptedSocket) {
        self.socket = socket
        messages = socket.sent.makeAsyncIterator()
    }

    /// The next request; nil when the client closed.
    mutating func next() async throws -> Request? {
        guard let text = await messages.next() else { return nil }
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return Request(members: object as? [String: Any] ?? [:])
    }

    func send(_ text: String) { socket.deliver(text) }

    func succeed(_ request: Request, id: Int? = nil) {
        let data = id.map { #","data":{"id":\#($0)}"# } ?? ""
        let session = request.session.map { #","session_id":\#($0)"# } ?? ""
        send(#"{"janus":"success","transaction":"\#(request.transaction)"\#(session)\#(data)}"#)
    }

    func acknowledge(_ request: Request) {
        send(#"{"janus":"ack","session_id":\#(request.session ?? 0),"transaction":"\#(request.transaction)"}"#)
    }

    /// An event of a handle; an answer when it names the request.
    func event(_ data: String, handle: Int, answering request: Request? = nil, jsep: String? = nil) {
        let transaction = request.map { #","transaction":"\#($0.transaction)""# } ?? ""
        let description = jsep.map { #","jsep":\#($0)"# } ?? ""
        send(
            #"{"janus":"event","session_id":1,"sender":\#(handle)\#(transaction),"plugindata":"#
                + #"{"plugin":"janus.plugin.videoroom","data":\#(data)}\#(description)}"#)
    }

    /// Creates session 1 and the handles as asked for, numbered from 10.
    mutating func open(handles: Int) async throws -> [Request] {
        var requests: [Request] = []
        for index in 0...handles {
            guard let request = try await next() else { return requests }
            succeed(request, id: index == 0 ? 1 : 9 + index)
            requests.append(request)
        }
        return requests
    }
}
