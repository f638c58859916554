import Foundation
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

/// The stock app's connection to Janus: without a bearer, with an `apisecret` contained in the app (wire-protocol 6).
final class StockJanus {
    /// The members of a message that the app reads.
    struct Message: Decodable {
        struct ID: Decodable { let id: UInt64 }
        struct Failure: Decodable { let code: Int }
        struct Publisher: Decodable {
            let id: UInt64
            let display: String?
        }
        struct VideoRoom: Decodable {
            let videoroom: String?
            let room: UInt64?
            let id: UInt64?
            let configured: String?
            let publishers: [Publisher]?
            let error_code: Int?
        }
        struct PluginData: Decodable { let data: VideoRoom }
        struct Description: Decodable {
            let type: String
            let sdp: String
        }

        let janus: String
        let transaction: String?
        let sender: UInt64?
        let data: ID?
        let error: Failure?
        let plugindata: PluginData?
        let jsep: Description?

        var room: VideoRoom? { plugindata?.data }
    }

    private let socket: TestSocket
    private(set) var session: UInt64 = 0
    private(set) var publisher: UInt64 = 0
    private var events: [Message] = []

    private init(_ socket: TestSocket) { self.socket = socket }

    /// Socket, session, keep-alive, handle: in the app's order. nil when refused.
    static func connect(_ port: Int, from: String? = nil) async throws -> StockJanus? {
        let socket = try await TestSocket.webSocket(port, "/janus", subprotocol: "janus-protocol", from: from)
        let janus = StockJanus(socket)
        do {
            janus.session = try #require(try await janus.request(#""janus":"create""#).data?.id)
        } catch TestSocket.Failure.closed {
            return nil
        }
        #expect(try await janus.request(#""janus":"keepalive","session_id":\#(janus.session)"#).janus == "ack")
        janus.publisher = try await janus.attach()
        return janus
    }

    func attach() async throws -> UInt64 {
        let answer = try await request(
            #""janus":"attach","plugin":"janus.plugin.videoroom","session_id":\#(session)"#)
        return try #require(answer.data?.id)
    }

    func createRoom() async throws -> UInt64 {
        let answer = try await message(
            #"{"request":"create","video":true,"videocodec":"h264","publishers":200,"bitrate":128000,"bitrate_cap":true}"#
        )
        return try #require(answer.room?.room)
    }

    func join(_ room: UInt64, as user: UInt64, name: String) async throws {
        let answer = try await message(
            #"{"request":"join","room":\#(room),"ptype":"publisher","display":"\#(user):\#(name)","video":true,"videocodec":"h264"}"#
        )
        try #require(answer.error == nil, "join: \(answer.error?.code ?? 0)")
    }

    func publish() async throws {
        let sdp = Self.offer.replacingOccurrences(of: "\n", with: #"\r\n"#)
        let answer = try await message(
            #"{"request":"configure","audio":true,"video":true,"videocodec":"h264"}"#,
            jsep: #""jsep":{"type":"offer","sdp":"\#(sdp)"},"#)
        #expect(answer.error == nil)
        for candidate in [
            #"{"candidate":"candidate:1 1 udp 2113937151 127.0.0.1 50000 typ host","sdpMid":"0","sdpMLineIndex":0}"#,
            #"{"completed":true}"#,
        ] {
            let trickled = try await request(
                #""janus":"trickle","session_id":\#(session),"handle_id":\#(publisher),"candidate":\#(candidate)"#)
            #expect(trickled.janus == "ack")
        }
    }

    /// Attaches the second handle, for another participant's streams. Returns the room's answer: an offer, or that there is
    /// no such feed.
    func subscribe(_ room: UInt64, to feed: UInt64) async throws -> Message {
        let handle = try await attach()
        let answer = try await message(
            #"{"request":"join","room":\#(room),"ptype":"subscriber","streams":[{"feed":\#(feed)}],"use_msid":true,"offer_audio":true,"offer_video":true}"#,
            on: handle)
        try #require(answer.error == nil, "subscribe: \(answer.error?.code ?? 0)")
        return try await event { $0.sender == handle }
    }

    /// The next event that matches; earlier ones remain for later.
    func event(where isMeant: (Message) -> Bool) async throws -> Message {
        if let index = events.firstIndex(where: isMeant) { return events.remove(at: index) }
        while true {
            let message = try await next()
            if isMeant(message) { return message }
            events.append(message)
        }
    }

    /// Drops the socket without notice (section 6.2).
    func vanish() async throws { try await socket.close() }

    // MARK: - Messages

    private func message(_ body: String, jsep: String = "", on handle: UInt64? = nil) async throws -> Message {
        try await request(
            #""janus":"message",\#(jsep)"session_id":\#(session),"handle_id":\#(handle ?? publisher),"body":\#(body)"#)
    }

    /// Sends a request and returns the answer with its transaction: `ack` if the result is a later event.
    private func request(_ members: String) async throws -> Message {
        let transaction = String(format: "%016x", UInt64.random(in: 0...UInt64.max))
        try await socket.text(#"{"apisecret":"known to everybody","transaction":"\#(transaction)",\#(members)}"#)
        while true {
            let message = try await next()
            // The event of another thread of Janus may overtake its `ack`.
            if message.transaction == transaction, message.janus != "event" { return message }
            events.append(message)
        }
    }

    private func next() async throws -> Message {
        try JSONDecoder().decode(Message.self, from: Data(try await socket.nextText().utf8))
    }

    /// An offer like that of the app's WebRTC: audio, video in H.264, a data channel.
    private static let offer = """
        v=0
        o=- 4611731400430051336 2 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0 1 2
        a=msid-semantic: WMS ecall
        m=audio 9 UDP/TLS/RTP/SAVPF 111
        c=IN IP4 0.0.0.0
        a=rtcp:9 IN IP4 0.0.0.0
        a=ice-ufrag:Ab1c
        a=ice-pwd:0123456789abcdef01234567
        a=ice-options:trickle
        a=fingerprint:sha-256 7B:8B:F0:65:5F:78:E2:51:3B:AC:6F:F3:3F:46:1B:35:DC:B8:5F:64:1A:24:C2:43:F0:A1:58:D0:A1:2C:19:08
        a=setup:actpass
        a=mid:0
        a=sendrecv
        a=rtcp-mux
        a=rtpmap:111 opus/48000/2
        a=fmtp:111 minptime=10;useinbandfec=1
        a=ssrc:1001 cname:stock
        a=ssrc:1001 msid:ecall audio0
        m=video 9 UDP/TLS/RTP/SAVPF 96
        c=IN IP4 0.0.0.0
        a=rtcp:9 IN IP4 0.0.0.0
        a=ice-ufrag:Ab1c
        a=ice-pwd:0123456789abcdef01234567
        a=ice-options:trickle
        a=fingerprint:sha-256 7B:8B:F0:65:5F:78:E2:51:3B:AC:6F:F3:3F:46:1B:35:DC:B8:5F:64:1A:24:C2:43:F0:A1:58:D0:A1:2C:19:08
        a=setup:actpass
        a=mid:1
        a=sendrecv
        a=rtcp-mux
        a=rtpmap:96 H264/90000
        a=rtcp-fb:96 nack pli
        a=fmtp:96 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f
        a=ssrc:1002 cname:stock
        a=ssrc:1002 msid:ecall video0
        m=application 9 UDP/DTLS/SCTP webrtc-datachannel
        c=IN IP4 0.0.0.0
        a=ice-ufrag:Ab1c
        a=ice-pwd:0123456789abcdef01234567
        a=ice-options:trickle
        a=fingerprint:sha-256 7B:8B:F0:65:5F:78:E2:51:3B:AC:6F:F3:3F:46:1B:35:DC:B8:5F:64:1A:24:C2:43:F0:A1:58:D0:A1:2C:19:08
        a=setup:actpass
        a=mid:2
        a=sctp-port:5000

        """
}
