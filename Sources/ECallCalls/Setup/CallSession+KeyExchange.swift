import ECallAPI
import ECallCore
import ECallLanguage
import ECallSecurity
import KeyDistribution

/// What this device says of itself at the beginning of a call: its entry, and as the caller its invite (e2ee 2 and 3).
struct CallOpening: Sendable {
    let entry: OwnEntry
    let invite: Invite?
    /// Of the people called.
    let published: PublishedKeys?
}

/// From here the call has an id, and with it channels to the others; keys travel only to devices that have joined.
extension CallSession {
    /// Draws the keys of an entry into a room and signs it.
    func makeEntry(room: RoomID) throws(CallFailure) -> OwnEntry {
        var random = SystemRandomNumberGenerator()
        let secrets = JoinSecrets.draw(postQuantum: true, using: &random)
        let seq = try EntrySequence(storage: environment.storage, time: time).next()
        do throws(SignedObjectError) {
            let own = OwnVouch(storage: environment.storage, device: environment.device)
            return try OwnEntry(
                environment.device, room: room.rawValue, seq: seq, secrets: secrets, vouch: own.kept, chain: own.chain)
        } catch {
            throw .encryption(.callFailureCannotSign)
        }
    }

    /// What the server publishes of people.
    func load(_ users: [UserID]) async throws(CallFailure) -> PublishedKeys {
        askedFor.formUnion(users)
        do throws(APIClientError) {
            let answer: PublicKeysResponse = try await environment.api.send(
                .publicKeys, body: PublicKeysRequest(userIds: users))
            return PublishedKeys(answer, of: users)
        } catch {
            throw CallFailure(error)
        }
    }

    func beginKeyExchange(_ call: CallID, room: RoomID, isFounder: Bool) async {
        guard !isClosed, let opening else { return }
        self.call = call
        let (signaling, pins) = (environment.signaling, pins)
        let (news, newsContinuation) = AsyncStream.makeStream(of: KeyExchange.News.self)
        let exchange = KeyExchange(
            call: call, room: room, entry: opening.entry, pins: pins.readable(), isFounder: isFounder,
            time: environment.keyTime, tasks: tasks,
            send: { signal in
                // What cannot go now is repaired when this device is online again.
                guard await signaling.state == .online else { return false }
                return (try? await signaling.send(signal)) != nil
            },
            savePins: { try? pins.save($0) },
            tell: { newsContinuation.yield($0) },
            secretTaken: environment.secretTaken)
        keys = exchange
        tasks.start { [weak self] in
            for await item in news { await self?.heard(item) }
        }
        lookAtSilence()
        await exchange.start()
        announceRecording()
        if let published = opening.published { exchange.heard(published) }
        if let invite = opening.invite {
            RungPeople(environment.storage).add(invite.callees, to: call)
            exchange.heard(.invited(invite.text, callees: invite.callees))
        }
    }

    /// A device has come: what the server publishes of its person says whether it is known.
    func greet(_ device: DeviceAddress) {
        tasks.start { await warnUnlessHeard(device) }
        let user = UserID(device.userID)
        guard !askedFor.contains(user) else { return }
        tasks.start {
            guard let published = try? await load([user]) else { return }
            keys?.heard(published)
        }
    }

    /// A stock app has no identity and sends no join: no media goes to it or comes from it.
    private func warnUnlessHeard(_ device: DeviceAddress) async {
        let user = UserID(device.userID)
        guard (try? await time.sleep(for: Self.joinTime)) != nil, let member = members[user], member.device == device,
            keyed[device] == nil
        else { return }
        notice(.callNoticeTooOld(name: member.name))
    }

    /// How long a device in the call may take to show its join: it is asked for again several times in that time.
    private static var joinTime: Duration { .seconds(12) }

    /// Who lets a device in hands it a key at once, takes its key, and a text that is lost is sent again within seconds: who is there
    /// and has not for a while holds this device, and does not hear it (e2ee 1).
    private func lookAtSilent(_ list: [CallMember]) {
        let now = Set(list.filter { $0.presence == .member && !$0.takesUsIn }.map(\.address))
        silent = silent.filter { now.contains($0.key) }
        for address in now where silent[address] == nil {
            let since = time.nanoseconds()
            silent[address] = (since, false)
            tasks.start { await awaitKey(of: address, since: since) }
        }
    }

    private func awaitKey(of address: DeviceAddress, since: UInt64) async {
        // Without a connection nobody's key can come.
        repeat {
            guard (try? await time.sleep(for: Self.keyTime)) != nil, silent[address]?.since == since else { return }
        } while await environment.signaling.state != .online
        guard let silence = silent[address], silence.since == since, !silence.isSaid else { return }
        silent[address] = (since, true)
        notice(.protectionKeepsOut(name: name(of: address)))
    }

    /// How long a device that is there may take to hand over a key.
    private static var keyTime: Duration { .seconds(10) }

    private func heard(_ news: KeyExchange.News) {
        guard let call, !isClosed else { return }
        switch news {
        case .members(let list):
            keyed = Dictionary(list.map { ($0.address, $0) }) { first, _ in first }
            if list.contains(where: \.isHeard) { timeline.mark(.senderKey) }
            count(list, in: call)
            lookAtProtection(list, in: call)
            tellRecording(list, in: call)
            lookAtSilent(list)
            tellHands(list, in: call)
            tasks.start { await expectSound() }
            tellPeople()
        case .notice(.lacks(let one, of: let other)):
            notice(
                other == environment.ownAddress
                    ? .callNoticeLacksYou(name: name(of: one))
                    : .callNoticeLacks(name: name(of: one), other: name(of: other)))
        case .saidRecording(let isOn): saidRecording(isOn)
        case .replied: tasks.start { await takeReplies() }
        case .reported(let receiver, let report): reported(report, from: receiver)
        case .reacted(let sender, let reaction): reacted(reaction, from: sender, in: call)
        case .notice(.knowsUnknown(let address)):
            notice(.callNoticeSeesMore(name: name(of: address)))
        }
    }

    /// Who was let in and is heard has taken part in this call.
    private func count(_ list: [CallMember], in call: CallID) {
        for member in list where member.isHeard && !member.trust.isHeld && counted.insert(member.address).inserted {
            let name = members[UserID(member.address.userID)]?.name ?? ""
            environment.people.takesPart(member.address, in: call, named: name)
        }
    }

    /// Protected is said once somebody has shown, by what they sign in this call, that they have this device's key, and no longer
    /// than that is so of anybody. Of an empty call what was said goes on to hold: nothing is sent.
    private func lookAtProtection(_ list: [CallMember], in call: CallID) {
        let isNow = list.isEmpty ? isProtected : list.contains(where: \.hearsUs)
        if isNow != isProtected {
            isProtected = isNow
            report(.encryption(call, isNow ? .protected : .waitingForKey))
        }
        lookAtConnection()
    }

    /// Has the others know, signed, whether this device sends nothing just now.
    func lookAtSilence() {
        let sendsVideo = members[members.ownUser]?.sendsVideo ?? options.video
        let isSilent = isMuted && !sendsVideo && ownScreen == nil
        guard let keys, isSilent != toldSilent else { return }
        toldSilent = isSilent
        keys.heard(.silent(isSilent))
    }

    /// Connected is a call from when somebody has shown that they hear this device, and a frame of theirs was opened here. Of a
    /// device that signs that it sends nothing it is enough that its key is here.
    func lookAtConnection() {
        guard !isConnected else { return }
        isConnected = keyed.values.contains { member in
            member.hearsUs && (opened.contains(member.address) || member.isHeard && member.isSilent)
        }
        if isConnected { connectedSince = connectedSince ?? time.nanoseconds() }
    }

    private func name(of address: DeviceAddress) -> Text {
        let user = UserID(address.userID)
        if address == environment.ownAddress { return .commonYou }
        return members[user].map { .verbatim($0.name) } ?? .commonUser(number: Int(user.rawValue))
    }

    /// Who hands this device no key seals nothing for it, and nothing is sealed here for who has no key: that silence is no broken
    /// line.
    func expectSound() async {
        let silent = members.present.filter { member in
            member.isAway || member.isMuted || member.device.flatMap { keyed[$0]?.takesUsIn } != true
        }
        let isForSomebody = keyed.values.contains { $0.presence == .member && $0.hasOurKey }
        await room.expectSound(exceptOf: Set(silent.compactMap(\.feed)), isForSomebody: isForSomebody)
        let isAlone = !members.present.contains { $0.user != members.ownUser }
        if audience.changed(isForSomebody: isForSomebody, isAlone: isAlone) { await tellAudience() }
    }

    /// The server takes a silence for a broken line of this device unless it is told that nobody is there to send to.
    private func tellAudience() async {
        // A new key is on its way for a moment.
        if audience.isLost, (try? await time.sleep(for: Audience.settling)) == nil { return }
        guard !isClosed, let sendsNothing = audience.toTell() else { return }
        await update(
            UpdateParticipantRequest(callId: call, userId: environment.account.userId, sendsNothing: sendsNothing))
    }

    /// Reports as whom devices are taken. A join can come before the server has said who that is: then they are told of by name, later.
    func tellTrust() {
        guard let call else { return }
        for (address, member) in keyed.sorted(by: { $0.key < $1.key }) where toldTrust[address] != member.trust {
            let user = UserID(address.userID)
            guard members[user] != nil else { continue }
            toldTrust[address] = member.trust
            report(.trust(call, user, name: name(of: user), member.trust))
        }
    }

    /// The person has found something out about a device. Before there are keys nobody else writes, and afterwards they do.
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool {
        if let keys, await keys.note(note) { return try pins.holds(note) }
        return try pins.note(note)
    }

    /// The devices of the others, as far as keys go.
    func memberDevices() -> [CallOverview.Device] {
        let (people, now) = (environment.people.read(), environment.api.clock.date().unixMilliseconds)
        return keyed.values.sorted { $0.address < $1.address }.map { member in
            let user = UserID(member.address.userID)
            return CallOverview.Device(
                user: user, name: members[user]?.name ?? "", device: DeviceID(member.address.deviceID),
                identity: member.identity, presence: member.presence, trust: member.trust, offer: member.offer,
                canHear: member.hasOurKey, hearsUs: member.hearsUs,
                keepsOut: silent[member.address]?.isSaid ?? false,
                isPostQuantum: member.isPostQuantum,
                past: people.past(
                    of: member.address, member.trust, says: member.says, isInCall: true, now: now))
        }
    }
}

extension CallMember {
    /// Whether it seals for this device and does not show that it hears nothing of it.
    fileprivate var takesUsIn: Bool { isHeard && !lacksKeys }
}

extension KeyExchange {
    /// Reports what the server publishes.
    nonisolated func heard(_ published: PublishedKeys) {
        heard(
            .published(
                identities: published.devices.values.map(\.text).sorted(), vouches: published.vouches,
                revokes: published.revokes))
    }
}
