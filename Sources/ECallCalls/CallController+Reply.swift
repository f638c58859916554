import ECallAPI
import ECallCore
public import ECallSecurity
import FrameCrypto
import KeyDistribution

/// Tells the caller why this device does not take the call (e2ee 2, reply).
extension CallController {
    @discardableResult
    public func decline(saying reply: CallReply?) async throws(CallFailure) -> Bool {
        guard case .ringingIn(let call) = lifecycle.state else { throw .noCall }
        let isSaid = LockedValue(false)
        if let reply, let opening = lifecycle.opening, call.isVerified, repliedTo != call.id {
            // This comes first: the server accepts nothing from a device that no longer rings.
            replying = { [weak self] in
                let said = await self?.say(reply, to: call, opening) ?? false
                isSaid.withLock { $0 = said }
            }
        }
        perform(.declined)
        await waitUntilIdle()
        return isSaid.withLock { $0 }
    }

    private func say(_ reply: CallReply, to call: IncomingCall, _ opening: E2EEOpening) async -> Bool {
        let caller = DeviceAddress(userID: call.caller.rawValue, deviceID: call.callerDevice.rawValue)
        guard await environment.signaling.state == .online, let join = try? Join(verifying: opening.join),
            join.address == caller, join.roomID == call.room.rawValue,
            let seq = try? EntrySequence(storage: environment.storage, time: time).next()
        else { return false }
        var random = SystemRandomNumberGenerator()
        let vouch = OwnVouch(storage: environment.storage, device: environment.device).kept
        let message = try? ReplyMessage.make(
            reply, by: environment.device, call: call.id.rawValue, to: join, seq: seq, vouch: vouch,
            secretTaken: environment.secretTaken, random: &random)
        guard let message else { return false }
        let addressee = DeviceKey(user: call.caller, device: call.callerDevice)
        let signal = E2EESignal(call: call.id, kind: .reply, content: .bodies([addressee: message.text]))
        guard (try? await environment.signaling.send(.e2ee(signal), confirmedWithin: times.replying)) != nil else {
            return false
        }
        repliedTo = call.id
        return true
    }
}
