import ECallMedia
import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket

@testable import ECallAPI
@testable import ECallCommandLine
@testable import OpenIDConnect
@testable import ServerFoundation

extension FuzzTarget {
    /// Targets whose modules take minutes to build with coverage: they only get mutations of their corpus.
    static let local = [
        FuzzTarget(name: "agent-line", longest: 8192) { input in
            let whole = lines([input[...]])
            let (first, second) = input.pieces
            try require(lines([first, second]) == whole, "two pieces are cut otherwise than one")
            var isAccepted = false
            var pictures = PictureAssembly()
            for line in whole {
                if let request = try? AgentLine.decode(AgentRequest.self, from: line) {
                    isAccepted = true
                    let written = try AgentLine.encode(request)
                    try require(written.last == 0x0A && !written.dropLast().contains(0x0A), "more than one line")
                    let again = try AgentLine.decode(AgentRequest.self, from: written.dropLast())
                    try require(again == request, "another request")
                }
                guard let reply = try? AgentLine.decode(AgentReply.self, from: line) else { continue }
                isAccepted = true
                if case .picture(let band) = reply.content, let picture = pictures.take(band) {
                    try require(picture.pixels.count == 3 * picture.width * picture.height, "no whole picture")
                }
                try require(try FuzzTarget.checkStable(AgentReply.self, Data(line)), "no reply")
            }
            return isAccepted ? .accepted([]) : .refused
        },
        FuzzTarget(name: "jwt") { input in
            guard let text = input.text,
                let token = try? CompactToken(text, algorithms: ["RS256", "ES256"])
            else { return .refused }
            try require(["RS256", "ES256"].contains(token.key.algorithm) && !token.key.id.isEmpty, "no key")
            try require(text.hasPrefix(String(decoding: token.signingInput, as: UTF8.self) + "."), "not what is signed")
            guard let claims = try? IDTokenClaims(json: token.claims) else { return .accepted([]) }
            let rules = IDTokenRules(issuer: "https://issuer.example.org", algorithms: ["RS256"])
            guard (try? rules.check(claims, audiences: ["ecall"], nonce: nil, at: now)) != nil else {
                return .accepted([])
            }
            // Such a token is never remembered for longer than it could be used.
            try require(rules.end(of: claims) > now, "a token that is over")
            return .accepted([])
        },
        FuzzTarget(name: "websocket") { input in
            let whole = WebSocketReading([input[...]])
            let (first, second) = input.pieces
            try require(WebSocketReading([first, second]) == whole, "two pieces are read otherwise than one")
            try require(whole.size <= input.count, "more came out than went in")
            return whole.isRefused || whole.messages.isEmpty ? .refused : .accepted([])
        },
        // A request line and fields, without the decoder's own checks.
        FuzzTarget(name: "http-head") { input in
            let lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let first = lines[0].split(separator: " ", maxSplits: 1)
            guard first.count == 2 else { return .refused }
            var head = HTTPRequestHead(
                version: input.count % 7 == 0 ? .http1_0 : .http1_1, method: HTTPMethod(rawValue: String(first[0])),
                uri: String(first[1]))
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                // The decoder before lets no other names through.
                guard parts.count == 2, parts[0].utf8.allSatisfy({ $0 < 0x80 }) else { continue }
                head.headers.add(name: String(parts[0]), value: String(parts[1]))
            }
            guard case .success(let accepted) = RequestHeadRules.check(head, largestBody: 65_536) else {
                return .refused
            }
            try require(accepted.head.uri == "*" || accepted.head.uri.hasPrefix("/"), "the target is no path")
            try require(accepted.head.headers["host"].allSatisfy(RequestHeadRules.isHost), "no host")
            let hasBoth =
                accepted.head.headers.contains(name: "content-length")
                && accepted.head.headers.contains(name: "transfer-encoding")
            try require(!hasBoth, "two lengths of a body")
            guard case .success(let again) = RequestHeadRules.check(accepted.head, largestBody: 65_536) else {
                throw Finding(description: "what was accepted is refused")
            }
            try require(again == accepted, "checking changes a request each time")
            return .accepted([])
        },
    ]

    static let all = instrumented + local

    private static func lines(_ pieces: [ArraySlice<UInt8>]) -> [[UInt8]] {
        var buffer = LineBuffer()
        var lines: [[UInt8]] = []
        for piece in pieces {
            buffer.append(piece)
            while let line = (try? buffer.next()).flatMap({ $0 }) { lines.append(line) }
        }
        return lines
    }
}

/// A client's bytes once the connection uses WebSocket.
private struct WebSocketReading: Equatable {
    var messages: [WebSocketMessage] = []
    var isRefused = false
    var size = 0

    init(_ pieces: [ArraySlice<UInt8>]) {
        var checker = FrameLengthChecker()
        var assembler = WebSocketAssembler(limits: WebSocketLimits(message: 2048))
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 2048)))
        for piece in pieces where !isRefused {
            let bytes = ByteBuffer(bytes: piece)
            let good = checker.check(bytes.readableBytesView)
            let slice = bytes.getSlice(at: bytes.readerIndex, length: good) ?? ByteBuffer()
            let isDecoded = (try? channel.writeInbound(slice)) != nil
            // Output before an error counts; after an error of the assembler there is none.
            let isTaken = (try? takeFrames(of: channel, into: &assembler)) != nil
            isRefused = good < bytes.readableBytes || !isDecoded || !isTaken
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    private mutating func takeFrames(of channel: EmbeddedChannel, into assembler: inout WebSocketAssembler) throws {
        while let frame = try channel.readInbound(as: WebSocketFrame.self) {
            switch try assembler.take(frame) {
            case .message(let message):
                size += message.bytes.readableBytes
                messages.append(message)
            case .ping(let bytes): size += bytes.readableBytes
            case .nothing, .pong, .close: break
            }
        }
    }
}
