import ECallSecurity
import FrameCrypto
import KeyDistribution

/// The first media that were decrypted, and when. Pure: instants are monotonic nanoseconds.
struct FirstMedia {
    let began: UInt64
    private(set) var pictureMilliseconds: Int?
    private(set) var soundMilliseconds: Int?
    private var opened: Set<DeviceAddress> = []
    private(set) var isConnected = false
    /// The time at which the call was first connected, or an earlier one if this device returns to a call.
    private(set) var connectedSince: UInt64?

    init(began: UInt64) { self.began = began }

    var since: UInt64 { isConnected ? connectedSince ?? began : began }

    mutating func isConnected(since instant: UInt64) { connectedSince = instant }

    /// Takes the first frame of a track; milliseconds since the call began, nil for shared tracks, which say nothing about
    /// people.
    mutating func opened(_ track: Track, of sender: DeviceAddress, at instant: UInt64) -> Int? {
        let milliseconds = Int((instant > began ? instant - began : 0) / 1_000_000)
        switch track {
        case .screen, .screenAudio: return nil
        case .video: pictureMilliseconds = pictureMilliseconds ?? milliseconds
        case .audio: soundMilliseconds = soundMilliseconds ?? milliseconds
        }
        opened.insert(sender)
        return milliseconds
    }

    /// Notes the devices. A call is connected once a participant hears this device, and a frame of theirs was opened or they sign
    /// that they send nothing.
    mutating func look(at devices: some Collection<CallMember>, now: UInt64) {
        guard !isConnected else { return }
        isConnected = devices.contains { member in
            member.hearsUs && (opened.contains(member.address) || member.isHeard && member.isSilent)
        }
        if isConnected { connectedSince = connectedSince ?? now }
    }
}
