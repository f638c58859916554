import Foundation

struct Refusal: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// The content of a session description, as far as the stand-in uses it.
struct Description {
    struct Codec {
        let payload: Int
        let name: String
        var parameters = ""
    }

    struct Section {
        var kind: String
        var mid: String
        var direction: String
        var codecs: [Codec]
        var extensions: [(id: Int, uri: String)]
        var packetTime: Int?
        var lines: [String] = []
    }

    var ufrag: String
    var text: String
    var sections: [Section]

    /// Nil for a description that libwebrtc doesn't read either.
    init?(_ text: String) {
        let lines = text.split { $0 == "\r\n" || $0 == "\n" }.map(String.init)
        guard lines.first == "v=0", lines.count > 4 else { return nil }
        self.text = text
        ufrag = ""
        sections = []
        for line in lines {
            if line.hasPrefix("m=") {
                let parts = line.dropFirst(2).split(separator: " ")
                guard parts.count > 3, ["audio", "video"].contains(parts[0]) else { return nil }
                sections.append(
                    Section(kind: String(parts[0]), mid: "", direction: "sendrecv", codecs: [], extensions: []))
                continue
            }
            if let value = Self.value(line, "a=ice-ufrag:") { ufrag = value }
            guard !sections.isEmpty else { continue }
            sections[sections.count - 1].read(line)
        }
        guard !ufrag.isEmpty, !sections.isEmpty, Set(sections.map(\.mid)).count == sections.count else { return nil }
        guard sections.allSatisfy({ !$0.codecs.isEmpty && !$0.mid.isEmpty }) else { return nil }
    }

    static func value(_ line: String, _ prefix: String) -> String? {
        line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
    }
}

extension Description.Section {
    mutating func read(_ line: String) {
        lines.append(line)
        if ["a=sendrecv", "a=sendonly", "a=recvonly", "a=inactive"].contains(line) {
            direction = String(line.dropFirst(2))
        }
        if let value = Description.value(line, "a=mid:") { mid = value }
        if let value = Description.value(line, "a=ptime:") { packetTime = Int(value) }
        if let value = Description.value(line, "a=extmap:") {
            let parts = value.split(separator: " ")
            if parts.count == 2, let id = Int(parts[0]) { extensions.append((id, String(parts[1]))) }
        }
        if let value = Description.value(line, "a=rtpmap:") {
            let parts = value.split(separator: " ")
            guard parts.count == 2, let payload = Int(parts[0]) else { return }
            let name = String(parts[1].prefix { $0 != "/" })
            if name != "rtx" { codecs.append(.init(payload: payload, name: name)) }
        }
        if let value = Description.value(line, "a=fmtp:"), let space = value.firstIndex(of: " ") {
            guard let index = codecs.firstIndex(where: { String($0.payload) == value[..<space] }) else { return }
            codecs[index].parameters = String(value[value.index(after: space)...])
        }
    }
}

// MARK: - Written

private let soundExtensions = [
    "urn:ietf:params:rtp-hdrext:ssrc-audio-level", "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01", "urn:ietf:params:rtp-hdrext:sdes:mid",
]
private let pictureExtensions = [
    "urn:ietf:params:rtp-hdrext:toffset", "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
    "urn:3gpp:video-orientation", "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
    "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay", "urn:ietf:params:rtp-hdrext:sdes:mid",
]

extension RTCPeerConnection {
    func offered(_ state: TransceiverState, at index: Int) -> Description.Section {
        let isAudio = state.kind == .audio
        let codecs = isAudio ? soundCodecs : pictureCodecs(factory.encoders.supportedCodecs())
        let uris = isAudio ? soundExtensions : pictureExtensions
        return Description.Section(
            kind: isAudio ? "audio" : "video", mid: state.mid ?? String(index),
            direction: state.direction == .sendOnly
                ? "sendonly" : state.direction == .inactive ? "inactive" : "sendrecv",
            codecs: codecs, extensions: uris.enumerated().map { ($0 + 1, $1) })
    }

    func answered(_ offer: Description.Section) -> Description.Section {
        let isAudio = offer.kind == "audio"
        let known = isAudio ? soundCodecs : pictureCodecs(factory.decoders.supportedCodecs())
        var answer = offer
        answer.codecs = offer.codecs.filter { codec in known.contains { $0.name == codec.name } }
        let uris = isAudio ? soundExtensions : pictureExtensions
        answer.extensions = offer.extensions.filter { uris.contains($0.uri) }
        answer.direction = offer.direction == "sendonly" || offer.direction == "sendrecv" ? "recvonly" : "inactive"
        answer.packetTime = nil
        return answer
    }

    private var soundCodecs: [Description.Codec] {
        [
            .init(payload: 111, name: "opus", parameters: "minptime=10;useinbandfec=1"),
            .init(payload: 63, name: "red", parameters: "111/111"), .init(payload: 9, name: "G722"),
            .init(payload: 0, name: "PCMU"),
        ]
    }

    private func pictureCodecs(_ infos: [RTCVideoCodecInfo]) -> [Description.Codec] {
        infos.enumerated().map { index, info in
            let parameters = info.parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ";")
            return .init(payload: 96 + 2 * index, name: info.name, parameters: parameters)
        }
    }

    func describe(_ sections: [Description.Section], setup: String) -> (text: String, ()) {
        let mids = sections.map(\.mid).joined(separator: " ")
        var lines = [
            "v=0", "o=- \(UInt32.random(in: 1...UInt32.max)) 2 IN IP4 127.0.0.1", "s=-", "t=0 0",
            "a=group:BUNDLE \(mids)",
            "a=extmap-allow-mixed", "a=msid-semantic: WMS",
        ]
        for section in sections {
            let rtx = section.kind == "video" ? section.codecs.map { $0.payload + 1 } : []
            let payloads = (section.codecs.map(\.payload) + rtx).map(String.init).joined(separator: " ")
            lines += [
                "m=\(section.kind) 9 UDP/TLS/RTP/SAVPF \(payloads)", "c=IN IP4 0.0.0.0", "a=ice-ufrag:\(ufrag)",
                "a=ice-pwd:\(name)", "a=fingerprint:sha-256 00:11", "a=setup:\(setup)", "a=mid:\(section.mid)",
            ]
            lines += section.extensions.map { "a=extmap:\($0.id) \($0.uri)" }
            lines += ["a=\(section.direction)", "a=rtcp-mux"]
            for codec in section.codecs {
                let rate = section.kind == "video" ? "90000" : codec.name == "opus" ? "48000/2" : "8000"
                lines.append("a=rtpmap:\(codec.payload) \(codec.name)/\(rate)")
                if !codec.parameters.isEmpty { lines.append("a=fmtp:\(codec.payload) \(codec.parameters)") }
                if section.kind == "video" {
                    lines += [
                        "a=rtcp-fb:\(codec.payload) nack pli", "a=rtpmap:\(codec.payload + 1) rtx/90000",
                        "a=fmtp:\(codec.payload + 1) apt=\(codec.payload)",
                    ]
                }
            }
            if section.direction == "sendonly",
                let state = states.first(where: { $0.kind == (section.kind == "audio" ? .audio : .video) })
            {
                lines.append("a=ssrc:\(state.sender.ssrc) cname:\(name)")
            }
        }
        return (lines.map { $0 + "\r\n" }.joined(), ())
    }
}
