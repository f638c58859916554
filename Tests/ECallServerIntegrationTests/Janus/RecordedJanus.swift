import ECallMedia
import Foundation
import FrameCrypto
import Janus
import ServerTestSupport
import Synchronization
import TestSupport

@testable import MediaServers

/// Collects the requests of one recording's clients and the answers, without random parts.
actor JanusRecording {
    private(set) var entries: [JanusTranscript.Entry] = []
    /// Janus' own ids, to be recognized in the texts of errors.
    private var names: [UInt64: String] = [:]

    func note(_ name: String, request: RecordedValue?, answers: [RecordedValue]) {
        let request = request.map(normalized)
        entries.append(.init(name: name, request: request, answers: answers.map(normalized)))
    }

    /// The message with placeholders instead of ids, descriptions and secrets. A value of an unexpected type is kept, so
    /// that it shows.
    func normalized(_ message: RecordedValue) -> RecordedValue {
        var message = message
        // Janus' candidates have a mid once Janus has described the m-line, which other threads do.
        if message["transaction"] == nil { message["candidate"]?["sdpMid"] = nil }
        return normalized(message, named: "", in: "")
    }

    private func normalized(_ value: RecordedValue, named name: String, in parent: String) -> RecordedValue {
        switch value {
        case .object(let members):
            let inner = name == "data" && parent == "plugindata" ? "plugin" : name
            // Texts last, so that an id is known before the text that contains it.
            var result: [String: RecordedValue] = [:]
            for (key, member) in members.sorted(by: { Self.isText($0.key) ? false : Self.isText($1.key) }) {
                result[key] = normalized(member, named: key, in: inner)
            }
            return .object(result)
        case .array(let elements):
            let plain = elements.map { normalized($0, named: name, in: parent) }
            // Janus lists them unordered.
            return .array(name == "participants" ? plain.sorted { $0.text < $1.text } : plain)
        case .integer(let number):
            guard let placeholder = Self.placeholder(ofNumber: name, in: parent) else { return value }
            if number > 0 { names[number] = placeholder }
            return .string("{\(placeholder)}")
        case .string(let text):
            if Self.isText(name) {
                let plain = text.replacing(/[0-9]+/) { number in
                    UInt64(number.output).flatMap { names[$0] }.map { "{\($0)}" } ?? String(number.output)
                }
                return .string(plain)
            }
            return Self.placeholder(of: text, named: name).map { .string("{\($0)}") } ?? value
        default: return value
        }
    }

    private static func isText(_ name: String) -> Bool { ["error", "reason", "description"].contains(name) }

    private static func placeholder(ofNumber name: String, in parent: String) -> String? {
        switch name {
        case "session_id": "session"
        case "handle_id", "sender": "handle"
        case "room": "room"
        case "private_id": "private"
        case "seconds": name
        case "feed", "feed_id", "leaving", "unpublished": "feed"
        // The id of a new session or handle; in the plugin's answers it is a feed's.
        case "id": parent == "data" ? "id" : "feed"
        default: nil
        }
    }

    private static func placeholder(of text: String, named name: String) -> String? {
        switch name {
        case "transaction", "token", "secret": name
        case "admin_key": "adminKey"
        case "display", "feed_display": "display"
        case "sdp" where text.hasPrefix("v=0\r\n"): "sdp"
        case "candidate": "candidate"
        default: nil
        }
    }
}

/// A client directly at Janus, whose requests and answers are recorded.
actor RecordedClient {
    private let socket: TestSocket
    private let recording: JanusRecording
    private let credentials: JanusCredentials
    private var transactions = 0
    /// Unsolicited messages that are not recorded yet.
    private var news: [RecordedValue] = []
    /// The recipients of Janus' candidates, by handle.
    private var connections: [UInt64: any MediaConnection] = [:]
    private(set) var session: UInt64 = 0

    init(port: Int, credentials: JanusCredentials, recording: JanusRecording) async throws {
        socket = try await TestSocket.webSocket(port, "/", subprotocol: "janus-protocol")
        self.credentials = credentials
        self.recording = recording
    }

    /// Sends a request and returns the last answer, which comes after the `ack` of an asynchronous one.
    @discardableResult
    func ask(_ request: JanusRequest, as name: String? = nil) async throws -> RecordedValue {
        transactions += 1
        let transaction = "t\(transactions)"
        let bytes = request.encoded(transaction: transaction, credentials: credentials)
        try await socket.text(String(decoding: bytes, as: UTF8.self))
        var answers: [RecordedValue] = []
        let isAcknowledged = Self.isAcknowledged(request)
        while answers.count < (isAcknowledged ? 2 : 1) {
            let message = try await next()
            guard message["transaction"]?.string == transaction else {
                news.append(message)
                continue
            }
            answers.append(message)
            if message["janus"] == "error" { break }
        }
        if answers.count == 2, answers[1]["janus"] == "ack" { answers.swapAt(0, 1) }
        if let name {
            let request = try JSONDecoder().decode(RecordedValue.self, from: Data(bytes))
            await recording.note(name, request: request, answers: answers)
        }
        return answers.last ?? .null
    }

    private static func isAcknowledged(_ request: JanusRequest) -> Bool {
        if case .message(_, _, let body, _) = request { !body.isSynchronous } else { false }
    }

    /// Waits for an unsolicited message and records it.
    func hear(_ name: String, where isMeant: (RecordedValue) -> Bool) async throws {
        while true {
            if let index = news.firstIndex(where: isMeant) {
                return await recording.note(name, request: nil, answers: [news.remove(at: index)])
            }
            news.append(try await next())
        }
    }

    /// Records all messages up to the last expected one; duplicates count once.
    func hearAll(_ name: String, to isLast: (RecordedValue) -> Bool) async throws {
        while !news.contains(where: isLast) { news.append(try await next()) }
        var told: [RecordedValue] = []
        for message in news where !told.contains(message) { told.append(message) }
        news = []
        await recording.note(name, request: nil, answers: told)
    }

    /// Drops all messages so far.
    func forget() async throws {
        try await ask(.keepalive(session: session))
        news = []
    }

    /// The messages so far that are not recorded.
    func rest() async throws -> [RecordedValue] {
        try await ask(.keepalive(session: session))
        return news
    }

    private func next() async throws -> RecordedValue {
        let message = try JSONDecoder().decode(RecordedValue.self, from: Data(try await socket.nextText().utf8))
        if let candidate = message["candidate"]?["candidate"]?.string, let handle = message["sender"]?.integer {
            await connections[handle]?.addRemoteCandidate(
                ICECandidate(
                    candidate: candidate, sdpMLineIndex: Int(message["candidate"]?["sdpMLineIndex"]?.integer ?? 0),
                    sdpMid: message["candidate"]?["sdpMid"]?.string))
        }
        return message
    }

    // MARK: - What clients do

    @discardableResult
    func create(as name: String? = nil) async throws -> UInt64 {
        session = try await ask(.create, as: name)["data"]?["id"]?.integer ?? 0
        return session
    }

    func attach(as name: String? = nil) async throws -> UInt64 {
        try await ask(.attach(session: session, plugin: .videoRoom), as: name)["data"]?["id"]?.integer ?? 0
    }

    @discardableResult
    func ask(
        _ body: VideoRoomRequest, _ handle: UInt64, jsep: JanusSessionDescription? = nil, as name: String? = nil
    ) async throws -> RecordedValue {
        try await ask(.message(session: session, handle: handle, body: body, jsep: jsep), as: name)
    }

    func trickle(_ connection: any MediaConnection, _ handle: UInt64) async throws {
        connections[handle] = connection
        for message in news where message["sender"]?.integer == handle {
            guard let candidate = message["candidate"]?["candidate"]?.string else { continue }
            await connection.addRemoteCandidate(ICECandidate(candidate: candidate, sdpMLineIndex: 0, sdpMid: "0"))
        }
        for await event in connection.events {
            switch event {
            case .localCandidate(let candidate):
                let own = JanusCandidate(
                    candidate: candidate.candidate, sdpMid: candidate.sdpMid ?? "0",
                    sdpMLineIndex: candidate.sdpMLineIndex)
                try await ask(.trickle(session: session, handle: handle, .candidate(own)))
            case .gatheringComplete:
                try await ask(.trickle(session: session, handle: handle, .completed))
                return
            default: break
            }
        }
    }

    /// Closes the socket; the session can be claimed.
    func vanish() async throws { try await socket.close() }
}

/// Encrypts nothing: Janus does not check.
final class PlainFrames: FrameEncryptor, FrameDecryptor {
    func seal(_ frame: [UInt8]) -> SealOutcome { .sealed(frame) }
    func open(_ payload: [UInt8]) -> OpenOutcome { .opened(payload, needsKeyFrame: false) }
    func waitForKeys(until deadline: UInt64) {}
}
