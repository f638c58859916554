public import ECallAPI
public import ECallCore
public import ECallSecurity
public import KeyDistribution

/// The calls of one device: one at a time. Implemented by `CallController`.
public protocol CallControlling: Sendable {
    /// Everything that happens from now on, in order, for one reader: each who asks gets all of it. Of one who does not read
    /// the newest 1 000 wait. What happened before anybody asked is kept for the first who does.
    var events: AsyncStream<CallEvent> { get }
    /// Everybody whom the running call has, had or rings, oneself first: the whole list, again whenever anything in it has changed,
    /// and empty where there is no call. Each who asks is a reader of their own, who sees the newest list alone where they are slow.
    var participants: AsyncStream<[CallParticipant]> { get }
    /// Asks the server who is in the call that rings here and whom it rings besides; empty where the server does not say.
    func people(of call: CallID) async -> [CallParticipant]
    /// Tries devices, file, folder and display, as `call` and `answer` do before anybody is rung or answered.
    func check(_ options: CallOptions) async throws(CallFailure)
    /// Rings these people; returns once their devices ring.
    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID
    /// Rings more people into the running call; returns whom.
    func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID]
    /// A link by which contacts can ask to be invited: the same until it is withdrawn, or the call or this program ends.
    func makeLink() async throws(CallFailure) -> CallLink
    /// Lets nobody in by the link any more.
    func withdrawLink() async throws(CallFailure)
    /// Asks the maker of a link for an invitation, which rings here: `linkOver`, or `elsewhere` where the person is in that call.
    func requestInvitation(_ link: CallLink) async throws(CallFailure)
    /// Takes the incoming call; where one is named that one alone: another may ring by the time that somebody answers.
    func answer(_ call: CallID?, options: CallOptions) async throws(CallFailure)
    /// The call that the person is in without this program, by the server; nil where there is none, or this program is in one.
    func ongoing() async throws(CallFailure) -> OngoingCall?
    /// Comes into a call that goes on, without being rung: this device was in it, or another device of the person is or was, or they
    /// have left it. With new keys, as the same participant, as much heard and seen as before. Who is refused has what they had
    /// before: `over`, `elsewhere` while that device is connected, `alreadyInCall`.
    func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure)
    /// The same of a call that this device keeps the codec of.
    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure)
    /// Leaves a call that this device was in before its program ended.
    func leave(_ call: CallID) async throws(CallFailure)
    /// The call with somebody that this device is in, or comes into; nil where there is none.
    func running() async -> RunningCall?
    /// Refuses the incoming call, and tells the caller why, end-to-end encrypted: the server learns that something was said, not what.
    /// To a caller who is not verified (`IncomingCall.isVerified`) nothing can be said.
    ///
    /// - Returns: whether the server has taken what is said; the call is refused all the same.
    @discardableResult
    func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool
    /// Ends or cancels the call; returns when everything is torn down and the keys are wiped.
    func hangUp() async throws(CallFailure)
    /// Does what the person of this device wishes of the running call; `noCall` where there is none.
    func carryOut(_ wish: CallWish) async throws(CallFailure)
    /// Asks somebody in the call to mute; they decide. For who made the call.
    func askToMute(_ user: UserID) async throws(CallFailure)
    /// Takes somebody out of the call, or no longer rings them; they come back when they are invited. For who made the call.
    func remove(_ user: UserID) async throws(CallFailure)
    /// Keeps what the person has found out about a device, for the key that was shown; answers whether it is so now. A device that is
    /// revoked is not verified, and none is let in that has another key by then, or beside one of its person's that takes part.
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool
    /// The counters of the running call so far; nil where there is none.
    func statistics() async -> CallStatistics?
    /// How the call stands; nil where there is none.
    func status() async -> CallOverview?
    /// The machine has other ways than before to reach others.
    func networkChanged(_ change: NetworkChange) async
}

extension CallControlling {
    /// Takes whichever call comes in.
    public func answer(options: CallOptions) async throws(CallFailure) { try await answer(nil, options: options) }

    /// Refuses the incoming call.
    public func decline() async throws(CallFailure) { _ = try await decline(saying: nil) }

    public func people(of call: CallID) async -> [CallParticipant] { [] }

    public func makeLink() async throws(CallFailure) -> CallLink { throw .noCall }

    public func withdrawLink() async throws(CallFailure) { throw .noCall }

    public func requestInvitation(_ link: CallLink) async throws(CallFailure) { throw .linkOver }

    public func networkChanged(_ change: NetworkChange) async {}
}
