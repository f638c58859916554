import ECallAPI

/// A change of one call.
package struct CallChange: Sendable, Equatable {
    /// The state before; nil for a new call, and for one taken over from another server.
    package let before: LiveCall?
    /// The state after; nil for an ended call.
    package let after: LiveCall?

    package init(before: LiveCall?, after: LiveCall?) { (self.before, self.after) = (before, after) }

    /// Whether it must survive a power failure: who is in the call, who rings, who holds the keys, who was removed, who has
    /// it on hold, and its end. Clients report everything else again when they are back.
    package var isLasting: Bool { before?.lasting != after?.lasting }
}

extension LiveCall {
    /// The call without the state that clients report again, and without the timers that follow from it. A property that
    /// this does not clear is lasting, so that a new one is until somebody decides otherwise.
    fileprivate var lasting: LiveCall {
        var call = self
        (call.connectedAt, call.unconnectedSince) = (nil, nil)
        (call.handoverRepeatAt, call.rotationDueAt, call.keyHostDueAt) = (nil, nil, nil)
        for index in call.members.indices { call.members[index].keepLasting() }
        return call
    }
}

extension CallMember {
    fileprivate mutating func keepLasting() {
        if isInCall { status = .accepted }
        (awaySince, lastAliveAt, silentSince, leavingSince, goingSince) = (nil, nil, nil, nil, nil)
        (takesCalls, sendsNothing, feed) = (nil, nil, nil)
        (mediaSince, awaitsMediaSince, lacksMedia, hasLostMedia) = (nil, nil, nil, nil)
        (isMuted, isVideoEnabled) = (false, false)
    }
}
