import NIOCore
import NIOPosix
import Synchronization

/// The messages of a connection, in order, for those who wait.
final class Inbox: Sendable {
    struct Closed: Error {}
    struct Unexpected: Error, CustomStringConvertible { let description: String }

    private struct State {
        var events: [Wire.Event] = []
        var reader: CheckedContinuation<Wire.Event, Never>?
        var awaited: String?
    }

    private let state = Mutex(State())

    /// Part of the text that a task waits for; nil if none does.
    var awaited: String? { state.withLock(\.awaited) }

    func put(_ event: Wire.Event) {
        let reader = state.withLock { state -> CheckedContinuation<Wire.Event, Never>? in
            guard let reader = state.reader else {
                state.events.append(event)
                return nil
            }
            state.reader = nil
            return reader
        }
        reader?.resume(returning: event)
    }

    /// The next event; `.closed` when the task is cancelled, so that one failed worker ends the others.
    func next() async -> Wire.Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let event = state.withLock { state -> Wire.Event? in
                    guard state.events.isEmpty else { return state.events.removeFirst() }
                    state.reader = continuation
                    return nil
                }
                if let event { continuation.resume(returning: event) }
            }
        } onCancel: {
            put(.closed)
        }
    }

    /// The next text that has `part` in it; others are dropped.
    func text(with part: String) async throws -> String {
        state.withLock { $0.awaited = part }
        defer { state.withLock { $0.awaited = nil } }
        while true {
            switch await next() {
            case .text(let bytes):
                let text = String(buffer: bytes)
                if text.contains(part) { return text }
                if text.hasPrefix("ERROR") || text.contains(#""janus":"error""#) { throw Unexpected(description: text) }
            case .closed: throw Closed()
            default: continue
            }
        }
    }

    func response() async throws -> String {
        state.withLock { $0.awaited = "a response" }
        defer { state.withLock { $0.awaited = nil } }
        while true {
            switch await next() {
            case .response(let status, let body):
                guard status == 200 else { throw Unexpected(description: "\(status) \(String(buffer: body))") }
                return String(buffer: body)
            case .closed: throw Closed()
            default: continue
            }
        }
    }

    func upgraded() async throws {
        while true {
            switch await next() {
            case .upgraded: return
            case .response(let status, _): throw Unexpected(description: "upgrade refused: \(status)")
            case .closed: throw Closed()
            case .text: continue
            }
        }
    }
}

struct Line: Sendable {
    let wire: Wire
    let inbox: Inbox

    /// Connects from 127.0.0.1, or from another loopback address.
    static func connect(_ port: Int, from address: String? = nil, on loop: any EventLoop) async throws -> Line {
        let inbox = Inbox()
        return Line(wire: try await Wire.connect(port, from: address, on: loop) { inbox.put($0) }, inbox: inbox)
    }

    func ask(_ method: String, _ path: String, token: String, body: String = "") async throws -> String {
        wire.request(method, path, token: token, body: body)
        return try await inbox.response()
    }
}
