import ECallSecurity

/// Statuses: which devices show that they are present, and what they lack (e2ee 6).
extension KeyDistribution {
    // MARK: - own statuses

    /// The own period: longer with many.
    private var period: UInt64 { Self.period(entries: entryCount) }

    func countEntries() -> Int { peers.values.reduce(0) { $0 + ($1.isListed && $1.current != nil ? 1 : 0) } }

    private static func period(entries: Int) -> UInt64 {
        entries > KeyDistributionLimits.fewEntries ? KeyDistributionLimits.longPeriod : KeyDistributionLimits.period
    }

    /// The period towards another device: the longer of both.
    private func period(towards entry: Entry) -> UInt64 { max(period, Self.period(entries: entry.statusEntries)) }

    /// The current joins of all who are listed, held ones too.
    private var entries: [StatusEntry] {
        peers.values.compactMap { peer in
            guard peer.isListed, let entry = peer.current else { return nil }
            return StatusEntry(
                joinPrefix: entry.join.hash.prefix, seq: entry.lastStatus ?? 0,
                generation: UInt16(truncatingIfNeeded: entry.heard?.generation ?? 0))
        }.sorted()
    }

    mutating func sendStatuses(now: UInt64) {
        if nextStatus.map({ now >= $0 }) ?? false { outbox.statusToAll = true }
        for (address, peer) in peers {
            let isLate = peer.current.map { $0.isMember && now > $0.proof + period(towards: $0) * 3 / 2 } ?? false
            guard isLate || peer.owesStatus, now >= peer.nextStatus else { continue }
            outbox.statusTo.insert(address)
        }
    }

    /// Sends a device the own status, at once or when the last one for it alone is 3 s old.
    mutating func oweStatus(to address: DeviceAddress) { peers[address]?.owesStatus = true }

    /// Starts or stops announcing that this device records: to everyone at once, or as soon as anyone can be told.
    mutating func setRecording(_ isOn: Bool) {
        guard isOn != isRecording else { return }
        isRecording = isOn
        if enteredAt != nil, isConnected { outbox.statusToAll = true }
    }

    /// Tells a device that may not know yet that this device records, with the message that lets this device hear it.
    mutating func tellRecording(to address: DeviceAddress) {
        if isRecording { oweStatusAtOnce(to: address) }
    }

    /// Sends a device the own status regardless of when the last was sent: it must learn at once that this device records, or no
    /// longer hears it.
    mutating func oweStatusAtOnce(to address: DeviceAddress) {
        oweStatus(to: address)
        peers[address]?.lastStatusSent = nil
    }

    /// The body of the next status, which goes to these devices, or to all.
    mutating func makeStatus(to addresses: Set<DeviceAddress>?, now: UInt64) -> String? {
        statusSeq = statusSeq == .max ? 1 : statusSeq + 1
        statusTimes.append((statusSeq, now))
        if statusTimes.count > KeyDistributionLimits.rememberedStatuses { statusTimes.removeFirst() }
        for address in addresses ?? Set(peers.keys) {
            peers[address]?.owesStatus = false
            if addresses != nil { peers[address]?.lastStatusSent = now }
        }
        if addresses == nil { nextStatus = now + period }
        return try? Status.make(
            join: own.join.hash, seq: statusSeq, generation: generations.newest.generation, have: entries,
            isRecording: isRecording, isSilent: isSilent, signingKey: own.device.signingKey
        ).text
    }

    // MARK: - others' statuses

    mutating func receivedStatus(
        from sender: DeviceAddress, _ text: String, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let entry = peers[sender]?.current else { return ask(sender, now: now) }
        guard let status = try? Status(verifying: text, by: entry.join.identity.sign), status.join == entry.join.hash
        else { return ask(sender, now: now) }
        guard Self.isNewer(status.seq, than: entry.lastStatus) else { return }
        peers[sender]?.current?.lastStatus = status.seq
        peers[sender]?.current?.statusEntries = status.have.count
        peers[sender]?.current?.isRecording = status.isRecording
        peers[sender]?.current?.isSilent = status.isSilent
        compare(status, of: sender, now: now)
        guard let mine = status.have.first(where: { $0.joinPrefix == own.join.hash.prefix }) else {
            peers[sender]?.current?.hearsUs = false
            peers[sender]?.current?.lacksKeys = false
            return sendJoin(to: sender, now: now)
        }
        becameLive(sender, now: now, random: &random)
        let echoed = statusTimes.last { $0.seq == mine.seq }?.at
        if let echoed { prove(sender, echoed, now: now, random: &random) }
        // A device that shows itself only after long may miss the same of this one.
        let oldest = min(entry.proof, echoed ?? 0)
        if now > oldest + period(towards: entry) * 3 / 2 { oweStatus(to: sender) }
        repair(sender, shows: mine.generation, echoed: echoed, now: now)
        remind(sender, of: status, now: now)
    }

    /// Serial numbers of 16 bits (RFC 1982).
    static func isNewer(_ seq: UInt16, than last: UInt16?) -> Bool {
        guard let last else { return true }
        return seq != last && seq &- last < 0x8000
    }

    /// Records that it had the messages that were sent at an instant.
    private mutating func prove(
        _ sender: DeviceAddress, _ echoed: UInt64, now: UInt64, random: inout some RandomNumberGenerator
    ) {
        guard let entry = peers[sender]?.current else { return }
        if entry.presence == .away {
            // Messages it sent before it was away say nothing about the present.
            guard peers[sender]?.isListed ?? false, echoed >= entry.awaySince else {
                return oweStatus(to: sender)
            }
            peers[sender]?.current?.proof = echoed
            return comeBack(sender, now: now, random: &random)
        }
        peers[sender]?.current?.proof = max(entry.proof, echoed)
    }

    /// Sends keys again that the status should have listed, and drops the opening once it is no longer needed.
    private mutating func repair(_ sender: DeviceAddress, shows shown: UInt16, echoed: UInt64?, now: UInt64) {
        guard let entry = peers[sender]?.current, entry.isMember else { return }
        let position = entry.handed.lastIndex { UInt16(truncatingIfNeeded: $0.generation) == shown }
        peers[sender]?.current?.lacksKeys = shown == 0
        if shown != 0, position != nil { peers[sender]?.current?.sending?.opening = nil }
        let due = echoed.flatMap {
            $0 >= KeyDistributionLimits.repairTime ? $0 - KeyDistributionLimits.repairTime : nil
        }
        let expected = due.flatMap { due in entry.handed.lastIndex { $0.at <= due } }
        let isMissing = expected.map { expected in position.map { $0 < expected } ?? true } ?? false
        peers[sender]?.current?.hearsUs = shown != 0 && position != nil && !isMissing
        guard isMissing else { return }
        if let last = entry.repaired, now < last + KeyDistributionLimits.askInterval { return }
        peers[sender]?.current?.repaired = now
        repeatKeys(to: sender)
    }

    private mutating func sendJoin(to address: DeviceAddress, now: UInt64) {
        if let last = peers[address]?.lastJoinSent, now < last + KeyDistributionLimits.askInterval { return }
        peers[address]?.lastJoinSent = now
        outbox.joinTo.insert(address)
        tellRecording(to: address)
    }

    /// Notes joins that another lacks, or that are missing here, for two periods and two statuses in a row.
    private mutating func compare(_ status: Status, of sender: DeviceAddress, now: UInt64) {
        guard var entry = peers[sender]?.current else { return }
        let span = 2 * period(towards: entry)
        let listed = Set(status.have.map(\.joinPrefix))
        var known: Set<UInt64> = [own.join.hash.prefix]
        for address in peers.keys.sorted() where address != sender {
            guard let peer = peers[address], let other = peer.current else { continue }
            known.insert(other.join.hash.prefix)
            guard peer.isListed, now >= other.since + span, !listed.contains(other.join.hash.prefix) else {
                entry.lacking[other.join.hash] = nil
                continue
            }
            entry.lacking[other.join.hash, default: 0] += 1
            if entry.lacking[other.join.hash, default: 0] >= 2 { tell(.lacks(sender, of: address)) }
        }
        entry.unknown = entry.unknown.filter { listed.contains($0.key) && !known.contains($0.key) }
        for prefix in listed where !known.contains(prefix) {
            let before = entry.unknown[prefix] ?? (count: 0, since: now)
            entry.unknown[prefix] = (before.count + 1, before.since)
            if before.count >= 1, now >= before.since + span { tell(.knowsUnknown(sender)) }
        }
        peers[sender]?.current = entry
    }

    private mutating func tell(_ notice: Notice) {
        if notices.insert(notice).inserted { actions.append(.notice(notice)) }
    }

    // MARK: - lost devices

    /// Returns how old the proof of a member may be: more if this device itself could not be reached since.
    private func limit(for entry: Entry) -> UInt64 {
        let period = period(towards: entry)
        let wasAbsent = enteredAt != nil && !isConnected || absenceEnded.map { $0 > entry.proof } ?? false
        return wasAbsent ? min(3 * period + KeyDistributionLimits.absenceExtension, 4 * period) : 3 * period
    }

    mutating func loseGone(now: UInt64) {
        for address in peers.keys.sorted() {
            guard let entry = peers[address]?.current, entry.isMember, now > entry.proof + limit(for: entry) else {
                continue
            }
            lose(address, at: now, becoming: .away)
            oweStatus(to: address)
        }
    }

    func goneInstants() -> [UInt64] {
        peers.values.compactMap { peer in
            guard let entry = peer.current, entry.isMember else { return nil }
            return entry.proof + limit(for: entry) + 1
        }
    }

    func statusInstants() -> [UInt64] {
        var instants = peers.values.compactMap { peer -> UInt64? in
            if peer.owesStatus { return peer.nextStatus }
            guard let entry = peer.current, entry.isMember else { return nil }
            return max(entry.proof + period(towards: entry) * 3 / 2 + 1, peer.nextStatus)
        }
        if let nextStatus { instants.append(nextStatus) }
        return instants
    }
}
