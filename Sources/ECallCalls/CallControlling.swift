public import ECallAPI
public import ECallCore
public import ECallSecurity
public import KeyDistribution

/// The calls of one device: one at a time. Implemented by `CallController`.
public protocol CallControlling: Sendable {
    /// All events from now on, in order. Each call returns a stream of its own with every event; at most the newest 1 000 wait for
    /// a slow reader. Events from before the first call are kept for the first reader.
    var events: AsyncStream<CallEvent> { get }
    /// Everyone whom the running call has, had or rings, this person first: the whole list, again whenever anything in it has
    /// changed, and empty if there is no call. Each call returns a stream of its own; a slow reader gets the newest list alone.
    var participants: AsyncStream<[CallParticipant]> { get }
    /// Asks the server for the participants of the call that rings here, and for the other people it rings; empty if the server
    /// does not tell.
    func people(of call: CallID) async -> [CallParticipant]
    /// Checks devices, file, folder and display, as `call` and `answer` do before anyone is rung or answered.
    func check(_ options: CallOptions) async throws(CallFailure)
    /// Rings these people; returns once their devices ring.
    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID
    /// Rings more people into the running call; returns those who ring.
    func invite(_ users: [UserID]) async throws(CallFailure) -> [UserID]
    /// A link by which contacts can ask to be invited: the same until it is withdrawn, or the call or this program ends.
    func makeLink() async throws(CallFailure) -> CallLink
    /// Withdraws the link: no one is admitted by it any more.
    func withdrawLink() async throws(CallFailure)
    /// Asks the maker of a link for an invitation, which rings here: `linkOver`, or `elsewhere` if the person is in that call.
    func requestInvitation(_ link: CallLink) async throws(CallFailure)
    /// Answers the incoming call; given an id, that call alone, as another may ring by the time the person answers.
    func answer(_ call: CallID?, options: CallOptions) async throws(CallFailure)
    /// Returns the call that the person is in without this program, by the server; nil if there is none, or this program is in one.
    func ongoing() async throws(CallFailure) -> OngoingCall?
    /// Joins a running call without being rung: this device was in it, another device of the person is or was, or the person has
    /// left it. Uses new keys, as the same participant, with the same mute and video state. If refused, everything stays as before:
    /// `over`, `elsewhere` while that device is connected, `alreadyInCall`.
    func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure)
    /// The same for a call whose codec this device keeps.
    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure)
    /// Leaves a call that this device was in before its program ended.
    func leave(_ call: CallID) async throws(CallFailure)
    /// The call that this device is in or is joining; nil if there is none.
    func running() async -> RunningCall?
    /// Refuses the incoming call, and tells the caller the reason, end-to-end encrypted: the server learns that there is a reply,
    /// not its content. A caller who is not verified (`IncomingCall.isVerified`) cannot get one.
    ///
    /// - Returns: whether the server has accepted the reply; the call is refused all the same.
    @discardableResult
    func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool
    /// Ends or cancels the call; returns when everything is torn down and the keys are wiped.
    func hangUp() async throws(CallFailure)
    /// Carries out a wish of this device's person for the running call; `noCall` if there is none.
    func carryOut(_ wish: CallWish) async throws(CallFailure)
    /// Asks a participant to mute; they decide. Only for the host.
    func askToMute(_ user: UserID) async throws(CallFailure)
    /// Removes a participant from the call, or stops ringing them; they can come back when they are invited. Only for the host.
    func remove(_ user: UserID) async throws(CallFailure)
    /// Stores the person's judgement of a device, for the key that was shown; returns whether it is in effect. A revoked device
    /// is not verified. A device is not admitted if it has another key by then, or if another of its person's devices takes
    /// part.
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool
    /// Returns the counters of the running call so far; nil if there is none.
    func statistics() async -> CallStatistics?
    /// The state of the call; nil if there is none.
    func status() async -> CallOverview?
    /// The addresses or routes by which the machine reaches others have changed.
    func networkChanged(_ change: NetworkChange) async
}

extension CallControlling {
    /// Answers any incoming call.
    public func answer(options: CallOptions) async throws(CallFailure) { try await answer(nil, options: options) }

    /// Refuses the incoming call.
    public func decline() async throws(CallFailure) { _ = try await decline(saying: nil) }

    public func people(of call: CallID) async -> [CallParticipant] { [] }

    public func makeLink() async throws(CallFailure) -> CallLink { throw .noCall }

    public func withdrawLink() async throws(CallFailure) { throw .noCall }

    public func requestInvitation(_ link: CallLink) async throws(CallFailure) { throw .linkOver }

    public func networkChanged(_ change: NetworkChange) async {}
}
