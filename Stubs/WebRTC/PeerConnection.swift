public import Foundation

/// An enumeration in WebRTC; an app uses none of its cases.
public struct RTCSignalingState: Equatable, Sendable {
    let name: String

    static let stable = RTCSignalingState(name: "stable")
    static let haveLocalOffer = RTCSignalingState(name: "have-local-offer")
    static let haveRemoteOffer = RTCSignalingState(name: "have-remote-offer")
    static let closed = RTCSignalingState(name: "closed")
}

public enum RTCIceConnectionState: Int, Sendable {
    case new, checking, connected, completed, failed, disconnected, closed
}
public enum RTCPeerConnectionState: Int, Sendable { case new, connecting, connected, disconnected, failed, closed }
public enum RTCIceGatheringState: Int, Sendable { case new, complete = 2 }

public final class RTCMediaStream: NSObject {}
public final class RTCDataChannel: NSObject {}

public typealias RTCCreateSessionDescriptionCompletionHandler =
    @Sendable (RTCSessionDescription?, (any Error)?) -> Void

public protocol RTCPeerConnectionDelegate: NSObjectProtocol {
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream)
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream)
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection)
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState)
    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate)
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate])
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel)
    /// Optional in Objective-C.
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCPeerConnectionState)
}

public final class RTCPeerConnection: NSObject {
    let factory: RTCPeerConnectionFactory
    let configuration: RTCConfiguration
    public weak var delegate: (any RTCPeerConnectionDelegate)?
    let ufrag = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 36)
    let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    var states: [TransceiverState] = []
    var signaling = RTCSignalingState.stable
    var local: Description?
    var remote: Description?
    var remoteCandidates: [RTCIceCandidate] = []
    var connection = RTCPeerConnectionState.new
    weak var peer: RTCPeerConnection?

    var network: Network { factory.network }
    var requiresEncryption: Bool { configuration.cryptoOptions?.sframeRequireFrameEncryption ?? false }

    init(
        _ factory: RTCPeerConnectionFactory, _ configuration: RTCConfiguration,
        _ delegate: (any RTCPeerConnectionDelegate)?
    ) {
        (self.factory, self.configuration, self.delegate) = (factory, configuration, delegate)
        super.init()
        network.add(self)
    }

    public var transceivers: [RTCRtpTransceiver] { states.map(RTCRtpTransceiver.init) }

    public func addTransceiver(with track: RTCMediaStreamTrack, init: RTCRtpTransceiverInit) -> RTCRtpTransceiver? {
        guard signaling != .closed else { return nil }
        let state = TransceiverState(track.state.kind, `init`.direction, self)
        state.sender.track = track.state
        track.state.source.takers.append { [weak sender = state.sender] frame in sender?.take(frame) }
        states.append(state)
        return RTCRtpTransceiver(state)
    }

    // MARK: - Negotiation

    public func offer(
        for constraints: RTCMediaConstraints, completionHandler: @escaping RTCCreateSessionDescriptionCompletionHandler
    ) {
        network.later { [self] in
            guard signaling != .closed else { return completionHandler(nil, Refusal("closed")) }
            let description = describe(states.enumerated().map { offered($1, at: $0) }, setup: "actpass")
            completionHandler(RTCSessionDescription(type: .offer, sdp: description.text), nil)
        }
    }

    public func answer(
        for constraints: RTCMediaConstraints, completionHandler: @escaping RTCCreateSessionDescriptionCompletionHandler
    ) {
        network.later { [self] in
            guard signaling == .haveRemoteOffer, let remote else { return completionHandler(nil, Refusal("no offer")) }
            let description = describe(remote.sections.map(answered), setup: "active")
            completionHandler(RTCSessionDescription(type: .answer, sdp: description.text), nil)
        }
    }

    public func setLocalDescription(
        _ sdp: RTCSessionDescription, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        network.later { [self] in
            let expected: RTCSignalingState = sdp.type == .offer ? .stable : .haveRemoteOffer
            guard signaling == expected, let description = Description(sdp.sdp),
                sdp.type == .answer || description.sections.count == states.count
            else { return completionHandler(Refusal("wrong state or description")) }
            local = description
            if sdp.type == .offer {
                for (state, section) in zip(states, description.sections) { state.mid = section.mid }
                change(.haveLocalOffer)
            } else {
                negotiated()
            }
            completionHandler(nil)
            gather()
        }
    }

    public func setRemoteDescription(
        _ sdp: RTCSessionDescription, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        network.later { [self] in
            let expected: RTCSignalingState = sdp.type == .offer ? .stable : .haveLocalOffer
            guard signaling == expected, let description = Description(sdp.sdp) else {
                return completionHandler(Refusal("wrong state or description"))
            }
            if sdp.type == .answer {
                guard let local, description.sections.map(\.kind) == local.sections.map(\.kind) else {
                    return completionHandler(Refusal("another number of media lines"))
                }
                remote = description
                negotiated()
            } else {
                remote = description
                for section in description.sections where !states.contains(where: { $0.mid == section.mid }) {
                    let state = TransceiverState(section.kind == "audio" ? .audio : .video, .inactive, self)
                    state.mid = section.mid
                    states.append(state)
                }
                change(.haveRemoteOffer)
            }
            completionHandler(nil)
        }
    }

    public func add(_ candidate: RTCIceCandidate, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        let candidate = Handed(candidate)
        network.later { [self] in
            guard remote != nil, signaling != .closed, candidate.value.sdp.split(separator: " ").count >= 8 else {
                return completionHandler(Refusal("no description for the candidate"))
            }
            remoteCandidates.append(candidate.value)
            completionHandler(nil)
            network.connect()
        }
    }

    public func close() {
        network.now { [self] in
            guard signaling != .closed else { return }
            change(.closed as RTCSignalingState)
            change(.closed as RTCPeerConnectionState)
            for state in states { state.stop() }
            network.remove(self)
        }
    }

    public func statistics(completionHandler: @escaping @Sendable (RTCStatisticsReport) -> Void) {
        network.later { [self] in completionHandler(RTCStatisticsReport(statistics)) }
    }

    // MARK: - States

    func change(_ new: RTCSignalingState) {
        signaling = new
        tell { $1.peerConnection($0, didChange: new) }
    }

    func change(_ new: RTCPeerConnectionState) {
        guard connection != new else { return }
        connection = new
        let path: RTCIceConnectionState =
            switch new {
            case .new: .new
            case .connecting: .checking
            case .connected: .connected
            case .disconnected: .disconnected
            case .failed: .failed
            case .closed: .closed
            }
        tell { $1.peerConnection($0, didChange: path) }
        if network.handshakeFails, new == .connected {
            connection = .failed
            return tell { $1.peerConnection($0, didChange: .failed as RTCPeerConnectionState) }
        }
        tell { $1.peerConnection($0, didChange: new) }
    }

    func tell(_ body: @escaping @Sendable (RTCPeerConnection, any RTCPeerConnectionDelegate) -> Void) {
        network.later { [self] in if let delegate { body(self, delegate) } }
    }

    /// Both descriptions are there: they determine what is sent, and how.
    private func negotiated() {
        guard let local, let remote else { return }
        for (mine, theirs) in zip(local.sections, remote.sections) {
            guard let state = states.first(where: { $0.mid == mine.mid }) else { continue }
            let names = Set(mine.codecs.map(\.name))
            state.codec = theirs.codecs.first { names.contains($0.name) }
            state.packetTime = theirs.packetTime
            state.sends = mine.direction == "sendonly" && ["recvonly", "sendrecv"].contains(theirs.direction)
            state.extensions = Set(mine.extensions.map(\.uri)).intersection(theirs.extensions.map(\.uri))
        }
        change(.stable)
        network.connect()
    }

    private func gather() {
        let relays = configuration.iceServers.flatMap(\.urlStrings).filter { $0.hasPrefix("turn") }.count
        var kinds = Array(repeating: "relay raddr 0.0.0.0 rport 0", count: relays)
        if configuration.iceTransportPolicy == .all { kinds.insert("host", at: 0) }
        for (index, kind) in kinds.enumerated() {
            let text = "candidate:\(index + 1) 1 udp 2122260223 192.0.2.1 \(50_000 + index) typ \(kind) ufrag \(ufrag)"
            let mid = local?.sections.first?.mid
            tell { $1.peerConnection($0, didGenerate: RTCIceCandidate(sdp: text, sdpMLineIndex: 0, sdpMid: mid)) }
        }
        tell { $1.peerConnection($0, didChange: .complete as RTCIceGatheringState) }
    }
}
