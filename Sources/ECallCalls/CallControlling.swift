public import ECallAPI
public import ECallCore
public import KeyDistribution

/// The calls of one device: one at a time. Implemented by `CallController`.
public protocol CallControlling: Sendable {
    /// Everything that happens, in order. One consumer.
    var events: AsyncStream<CallEvent> { get }
    /// Whether a call with these options could be made: tries devices, file, folder and display, as `call` and `answer` do
    /// before anybody is rung or answered.
    func check(_ options: CallOptions) async throws(CallFailure)
    /// Rings these people; returns once their devices ring.
    func call(_ contacts: [UserID], options: CallOptions) async throws(CallFailure) -> CallID
    /// Takes the incoming call.
    func answer(options: CallOptions) async throws(CallFailure)
    /// Asks the server for the call that the person is in without this program; nil where there is none, or where this
    /// program is in one.
    func ongoing() async throws(CallFailure) -> OngoingCall?
    /// Comes into a call that goes on, without being rung: this device was in it before its program ended, or another device of
    /// the person is or was, or they have left it. With new keys, as the same participant, as much heard and seen as
    /// before. Who is refused has what they had before: `over`, `elsewhere` while that device is connected, `alreadyInCall`.
    func returnTo(_ call: CallID, options: CallOptions) async throws(CallFailure)
    /// The same of a call that this device keeps the codec of.
    func resume(_ call: RunningCall, options: CallOptions) async throws(CallFailure)
    /// Leaves a call that this device was in before its program ended.
    func leave(_ call: CallID) async throws(CallFailure)
    /// The call with somebody that this device is in, or comes into; nil where there is none.
    func running() async -> RunningCall?
    /// Refuses the incoming call.
    func decline() async throws(CallFailure)
    /// Ends or cancels the call; returns when everything is torn down and the keys are wiped.
    func hangUp() async throws(CallFailure)
    func setMuted(_ muted: Bool) async throws(CallFailure)
    func setVideoEnabled(_ enabled: Bool) async throws(CallFailure)
    /// Takes the devices of the call that are held as those of their people: they are heard and sent to from now on.
    func confirmHeld() async throws(CallFailure)
    /// Keeps what the person has found out about a device, for what was shown; a running call learns of it at once.
    ///
    /// - Returns: whether it is so now: a device that its person has revoked is not verified.
    func note(_ note: DeviceNote) async throws(CallFailure) -> Bool
    /// The counters of the running call so far; nil where there is none.
    func statistics() async -> CallStatistics?
    /// How the call stands; nil where there is none.
    func status() async -> CallOverview?
    /// The machine has other ways than before to reach others.
    func networkChanged(_ change: NetworkChange) async
}

extension CallControlling {
    public func networkChanged(_ change: NetworkChange) async {}
}
