import ECallAPI
public import ECallSecurity

/// Decides which devices are handed which key in a call, and whose keys are accepted: each device hands out its own, over channels
/// that the server cannot enter (e2ee 3 to 6).
///
/// Pure: events go in with the instant and randomness, actions come out. Instants are milliseconds of a clock that only goes
/// forward and counts the time in which the device sleeps.
public struct KeyDistribution: Sendable {
    let call: UInt64
    let room: UInt64
    let own: OwnEntry
    let channels: KeyChannel
    /// Whether this device began the call: no one was there before it.
    let isFounder: Bool

    /// The keys that this device seals with, and until when; read at every frame.
    public internal(set) var generations: OwnGenerations
    var peers: [DeviceAddress: Peer] = [:]
    var pins: DevicePins
    /// The people that members have rung, and those who were there when this device entered.
    var invited: Set<UInt64> = []
    /// The people among them whom a present device, or this one, has invited. This device's own invites name them.
    var asked: Set<UInt64> = []
    /// Whether this device must announce everyone whom it knows to be invited.
    var owesInvite = false
    /// The people whom this device itself has rung.
    var rung: Set<UInt64> = []
    /// The people among them who have asked by a link.
    var byLink: Set<UInt64> = []
    /// Statements that arrived before the identity they are about, by sender: no sender displaces another.
    var waitingVouches: [DeviceAddress: [ObjectHash: Vouch]] = [:]

    var enteredAt: UInt64?
    var isConnected = false
    var isOver = false
    /// The moment at which this device was last reachable again.
    var absenceEnded: UInt64?

    /// Members that must be given the newest generation.
    var newcomers: Set<DeviceAddress> = []
    var lastStep: UInt64?
    /// The first leave that no generation answers yet.
    var leaveAt: UInt64?
    var renewsAt: UInt64

    /// The number of others with a join here, as of the last event.
    private(set) var entryCount = 0
    var statusSeq: UInt16 = 0
    /// The instants of own statuses, newest last.
    var statusTimes: [(seq: UInt16, at: UInt64)] = []
    var nextStatus: UInt64?
    /// Whether each status of this device reports that it records.
    public internal(set) var isRecording = false
    var isSilent = false
    /// The reception of others' media here, to be reported to them.
    var reports: [DeviceAddress: ReceptionReport] = [:]
    var nextReport: UInt64 = 0
    /// The gestures that this device shows everyone.
    var gestures = OwnGestures()
    var answers = RateWindow(limit: KeyDistributionLimits.answersPerSecond, interval: 1_000)
    var notices: Set<Notice> = []

    var outbox = Outbox()
    var actions: [Action] = []
    private var shown: [CallMember] = []
    private var storedPins: DevicePins
    private var due: UInt64?

    var address: DeviceAddress { own.device.identity.address }

    /// Begins an entry into a call; nothing is sent before `entered`.
    ///
    /// - Parameters:
    ///   - call: the call's id, which every channel is bound to.
    /// - isFounder: whether this device began the call, so that no one was in it before.
    public init(
        call: UInt64, room: UInt64, entry: OwnEntry, pins: DevicePins, isFounder: Bool,
        wrapping: any ChannelWrapping = SystemChannelWrapping(), now: UInt64,
        random: inout some RandomNumberGenerator
    ) {
        (self.call, self.room, own, self.pins, self.isFounder) = (call, room, entry, pins, isFounder)
        channels = KeyChannel(call: call, own: entry.join, secrets: entry.secrets, wrapping: wrapping)
        storedPins = pins
        let number = 1 + UInt32(truncatingIfNeeded: random.next() & 0x7FFF)
        generations = OwnGenerations(first: number, key: SenderKey.draw(using: &random), now: now)
        renewsAt = now + Self.drawLife(using: &random)
    }

    /// Takes an event at an instant.
    public mutating func handle(
        _ event: Event, now: UInt64, random: inout some RandomNumberGenerator
    ) -> [Action] {
        guard !isOver else { return [] }
        actions = []
        if let due, now > due + KeyDistributionLimits.lateTick { absenceEnded = now }
        take(event, now: now, random: &random)
        if !isOver { advance(now: now, random: &random) }
        entryCount = countEntries()
        generations.provenUntil = (goneInstants().min() ?? .max - 1_000) + KeyDistributionLimits.leaveGrace
        flush(now: now)
        report(now: now)
        return actions
    }

    /// The secrets that a memory search looks for; they change with every event.
    package var secrets: [CallSecret] {
        let channels = peers.values.compactMap(\.current).flatMap { [$0.sending?.key, $0.receiving?.key] }
        return [.entry(own.secrets)] + channels.compactMap { $0 }.flatMap { [.channel($0), .reports($0)] }
    }

    private mutating func take(_ event: Event, now: UInt64, random: inout some RandomNumberGenerator) {
        switch event {
        case .entered: entered(now: now)
        case .message(let kind, let sender, let text): received(kind, from: sender, text, now: now, random: &random)
        case .listed(let addresses): listed(addresses, now: now, random: &random)
        case .disconnected: isConnected = false
        case .connected: connected(now: now)
        case .published(let identities, let vouches, let revokes):
            published(identities, vouches: vouches, revokes: revokes, now: now, random: &random)
        case .keyMissing(let sender): if peers[sender]?.current?.isMember ?? false { ask(sender, now: now) }
        case .noted(let note): noted(note, now: now, random: &random)
        case .invited(let text, let callees, let isByLink):
            if isByLink { byLink.formUnion(callees) }
            if enteredAt != nil { outbox.invitesToAll.append(text) }
            rang(callees, now: now, random: &random)
        case .invitedBefore(let callees, let byLink):
            self.byLink.formUnion(byLink)
            owesInvite = true
            rang(callees, now: now, random: &random)
        case .expected(let users): expected(users, now: now, random: &random)
        case .receiving(let reports): receiving(reports)
        case .recording(let isOn): setRecording(isOn)
        case .silent(let isSilent): self.isSilent = isSilent
        case .hand(let isRaised): gestures.isHandRaised = isRaised
        case .react(let reaction): gestures.react(with: reaction, now: now)
        case .leave: leave()
        case .tick: break
        }
    }

    private mutating func received(
        _ kind: MessageKind, from sender: DeviceAddress, _ text: String, now: UInt64,
        random: inout some RandomNumberGenerator
    ) {
        guard text.utf8.count <= kind.largest else { return }
        guard sender != address, remember(sender) else { return }
        if kind == .join { return receivedJoin(from: sender, text, now: now, random: &random) }
        guard peers[sender]?.work.allows(at: now) ?? false else { return }
        switch kind {
        case .open: receivedOpen(from: sender, text, now: now, random: &random)
        case .key: receivedKey(from: sender, text, now: now)
        case .again: receivedAgain(from: sender, text, now: now)
        case .leave: receivedLeave(from: sender, text, now: now)
        case .status: receivedStatus(from: sender, text, now: now, random: &random)
        case .invite: receivedInvite(from: sender, text, now: now, random: &random)
        case .vouch, .revoke: receivedStatement(kind, from: sender, text, now: now, random: &random)
        case .report: receivedReport(from: sender, text, now: now)
        case .reply: receivedReply(from: sender, text)
        case .join: break
        }
    }

    /// Whether there is room for one more device.
    private mutating func remember(_ sender: DeviceAddress) -> Bool {
        if peers[sender] != nil { return true }
        guard peers.count < KeyDistributionLimits.devices else { return false }
        peers[sender] = Peer()
        return true
    }

    /// Executes everything that is due.
    private mutating func advance(now: UInt64, random: inout some RandomNumberGenerator) {
        lookAtWaitingJoins(now: now, random: &random)
        loseGone(now: now)
        lowerForgottenHands(now: now)
        guard enteredAt != nil, isConnected else { return }
        renewGenerations(now: now, random: &random)
        askForJoins(now: now)
        sendInvite()
        sendStatuses(now: now)
        sendReports(now: now)
    }

    /// Reports the members of the call, the pins, and the next instant, if they have changed.
    private mutating func report(now: UInt64) {
        if pins != storedPins {
            storedPins = pins
            actions.append(.pinned(pins))
        }
        let members = members(now: now)
        if members != shown {
            shown = members
            actions.append(.members(members))
        }
        let next = isOver ? nil : nextInstant(now: now)
        if let next, next != due { actions.append(.nextTick(at: next)) }
        due = next
    }

    private func members(now: UInt64) -> [CallMember] {
        guard !isOver else { return [] }
        return peers.keys.sorted().compactMap { address in
            guard let peer = peers[address], peer.isListed, let entry = peer.current else { return nil }
            return CallMember(
                address: address, identity: ShownIdentity(entry.join.identity), presence: entry.presence,
                trust: entry.trust, offer: offer(for: address),
                hasOurKey: entry.isMember && generations.hasSealing(entry.join.hash, now: now),
                isHeard: entry.heard != nil, hearsUs: entry.isMember && entry.hearsUs,
                lacksKeys: entry.isMember && entry.lacksKeys,
                isPostQuantum: own.join.m != nil && entry.join.m != nil,
                isRecording: entry.isMember && entry.isRecording, isSilent: entry.isMember && entry.isSilent,
                isHandRaised: entry.isMember && entry.handHeard != nil, says: entry.join.identity.says)
        }
    }

    private func nextInstant(now: UInt64) -> UInt64? {
        var instants = peers.values.compactMap { peer in
            peer.joins.waiting == nil ? nil : peer.joins.lookedAt.map { $0 + KeyDistributionLimits.joinInterval }
        }
        instants += goneInstants()
        if enteredAt != nil, isConnected {
            instants += generationInstants(now: now)
            instants += peers.values.compactMap { $0.isListed && $0.current == nil ? $0.asking?.at : nil }
            instants += statusInstants() + reportInstants(now: now) + handInstants()
        }
        return instants.min().map { max($0, now) }
    }
}
