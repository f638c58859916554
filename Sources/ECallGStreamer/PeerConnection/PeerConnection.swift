import CGStreamer
import ECallLanguage
import ECallMedia
import Synchronization

/// The common part of publisher and subscriber: a pipeline with one `webrtcbin`, its negotiation, candidates, events.
final class PeerConnection: Sendable {
    let pipeline: Pipeline
    let webrtc: Element
    let events: EventStream
    private let relayOnly: Bool
    private let usesRelays: Bool
    let clock: any Clock<Duration>
    private let state = Mutex(State())

    private struct State {
        var remoteDescriptionSet = false
        var waitingCandidates: [ICECandidate] = []
        var mediaIdentifiers: [String] = []
        var waitingLocalCandidates: [(Int, String)] = []
        var pathFound = false
        var connected = false
        var lastPair: CandidatePair?
        var closed = false
    }

    /// The time that a TURN server may take to give an allocation up.
    private static let releaseMilliseconds: guint = 500
    static let statisticsPatience = Duration.milliseconds(100)
    /// The start of every description of a pipeline with a connection in it.
    static let element = "webrtcbin name=webrtc bundle-policy=max-bundle"
    static let requiredElements = [
        "webrtcbin", "nicesrc", "nicesink", "dtlssrtpenc", "dtlssrtpdec", "srtpenc", "srtpdec", "rtpbin",
    ]

    init(
        pipeline: Pipeline, ice: ICEConfiguration, events: EventStream, clock: any Clock<Duration>
    ) throws(MediaError) {
        self.pipeline = pipeline
        self.events = events
        self.clock = clock
        relayOnly = ice.relayOnly
        usesRelays = ice.servers.contains { $0.uri.hasPrefix("turn") }
        webrtc = try pipeline.child("webrtc")
        try configure(ice)
        observe()
    }

    // MARK: - negotiation

    /// Makes an offer, applies it, and returns it as text.
    func createOffer() async throws(MediaError) -> String {
        let offer = try await create("create-offer", field: "offer")
        try await apply("set-local-description", offer)
        let text = offer.text
        announceLocalCandidates(of: text)
        return text
    }

    func setAnswer(_ sdp: String) async throws(MediaError) {
        try await apply("set-remote-description", SessionDescription(GST_WEBRTC_SDP_TYPE_ANSWER, sdp))
        releaseWaitingCandidates()
    }

    /// Applies an offer and returns the answer to it.
    func answer(_ sdp: String) async throws(MediaError) -> String {
        try await apply("set-remote-description", SessionDescription(GST_WEBRTC_SDP_TYPE_OFFER, sdp))
        let created = try await create("create-answer", field: "answer").text
        let answer = try SessionDescription(
            GST_WEBRTC_SDP_TYPE_ANSWER, SDPText.leavingHandshake(to: sdp, in: created))
        try await apply("set-local-description", answer)
        releaseWaitingCandidates()
        let text = answer.text
        announceLocalCandidates(of: text)
        return text
    }

    private func create(_ signal: String, field: String) async throws(MediaError) -> SessionDescription {
        guard !isClosed else { throw .closed }
        let description = await reply { promise in
            ecall_webrtc_create(webrtc.pointer, signal, promise)
        } read: { reply in
            ecall_reply_description(reply, field).map(SessionDescription.init(taking:))
        }
        guard let description else { throw isClosed ? .closed : .badSessionDescription }
        return description
    }

    private func apply(_ signal: String, _ description: SessionDescription) async throws(MediaError) {
        guard !isClosed else { throw .closed }
        // An empty reply is success; `nil` means that the promise was never answered or has no structure at all.
        let failed = await reply { promise in
            ecall_webrtc_set_description(webrtc.pointer, signal, description.pointer, promise)
        } read: { reply in
            gst_structure_has_field(reply, "error") != 0
        }
        guard failed != true else { throw isClosed ? .closed : .badSessionDescription }
    }

    // MARK: - candidates

    func addRemoteCandidate(_ candidate: ICECandidate) {
        guard candidate.isAcceptable else { return }
        let now = state.withLock { state -> Bool in
            guard !state.closed else { return false }
            if state.remoteDescriptionSet { return true }
            if state.waitingCandidates.count < 256 { state.waitingCandidates.append(candidate) }
            return false
        }
        if now { add(candidate) }
    }

    private func releaseWaitingCandidates() {
        let waiting = state.withLock { state in
            state.remoteDescriptionSet = true
            defer { state.waitingCandidates = [] }
            return state.waitingCandidates
        }
        for candidate in waiting { add(candidate) }
    }

    private func add(_ candidate: ICECandidate) {
        ecall_webrtc_add_candidate(webrtc.pointer, guint(candidate.sdpMLineIndex), candidate.candidate)
    }

    /// Candidates also name their media line by its `mid`, so they wait for the description.
    private func announceLocalCandidates(of sdp: String) {
        let waiting = state.withLock { state in
            state.mediaIdentifiers = SDPText.mediaIdentifiers(sdp)
            defer { state.waitingLocalCandidates = [] }
            return state.waitingLocalCandidates
        }
        for (mediaLine, candidate) in waiting { announce(candidate, mediaLine) }
    }

    private func announce(_ candidate: String, _ mediaLine: Int) {
        if relayOnly, !candidate.contains(" typ relay") { return }
        let identifier = state.withLock { state -> String?? in
            if state.mediaIdentifiers.isEmpty {
                state.waitingLocalCandidates.append((mediaLine, candidate))
                return nil
            }
            return .some(state.mediaIdentifiers.indices.contains(mediaLine) ? state.mediaIdentifiers[mediaLine] : nil)
        }
        guard let identifier else { return }
        events.send(
            .localCandidate(ICECandidate(candidate: candidate, sdpMLineIndex: mediaLine, sdpMid: identifier)))
    }

    // MARK: - life

    /// The types of the candidates that carry the media; nil before a pair is selected, the last ones after closing.
    func selectedPair() async -> CandidatePair? {
        guard !isClosed else { return state.withLock { $0.lastPair } }
        // A lost connection may not answer; its other counters must not wait for that.
        let answers = FirstResult<CandidatePair?>(on: clock)
        askForPair { answers.send($0) }
        let pair = await answers.value(within: Self.statisticsPatience) ?? nil
        return state.withLock { state in
            state.lastPair = pair ?? state.lastPair
            return state.lastPair
        }
    }

    private func askForPair(_ answer: @escaping @Sendable (CandidatePair?) -> Void) {
        request { promise in
            ecall_webrtc_get_stats(webrtc.pointer, promise)
        } read: { stats -> CandidatePair? in
            var local = [CChar](repeating: 0, count: 32)
            var remote = [CChar](repeating: 0, count: 32)
            guard ecall_stats_selected_pair(stats, &local, &remote, 32) != 0 else { return nil }
            return CandidatePair(local: SelectedPair.standardName(local), remote: SelectedPair.standardName(remote))
        } answer: {
            answer($0)
        }
    }

    var isClosed: Bool {
        state.withLock { $0.closed }
    }

    func close() async {
        let isFirst = state.withLock { state in
            defer { state.closed = true }
            return !state.closed
        }
        if isFirst && usesRelays {
            await onBlockingThread { [webrtc] in
                _ = ecall_webrtc_release_relays(webrtc.pointer, Self.releaseMilliseconds)
            }
        }
        await pipeline.stop()
        events.finish()
    }

    private func configure(_ ice: ICEConfiguration) throws(MediaError) {
        // The canonical name would otherwise be made of the user's and the machine's name (RFC 7022 wants random ones).
        let name = String(UInt64.random(in: 1...UInt64.max), radix: 36)
        webrtc.child("rtpbin")?.set("sdes", "application/x-rtp-source-sdes,cname=(string)x\(name)")
        guard ecall_webrtc_prepare_agent(webrtc.pointer) != 0 else {
            throw .pipeline(element: "webrtc", message: "no ICE agent that can be set up")
        }
        if ice.relayOnly { webrtc.set("ice-transport-policy", "relay") }
        for address in ice.localAddresses where ecall_webrtc_add_local_address(webrtc.pointer, address) == 0 {
            throw .inputUnavailable(.mediaLocalAddress(address: address))
        }
        for server in ice.servers {
            switch ICEServerURI(server) {
            case .stun(let uri): webrtc.set("stun-server", uri)
            case .turn(let uri): _ = ecall_webrtc_add_turn_server(webrtc.pointer, uri)
            case nil: throw .inputUnavailable(.mediaBadServer)
            }
        }
    }

    private func observe() {
        webrtc.onLocalCandidate { [weak self] mediaLine, candidate in self?.announce(candidate, mediaLine) }
        webrtc.onChange(of: "ice-gathering-state") { [weak self] in self?.gatheringChanged() }
        webrtc.onChange(of: "ice-connection-state") { [weak self] in self?.pathChanged() }
        webrtc.onChange(of: "connection-state") { [weak self] in self?.connectionChanged() }
    }

    private func gatheringChanged() {
        if webrtc.enumeration("ice-gathering-state") == Int(GST_WEBRTC_ICE_GATHERING_STATE_COMPLETE.rawValue) {
            events.send(.gatheringComplete)
        }
    }

    private func pathChanged() {
        let path = GstWebRTCICEConnectionState(rawValue: numericCast(webrtc.enumeration("ice-connection-state")))
        let isFirst = state.withLock { state in
            guard !state.pathFound,
                path == GST_WEBRTC_ICE_CONNECTION_STATE_CONNECTED
                    || path == GST_WEBRTC_ICE_CONNECTION_STATE_COMPLETED
            else { return false }
            state.pathFound = true
            return true
        }
        if isFirst { events.send(.pathFound) }
    }

    private func connectionChanged() {
        let connection = GstWebRTCPeerConnectionState(rawValue: numericCast(webrtc.enumeration("connection-state")))
        let event = state.withLock { state -> MediaEvent? in
            switch connection {
            case GST_WEBRTC_PEER_CONNECTION_STATE_CONNECTED where !state.connected:
                state.connected = true
                return .connected
            case GST_WEBRTC_PEER_CONNECTION_STATE_FAILED, GST_WEBRTC_PEER_CONNECTION_STATE_CLOSED,
                GST_WEBRTC_PEER_CONNECTION_STATE_DISCONNECTED:
                defer { state.connected = false }
                return state.connected || connection == GST_WEBRTC_PEER_CONNECTION_STATE_FAILED ? .disconnected : nil
            default:
                return nil
            }
        }
        if let event { events.send(event) }
    }
}

/// Names of candidate types.
enum SelectedPair {
    /// GStreamer uses `relayed`, `server-reflexive`, `peer-reflexive`; RFC 8839 uses `relay`, `srflx`, `prflx`.
    static func standardName(_ name: [CChar]) -> String {
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return switch text {
        case "relayed": "relay"
        case "server-reflexive", "serverreflexive": "srflx"
        case "peer-reflexive", "peerreflexive": "prflx"
        default: text
        }
    }
}
