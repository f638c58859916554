import NIOCore
package import NIOHTTP1

/// The server's side of HTTP/1.1 on one connection (RFC 9112): one request at a time, responses in order, and the rules for
/// ending the connection. Pure: parts and times come in, effects go out.
package struct HTTPConversation {
    package enum Effect {
        /// Pass the part to the application.
        case pass(HTTPServerRequestPart)
        /// The application's request is incomplete and no more will come.
        case breakOff
        case sayContinue
        case answer(HTTPRefusal, withBody: Bool)
        /// No more output: half-close, then close after the client has read everything.
        case finish
        /// Close at once.
        case abort
    }

    /// The event that the connection waits for; any change of the value restarts the timeout.
    package enum Waiting: Hashable {
        case firstByte
        case request(Int)
        case idle(Int)
        /// The client does not read.
        case reader(Int)
        /// The application is working, or the connection is a WebSocket.
        case nothing
        /// The client must read the rest and close.
        case close
    }

    private enum Phase { case open, finishing, isShut, upgraded }
    private enum Held {
        case part(HTTPServerRequestPart)
        case refusal(HTTPRefusal)
    }

    /// A request and its response.
    private struct Exchange {
        let isHead: Bool
        var keepsAlive: Bool
        var hasRequestEnded = false
        var hasAnswerBegun = false
        var hasAnswerEnded = false
        var bodySize = 0
    }

    private let limits: HTTPLimits
    private var phase = Phase.open
    private var current: Exchange?
    /// Parts behind the current request; few, because nothing is read meanwhile.
    private var held = CircularBuffer<Held>(initialCapacity: 0)
    private var number = 0
    private var hasBytes = false
    private var hasInputEnded = false
    private var isBlocked = false
    private var blocks = 0
    /// Whether the server is shutting down, so the connection waits for nothing any more.
    package private(set) var isQuiescing = false

    package init(limits: HTTPLimits) { self.limits = limits }

    package var waiting: Waiting {
        switch phase {
        case .upgraded: return .nothing
        case .isShut: return .close
        case .finishing: return .reader(-1)
        case .open: break
        }
        if let current {
            if !current.hasRequestEnded { return .request(number) }
            return isBlocked ? .reader(blocks) : .nothing
        }
        if isBlocked { return .reader(blocks) }
        if hasBytes { return .request(number) }
        return number == 0 ? .firstByte : .idle(number)
    }

    /// Whether the client's bytes are still processed.
    package var listens: Bool { phase == .open }
    /// Whether more is read; not while requests are waiting.
    package var wantsBytes: Bool { held.isEmpty }
    /// Whether the current response must be sent without its body.
    package var isBodiless: Bool { current?.isHead ?? false }
    package var isUpgraded: Bool { phase == .upgraded }

    // MARK: - From the client

    package mutating func bytesCame() { if current == nil { hasBytes = true } }

    package mutating func receive(_ part: HTTPServerRequestPart) -> [Effect] {
        guard phase == .open else { return [] }
        guard held.isEmpty else {
            held.append(.part(part))
            return []
        }
        return take(part)
    }

    private mutating func take(_ part: HTTPServerRequestPart) -> [Effect] {
        switch part {
        case .head(let head):
            guard current == nil else {
                held.append(.part(part))
                return []
            }
            number += 1
            switch RequestHeadRules.check(head, largestBody: limits.body) {
            case .failure(let refusal): return refuse(refusal, isHead: head.method == .HEAD)
            case .success(let accepted):
                current = Exchange(isHead: head.method == .HEAD, keepsAlive: accepted.keepsAlive)
                return (accepted.expectsContinue ? [.sayContinue] : []) + [.pass(.head(accepted.head))]
            }
        case .body(let bytes):
            let before = current?.bodySize ?? 0
            current?.bodySize += bytes.readableBytes
            guard before <= limits.body else {
                // The application has seen that the body is too large.
                current?.keepsAlive = false
                return []
            }
            return [.pass(part)]
        case .end:
            current?.hasRequestEnded = true
            return [.pass(part)] + (current?.hasAnswerEnded == true ? settle() : [])
        }
    }

    /// Handles input that is not HTTP: it is answered once, behind the outstanding responses (RFC 9112 section 9.3.2).
    package mutating func fail(_ refusal: HTTPRefusal) -> [Effect] {
        guard phase == .open else { return [] }
        if !held.isEmpty || current?.hasRequestEnded == true {
            held.append(.refusal(refusal))
            return []
        }
        return refuse(refusal, isHead: current?.isHead ?? false)
    }

    /// Handles the client's half-close: it sends nothing more, but reads.
    package mutating func inputEnded() -> [Effect] {
        hasInputEnded = true
        switch phase {
        case .open where current == nil && held.isEmpty: return abort()
        case .isShut: return abort()
        default: return []
        }
    }

    package mutating func connectionLost() -> [Effect] {
        defer { phase = .isShut }
        return phase == .open && current?.hasRequestEnded == false ? [.breakOff] : []
    }

    // MARK: - From the application

    /// Returns the head to send; nil if no response can be sent any more.
    package mutating func begin(_ answer: HTTPResponseHead) -> HTTPResponseHead? {
        guard phase == .open, current != nil else { return nil }
        if answer.status == .switchingProtocols {
            phase = .upgraded
            return answer
        }
        guard !(100..<200).contains(answer.status.code) else { return answer }
        var answer = answer
        current?.hasAnswerBegun = true
        let options = answer.headers[canonicalForm: "connection"].map { $0.lowercased() }
        let isLast = isQuiescing || hasInputEnded && held.isEmpty
        if isLast || answer.status == .payloadTooLarge || options.contains("close") { current?.keepsAlive = false }
        if current?.keepsAlive == false { answer.headers.replaceOrAdd(name: "connection", value: "close") }
        return answer
    }

    /// Whether parts of the current response are sent.
    package var isAnswering: Bool { phase == .upgraded || phase == .open && current?.hasAnswerBegun == true }

    package mutating func end() -> [Effect] {
        guard phase == .open, let answered = current, answered.hasAnswerBegun else { return [] }
        current?.hasAnswerEnded = true
        guard answered.keepsAlive else { return finish() }
        return answered.hasRequestEnded ? settle() : []
    }

    package mutating func applicationCloses() -> [Effect] {
        guard phase == .open else { return [] }
        return (current?.hasRequestEnded == false ? [.breakOff] : []) + finish()
    }

    package mutating func quiesce() { isQuiescing = true }

    // MARK: - Time and buffers

    package mutating func blocked(_ isBlocked: Bool) {
        if isBlocked, !self.isBlocked { blocks += 1 }
        self.isBlocked = isBlocked
    }

    package mutating func outputIsShut() -> [Effect] {
        phase = .isShut
        return hasInputEnded ? [.abort] : []
    }

    package mutating func expire() -> [Effect] {
        guard phase == .open, case .request = waiting else { return abort() }
        return refuse(.timeout, isHead: current?.isHead ?? false)
    }

    // MARK: - Ends

    /// Ends the exchange and continues with the held parts.
    private mutating func settle() -> [Effect] {
        current = nil
        hasBytes = false
        var effects: [Effect] = []
        while phase == .open, let next = held.first {
            switch next {
            case .part(.head) where current != nil: return effects
            case .refusal where current?.hasRequestEnded == true: return effects
            case .refusal(let refusal):
                held.removeFirst()
                effects += refuse(refusal, isHead: current?.isHead ?? false)
            case .part(let part):
                held.removeFirst()
                effects += take(part)
            }
        }
        if phase == .open, current == nil, hasInputEnded { effects += finish() }
        return effects
    }

    private mutating func refuse(_ refusal: HTTPRefusal, isHead: Bool) -> [Effect] {
        let (begun, isBroken) = (current?.hasAnswerBegun == true, current?.hasRequestEnded == false)
        let effects = finish()
        if begun { return (isBroken ? [.breakOff] : []) + (current?.hasAnswerEnded == true ? effects : abort()) }
        return [.answer(refusal, withBody: !isHead)] + (isBroken ? [.breakOff] : []) + effects
    }

    private mutating func finish() -> [Effect] {
        phase = .finishing
        held.removeAll()
        return [.finish]
    }

    private mutating func abort() -> [Effect] {
        let isBroken = phase == .open && current?.hasRequestEnded == false
        phase = .isShut
        held.removeAll()
        return (isBroken ? [.breakOff] : []) + [.abort]
    }
}
