import ECallCore
import ECallMedia
import Janus

/// One peer connection with its Janus handle. Local candidates wait until Janus has the description they belong to.
actor PeerTransport {
    nonisolated let handle: JanusHandle
    nonisolated let connection: any MediaConnection

    private let janus: JanusClient
    private let report: @Sendable (MediaEvent) async -> Void
    private var waiting: [JanusTrickle]? = []
    private var listening: Task<Void, Never>?
    private let tasks: SessionTasks
    private var ownAddresses: Set<String> = []

    init(
        handle: JanusHandle, connection: any MediaConnection, janus: JanusClient, tasks: SessionTasks,
        report: @escaping @Sendable (MediaEvent) async -> Void
    ) {
        (self.handle, self.connection, self.janus) = (handle, connection, janus)
        (self.tasks, self.report) = (tasks, report)
    }

    func start() {
        listening = tasks.follow(connection.events) { [weak self] in await self?.local($0) }
    }

    /// Requests an offer from Janus, and answers it with the connection.
    func accept(_ answer: String) async throws(CallFailure) {
        let description = JanusSessionDescription(.answer, sdp: answer, isEndToEndEncrypted: true)
        _ = try await step { () throws(JanusClientError) in
            try await janus.request(.start, jsep: description, on: handle)
        }
        await descriptionIsKnown()
    }

    func descriptionIsKnown() async {
        let candidates = waiting ?? []
        waiting = nil
        for candidate in candidates { try? await janus.trickle(candidate, on: handle) }
    }

    func remote(_ trickle: JanusTrickle) async {
        // Janus marks the end of its candidates; the connection needs no such mark.
        guard case .candidate(let candidate) = trickle else { return }
        await connection.addRemoteCandidate(
            ICECandidate(
                candidate: candidate.candidate, sdpMLineIndex: candidate.sdpMLineIndex ?? 0, sdpMid: candidate.sdpMid))
    }

    /// Whether it has no address left from which it could send.
    func addressRemoved(_ address: String) -> Bool {
        ownAddresses.remove(address) != nil && ownAddresses.isEmpty
    }

    func close() async {
        await connection.close()
        listening?.cancel()
    }

    /// Closes it, and gives its handle up.
    func leave() async {
        await close()
        try? await janus.detach(handle)
    }

    private func local(_ event: MediaEvent) async {
        switch event {
        case .localCandidate(let candidate):
            if let address = candidate.ownAddress { ownAddresses.insert(address) }
            await send(
                .candidate(
                    JanusCandidate(
                        candidate: candidate.candidate, sdpMid: candidate.sdpMid, sdpMLineIndex: candidate.sdpMLineIndex
                    )))
        case .gatheringComplete: await send(.completed)
        case .pathFound, .connected, .disconnected, .firstDecodedFrame, .speaking, .notice, .screenEnded, .failed:
            await report(event)
        }
    }

    private func send(_ trickle: JanusTrickle) async {
        if waiting != nil {
            waiting?.append(trickle)
        } else {
            // A candidate that cannot be sent is one path less; ICE reports when none is left.
            try? await janus.trickle(trickle, on: handle)
        }
    }
}

extension ICECandidate {
    /// Returns the address of a host candidate, but for those of one link alone (RFC 8839 section 5.1).
    var ownAddress: String? {
        let words = candidate.split(separator: " ")
        guard words.count >= 8, words[6] == "typ", words[7] == "host" else { return nil }
        let address = words[4].lowercased()
        return address.hasPrefix("fe80:") || address.hasPrefix("169.254.") ? nil : address
    }
}
