import ECallAPI

extension ActiveCalls {
    /// Rings more people into a running call (wire-protocol 4.5). Callees that already ring continue.
    mutating func invite(_ id: CallID, _ request: CallInvite, _ now: Timestamp) -> CallOutcome {
        let inviter = request.inviter
        guard var call = call(id, with: inviter.user), let own = call[inviter.user] else {
            return .refused(hasEnded(id, with: inviter.user) ? .over : .notFound)
        }
        guard own.isInCall, own.device == inviter.device else { return .refused(.notInCall) }

        let others = request.callees.filter { call[$0.user]?.isInCall != true }
        guard !others.isEmpty else { return .refused(.calleeInCall) }
        let repeated = others.filter { isRinging($0, in: call) }
        let asked = others.filter { !isRinging($0, in: call) }
        var rung: [CallStart.Callee] = []
        switch reachable(asked) {
        case .success(let callees): rung = callees
        case .failure(let refusal):
            if repeated.isEmpty {
                countBusy(asked)
                return .refused(refusal)
            }
        }
        let newSeats = rung.count { call[$0.user]?.hasSeat != true }
        guard call.members.count(where: \.hasSeat) + newSeats <= limits.participants else { return .refused(.full) }
        countBusy(asked)

        let invitation = CallSignals.Invitation(
            call: id, room: call.room, caller: inviter, callerName: request.inviterName, isVideo: call.isVideo,
            videoCodec: request.videoCodec, isOnGoing: true, e2ee: request.e2ee)
        keep(request.e2ee, from: inviter, in: id)
        var effects = restored.remove(id) == nil ? [] : ringAgain(invitation, repeated, in: call)
        var told: [ParticipantNotice] = []
        for callee in rung {
            let before = call[callee.user]
            let member = invited(callee, again: before, by: inviter, isVideo: call.isVideo, now)
            call[callee.user] = member
            // A shielded callee appeared to ring already, so nothing changes for the participants.
            if before?.status == .inviting { continue }
            metrics.rung += 1
            told.append(CallSignals.about(member, in: id))
        }
        for notice in told { effects.append(.deliver(.participantInvited(notice), to: call.devices())) }
        effects += rings(invitation, rung)
        if !rung.isEmpty { effects.append(.record(CallSnapshot(call))) }
        store(call, now: now)
        let invited = others.map(\.user).filter { user in (rung + repeated).contains { $0.user == user } }
        return CallOutcome(effects: effects, call: id, invited: invited)
    }

    /// Whether this invitation has been made already. One that was hidden from the callee does not count if this one can
    /// reach them.
    private func isRinging(_ callee: CallStart.Callee, in call: LiveCall) -> Bool {
        guard let member = call[callee.user], member.status == .inviting else { return false }
        return !member.isShielded || callee.isShielded
    }

    /// The callee's member, ringing (again).
    private func invited(
        _ callee: CallStart.Callee, again before: CallMember?, by inviter: DeviceIdentity, isVideo: Bool,
        _ now: Timestamp
    ) -> CallMember {
        let member = invited(callee, by: inviter, isVideo: isVideo, now)
        guard let before else { return member }
        return CallMember(
            user: member.user, name: before.name.isEmpty ? member.name : before.name, isHost: before.isHost,
            inviter: inviter.user, invitedBy: inviter, isShielded: member.isShielded,
            ownStatus: !member.isShielded ? nil : before.isShielded ? before.ownStatus : before.status,
            status: .inviting, ringing: member.ringing, ringUntil: member.ringUntil, joinedAt: before.joinedAt,
            leftAt: before.leftAt, isRemoved: member.isShielded ? before.isRemoved : nil,
            isVideoEnabled: isVideo)
    }

    /// Passes on a request for an invitation by a person with a link to the call. It changes nothing: only participants
    /// invite, and the maker's client alone knows the link (decision 76).
    func requestInvitation(_ id: CallID, _ maker: UserID, _ user: UserID, _ token: String) -> CallOutcome {
        guard let call = calls[id], let member = call[maker], member.isInCall, let device = member.identity else {
            return .refused(.notFound)
        }
        if let own = call[user] {
            if own.isInCall { return .refused(.alreadyInCall) }
            if own.isRemoved == true { return .refused(.removed) }
        }
        let request = InvitationRequest(call: id, sender: user, token: token)
        return CallOutcome(effects: [.deliver(.invitationRequested(request), to: [device])], call: id)
    }
}
