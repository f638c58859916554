import ECallAPI
import ECallCore

/// The media connection breaks and comes back: the call goes on, and everybody is notified of its state.
extension CallSession {
    func interrupted() {
        guard let call, !isClosed else { return }
        isInterrupted = true
        report(.connection(call, .reconnecting))
        // What media need, signals need too.
        tasks.start { await environment.signaling.makeSureItLives() }
        tasks.start { await tellStatus(.reconnecting) }
    }

    /// In the room again. Feeds have other ids there; what each device has sent so far stays opened (e2ee 8.2).
    func reentered() {
        for feed in feeds.values { feed.cancel() }
        feeds = [:]
        unmapped = [:]
        // Who came and left meanwhile, and whether there is a call at all.
        tasks.start { await refreshParticipants() }
    }

    func restored() {
        guard let call, !isClosed else { return }
        isInterrupted = false
        report(.connection(call, .connected))
        updateReceived()
        tasks.start { await environment.signaling.makeSureItLives() }
        tasks.start { await tellStatus(.connected) }
    }

    /// The machine has other ways than before to reach others.
    func networkChanged(_ change: NetworkChange) async { await room.networkChanged(change) }

    /// A way of the media was cut, and the engine does not learn it.
    func relayEnded() async { await room.renew() }

    /// The socket to Janus was lost and its session claimed: somebody may publish, or no longer, and nobody has said
    /// so.
    func lookForMissed() async {
        guard let participants = await refreshParticipants(), !knowsAllFeeds(participants) else { return }
        // Who publishes just now is named before the room has said so.
        guard (try? await time.sleep(for: grace)) != nil, !isClosed, !knowsAllFeeds(participants) else { return }
        await room.renew()
    }

    private func knowsAllFeeds(_ participants: [Participant]) -> Bool {
        let known = Set(feeds.keys).union(unmapped.keys)
        return !CallMembers.names(feedOutside: known, participants, own: environment.ownAddress)
    }
}
