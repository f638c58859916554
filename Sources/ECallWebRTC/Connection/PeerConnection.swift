import ECallLanguage
import ECallMedia
import Foundation
import Synchronization
import WebRTC

/// The common part of publisher, subscriber and sound connection: negotiation, candidates, events.
///
/// Objects of libwebrtc may be used on any thread, and hand each call on to threads of their own.
final class PeerConnection: NSObject, RTCPeerConnectionDelegate, @unchecked Sendable {
    let events = EventStream()
    let connection: RTCPeerConnection
    private let relayOnly: Bool
    private let state = Mutex(State())

    private struct State {
        var remoteDescriptionSet = false
        var waitingCandidates: [ICECandidate] = []
        var pathFound = false
        var connected = false
        var lastPair: CandidatePair?
        var closed = false
    }

    private static let mostWaiting = 256

    init(_ ice: ICEConfiguration, _ factory: RTCPeerConnectionFactory) throws(MediaError) {
        let made = factory.peerConnection(
            with: try Self.configuration(ice), constraints: Self.constraints, delegate: nil)
        guard let made else { throw .pipeline(element: "WebRTC", message: "no connection can be made") }
        (connection, relayOnly) = (made, ice.relayOnly)
        super.init()
        connection.delegate = self
    }

    private static var constraints: RTCMediaConstraints {
        RTCMediaConstraints(mandatoryConstraints: nil, optionalConstraints: nil)
    }

    /// Requires sealed frames: then receivers without decryptor get nothing, and senders of sound without encryptor send nothing. Senders
    /// of video send nevertheless, hence `SealGate`.
    static func configuration(_ ice: ICEConfiguration) throws(MediaError) -> RTCConfiguration {
        let configuration = RTCConfiguration()
        configuration.iceServers = try ice.servers.map { server throws(MediaError) in
            guard let scheme = server.uri.split(separator: ":", maxSplits: 1).first?.lowercased(),
                ["stun", "turn", "turns"].contains(scheme), server.uri.utf8.count <= 512
            else { throw .inputUnavailable(.mediaBadServer) }
            return RTCIceServer(urlStrings: [server.uri], username: server.username, credential: server.credential)
        }
        configuration.iceTransportPolicy = ice.relayOnly ? .relay : .all
        configuration.bundlePolicy = .maxBundle
        configuration.rtcpMuxPolicy = .require
        configuration.sdpSemantics = .unifiedPlan
        configuration.cryptoOptions = RTCCryptoOptions(
            srtpEnableGcmCryptoSuites: true, srtpEnableAes128Sha1_32CryptoCipher: false,
            srtpEnableEncryptedRtpHeaderExtensions: false, sframeRequireFrameEncryption: true)
        return configuration
    }

    // MARK: - Negotiation

    /// Makes an offer, changes it, applies it, and returns it.
    func offer(_ change: (String) -> String) async throws(MediaError) -> String {
        let made = await described { connection.offer(for: Self.constraints, completionHandler: $0) }
        guard let made else { throw isClosed ? .closed : .badSessionDescription }
        let offer = change(made)
        try await applyLocal(RTCSessionDescription(type: .offer, sdp: offer))
        return offer
    }

    func accept(answer sdp: String) async throws(MediaError) {
        try await applyRemote(RTCSessionDescription(type: .answer, sdp: sdp))
    }

    /// Applies an offer, prepares its receivers, and returns the answer.
    func answer(
        _ sdp: String, prepare: () throws(MediaError) -> Void
    ) async throws(MediaError) -> String {
        try await applyRemote(RTCSessionDescription(type: .offer, sdp: SDPText.reduced(sdp)))
        // Nothing is received before the answer is applied.
        try prepare()
        let made = await described { connection.answer(for: Self.constraints, completionHandler: $0) }
        guard let made else { throw isClosed ? .closed : .badSessionDescription }
        let answer = SDPText.reduced(made)
        try await applyLocal(RTCSessionDescription(type: .answer, sdp: answer))
        return answer
    }

    private func described(
        _ begin: (@escaping @Sendable (RTCSessionDescription?, (any Error)?) -> Void) -> Void
    ) async -> String? {
        guard !isClosed else { return nil }
        return await withCheckedContinuation { continuation in
            begin { description, _ in continuation.resume(returning: description?.sdp) }
        }
    }

    private func applyLocal(_ description: RTCSessionDescription) async throws(MediaError) {
        guard !isClosed else { throw .closed }
        let isApplied = await withCheckedContinuation { continuation in
            connection.setLocalDescription(description) { continuation.resume(returning: $0 == nil) }
        }
        guard isApplied else { throw isClosed ? .closed : .badSessionDescription }
    }

    private func applyRemote(_ description: RTCSessionDescription) async throws(MediaError) {
        guard !isClosed else { throw .closed }
        let isApplied = await withCheckedContinuation { continuation in
            connection.setRemoteDescription(description) { continuation.resume(returning: $0 == nil) }
        }
        guard isApplied else { throw isClosed ? .closed : .badSessionDescription }
        let waiting = state.withLock { state in
            state.remoteDescriptionSet = true
            defer { state.waitingCandidates = [] }
            return state.waitingCandidates
        }
        for candidate in waiting { add(candidate) }
    }

    // MARK: - Candidates

    func addRemoteCandidate(_ candidate: ICECandidate) {
        guard candidate.isAcceptable else { return }
        let now = state.withLock { state -> Bool in
            guard !state.closed else { return false }
            if state.remoteDescriptionSet { return true }
            if state.waitingCandidates.count < Self.mostWaiting { state.waitingCandidates.append(candidate) }
            return false
        }
        if now { add(candidate) }
    }

    private func add(_ candidate: ICECandidate) {
        // One that cannot be used is one way less.
        connection.add(
            RTCIceCandidate(
                sdp: candidate.candidate, sdpMLineIndex: Int32(candidate.sdpMLineIndex), sdpMid: candidate.sdpMid)
        ) { _ in }
    }

    // MARK: - Life

    var isClosed: Bool { state.withLock { $0.closed } }

    /// Nil once it is closed.
    func report() async -> Report? {
        guard !isClosed else { return nil }
        let report = await withCheckedContinuation { continuation in
            connection.statistics { continuation.resume(returning: Report($0)) }
        }
        state.withLock { $0.lastPair = report.pair ?? $0.lastPair }
        return report
    }

    /// The types of the candidates that carry the media; nil before a pair is selected, the last ones after closing.
    func selectedPair() async -> CandidatePair? {
        _ = await report()
        return state.withLock { $0.lastPair }
    }

    func close() {
        let isFirst = state.withLock { state in
            defer { state.closed = true }
            return !state.closed
        }
        if isFirst { connection.close() }
        events.finish()
    }

    // MARK: - Delegate, on libwebrtc's threads

    func peerConnection(_ peerConnection: RTCPeerConnection, didGenerate candidate: RTCIceCandidate) {
        let text = candidate.sdp
        if relayOnly, !text.contains(" typ relay") { return }
        events.send(
            .localCandidate(
                ICECandidate(
                    candidate: text, sdpMLineIndex: Int(candidate.sdpMLineIndex), sdpMid: candidate.sdpMid)))
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceGatheringState) {
        if newState == .complete { events.send(.gatheringComplete) }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCIceConnectionState) {
        guard newState == .connected || newState == .completed else { return }
        let isFirst = state.withLock { state in
            defer { state.pathFound = true }
            return !state.pathFound
        }
        if isFirst { events.send(.pathFound) }
    }

    func peerConnection(_ peerConnection: RTCPeerConnection, didChange newState: RTCPeerConnectionState) {
        let event = state.withLock { state -> MediaEvent? in
            switch newState {
            case .connected where !state.connected:
                state.connected = true
                return .connected
            case .disconnected, .failed, .closed:
                defer { state.connected = false }
                return state.connected || newState == .failed ? .disconnected : nil
            default:
                return nil
            }
        }
        if let event { events.send(event) }
    }

    // Required by the protocol, and of no interest.
    func peerConnection(_ peerConnection: RTCPeerConnection, didChange stateChanged: RTCSignalingState) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didAdd stream: RTCMediaStream) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove stream: RTCMediaStream) {}
    func peerConnectionShouldNegotiate(_ peerConnection: RTCPeerConnection) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didRemove candidates: [RTCIceCandidate]) {}
    func peerConnection(_ peerConnection: RTCPeerConnection, didOpen dataChannel: RTCDataChannel) {}
}
